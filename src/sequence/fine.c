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
};

static const uint64_t FREE = UINT64_MAX;
static const trey_coded BOARD = (UINT64_C(1) << BOARD_BITS) - 1;

struct layer {
    uint64_t *states;
    size_t size, count; /* of the table; states */
};

/* Numbers of the multisets that some merges of threes and of large tiles may have begun
 * with: count of them from `first` on. */
struct parts {
    uint32_t first, count;
    bool known;
};

struct trey_fine {
    const struct trey_regress *coarse;
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
};

/* --- multisets of large tiles ----------------------------------------------------------
 */

enum { NUMBERS = 1 << 17 };

static trey_multiset large_of(trey_multiset set)
{
    return set >> trey_multiset_shift(TREY_CODED_LARGE)
                      << trey_multiset_shift(TREY_CODED_LARGE);
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
    for (; rank > TREY_CODED_LARGE; rank--) {
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

static const struct parts *parts_of(struct making *making, uint32_t number, int threes,
                                    int large)
{
    struct trey_fine *fine = making->fine;
    struct parts *parts = &fine->parts[number][threes * (MERGES + 1) + large];
    if (parts->known)
        return parts;
    trey_multiset set = fine->multisets[number];
    size_t first = fine->pool_count;
    if (trey_multiset_count(set, TREY_CODED_LARGE) >= threes) {
        set -= trey_multiset_of(TREY_CODED_LARGE, threes);
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

/* --- ends ------------------------------------------------------------------------------
 */

/* Puts all boards with so many tiles of each code (left[0]: empty cells). */
static void arrange(struct making *making, uint32_t number, int cell, trey_coded board,
                    int left[TREY_CODED_LARGE + 1])
{
    if (cell == TREY_MAX_CELLS) {
        if (can_be(making, board))
            put(making, board, number);
        return;
    }
    if (cell == TREY_MAX_CELLS / 2 && is_over(making))
        return;
    for (int code = 0; code <= TREY_CODED_LARGE; code++) {
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
                        trey_coded board, int left[TREY_CODED_LARGE + 1])
{
    enum { FIRST_CELLS = 5 };
    if (cell == FIRST_CELLS) {
        trey_pause();
        if (!is_over(making))
            arrange(making, number, cell, board, left);
        return;
    }
    for (int code = 0; code <= TREY_CODED_LARGE; code++) {
        if (left[code] == 0)
            continue;
        left[code]--;
        arrange_all(making, number, cell + 1, board | (trey_coded)code << (3 * cell),
                    left);
        left[code]++;
    }
}

/* In how many ways so many tiles of each code stand on a board, turns counted once. */
static double arrangements(const int left[TREY_CODED_LARGE + 1])
{
    double count = 0.25;
    int placed = 0;
    for (int code = 0; code <= TREY_CODED_LARGE; code++)
        for (int i = 1; i <= left[code]; i++)
            count = count * ++placed / i;
    return count;
}

static void count_codes(trey_multiset set, int left[TREY_CODED_LARGE + 1])
{
    left[0] = TREY_MAX_CELLS - trey_multiset_tiles(set);
    for (int rank = 1; rank < TREY_CODED_LARGE; rank++)
        left[rank] = trey_multiset_count(set, rank);
    left[TREY_CODED_LARGE] = trey_multiset_tiles(large_of(set));
}

static bool count_end(void *context, trey_multiset set)
{
    struct making *making = context;
    int left[TREY_CODED_LARGE + 1];
    count_codes(set, left);
    making->boards += arrangements(left);
    return true;
}

static bool put_end(void *context, trey_multiset set)
{
    struct making *making = context;
    int left[TREY_CODED_LARGE + 1];
    count_codes(set, left);
    uint32_t number = number_of(making->fine, large_of(set));
    making->full |= number == MAX_MULTISETS;
    if (!is_over(making))
        arrange_all(making, number, 0, 0, left);
    return !is_over(making);
}

static bool refuse(void *context, trey_multiset set)
{
    (void)context;
    (void)set;
    return false;
}

/* Whether no game ends with 16 tiles above the score after so many moves. */
static bool no_end_at(const struct trey_fine *fine, size_t moves)
{
    struct trey_multiset_query query =
        trey_regress_ends(fine->coarse, fine->score, moves);
    query.found = refuse;
    return trey_multiset_list(&query);
}

/* Not begun where the limits would end it. */
static void make_ends(struct making *making)
{
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
static bool is_passed(const struct undoing *undoing, int line)
{
    for (int cell = 2; cell >= 0; cell--) {
        unsigned entry = undoing->line[undoing->entry] >> (3 * cell) & 7;
        unsigned other = undoing->line[line] >> (3 * cell) & 7;
        if (entry != other)
            return entry < other;
        if (entry == TREY_CODED_LARGE)
            return true;
    }
    return line < undoing->entry;
}

static void undo_lines(struct making *making, const struct undoing *undoing, int line,
                       trey_coded board, int threes, int large)
{
    const struct trey_coded_tables *tables = making->fine->tables;
    if (line == 4) {
        if (!can_be(making, board))
            return;
        const struct parts *parts = parts_of(making, undoing->number, threes, large);
        int before = making->code_before == TREY_CODED_LARGE ? making->tile_before : 0;
        for (uint32_t i = 0; parts != NULL && i < parts->count; i++) {
            uint32_t number = making->fine->pool[parts->first + i];
            if (before == 0 ||
                trey_multiset_count(making->fine->multisets[number], before) > 0)
                put(making, board, number);
            if (making->full || making->failed)
                return;
        }
        return;
    }
    unsigned after = undoing->line[line];
    if (tables->still[after] && line != undoing->entry)
        undo_lines(making, undoing, line + 1, board | (trey_coded)after << (12 * line),
                   threes, large);
    for (int i = tables->first[after];
         undoing->may_move[line] && i < tables->first[after + 1]; i++) {
        const struct trey_coded_origin *from = &tables->from[i];
        undo_lines(making, undoing, line + 1,
                   board | (trey_coded)from->line << (12 * line), threes + from->threes,
                   large + from->large);
    }
}

static void undo_left(struct making *making, trey_coded board, uint32_t number)
{
    struct undoing undoing = {.number = number};
    int code = trey_coded_of_rank(making->tile);
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
                                                       is_passed(&undoing, line));
        undo_lines(making, &undoing, 0, 0, 0, 0);
        undoing.line[entry] = whole;
    }
}

static void undo(struct making *making, uint64_t state)
{
    struct trey_fine *fine = making->fine;
    uint32_t number = (uint32_t)(state >> BOARD_BITS);
    trey_coded board = state & BOARD;
    if (making->tile >= TREY_CODED_LARGE) {
        trey_multiset set = fine->multisets[number];
        if (trey_multiset_count(set, making->tile) == 0)
            return;
        number = number_of(fine, set - trey_multiset_of(making->tile, 1));
        making->full |= number == MAX_MULTISETS;
    }
    for (int turn = 0; turn < 4 && !is_over(making); turn++) {
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
    fine->bytes = fine->depth = 0;
    fine->ran = false;
}

/* What leads to the states of the later layer. */
static void undo_all(struct making *making, const struct layer *later)
{
    enum { PIECE = 512 };
    for (size_t first = 0; first < later->size && !making->stopped; first += PIECE) {
        trey_pause();
        for (size_t i = first; i < first + PIECE && !is_over(making); i++)
            if (later->states[i] != FREE)
                undo(making, later->states[i]);
    }
}

/* Makes layer k; false if it was not finished. */
static bool make_layer(struct trey_fine *fine, size_t k,
                       const struct trey_regress_limits *limits, double cpu_start_s,
                       bool *failed)
{
    size_t moves = fine->last - k;
    const uint8_t *tiles = fine->sequence->tiles;
    struct making making = {
        .fine = fine, .limits = limits, .cpu_start_s = cpu_start_s, .moves = moves};
    making.tile_before = moves > 0 ? tiles[moves - 1] : 0;
    making.code_before = trey_coded_of_rank(making.tile_before);
    making.failed = !make_table(&making.layer, LEAST_TABLE);
    if (k == 0 && !making.failed) {
        make_ends(&making);
    } else if (!making.failed) {
        making.tile = tiles[moves];
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
    return failed ? trey_fail_memory(error, LEAST_TABLE * sizeof(uint64_t)) : TREY_OK;
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
    uint32_t slot = slot_of_multiset(fine, large_of(set));
    if (fine->numbers[slot] == 0)
        return false;
    uint64_t number = fine->numbers[slot] - 1;
    uint64_t state =
        trey_coded_least(fine->tables, trey_coded_of_board(board)) | number << BOARD_BITS;
    return *slot_of(&fine->layers[fine->last - moves], state) == state;
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

enum trey_status trey_fine_new(const struct trey_regress *coarse, struct trey_fine **fine,
                               struct trey_error *error)
{
    struct trey_fine *made = calloc(1, sizeof *made);
    *fine = NULL;
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->coarse = coarse;
    made->sequence = trey_regress_game(coarse, &made->last);
    made->tables = trey_coded_tables_new();
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
