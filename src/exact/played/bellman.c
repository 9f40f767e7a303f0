/* Bellman's equation for rows of numbers, one number for each deck: whole rows are added,
 * compared and blended. To allow fixed-size vectors, every row is processed at the length
 * of the longest one: the numbers read beyond a row's end belong to the next row, are
 * computed with, and are not stored. */
#include "exact/played/bellman.h"

#define ALWAYS_INLINE __attribute__((always_inline)) static inline
#define EQUAL         1e-9 /* closer values are equal: the first slide wins */

typedef double lane_row[TREY_LANES];

void trey_blend_make(const struct trey_played_game *game, unsigned slot,
                     struct trey_blend *blend)
{
    const struct trey_decks *decks = trey_played_decks(game, slot);
    unsigned first = game->uncounted, count = decks == NULL ? 0 : decks->count;
    *blend = (struct trey_blend){.width = first + count};
    for (unsigned rank = 1; rank <= TREY_CARDS; rank++) {
        if (game->uncounted)
            blend->chance[rank][0] = 1.0 / TREY_CARDS;
        for (unsigned k = 0; k < count; k++) {
            if (decks->to[rank][k] == TREY_NO_DECK)
                continue;
            blend->chance[rank][first + k] = decks->chance[rank][k];
            blend->from[rank][first + k] =
                (uint8_t)(first + (unsigned)decks->to[rank][k]);
        }
    }
}

/* The mean over the spawns of a slide. */
ALWAYS_INLINE void set_mean(const struct trey_played_move *move, const double *const *row,
                            unsigned width, double *restrict mean)
{
    for (unsigned k = 0; k < width; k++)
        mean[k] = move->spawns > 0 ? row[move->first][k] : move->score;
    if (move->spawns < 2)
        return;
    for (unsigned i = 1; i < move->spawns; i++) {
        const double *restrict other = row[move->first + i];
        for (unsigned k = 0; k < width; k++)
            mean[k] += other[k];
    }
    double share = 1.0 / move->spawns;
    for (unsigned k = 0; k < width; k++)
        mean[k] *= share;
}

/* The best slide for each deck or, if `believes`, the one with the best believed value.
 */
ALWAYS_INLINE void set_best(const lane_row *value, unsigned slides, bool believes,
                            unsigned width, double *restrict best)
{
    unsigned chosen = 0;
    for (unsigned s = 1; believes && s < slides; s++)
        if (value[s][0] > value[chosen][0] + EQUAL)
            chosen = s;
    for (unsigned k = 0; k < width; k++)
        best[k] = value[chosen][k];
    for (unsigned s = 1; !believes && s < slides; s++)
        for (unsigned k = 0; k < width; k++)
            best[k] = value[s][k] > best[k] ? value[s][k] : best[k];
}

/* Value of a slide under a hint of a bonus tile. */
ALWAYS_INLINE void set_bonus_value(const struct trey_bonus_hint *hint,
                                   const lane_row *mean, unsigned width,
                                   double *restrict value)
{
    for (unsigned k = 0; k < width; k++)
        value[k] = 0;
    for (unsigned i = 0; i < hint->count; i++) {
        const double *restrict row = mean[hint->tile[i].rank];
        double chance = hint->tile[i].chance;
        for (unsigned k = 0; k < width; k++)
            value[k] += chance * row[k];
    }
}

/* Adds the contribution of a card to the values before it is drawn. */
ALWAYS_INLINE void add_card(const struct trey_bellman_input *in, unsigned rank,
                            const double *restrict row, double *restrict sum)
{
    const struct trey_blend *blend = in->blend;
    for (unsigned k = 0; k < blend->width; k++)
        sum[k] += in->odds->cards * blend->chance[rank][k] * row[blend->from[rank][k]];
}

/* The best slide is chosen for each hint. */
ALWAYS_INLINE void value_shown(const struct trey_bellman_input *in,
                               lane_row mean[4][TREY_MAX_SPAWN_RANKS], unsigned width,
                               double *restrict sum)
{
    bool believes = in->game->uncounted;
    lane_row value[4], best;
    for (unsigned rank = 1; rank <= TREY_CARDS; rank++) {
        for (unsigned s = 0; s < in->slides; s++)
            for (unsigned k = 0; k < width; k++)
                value[s][k] = mean[s][rank][k];
        set_best(value, in->slides, believes, width, best);
        add_card(in, rank, best, sum);
    }
    for (unsigned h = 0; h < in->odds->hints; h++) {
        const struct trey_bonus_hint *hint = &in->odds->hint[h];
        for (unsigned s = 0; s < in->slides; s++)
            set_bonus_value(hint, mean[s], width, value[s]);
        set_best(value, in->slides, believes, width, best);
        for (unsigned k = 0; k < width; k++)
            sum[k] += hint->chance * best[k];
    }
}

/* One slide is chosen for all possible tiles. */
ALWAYS_INLINE void value_hidden(const struct trey_bellman_input *in,
                                lane_row mean[4][TREY_MAX_SPAWN_RANKS], unsigned width,
                                double *restrict sum)
{
    lane_row all[4], value;
    for (unsigned s = 0; s < in->slides; s++) {
        for (unsigned k = 0; k < width; k++)
            all[s][k] = 0;
        for (unsigned rank = 1; rank <= TREY_CARDS; rank++)
            add_card(in, rank, mean[s][rank], all[s]);
        for (unsigned h = 0; h < in->odds->hints; h++) {
            set_bonus_value(&in->odds->hint[h], mean[s], width, value);
            for (unsigned k = 0; k < width; k++)
                all[s][k] += in->odds->hint[h].chance * value[k];
        }
    }
    set_best(all, in->slides, in->game->uncounted, width, sum);
}

ALWAYS_INLINE void value_row(const struct trey_bellman_input *in, unsigned width,
                             double *row)
{
    lane_row mean[4][TREY_MAX_SPAWN_RANKS], sum = {0};
    for (unsigned rank = 1; rank <= in->last_rank; rank++)
        for (unsigned s = 0; s < in->slides; s++)
            set_mean(&in->move[s], in->row[rank], width, mean[s][rank]);
    if (in->game->hidden)
        value_hidden(in, mean, width, sum);
    else
        value_shown(in, mean, width, sum);
    for (unsigned k = 0; k < in->blend->width; k++)
        row[k] = sum[k];
}

#define BELLMAN(name, target)                                                            \
    target static void value_row_##name(const struct trey_bellman_input *in,             \
                                        double *row)                                     \
    {                                                                                    \
        if (in->game->uncounted)                                                         \
            value_row(in, TREY_LANES, row);                                              \
        else                                                                             \
            value_row(in, TREY_PLAYED_DECKS, row);                                       \
    }

BELLMAN(any, )

#if defined(__x86_64__)

BELLMAN(avx2, __attribute__((target("avx2"))))
BELLMAN(avx512, __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl"))))

trey_bellman_fn *trey_bellman_best(void)
{
    bool avx2 = __builtin_cpu_supports("avx2");
    bool avx512 =
        avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    return avx512 ? value_row_avx512 : avx2 ? value_row_avx2 : value_row_any;
}

#else

trey_bellman_fn *trey_bellman_best(void)
{
    return value_row_any;
}

#endif
