/* Rows of numbers, one for each deck, are added, compared and mixed as a whole. To let
 * vectors do that, as many numbers are handled in any case as the longest row has: what
 * is read beyond a row belongs to the next one, is multiplied and added, and not kept. */
#include "exact/played/weigh.h"

#define ALWAYS_INLINE __attribute__((always_inline)) static inline
#define EQUAL         1e-9 /* values no further apart are equal: the first slide is taken */

typedef double lanes[TREY_LANES];

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

/* The mean over the entries of a slide. */
ALWAYS_INLINE void take_mean(const struct trey_played_turn *turn,
                             const double *const *row, unsigned width,
                             double *restrict mean)
{
    for (unsigned k = 0; k < width; k++)
        mean[k] = turn->entries > 0 ? row[turn->first][k] : turn->score;
    if (turn->entries < 2)
        return;
    for (unsigned i = 1; i < turn->entries; i++) {
        const double *restrict other = row[turn->first + i];
        for (unsigned k = 0; k < width; k++)
            mean[k] += other[k];
    }
    double share = 1.0 / turn->entries;
    for (unsigned k = 0; k < width; k++)
        mean[k] *= share;
}

/* The best slide for each deck, or the one that is believed to be the best. */
ALWAYS_INLINE void take_best(const lanes *value, unsigned slides, bool believes,
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

/* A slide under a hint of a bonus tile. */
ALWAYS_INLINE void mix_bonus(const struct trey_bonus_hint *hint, const lanes *mean,
                             unsigned width, double *restrict value)
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

/* Adds a card to what it leads from. */
ALWAYS_INLINE void add_card(const struct trey_weighing *w, unsigned rank,
                            const double *restrict row, double *restrict sum)
{
    const struct trey_blend *blend = w->blend;
    for (unsigned k = 0; k < blend->width; k++)
        sum[k] += w->luck->cards * blend->chance[rank][k] * row[blend->from[rank][k]];
}

/* Each hint has its best slide. */
ALWAYS_INLINE void weigh_shown(const struct trey_weighing *w,
                               lanes mean[4][TREY_LAST_TILE], unsigned width,
                               double *restrict sum)
{
    bool believes = w->game->uncounted;
    lanes value[4], best;
    for (unsigned rank = 1; rank <= TREY_CARDS; rank++) {
        for (unsigned s = 0; s < w->slides; s++)
            for (unsigned k = 0; k < width; k++)
                value[s][k] = mean[s][rank][k];
        take_best(value, w->slides, believes, width, best);
        add_card(w, rank, best, sum);
    }
    for (unsigned h = 0; h < w->luck->hints; h++) {
        const struct trey_bonus_hint *hint = &w->luck->hint[h];
        for (unsigned s = 0; s < w->slides; s++)
            mix_bonus(hint, mean[s], width, value[s]);
        take_best(value, w->slides, believes, width, best);
        for (unsigned k = 0; k < width; k++)
            sum[k] += hint->chance * best[k];
    }
}

/* One slide is the best for whatever may come. */
ALWAYS_INLINE void weigh_hidden(const struct trey_weighing *w,
                                lanes mean[4][TREY_LAST_TILE], unsigned width,
                                double *restrict sum)
{
    lanes all[4], value;
    for (unsigned s = 0; s < w->slides; s++) {
        for (unsigned k = 0; k < width; k++)
            all[s][k] = 0;
        for (unsigned rank = 1; rank <= TREY_CARDS; rank++)
            add_card(w, rank, mean[s][rank], all[s]);
        for (unsigned h = 0; h < w->luck->hints; h++) {
            mix_bonus(&w->luck->hint[h], mean[s], width, value);
            for (unsigned k = 0; k < width; k++)
                all[s][k] += w->luck->hint[h].chance * value[k];
        }
    }
    take_best(all, w->slides, w->game->uncounted, width, sum);
}

ALWAYS_INLINE void weigh(const struct trey_weighing *w, unsigned width, double *row)
{
    lanes mean[4][TREY_LAST_TILE], sum = {0};
    for (unsigned rank = 1; rank <= w->last_rank; rank++)
        for (unsigned s = 0; s < w->slides; s++)
            take_mean(&w->turn[s], w->row[rank], width, mean[s][rank]);
    if (w->game->hidden)
        weigh_hidden(w, mean, width, sum);
    else
        weigh_shown(w, mean, width, sum);
    for (unsigned k = 0; k < w->blend->width; k++)
        row[k] = sum[k];
}

#define WEIGH(name, target)                                                              \
    target static void weigh_##name(const struct trey_weighing *w, double *row)          \
    {                                                                                    \
        if (w->game->uncounted)                                                          \
            weigh(w, TREY_LANES, row);                                                   \
        else                                                                             \
            weigh(w, TREY_PLAYED_DECKS, row);                                            \
    }

WEIGH(any, )

#if defined(__x86_64__)

WEIGH(avx2, __attribute__((target("avx2"))))
WEIGH(avx512, __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl"))))

trey_weigh *trey_weigh_best(void)
{
    bool avx2 = __builtin_cpu_supports("avx2");
    bool avx512 =
        avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    return avx512 ? weigh_avx512 : avx2 ? weigh_avx2 : weigh_any;
}

#else

trey_weigh *trey_weigh_best(void)
{
    return weigh_any;
}

#endif
