/* Regression over coded boards.
 *
 * A state is a board whose cells are empty, 1, 2, 3 or large, with the multiset of the
 * large tiles. Slides are undone line by line: the tile that entered is taken from a line
 * whose last cell it stands on, and every line becomes one of those that a slide makes it
 * from. What is not known is left open, on the side of more states: which of the large
 * tiles merged (any that the multiset allows), and which line is the smaller one where
 * large tiles would decide. So every real move has its abstract one, and a board that can
 * still win is in its layer. Hence the same three uses as of the coarse regression.
 *
 * A state is 64 bits: the board in 48, the least of its four turns, and above it the
 * number of the multiset. Layers are hash sets of such words, at most three quarters
 * full.
 *
 * Boards of 16 tiles may end a game early. Where such ends score above the threshold they
 * would be too many to list, and going back stops before them. */
#include "sequence/fine.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/pause.h"
#include "base/random.h"

#include <stdlib.h>

enum {
    LEAST_TABLE = 1 << 12,
    MAX_MULTISETS = UINT16_MAX, /* so that no state is FREE */
    BOARD_BITS = 48,
    MERGES = 4, /* in a slide at most */
    MERGE_PAIRS = (MERGES + 1) * (MERGES + 1),
    LOOK_EVERY = 256,
    MOST_CODES = TREY_CODED_MOST_LARGE + 1,
    PIECE = 512, /* states between two looks at who waits */
};

static const uint64_t FREE = UINT64_MAX;
static const trey_coded BOARD = (UINT64_C(1) << BOARD_BITS) - 1;

struct layer {
    uint64_t *states;
    size_t size, count; /* of the table; states */
};

/* Numbers of the multisets that some merges to the least and of large tiles may have
 * begun with: count of them from `first` on. */
struct parts {
    uint32_t first, count;
    bool known;
};

struct trey_fine {
    const struct trey_regress *coarse;
    const struct trey_fine *below; /* tells less apart; NULL: none */
    int large;                     /* code of the tiles that are not told apart */
    const struct trey_sequence *sequence;
    size_t last; /* moves of the longest game */
    struct trey_coded_tables *tables;

    trey_multiset *multisets; /* by number */
    uint32_t *numbers;        /* + 1, by hash */
    struct parts (*parts)[MERGE_PAIRS];
    size_t multiset_count;
    uint16_t *pool; /* of parts */
    size_t pool_count, pool_size;

    uint64_t score;
    bool ran, can_go_on;
    size_t depth;         /* layers 0..depth are complete, if it ran */
    size_t pruned_from;   /* the deepest layer when it last went forth again */
    struct layer *layers; /* last + 1 */
    size_t bytes;
};

/* The layer being made. */
struct making {
    struct trey_fine *fine;
    const struct trey_regress_limits *limits;
    double cpu_start_s;
    struct layer layer;
    size_t moves;                 /* of its boards */
    int tile;                     /* that enters next */
    int tile_before, code_before; /* that entered last, 0: none */
    unsigned looks;
    double boards; /* of the ends, about */
    bool failed, stopped;
    bool full; /* stopped by the limit of bytes, or the like */
    /* Not NULL: no layer is made, but a board of this one is looked for. */
    const struct layer *sought;
    bool found;
};

/* --- multisets of large tiles ----------------------------------------------------------
 */

enum { NUMBERS = 1 << 17 };

static trey_multiset large_of(const struct trey_fine *fine, trey_multiset set)
{
    int shift = trey_multiset_shift(fine->large);
    return set >> shift << shift;
}

static uint32_t slot_of_multiset(const struct trey_fine *fine, trey_multiset set)
{
    uint32_t slot = (uint32_t)trey_mix64(set) & (NUMBERS - 1);
    while (fine->numbers[slot] != 0 && fine->multisets[fine->numbers[slot] - 1] != set)
        slot = (slot + 1) & (NUMBERS - 1);
    return slot;
}

/* Its number, a new one if need be; MAX_MULTISETS if there is none left. */
static uint32_t number_of(struct trey_fine *fine, trey_multiset set)
{
    uint32_t slot = slot_of_multiset(fine, set);
    if (fine->numbers[slot] == 0) {
        if (fine->multiset_count == MAX_MULTISETS)
            return MAX_MULTISETS;
        fine->multisets[fine->multiset_count++] = set;
        fine->numbers[slot] = (uint32_t)fine->multiset_count;
    }
    return fine->numbers[slot] - 1;
}

static bool add_part(struct making *making, trey_multiset set)
{
    struct trey_fine *fine = making->fine;
    uint32_t number = number_of(fine, set);
    if (fine->pool_count == fine->pool_size) {
        size_t size = fine->pool_size == 0 ? 1024 : 2 * fine->pool_size;
        uint16_t *pool = realloc(fine->pool, size * sizeof *pool);
        making->failed = pool == NULL;
        if (pool == NULL)
            return false;
        fine->pool = pool;
        fine->pool_size = size;
    }
    making->full |= number == MAX_MULTISETS;
    fine->pool[fine->pool_count++] = (uint16_t)number;
    return number != MAX_MULTISETS;
}

/* Splits `splits` tiles above the least large ones, of those in `had`, into two each. */
static bool split(struct making *making, trey_multiset set, trey_multiset had, int rank,
                  int splits)
{
    if (splits == 0)
        return add_part(making, set);
    for (; rank > making->fine->large; rank--) {
        int most = trey_multiset_count(had, rank);
        for (int count = most < splits ? most : splits; count > 0; count--)
            if (!split(making,
                       set - trey_multiset_of(rank, count) +
                           trey_multiset_of(rank - 1, 2 * count),
                       had, rank - 1, splits - count))
                return false;
    }
    return true;
}

static const struct parts *parts_of(struct making *making, uint32_t number, int least,
                                    int large)
{
    struct trey_fine *fine = making->fine;
    struct parts *parts = &fine->parts[number][least * (MERGES + 1) + large];
    if (parts->known)
        return parts;
    trey_multiset set = fine->multisets[number];
    size_t first = fine->pool_count;
    if (trey_multiset_count(set, fine->large) >= least) {
        set -= trey_multiset_of(fine->large, least);
        if (!split(making, set, set, TREY_MULTISET_TOP, large))
            return NULL;
    }
    *parts = (struct parts){(uint32_t)first, (uint32_t)(fine->pool_count - first), true};
    return parts;
}

/* --- sets of states --------------------------------------------------------------------
 */

static uint64_t *slot_of(const struct layer *layer, uint64_t state)
{
    size_t slot = (size_t)trey_mix64(state) & (layer->size - 1);
    while (layer->states[slot] != FREE && layer->states[slot] != state)
        slot = (slot + 1) & (layer->size - 1);
    return &layer->states[slot];
}

static bool make_table(struct layer *layer, size_t size)
{
    uint64_t *states = malloc(size * sizeof *states);
    if (states == NULL)
        return false;
    memset(states, 0xff, size * sizeof *states);
    layer->states = states;
    layer->size = size;
    return true;
}

/* Doubles the table; not beyond the limit of bytes. */
static void grow(struct making *making)
{
    struct layer *old = &making->layer, new = {.count = old->count};
    size_t bytes = 3 * old->size * sizeof(uint64_t);
    making->full |= making->fine->bytes + bytes > making->limits->bytes;
    making->failed |= !making->full && !make_table(&new, 2 * old->size);
    if (making->full || making->failed)
        return;
    for (size_t i = 0; i < old->size; i++)
        if (old->states[i] != FREE)
            *slot_of(&new, old->states[i]) = old->states[i];
    free(old->states);
    *old = new;
}

static void put(struct making *making, trey_coded board, uint32_t number)
{
    struct layer *layer = &making->layer;
    uint64_t state = trey_coded_least(making->fine->tables, board) | (uint64_t)number
                                                                         << BOARD_BITS;
    uint64_t *slot = slot_of(layer, state);
    if (*slot == state)
        return;
    *slot = state;
    if (4 * ++layer->count > 3 * layer->size)
        grow(making);
}

/* Whether a board, in any turn, with this multiset is in the layer. */
static bool holds(const struct trey_fine *fine, size_t moves, trey_coded board,
                  trey_multiset set)
{
    uint32_t slot = slot_of_multiset(fine, large_of(fine, set));
    if (fine->numbers[slot] == 0)
        return false;
    uint64_t number = fine->numbers[slot] - 1;
    uint64_t state = trey_coded_least(fine->tables, board) | number << BOARD_BITS;
    return *slot_of(&fine->layers[fine->last - moves], state) == state;
}

/* Asked for every few states; the clock is looked at now and then. */
static bool is_over(struct making *making)
{
    const struct trey_regress_limits *limits = making->limits;
    making->stopped |= making->full || making->failed;
    if (making->stopped || making->looks++ % LOOK_EVERY != 0)
        return making->stopped;
    making->stopped =
        trey_cancel_raised(limits->cancel) ||
        (limits->cpu_s > 0.0 &&
         trey_clock_cpu() - making->cpu_start_s >= limits->cpu_s) ||
        (limits->deadline_s > 0.0 && trey_clock_monotonic() >= limits->deadline_s);
    return making->stopped;
}

/* Whether a board of this layer can look like this: lines covered, and the tile that
 * entered last where tiles enter. */
static bool can_be(const struct making *making, trey_coded board)
{
    return trey_regress_allows(making->fine->coarse, making->moves,
                               trey_coded_cover(board)) &&
           (making->code_before == 0 || trey_coded_on_rim(board, making->code_before));
}

/* Whether the regression below has gone back from as many ends, or more. */
static bool knows_below(const struct making *making)
{
    const struct trey_fine *below = making->fine->below;
    return below != NULL && below->score <= making->fine->score &&
           trey_fine_knows(below, making->moves);
}

/* Whether what tells less apart lets such a board be in the layer. */
static bool is_reached(const struct making *making, trey_coded board, uint32_t number)
{
    const struct trey_fine *fine = making->fine, *below = fine->below;
    trey_multiset set = fine->multisets[number] + trey_coded_small(board, fine->large);
    if (knows_below(making))
        return holds(below, making->moves, trey_coded_again(board, below->large), set);
    return trey_regress_score(fine->coarse) > fine->score ||
           trey_regress_reaches(fine->coarse, making->moves, set,
                                trey_coded_pattern(board));
}

/* --- ends ------------------------------------------------------------------------------
 */

/* Puts all boards with so many tiles of each code (left[0]: empty cells). */
static void arrange(struct making *making, uint32_t number, int cell, trey_coded board,
                    int left[MOST_CODES])
{
    if (cell == TREY_MAX_CELLS) {
        if (can_be(making, board) && is_reached(making, board, number))
            put(making, board, number);
        return;
    }
    if (cell == TREY_MAX_CELLS / 2 && is_over(making))
        return;
    for (int code = 0; code < MOST_CODES; code++) {
        if (left[code] == 0)
            continue;
        left[code]--;
        arrange(making, number, cell + 1, board | (trey_coded)code << (3 * cell), left);
        left[code]++;
    }
}

/* The same from the first cell on. The first cells are filled here, outside of the loops
 * that most of the time goes to, with a pause for each way to fill them. */
static void arrange_all(struct making *making, uint32_t number, int cell,
                        trey_coded board, int left[MOST_CODES])
{
    enum { FIRST_CELLS = 5 };
    if (cell == FIRST_CELLS) {
        trey_pause();
        if (!is_over(making))
            arrange(making, number, cell, board, left);
        return;
    }
    for (int code = 0; code < MOST_CODES; code++) {
        if (left[code] == 0)
            continue;
        left[code]--;
        arrange_all(making, number, cell + 1, board | (trey_coded)code << (3 * cell),
                    left);
        left[code]++;
    }
}

/* In how many ways so many tiles of each code stand on a board, turns counted once. */
static double arrangements(const int left[MOST_CODES])
{
    double count = 0.25;
    int placed = 0;
    for (int code = 0; code < MOST_CODES; code++)
        for (int i = 1; i <= left[code]; i++)
            count = count * ++placed / i;
    return count;
}

static void count_codes(const struct trey_fine *fine, trey_multiset set,
                        int left[MOST_CODES])
{
    memset(left, 0, MOST_CODES * sizeof *left);
    left[0] = TREY_MAX_CELLS - trey_multiset_tiles(set);
    for (int rank = 1; rank < fine->large; rank++)
        left[rank] = trey_multiset_count(set, rank);
    left[fine->large] = trey_multiset_tiles(large_of(fine, set));
}

/* Whether the coarse regression lets a game end with this multiset. */
static bool may_end(const struct trey_fine *fine, size_t moves, trey_multiset set)
{
    return trey_regress_score(fine->coarse) > fine->score ||
           trey_regress_reaches_any(fine->coarse, moves, set);
}

static bool count_end(void *context, trey_multiset set)
{
    struct making *making = context;
    int left[MOST_CODES];
    if (!may_end(making->fine, making->moves, set))
        return true;
    count_codes(making->fine, set, left);
    making->boards += arrangements(left);
    return true;
}

static bool put_end(void *context, trey_multiset set)
{
    struct making *making = context;
    int left[MOST_CODES];
    if (!may_end(making->fine, making->moves, set))
        return true;
    count_codes(making->fine, set, left);
    uint32_t number = number_of(making->fine, large_of(making->fine, set));
    making->full |= number == MAX_MULTISETS;
    if (!is_over(making))
        arrange_all(making, number, 0, 0, left);
    return !is_over(making);
}

struct looking {
    const struct trey_fine *fine;
    size_t moves;
};

static bool refuse_reached(void *context, trey_multiset set)
{
    const struct looking *looking = context;
    return !may_end(looking->fine, looking->moves, set);
}

/* Whether no game ends with 16 tiles above the score after so many moves. */
static bool no_end_at(const struct trey_fine *fine, size_t moves)
{
    struct looking looking = {fine, moves};
    struct trey_multiset_query query =
        trey_regress_ends(fine->coarse, fine->score, moves);
    query.found = refuse_reached;
    query.context = &looking;
    return trey_multiset_list(&query);
}

/* Tells apart, from `cell` on, what is large in a board of the regression below;
 * left[code] tiles of each code go there. */
static void refine(struct making *making, uint32_t number, int cell, trey_coded board,
                   int left[MOST_CODES])
{
    int large = making->fine->below->large;
    while (cell < TREY_MAX_CELLS && (int)(board >> (3 * cell) & 7) < large)
        cell++;
    if (cell == TREY_MAX_CELLS) {
        if (can_be(making, board))
            put(making, board, number);
        return;
    }
    for (int code = large; code <= making->fine->large && !making->full; code++) {
        if (left[code] == 0)
            continue;
        left[code]--;
        refine(making, number, cell + 1,
               board + ((trey_coded)(unsigned)(code - large) << (3 * cell)), left);
        left[code]++;
    }
}

static void refine_ends(struct making *making)
{
    struct trey_fine *fine = making->fine;
    const struct trey_fine *below = fine->below;
    const struct layer *ends = &below->layers[0];
    for (size_t i = 0; i < ends->size && !is_over(making); i++) {
        if (i % PIECE == 0)
            trey_pause();
        if (ends->states[i] == FREE)
            continue;
        trey_multiset set = below->multisets[ends->states[i] >> BOARD_BITS];
        int left[MOST_CODES];
        count_codes(fine, set, left);
        uint32_t number = number_of(fine, large_of(fine, set));
        making->full |= number == MAX_MULTISETS;
        if (!making->full)
            refine(making, number, 0, ends->states[i] & BOARD, left);
    }
}

/* Not begun where the limits would end it. */
static void make_ends(struct making *making)
{
    if (knows_below(making)) {
        refine_ends(making);
        return;
    }
    const double board_bytes = sizeof(uint64_t), board_s = 0.4e-6;
    const struct trey_regress_limits *limits = making->limits;
    struct trey_multiset_query query =
        trey_regress_ends(making->fine->coarse, making->fine->score, making->moves);
    query.found = count_end;
    query.context = making;
    making->stopped = !trey_multiset_list(&query) ||
                      (limits->cpu_s > 0.0 && making->boards * board_s > limits->cpu_s);
    making->full = making->boards * board_bytes > (double)limits->bytes;
    query.found = put_end;
    if (!is_over(making))
        making->stopped |= !trey_multiset_list(&query);
}

/* --- a step back -----------------------------------------------------------------------
 */

/* A slide to the left of which the outcome is known, in this turn of the board. */
struct undoing {
    unsigned line[4]; /* without the tile that entered */
    int entry;        /* the line that it entered */
    bool may_move[4];
    uint32_t number; /* of the multiset without it, were it large */
};

/* Whether a line that moved can be passed over for the entry line: it is larger, read
 * from the third cell on, or equal and above it. Large tiles may hide what decides. */
static bool is_passed(const struct undoing *undoing, unsigned large, int line)
{
    for (int cell = 2; cell >= 0; cell--) {
        unsigned entry = undoing->line[undoing->entry] >> (3 * cell) & 7;
        unsigned other = undoing->line[line] >> (3 * cell) & 7;
        if (entry != other)
            return entry < other;
        if (entry == large)
            return true;
    }
    return line < undoing->entry;
}

/* A board from which a slide may have come. */
static void take(struct making *making, trey_coded board, uint32_t number)
{
    uint64_t state = trey_coded_least(making->fine->tables, board) | (uint64_t)number
                                                                         << BOARD_BITS;
    if (making->sought == NULL)
        put(making, board, number);
    else if (*slot_of(making->sought, state) == state)
        making->found = true;
}

static void undo_lines(struct making *making, const struct undoing *undoing, int line,
                       trey_coded board, int least, int large)
{
    const struct trey_coded_tables *tables = making->fine->tables;
    if (line == 4) {
        if (!can_be(making, board))
            return;
        const struct parts *parts = parts_of(making, undoing->number, least, large);
        int before = making->code_before == making->fine->large ? making->tile_before : 0;
        for (uint32_t i = 0; parts != NULL && i < parts->count; i++) {
            uint32_t number = making->fine->pool[parts->first + i];
            if ((before == 0 ||
                 trey_multiset_count(making->fine->multisets[number], before) > 0) &&
                (making->sought != NULL || is_reached(making, board, number)))
                take(making, board, number);
            if (making->full || making->failed || making->found)
                return;
        }
        return;
    }
    unsigned after = undoing->line[line];
    if (tables->still[after] && line != undoing->entry)
        undo_lines(making, undoing, line + 1, board | (trey_coded)after << (12 * line),
                   least, large);
    for (int i = tables->first[after];
         undoing->may_move[line] && i < tables->first[after + 1]; i++) {
        const struct trey_coded_origin *from = &tables->from[i];
        undo_lines(making, undoing, line + 1,
                   board | (trey_coded)from->line << (12 * line), least + from->least,
                   large + from->large);
    }
}

static void undo_left(struct making *making, trey_coded board, uint32_t number)
{
    struct undoing undoing = {.number = number};
    unsigned large = (unsigned)making->fine->large;
    int code = trey_coded_of_rank(making->tile, making->fine->large);
    for (int line = 0; line < 4; line++)
        undoing.line[line] = trey_coded_row(board, line);
    for (int entry = 0; entry < 4; entry++) {
        unsigned whole = undoing.line[entry];
        if ((int)(whole >> 9) != code)
            continue;
        undoing.line[entry] = whole & 0x1ff;
        undoing.entry = entry;
        for (int line = 0; line < 4; line++)
            undoing.may_move[line] = line == entry || (undoing.line[line] >> 9 == 0 &&
                                                       is_passed(&undoing, large, line));
        undo_lines(making, &undoing, 0, 0, 0, 0);
        undoing.line[entry] = whole;
    }
}

static void undo(struct making *making, uint64_t state)
{
    struct trey_fine *fine = making->fine;
    uint32_t number = (uint32_t)(state >> BOARD_BITS);
    trey_coded board = state & BOARD;
    if (making->tile >= making->fine->large) {
        trey_multiset set = fine->multisets[number];
        if (trey_multiset_count(set, making->tile) == 0)
            return;
        number = number_of(fine, set - trey_multiset_of(making->tile, 1));
        making->full |= number == MAX_MULTISETS;
    }
    for (int turn = 0; turn < 4 && !is_over(making) && !making->found; turn++) {
        undo_left(making, board, number);
        board = trey_coded_turn(fine->tables, board);
    }
}

/* --- a run -----------------------------------------------------------------------------
 */

static void clear_layers(struct trey_fine *fine)
{
    for (size_t k = 0; k <= fine->last; k++) {
        free(fine->layers[k].states);
        fine->layers[k] = (struct layer){0};
    }
    fine->bytes = fine->depth = fine->pruned_from = 0;
    fine->ran = false;
}

/* What leads to the states of the later layer. */
static void undo_all(struct making *making, const struct layer *later)
{
    for (size_t first = 0; first < later->size && !making->stopped; first += PIECE) {
        trey_pause();
        for (size_t i = first; i < first + PIECE && !is_over(making); i++)
            if (later->states[i] != FREE)
                undo(making, later->states[i]);
    }
}

static struct making begin(struct trey_fine *fine, size_t k,
                           const struct trey_regress_limits *limits, double cpu_start_s)
{
    size_t moves = fine->last - k;
    const uint8_t *tiles = fine->sequence->tiles;
    int before = moves > 0 ? tiles[moves - 1] : 0;
    return (struct making){
        .fine = fine,
        .limits = limits,
        .cpu_start_s = cpu_start_s,
        .moves = moves,
        .tile = moves < fine->last ? tiles[moves] : 0,
        .tile_before = before,
        .code_before = trey_coded_of_rank(before, fine->large),
    };
}

static void clear_multisets(struct trey_fine *fine)
{
    memset(fine->numbers, 0, NUMBERS * sizeof(*fine->numbers));
    memset(fine->parts, 0, fine->multiset_count * sizeof(*fine->parts));
    fine->multiset_count = fine->pool_count = 0;
}

/* Makes layer k; false if it was not finished. */
static bool make_layer(struct trey_fine *fine, size_t k,
                       const struct trey_regress_limits *limits, double cpu_start_s,
                       bool *failed)
{
    struct making making = begin(fine, k, limits, cpu_start_s);
    making.failed = !make_table(&making.layer, LEAST_TABLE);
    if (k == 0 && !making.failed) {
        make_ends(&making);
    } else if (!making.failed) {
        undo_all(&making, &fine->layers[k - 1]);
    }
    *failed = making.failed;
    fine->can_go_on = !making.full;
    if (making.stopped || making.full || making.failed) {
        free(making.layer.states);
        return false;
    }
    fine->layers[k] = making.layer;
    fine->bytes += making.layer.size * sizeof(uint64_t);
    return true;
}

/* Drops the states of layer k that no state of the layer before leads to: no real line of
 * play comes there. False if it was not finished, and nothing was dropped. */
static bool prune_layer(struct trey_fine *fine, size_t k,
                        const struct trey_regress_limits *limits, double cpu_start_s)
{
    struct layer *layer = &fine->layers[k], kept = {0};
    struct making making = begin(fine, k + 1, limits, cpu_start_s);
    size_t put_at = 0, size = LEAST_TABLE;
    uint64_t *states = malloc((layer->count + 1) * sizeof *states);
    making.sought = &fine->layers[k + 1];
    for (size_t i = 0; states != NULL && i < layer->size && !is_over(&making); i++) {
        if (i % PIECE == 0)
            trey_pause();
        if (layer->states[i] == FREE)
            continue;
        making.found = false;
        undo(&making, layer->states[i]);
        if (making.found)
            states[put_at++] = layer->states[i];
    }
    while (3 * size < 4 * put_at + 4)
        size *= 2;
    bool done = states != NULL && !is_over(&making) && make_table(&kept, size);
    for (size_t i = 0; i < put_at && done; i++)
        *slot_of(&kept, states[i]) = states[i];
    free(states);
    if (!done)
        return false;
    kept.count = put_at;
    fine->bytes -= (layer->size - kept.size) * sizeof(uint64_t);
    free(layer->states);
    *layer = kept;
    return true;
}

/* Of the first layer the start alone is left. */
static void prune_first(struct trey_fine *fine)
{
    struct layer *layer = &fine->layers[fine->last];
    trey_bytes board = trey_bytes_load(&fine->sequence->start);
    trey_multiset set;
    if (!trey_multiset_of_board(board, &set))
        return;
    uint64_t number = fine->numbers[slot_of_multiset(fine, large_of(fine, set))];
    uint64_t state =
        trey_coded_least(fine->tables, trey_coded_of_board(board, fine->large)) |
        (number - 1) << BOARD_BITS;
    if (number == 0 || *slot_of(layer, state) != state)
        return;
    memset(layer->states, 0xff, layer->size * sizeof *layer->states);
    *slot_of(layer, state) = state;
    layer->count = 1;
}

/* Goes forth again from the deepest layer, if that lies deeper than the last time. */
static void prune(struct trey_fine *fine, const struct trey_regress_limits *limits,
                  double cpu_start_s)
{
    bool more = fine->depth > fine->pruned_from;
    if (more && fine->depth == fine->last)
        prune_first(fine);
    for (size_t k = fine->depth; more && k-- > 0;)
        more = prune_layer(fine, k, limits, cpu_start_s);
    if (more)
        fine->pruned_from = fine->depth;
}

static bool is_proof(const struct trey_fine *fine)
{
    size_t moves = fine->last - fine->depth;
    if (fine->layers[fine->depth].count == 0)
        return trey_regress_no_earlier_end(fine->coarse, fine->score, moves);
    return moves == 0 &&
           !trey_fine_alive(fine, 0, trey_bytes_load(&fine->sequence->start));
}

enum trey_status trey_fine_run(struct trey_fine *fine, uint64_t score,
                               const struct trey_regress_limits *limits, bool *proved,
                               struct trey_error *error)
{
    size_t most = limits->moves < fine->last ? limits->moves : fine->last;
    double cpu_start_s = trey_clock_cpu();
    bool failed = false, more = true;
    *proved = false;
    if (!fine->ran || fine->score != score) {
        clear_layers(fine);
        clear_multisets(fine);
        fine->score = score;
        more = fine->ran = make_layer(fine, 0, limits, cpu_start_s, &failed);
    }
    while (more) {
        *proved = is_proof(fine);
        size_t moves = fine->last - fine->depth;
        bool ends = moves == 0 || (moves > 1 && !no_end_at(fine, moves - 1));
        fine->can_go_on = !ends && !*proved;
        more = fine->can_go_on && fine->depth < most &&
               make_layer(fine, fine->depth + 1, limits, cpu_start_s, &failed);
        fine->depth += more;
    }
    if (fine->ran && !*proved && !failed)
        prune(fine, limits, trey_clock_cpu());
    return failed ? trey_fail_memory(error, LEAST_TABLE * sizeof(uint64_t)) : TREY_OK;
}

void trey_fine_forget(struct trey_fine *fine)
{
    clear_layers(fine);
}

/* --- questions -------------------------------------------------------------------------
 */

bool trey_fine_knows(const struct trey_fine *fine, size_t moves)
{
    return fine->ran && moves <= fine->last && fine->last - moves <= fine->depth;
}

bool trey_fine_alive(const struct trey_fine *fine, size_t moves, trey_bytes board)
{
    trey_multiset set;
    if (!trey_fine_knows(fine, moves) || !trey_multiset_of_board(board, &set))
        return true;
    return holds(fine, moves, trey_coded_of_board(board, fine->large), set);
}

uint64_t trey_fine_score(const struct trey_fine *fine)
{
    return fine->score;
}

size_t trey_fine_moves(const struct trey_fine *fine)
{
    return fine->ran ? fine->depth : 0;
}

bool trey_fine_can_go_on(const struct trey_fine *fine)
{
    return fine->can_go_on;
}

size_t trey_fine_layer(const struct trey_fine *fine, size_t back)
{
    return fine->layers[back].count;
}

/* --- making ----------------------------------------------------------------------------
 */

enum trey_status trey_fine_new(const struct trey_regress *coarse,
                               const struct trey_fine *below, int large,
                               struct trey_fine **fine, struct trey_error *error)
{
    struct trey_fine *made = calloc(1, sizeof *made);
    *fine = NULL;
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->coarse = coarse;
    made->below = below;
    made->large = large;
    made->sequence = trey_regress_game(coarse, &made->last);
    made->tables = trey_coded_tables_new(large);
    made->multisets = malloc(MAX_MULTISETS * sizeof(*made->multisets));
    made->numbers = calloc(NUMBERS, sizeof(*made->numbers));
    made->parts = calloc(MAX_MULTISETS, sizeof(*made->parts));
    made->layers = calloc(made->last + 1, sizeof(*made->layers));
    if (made->tables == NULL || made->multisets == NULL || made->numbers == NULL ||
        made->parts == NULL || made->layers == NULL) {
        trey_fine_free(made);
        return trey_fail_memory(error, MAX_MULTISETS * sizeof(*made->parts));
    }
    *fine = made;
    return TREY_OK;
}

void trey_fine_free(struct trey_fine *fine)
{
    if (fine == NULL)
        return;
    if (fine->layers != NULL)
        clear_layers(fine);
    free(fine->layers);
    free(fine->tables);
    free(fine->multisets);
    free(fine->numbers);
    free(fine->parts);
    free(fine->pool);
    free(fine);
}
