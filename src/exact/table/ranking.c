/* Indices for all boards with the sum and the excess of a slot, without gaps.
 *
 * A tile's weight is 32 * value + (1 for a 1, -1 for a 2, in Threes); all boards of a
 * slot have the same weight. The half boards of equal weight are a class. A board is (low
 * half, high half), and the class of one determines that of the other. So with low halves
 * ordered by class and index in the class
 *
 *     index = base[class of low] + index of low * stride[class of low] + index of high
 *
 * where stride is the size of the matching class of high halves. This takes two look-ups
 * of 32 bits and one of a row; ten cells have 2,223 classes of at most 570 halves. Not
 * every such board is reachable or the smallest of its images: about one index in thirty
 * is used. */
#include "exact/table/ranking.h"

#include "base/check.h"
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

enum { WEIGHT = 32, INVALID = -1 };

struct weighted_half {
    int64_t weight;
    uint32_t half;
};

static int compare_halves(const void *a, const void *b)
{
    const struct weighted_half *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? -1 : 1;
    return x->half < y->half ? -1 : x->half > y->half;
}

static int64_t half_weight(const struct trey_exact_game *game, uint32_t half)
{
    int64_t weight = 0;
    for (; half != 0; half >>= 4) {
        uint32_t rank = half & 15;
        if (rank > game->top_rank)
            return INVALID;
        weight += WEIGHT * (int64_t)game->tile[rank];
        weight += game->is_2048 ? 0 : (rank == 1) - (rank == 2);
    }
    return weight;
}

/* Divides the sorted halves into classes. */
static void make_classes(struct trey_half *half, const struct weighted_half *sorted,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || sorted[i].weight != sorted[i - 1].weight) {
            half->weight[half->classes] = sorted[i].weight;
            half->first[half->classes++] = (uint32_t)i;
        }
        uint32_t class = half->classes - 1;
        assert(i == 0 || compare_halves(&sorted[i - 1], &sorted[i]) < 0);
        assert(i - half->first[class] < 1U << 16); /* its index has 16 bits */
        half->members[i] = sorted[i].half;
        half->place[sorted[i].half] = class << 16 | ((uint32_t)i - half->first[class]);
    }
    half->first[half->classes] = (uint32_t)count;
    assert(half->classes <= count && half->classes < 1U << 16);
    assert(count == 0 || half->weight[half->classes - 1] >= half->weight[0]);
}

static bool make_half(const struct trey_exact_game *game, unsigned cells,
                      struct trey_half *half)
{
    size_t slots = (size_t)1 << (4 * cells), count = 0;
    struct weighted_half *sorted = malloc(slots * sizeof *sorted);
    *half = (struct trey_half){
        .cells = cells,
        .place = malloc(slots * sizeof *half->place),
        .first = malloc((slots + 1) * sizeof *half->first),
        .members = malloc(slots * sizeof *half->members),
        .weight = malloc(slots * sizeof *half->weight),
    };
    bool made = sorted != NULL && half->place != NULL && half->first != NULL &&
                half->members != NULL && half->weight != NULL;
    for (uint32_t x = 0; made && x < slots; x++) {
        half->place[x] = UINT32_MAX;
        int64_t weight = half_weight(game, x);
        if (weight != INVALID)
            sorted[count++] = (struct weighted_half){weight, x};
    }
    if (made) {
        qsort(sorted, count, sizeof *sorted, compare_halves);
        make_classes(half, sorted, count);
    }
    free(sorted);
    return made;
}

static void clear_half(struct trey_half *half)
{
    free(half->place);
    free(half->first);
    free(half->members);
    free(half->weight);
    *half = (struct trey_half){0};
}

enum trey_status trey_ranking_new(const struct trey_exact_game *game,
                                  struct trey_ranking *ranking, struct trey_error *error)
{
    unsigned low = game->cells / 2, high = game->cells - low;
    *ranking = (struct trey_ranking){.shift = 4 * low};
    if (make_half(game, low, &ranking->low) && make_half(game, high, &ranking->high))
        return TREY_OK;
    trey_ranking_clear(ranking);
    return trey_fail_memory(error, sizeof(struct weighted_half) << (4 * high));
}

void trey_ranking_clear(struct trey_ranking *ranking)
{
    clear_half(&ranking->low);
    clear_half(&ranking->high);
}

uint32_t trey_ranking_rows(const struct trey_ranking *ranking,
                           const struct trey_slot *slot, struct trey_rows *rows)
{
    const struct trey_half *low = &ranking->low, *high = &ranking->high;
    int64_t weight = WEIGHT * (int64_t)slot->sum + slot->excess;
    unsigned match = high->classes; /* decreases as the low half's weight increases */
    uint32_t base = 0;
    for (unsigned class = 0; class < low->classes; class ++) {
        int64_t rest = weight - low->weight[class];
        while (match > 0 && high->weight[match - 1] > rest)
            match--;
        bool found = match > 0 && high->weight[match - 1] == rest;
        rows[class].base = base;
        rows[class].high = found ? (int32_t)match - 1 : TREY_NO_HALF;
        rows[class].stride = found ? high->first[match] - high->first[match - 1] : 0;
        base += rows[class].stride * (low->first[class + 1] - low->first[class]);
        assert(base >= rows[class].base);
    }
    rows[low->classes] = (struct trey_rows){base, 0, TREY_NO_HALF};
    return base;
}

bool trey_ranking_holds(const struct trey_ranking *ranking, const struct trey_rows *rows,
                        trey_board board)
{
    if (board >> ranking->shift >> (4 * ranking->high.cells) != 0)
        return false;
    uint32_t low = ranking->low.place[board & (((uint64_t)1 << ranking->shift) - 1)];
    uint32_t high = ranking->high.place[board >> ranking->shift];
    return low != UINT32_MAX && high != UINT32_MAX &&
           rows[low >> 16].high == (int32_t)(high >> 16);
}
