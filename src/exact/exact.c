/* Strong solution of small boards of the rule set `course`.
 *
 * A slide keeps the sum of the tiles and every entry raises it by the hint, 1 to 3. So
 * the boards fall into layers by sum: going up lists what can be reached, going down
 * gives the values, each layer needing only the next three. The bag of 1, 2, 3 follows
 * from the sum: a full bag is worth 6.
 *
 * A board of c cells with ranks 0..8 is a number below 9^c (`slots`), found from its
 * nibbles by two looks into a table of 4096. Boards that are reached get an ordinal;
 * ordinal n has the hints of its before-states as bits and three values. Boards are not
 * folded by symmetry: min and max depend on the order in which equal slides are tried.
 * After-states are flags of a slot, a bit for each slide and hint; their values are
 * averages of at most nine others and are not kept. 2x3: 0.02 s, 20 MB. */
#include "trey/exact.h"

#include "core/cells.h"
#include "core/slide.h"
#include "exact/shape.h"
#include "util/error.h"

#include <stdlib.h>

enum { BASE = 9, MAX_SUM = 96 * TREY_EXACT_MAX_CELLS + 3, HALF = 4096, NONE = 0 };

struct value {
    double avg;
    uint16_t min, max;
};

struct trey_exact {
    struct trey_shape shape;
    struct trey_slide_masks masks[4];
    unsigned cells;
    uint32_t half[HALF];         /* three nibbles as a number to the base 9 */
    uint32_t *slots;             /* ordinal + 1 of the board, or NONE */
    uint16_t *after;             /* by slot: bit 3 * slide + hint - 1 */
    uint32_t *boards, *next;     /* by ordinal; next in the layer, ordinal + 1 */
    uint8_t *hints;              /* by ordinal: bit hint - 1 */
    struct value (*values)[3];   /* by ordinal and hint - 1 */
    uint32_t layer[MAX_SUM + 1]; /* first of each layer, ordinal + 1 */
    uint32_t count;
    bool overflow; /* a tile above 96 was made */
};

static uint32_t slot_of(const struct trey_exact *exact, trey_board board)
{
    return exact->half[board & (HALF - 1)] +
           BASE * BASE * BASE * exact->half[board >> 12 & (HALF - 1)];
}

static bool fits(const struct trey_exact *exact, trey_board board)
{
    uint64_t high = board >> 3 & TREY_LOW_BITS; /* rank 8 is the only one with bit 3 */
    return board >> (4 * exact->cells) == 0 && (board & high * 7) == 0;
}

/* Bits of the hints that may follow when `tile` has made the sum `sum`. */
static unsigned next_hints(unsigned sum, int tile)
{
    static const uint8_t hints[6] = {7, 6, 5, 4, 2, 1};
    return sum % 6 == 3 && tile == 3 ? 3 : hints[sum % 6];
}

static void reach(struct trey_exact *exact, trey_board board, unsigned sum, int tile)
{
    uint32_t *slot = &exact->slots[slot_of(exact, board)];
    if (*slot == NONE) {
        uint32_t ordinal = exact->count++;
        *slot = ordinal + 1;
        exact->boards[ordinal] = (uint32_t)board;
        exact->next[ordinal] = exact->layer[sum];
        exact->layer[sum] = ordinal + 1;
    }
    exact->hints[*slot - 1] |= (uint8_t)next_hints(sum, tile);
}

static void reach_from(struct trey_exact *exact, uint32_t ordinal, unsigned sum)
{
    trey_board board = exact->boards[ordinal];
    for (unsigned d = 0; d < 4; d++) {
        trey_board after = trey_slide(board, &exact->masks[d]);
        if (after == board)
            continue;
        if (!fits(exact, after)) {
            exact->overflow = true;
            return;
        }
        exact->after[slot_of(exact, after)] |=
            (uint16_t)(exact->hints[ordinal] << (3 * d));
        uint64_t empty = exact->masks[d].trail & ~trey_nonzero_nibbles(after);
        for (; empty != 0; empty &= empty - 1)
            for (unsigned hint = 1; hint <= 3; hint++)
                if (exact->hints[ordinal] >> (hint - 1) & 1)
                    reach(exact, after | (empty & (0 - empty)) * hint, sum + hint,
                          (int)hint);
    }
}

static void forward(struct trey_exact *exact)
{
    for (int tile = 1; tile <= 3; tile++)
        for (unsigned cell = 0; cell < exact->cells; cell++)
            reach(exact, (trey_board)tile << (4 * cell), (unsigned)tile, tile);
    for (unsigned sum = 1; sum + 3 <= MAX_SUM && !exact->overflow; sum++)
        for (uint32_t n = exact->layer[sum]; n != NONE; n = exact->next[n - 1])
            reach_from(exact, n - 1, sum);
}

/* Mean over the flagged cells and the hints that may follow the tile `hint`, which makes
 * the sum `sum`. */
static struct value enter(const struct trey_exact *exact, trey_board after,
                          uint64_t cells, int hint, unsigned sum)
{
    struct value value = {0, UINT16_MAX, 0};
    unsigned hints = next_hints(sum, hint), count = 0;
    for (; cells != 0; cells &= cells - 1) {
        trey_board board = after | (cells & (0 - cells)) * (unsigned)hint;
        const struct value *from = exact->values[exact->slots[slot_of(exact, board)] - 1];
        for (int h = 0; h < 3; h++) {
            if (!(hints >> h & 1))
                continue;
            value.avg += from[h].avg;
            value.min = from[h].min < value.min ? from[h].min : value.min;
            value.max = from[h].max > value.max ? from[h].max : value.max;
            count++;
        }
    }
    value.avg /= count;
    return value;
}

static struct value slid(const struct trey_exact *exact, trey_board after, unsigned d,
                         int hint, unsigned sum)
{
    uint64_t empty = exact->masks[d].trail & ~trey_nonzero_nibbles(after);
    return enter(exact, after, empty, hint, sum + (unsigned)hint);
}

/* The best slide, or -1 with the board's score as its value. */
static int choose(const struct trey_exact *exact, trey_board board, int hint,
                  unsigned sum, struct value *value)
{
    int best = -1;
    for (unsigned d = 0; d < 4; d++) {
        trey_board after = trey_slide(board, &exact->masks[d]);
        if (after == board)
            continue;
        struct value here = slid(exact, after, d, hint, sum);
        if (best < 0 || here.avg > value->avg + 1e-9) {
            best = (int)d;
            *value = here;
        }
    }
    if (best < 0) {
        uint16_t score = (uint16_t)trey_board_score(board);
        *value = (struct value){score, score, score};
    }
    return best;
}

static void backward(struct trey_exact *exact)
{
    for (unsigned sum = MAX_SUM; sum > 0; sum--)
        for (uint32_t n = exact->layer[sum]; n != NONE; n = exact->next[n - 1])
            for (int hint = 1; hint <= 3; hint++)
                if (exact->hints[n - 1] >> (hint - 1) & 1)
                    choose(exact, exact->boards[n - 1], hint, sum,
                           &exact->values[n - 1][hint - 1]);
}

static void make_half(uint32_t *half)
{
    for (uint32_t x = 0; x < HALF; x++)
        half[x] = (x & 15) + BASE * (x >> 4 & 15) + BASE * BASE * (x >> 8);
}

enum trey_status trey_exact_new(struct trey_shape shape, struct trey_exact **result,
                                struct trey_error *error)
{
    unsigned cells = (unsigned)shape.rows * shape.cols;
    if (cells < 2 || cells > TREY_EXACT_MAX_CELLS)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "boards of 2 to %d cells can be solved, not of %u",
                         TREY_EXACT_MAX_CELLS, cells);
    struct trey_exact *exact = calloc(1, sizeof *exact);
    if (exact == NULL)
        return trey_fail_memory(error, sizeof *exact);
    size_t slots = 1;
    for (unsigned cell = 0; cell < cells; cell++)
        slots *= BASE;
    exact->shape = shape;
    exact->cells = cells;
    exact->slots = calloc(slots, sizeof *exact->slots);
    exact->after = calloc(slots, sizeof *exact->after);
    exact->boards = calloc(slots, sizeof *exact->boards);
    exact->next = calloc(slots, sizeof *exact->next);
    exact->hints = calloc(slots, sizeof *exact->hints);
    exact->values = calloc(slots, sizeof *exact->values);
    if (exact->slots == NULL || exact->after == NULL || exact->boards == NULL ||
        exact->next == NULL || exact->hints == NULL || exact->values == NULL) {
        trey_exact_free(exact);
        return trey_fail_memory(error, slots * sizeof *exact->values);
    }
    make_half(exact->half);
    for (int d = 0; d < 4; d++)
        trey_slide_masks_make(shape, (enum trey_direction)d, &exact->masks[d]);
    forward(exact);
    if (exact->overflow) {
        trey_exact_free(exact);
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "tiles above 96 can be reached");
    }
    backward(exact);
    *result = exact;
    return TREY_OK;
}

void trey_exact_free(struct trey_exact *exact)
{
    if (exact == NULL)
        return;
    free(exact->slots);
    free(exact->after);
    free(exact->boards);
    free(exact->next);
    free(exact->hints);
    free(exact->values);
    free(exact);
}

struct trey_shape trey_exact_shape(const struct trey_exact *exact)
{
    return exact->shape;
}

static void publish(struct value from, int best, struct trey_exact_value *value)
{
    *value = (struct trey_exact_value){from.min, from.avg, from.max, best};
}

bool trey_exact_before(const struct trey_exact *exact, trey_board board, int hint,
                       struct trey_exact_value *value)
{
    if (hint < 1 || hint > 3 || !fits(exact, board))
        return false;
    uint32_t n = exact->slots[slot_of(exact, board)];
    if (n == NONE || !(exact->hints[n - 1] >> (hint - 1) & 1))
        return false;
    struct value again; /* the slide is not kept */
    int best = choose(exact, board, hint, (unsigned)trey_board_sum(board), &again);
    publish(exact->values[n - 1][hint - 1], best, value);
    return true;
}

bool trey_exact_after(const struct trey_exact *exact, trey_board board, int hint,
                      struct trey_exact_value *value)
{
    if (hint < 1 || hint > 3 || !fits(exact, board))
        return false;
    if (board == 0) {
        uint64_t all = TREY_LOW_BITS & (((uint64_t)1 << (4 * exact->cells)) - 1);
        publish(enter(exact, 0, all, hint, (unsigned)hint), -1, value);
        return true;
    }
    unsigned flags = exact->after[slot_of(exact, board)];
    for (unsigned d = 0; d < 4; d++)
        if (flags >> (3 * d + (unsigned)hint - 1) & 1) {
            unsigned sum = (unsigned)trey_board_sum(board);
            publish(slid(exact, board, d, hint, sum), -1, value);
            return true;
        }
    return false;
}

static bool ended(const struct trey_exact *exact, trey_board board)
{
    for (int d = 0; d < 4; d++)
        if (trey_slide(board, &exact->masks[d]) != board)
            return false;
    return true;
}

void trey_exact_count(const struct trey_exact *exact, struct trey_exact_counts *counts)
{
    *counts = (struct trey_exact_counts){0};
    size_t slots = 1;
    for (unsigned cell = 0; cell < exact->cells; cell++)
        slots *= BASE;
    for (size_t slot = 0; slot < slots; slot++) {
        /* The slide is part of an after-state. */
        for (unsigned flags = exact->after[slot]; flags != 0; flags &= flags - 1)
            counts->after_states++;
    }
    int top = 0;
    for (uint32_t n = 0; n < exact->count; n++) {
        unsigned h = exact->hints[n], hints = (h & 1) + (h >> 1 & 1) + (h >> 2);
        trey_board board = exact->boards[n];
        counts->before_states += hints;
        for (unsigned cell = 0; cell < exact->cells; cell++)
            top = trey_get(board, (int)cell) > top ? trey_get(board, (int)cell) : top;
        if (trey_board_canonical(exact->shape, board) != board)
            continue;
        counts->boards++;
        counts->classes += hints;
        counts->terminal += ended(exact, board) ? hints : 0;
    }
    counts->max_tile = trey_tile_of_rank(top);
    for (unsigned sum = 0; sum <= MAX_SUM; sum++)
        counts->layers += exact->layer[sum] != NONE;
    for (int hint = 1; hint <= 3; hint++) {
        struct trey_exact_value value;
        if (trey_exact_after(exact, 0, hint, &value))
            counts->root_value += value.avg / 3;
    }
}
