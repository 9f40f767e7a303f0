/* Rules and symmetries of the solved games.
 *
 * Why slots work: a slide keeps the sum of the tiles, a spawn increases it. The bag of 1,
 * 2 and 3 has sum 6, so the sum modulo 6 determines which tiles have left it, except that
 * {1, 2} and {3} both have sum 3. A merge of 1 and 2 takes one of each, so (1s - 2s)
 * changes by spawns only and follows from the bag too: 0, 1 or -1.
 *
 * Exchange. Rules, bag and points are symmetric in 1 and 2, so a state has the same value
 * with all its 1s and 2s exchanged, in board, hint and bag. Exchange maps the sums of 1
 * and 4 modulo 6 to those of 2 and 5 and back, and those of 0 and 3 to themselves: the
 * slots of 2 and 5 are not kept, and in those of 0 and 3 a board represents its exchanged
 * images too. This is done if averages only are kept, which do not depend on which of
 * several equally good slides is the first.
 *
 * The largest tile. Before the first tile of rank r there are two of rank r - 1; before
 * the second of these was made, the first and two of rank r - 2; and so on down to two
 * tiles of the largest rank that can spawn, e: r - e + 1 tiles, so r <= cells + e - 1,
 * where e is 3 for Threes and 2 for 2048. By the same argument the tiles beside one of
 * the highest rank sum up to less than it, so sums stay below twice its value. */
#include "exact/table/exact_game.h"

#include "board/cells.h"

#include <string.h>

enum { COLUMNS, ROWS, DIAGONAL };

/* --- symmetries ------------------------------------------------------------------------
 */

static int mirrored_cell(struct trey_shape shape, int mirror, int cell)
{
    int row = cell / shape.cols, col = cell % shape.cols;
    if (mirror == DIAGONAL)
        return col * shape.cols + row;
    return mirror == COLUMNS ? row * shape.cols + shape.cols - 1 - col
                             : (shape.rows - 1 - row) * shape.cols + col;
}

static void make_mirror(struct trey_shape shape, int which, struct trey_mirror *mirror)
{
    enum { NOTHING = 4 * TREY_EXACT_MAX_CELLS + 8 }; /* boards end before these bits */
    mirror->count = 0;
    memset(mirror->pick_low, NOTHING, sizeof mirror->pick_low);
    memset(mirror->pick_high, NOTHING, sizeof mirror->pick_high);
    for (int cell = 0; cell < shape.rows * shape.cols; cell++) {
        int to = mirrored_cell(shape, which, cell), shift = 4 * (to - cell);
        if (to % 2 == 0)
            mirror->pick_low[to / 2] = (uint8_t)(4 * cell);
        else
            mirror->pick_high[to / 2] = (uint8_t)((4 * cell + 60) % 64);
        unsigned k = 0;
        while (k < mirror->count && mirror->term[k].shift != shift)
            k++;
        if (k == mirror->count) {
            mirror->term[k].shift = shift;
            mirror->term[k].mask = 0;
            mirror->count++;
        }
        mirror->term[k].mask |= (uint64_t)15 << (4 * cell);
    }
}

static void add_step(struct trey_fold *fold, unsigned from, unsigned mirror)
{
    fold->step[fold->steps].from = (uint8_t)from;
    fold->step[fold->steps++].mirror = (uint8_t)mirror;
}

static void make_orbit(bool square, struct trey_fold *fold)
{
    unsigned images = square ? 8 : 4;
    *fold = (struct trey_fold){.wanted = (1u << images) - 1};
    for (unsigned from = 0; from < images; from += 4) {
        if (from == 4)
            add_step(fold, 0, DIAGONAL);
        add_step(fold, from, COLUMNS);
        add_step(fold, from, ROWS);
        add_step(fold, from + 1, ROWS);
    }
}

/* Reflects the slide's trailing edge to that of its set (that of U; that of L if rows and
 * columns differ), then takes the smaller of the board and its mirror image. */
static void make_after(const struct trey_exact_game *game, int d, struct trey_fold *fold)
{
    bool square = game->shape.rows == game->shape.cols;
    bool across = d == TREY_RIGHT || d == TREY_LEFT;
    unsigned turn = across && !square ? COLUMNS : ROWS;
    *fold = (struct trey_fold){0};
    if (across && square)
        add_step(fold, 0, DIAGONAL);
    if (d == TREY_DOWN || d == TREY_RIGHT)
        add_step(fold, fold->steps, turn);
    fold->wanted = 3u << fold->steps;
    add_step(fold, fold->steps, turn == ROWS ? COLUMNS : ROWS);
}

static void make_folds(struct trey_exact_game *game)
{
    static const struct trey_fold none = {.wanted = 1};
    bool square = game->shape.rows == game->shape.cols;
    make_orbit(square, &game->orbit);
    game->whole = game->folded ? game->orbit : none;
    game->mixed = game->whole;
    game->mixed.exchange = true;
    uint64_t all = TREY_LOW_BITS & (((uint64_t)1 << (4 * game->cells)) - 1);
    for (int d = 0; d < 4; d++) {
        unsigned edge = !game->folded ? (unsigned)d : square ? 0 : (unsigned)d & 1;
        game->edge[d] = game->is_2048 ? 0 : edge;
        game->after[d] = game->is_2048 ? game->whole : none;
        if (game->folded && !game->is_2048)
            make_after(game, d, &game->after[d]);
    }
    game->edges = game->is_2048 ? 1 : !game->folded ? 4 : square ? 1 : 2;
    for (unsigned edge = 0; edge < game->edges; edge++) {
        unsigned d = game->folded && edge == 1 ? (unsigned)TREY_LEFT : edge;
        game->spawn_cells[edge] = game->is_2048 ? all : game->masks[d].trail;
    }
}

void trey_fold_images(const struct trey_exact_game *game, const struct trey_fold *fold,
                      trey_board board, trey_board image[TREY_IMAGES])
{
    image[0] = board;
    for (unsigned i = 0; i < fold->steps; i++) {
        const struct trey_mirror *mirror = &game->mirror[fold->step[i].mirror];
        trey_board from = image[fold->step[i].from], to = 0;
        for (unsigned k = 0; k < mirror->count; k++) {
            trey_board part = from & mirror->term[k].mask;
            int shift = mirror->term[k].shift;
            to |= shift < 0 ? part >> -shift : part << shift;
        }
        image[i + 1] = to;
    }
}

trey_board trey_fold_min(const struct trey_exact_game *game, const struct trey_fold *fold,
                         trey_board board)
{
    trey_board image[TREY_IMAGES], min = UINT64_MAX;
    trey_fold_images(game, fold, board, image);
    for (unsigned i = 0; i <= fold->steps; i++) {
        if (!(fold->wanted >> i & 1))
            continue;
        trey_board other = fold->exchange ? trey_exchange(image[i]) : image[i];
        min = image[i] < min ? image[i] : min;
        min = other < min ? other : min;
    }
    return min;
}

/* --- rules -----------------------------------------------------------------------------
 */

void trey_exact_game_make(const struct trey_exact_options *options,
                          struct trey_exact_game *game)
{
    *game = (struct trey_exact_game){
        .shape = options->shape,
        .is_2048 = options->rules == TREY_EXACT_2048,
        .slide = options->rules == TREY_EXACT_2048 ? TREY_SLIDE_2048 : TREY_SLIDE_THREES,
        .folded = options->keep != TREY_EXACT_KEEP_ALL,
        .exchanged =
            options->keep != TREY_EXACT_KEEP_ALL && options->rules == TREY_EXACT_COURSE,
        .cells = (unsigned)options->shape.rows * options->shape.cols,
        .start = options->start,
    };
    game->top_rank = game->cells + (game->is_2048 ? 1 : 2);
    for (int rank = 1; rank < 16; rank++) {
        uint64_t tile = trey_tile_rules[game->slide].tile[rank];
        game->tile[rank] = (uint32_t)tile;
        game->points[rank] =
            game->is_2048 ? tile * (uint64_t)(rank - 1) : trey_score_of_rank(rank);
    }
    for (int d = 0; d < 4; d++)
        trey_slide_masks_make(options->shape, (enum trey_direction)d, &game->masks[d]);
    for (int mirror = COLUMNS; mirror <= DIAGONAL; mirror++)
        if (mirror != DIAGONAL || options->shape.rows == options->shape.cols)
            make_mirror(options->shape, mirror, &game->mirror[mirror]);
    make_folds(game);
}

/* The bags of a sum modulo 6, as bit sets: tile 1 is bit 0; the second is that of the odd
 * slot. */
static const uint8_t bags[6][2] = {{7, 0}, {6, 0}, {5, 0}, {4, 3}, {2, 0}, {1, 0}};

static unsigned slot_number(unsigned sum, unsigned bag)
{
    return 2 * sum + (bags[sum % 6][1] == bag);
}

/* True if states of this slot are represented by those of the slot of the sum before. */
static bool is_exchanged(const struct trey_exact_game *game, unsigned number)
{
    return game->exchanged && number / 2 % 3 == 2;
}

void trey_slot_make(const struct trey_exact_game *game, unsigned number,
                    struct trey_slot *slot)
{
    static const int8_t excess[3] = {0, 1, -1};
    unsigned sum = number / 2;
    *slot = (struct trey_slot){.sum = sum};
    if (game->is_2048) {
        slot->columns = number % 4 == 0;
        slot->column[0] = (struct trey_column){
            2, {{1, number + 4, 0.9, 0, false}, {2, number + 8, 0.1, 4, false}}};
        return;
    }
    unsigned bag = bags[sum % 6][number % 2];
    slot->excess = excess[sum % 3];
    if (is_exchanged(game, number))
        return;
    for (unsigned hint = 1; hint <= 3; hint++) {
        unsigned left = bag & ~(1u << (hint - 1));
        if (left == bag)
            continue;
        unsigned next = slot_number(sum + hint, left != 0 ? left : 7);
        bool exchange = is_exchanged(game, next);
        slot->column[slot->columns++] =
            (struct trey_column){1, {{hint, exchange ? next - 2 : next, 1, 0, exchange}}};
    }
}

const struct trey_fold *trey_slot_fold(const struct trey_exact_game *game,
                                       unsigned number)
{
    return game->exchanged && number / 2 % 3 == 0 ? &game->mixed : &game->whole;
}

unsigned trey_slot_canonicalise(const struct trey_exact_game *game, unsigned number,
                                trey_board *board)
{
    if (is_exchanged(game, number)) {
        *board = trey_exchange(*board);
        number -= 2;
    }
    *board = trey_fold_min(game, trey_slot_fold(game, number), *board);
    return number;
}

static int exchanged_hint(int hint)
{
    return hint == 1 || hint == 2 ? 3 - hint : hint;
}

void trey_state_exchange(const struct trey_exact_game *game, trey_board *board, int *hint)
{
    if (!game->exchanged || trey_exact_sum(game, *board) % 3 != 2)
        return;
    *board = trey_exchange(*board);
    *hint = exchanged_hint(*hint);
}

unsigned trey_state_canonicalise(const struct trey_exact_game *game, trey_board *board,
                                 int hint, unsigned *column)
{
    trey_state_exchange(game, board, &hint);
    uint64_t sum = trey_exact_sum(game, *board);
    unsigned number = trey_slot_find(game, sum, hint, column);
    if (number == TREY_NO_SLOT)
        return number;
    trey_board min = trey_fold_min(game, &game->whole, *board);
    if (trey_slot_fold(game, number)->exchange) {
        trey_board other = trey_fold_min(game, &game->whole, trey_exchange(*board));
        if (other < min) {
            min = other;
            trey_slot_find(game, sum, exchanged_hint(hint), column);
        }
    }
    *board = min;
    return number;
}

unsigned trey_slot_find(const struct trey_exact_game *game, uint64_t sum, int hint,
                        unsigned *column)
{
    *column = 0;
    if (sum >= trey_slot_end(game) / 2)
        return TREY_NO_SLOT;
    unsigned number = (unsigned)sum * 2;
    if (game->is_2048)
        return sum % 2 == 0 ? number : TREY_NO_SLOT;
    number += sum % 6 == 3 && hint != 3;
    unsigned bag = bags[sum % 6][number % 2];
    if (!(bag >> (hint - 1) & 1))
        return TREY_NO_SLOT;
    for (int tile = 1; tile < hint; tile++)
        *column += bag >> (tile - 1) & 1;
    return number;
}

unsigned trey_slot_end(const struct trey_exact_game *game)
{
    return 2 * (2 * game->tile[game->top_rank] + TREY_OPEN_SLOTS);
}

unsigned trey_slot_tiles(unsigned number)
{
    static const uint8_t drawn[6][2] = {{0, 0}, {1, 0}, {1, 0}, {2, 1}, {2, 0}, {2, 0}};
    unsigned sum = number / 2;
    return sum / 6 * 3 + drawn[sum % 6][number % 2];
}

uint64_t trey_exact_sum(const struct trey_exact_game *game, trey_board board)
{
    uint64_t sum = 0;
    for (; board != 0; board >>= 4)
        sum += game->tile[board & 15];
    return sum;
}

uint64_t trey_exact_points(const struct trey_exact_game *game, trey_board board)
{
    uint64_t points = 0;
    for (; board != 0; board >>= 4)
        points += game->points[board & 15];
    return points;
}

trey_board trey_exact_slide(const struct trey_exact_game *game, trey_board board, int d)
{
    uint64_t made;
    return trey_slide_by_rule(game->slide, board, &game->masks[d], 0, &made);
}

/* --- the start -------------------------------------------------------------------------
 * course: of n tiles the bag is emptied n / 3 times; each choice of the n % 3 others,
 * and each arrangement of a choice, is equally likely. 2048: cells and tiles are
 * independent. */

struct start_visitor {
    const struct trey_exact_game *game;
    void *context;
    void (*visit)(void *context, trey_board board, unsigned slot, double chance);
    unsigned left[4]; /* tiles still to be placed, by rank; empty cells at 0 */
    unsigned slot;
    double chance;
};

static double arrangements(const unsigned *count)
{
    double ways = 1;
    unsigned placed = 0;
    for (int rank = 0; rank < 4; rank++)
        for (unsigned i = 1; i <= count[rank]; i++)
            ways = ways * ++placed / i;
    return ways;
}

static void place_tiles(struct start_visitor *starts, unsigned cell, trey_board board)
{
    if (cell == starts->game->cells) {
        starts->visit(starts->context, board, starts->slot, starts->chance);
        return;
    }
    for (unsigned rank = 0; rank < 4; rank++)
        if (starts->left[rank] > 0) {
            starts->left[rank]--;
            place_tiles(starts, cell + 1, board | (trey_board)rank << (4 * cell));
            starts->left[rank]++;
        }
}

static void visit_arrangements(struct start_visitor *starts, unsigned slot, double chance)
{
    starts->slot = slot;
    starts->chance = chance / arrangements(starts->left);
    place_tiles(starts, 0, 0);
}

static void visit_starts_2048(struct start_visitor *starts)
{
    unsigned tiles = starts->game->start;
    for (unsigned fours = 0; fours <= tiles; fours++) {
        unsigned count[4] = {starts->game->cells - tiles, tiles - fours, fours, 0};
        unsigned split[4] = {0, tiles - fours, fours, 0};
        double chance = arrangements(split);
        for (unsigned i = 0; i < tiles; i++)
            chance *= i < fours ? 0.1 : 0.9;
        memcpy(starts->left, count, sizeof count);
        visit_arrangements(starts, 4 * (tiles + fours), chance);
    }
}

static void visit_starts_course(struct start_visitor *starts)
{
    unsigned tiles = starts->game->start, full = tiles / 3;
    double chance = tiles % 3 == 0 ? 1 : 1.0 / 3;
    for (unsigned drawn = 0; drawn < 7; drawn++) {
        unsigned count[4] = {starts->game->cells - tiles, full, full, full},
                 sum = 6 * full;
        unsigned size = 0;
        for (unsigned tile = 1; tile <= 3; tile++)
            if (drawn >> (tile - 1) & 1) {
                count[tile]++;
                sum += tile;
                size++;
            }
        if (size != tiles % 3)
            continue;
        memcpy(starts->left, count, sizeof count);
        visit_arrangements(starts, slot_number(sum, 7 & ~drawn), chance);
    }
}

void trey_exact_starts(const struct trey_exact_game *game, void *context,
                       void visit(void *context, trey_board board, unsigned slot,
                                  double chance))
{
    struct start_visitor starts = {.game = game, .context = context, .visit = visit};
    if (game->is_2048)
        visit_starts_2048(&starts);
    else
        visit_starts_course(&starts);
}

/* A board to be found among the start boards, in canonical form. */
struct start_search {
    const struct trey_exact_game *game;
    unsigned number;
    trey_board board;
    bool found;
};

static void compare_start(void *context, trey_board board, unsigned number, double chance)
{
    struct start_search *sought = context;
    (void)chance;
    number = trey_slot_canonicalise(sought->game, number, &board);
    sought->found = sought->found || (number == sought->number && board == sought->board);
}

bool trey_is_start(const struct trey_exact_game *game, unsigned number, trey_board board)
{
    struct start_search sought = {.game = game, .board = board};
    if (trey_exact_sum(game, board) > 4 * (uint64_t)game->start)
        return false; /* start tiles are 4 at most */
    sought.number = trey_slot_canonicalise(game, number, &sought.board);
    trey_exact_starts(game, &sought, compare_start);
    return sought.found;
}
