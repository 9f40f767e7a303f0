/* A step of the coarse regression. Back: an abstract move merges any tiles that the
 * multiset has, as many as its pattern's move says, so that every real move is among the
 * abstract ones. And forth again by the same moves. */
#include "base/pause.h"
#include "sequence/regress.h"
#include "sequence/regress_inside.h"

#include <stdlib.h>
#include <string.h>

/* Splits up to four tiles of the multiset after a move, each into two of the rank below:
 * all multisets that the move may have begun with. `had`: those that may be split. */
static void split(struct trey_backstep *step, trey_multiset set, trey_multiset had,
                  int rank, int splits)
{
    if (trey_multiset_tiles(set) > TREY_MAX_CELLS || step->failed)
        return;
    if (rank < 3) {
        if (step->tile_before == 0 || trey_multiset_count(set, step->tile_before) > 0)
            step->failed = !trey_alive_put(step->earlier, set);
        return;
    }
    int most = trey_multiset_count(had, rank);
    for (int count = 0; count <= most && splits + count <= 4; count++) {
        trey_multiset whole = trey_multiset_of(rank, count);
        trey_multiset parts =
            rank == 3 ? trey_multiset_of(1, count) + trey_multiset_of(2, count)
                      : trey_multiset_of(rank - 1, 2 * count);
        split(step, set - whole + parts, had, rank - 1, splits + count);
    }
}

bool trey_backstep_list(struct trey_backstep *step, const struct trey_cancel *cancel)
{
    for (size_t i = 0; i < step->later->count; i++) {
        if (step->later->patterns[i] == NULL)
            continue;
        trey_pause();
        if (trey_cancel_raised(cancel))
            return false;
        trey_multiset set = step->later->sets[i] - trey_multiset_of(step->tile, 1);
        split(step, set, set, TREY_MULTISET_TOP, 0);
    }
    return true;
}

static void join(struct trey_pattern_set *set, const struct trey_pattern_set *other)
{
    for (int i = 0; i < TREY_PATTERN_WORDS; i++)
        set->word[i] |= other->word[i];
}

/* Tells a set of the later layer which of its patterns are led to. */
static void reach(struct trey_backstep *step, size_t place, int merges)
{
    struct trey_pattern_set **reached = &step->later->reached[place];
    const struct trey_pattern_set *alive = step->later->patterns[place];
    if (!step->any_after[merges] || step->failed)
        return;
    if (*reached == NULL) {
        *reached = calloc(1, sizeof **reached);
        step->regress->bytes += sizeof **reached;
    }
    step->failed = *reached == NULL;
    for (int i = 0; i < TREY_PATTERN_WORDS && !step->failed; i++)
        (*reached)->word[i] |= step->after[merges].word[i] & alive->word[i];
}

/* Gathers the patterns in which a move from `had` may end, by its number of merges; or
 * tells the sets after it, when reaching, which patterns are led to. */
static void gather(struct trey_backstep *step, trey_multiset set, trey_multiset had,
                   int rank, int merges)
{
    if (rank == 2)
        rank = 3;
    if (rank >= TREY_MULTISET_TOP) {
        size_t place =
            trey_alive_find(step->later, set + trey_multiset_of(step->tile, 1));
        if (place == SIZE_MAX || step->later->patterns[place] == NULL)
            return;
        if (step->reaching) {
            reach(step, place, merges);
            return;
        }
        if (!step->any_after[merges])
            memset(&step->after[merges], 0, sizeof step->after[merges]);
        step->any_after[merges] = true;
        join(&step->after[merges], step->later->patterns[place]);
        return;
    }
    int ones = trey_multiset_count(had, 1), twos = trey_multiset_count(had, 2);
    int most = rank > 1 ? trey_multiset_count(had, rank) / 2 : ones < twos ? ones : twos;
    for (int count = 0; count <= most && merges + count <= 4; count++) {
        trey_multiset parts =
            rank == 1 ? trey_multiset_of(1, count) + trey_multiset_of(2, count)
                      : trey_multiset_of(rank, 2 * count);
        int above = rank == 1 ? 3 : rank + 1;
        gather(step, set - parts + trey_multiset_of(above, count), had, rank + 1,
               merges + count);
    }
}

static bool leads_on(const struct trey_backstep *step,
                     const struct trey_pattern_moves *moves)
{
    for (int merges = 0; merges < 5; merges++) {
        if (!step->any_after[merges])
            continue;
        for (int i = moves->start[merges]; i < moves->start[merges + 1]; i++)
            if (trey_pattern_in(&step->after[merges], moves->to[i]))
                return true;
    }
    return false;
}

void trey_backstep_revive(struct trey_backstep *step, size_t place)
{
    struct trey_regress *regress = step->regress;
    trey_multiset set = step->earlier->sets[place];
    struct trey_pattern_set *alive = NULL;
    const trey_pattern *classes;
    int tiles = trey_multiset_tiles(set);
    size_t count = trey_pattern_classes(regress->tables, tiles, &classes);
    /* Not at the start, which does not score above the best plan. */
    bool stuck = step->moves > 0 && tiles == TREY_MAX_CELLS &&
                 trey_multiset_score(set) > regress->score;
    memset(step->any_after, 0, sizeof step->any_after);
    gather(step, set, set, 1, 0);
    for (size_t i = 0; i < count; i++) {
        if (!trey_regress_covers(regress, step->moves, classes[i]))
            continue;
        const struct trey_pattern_moves *moves =
            trey_pattern_moves_of(regress->tables, classes[i]);
        step->failed |= moves == NULL;
        if (moves == NULL || !(stuck || leads_on(step, moves)))
            continue;
        if (alive == NULL) {
            alive = calloc(1, sizeof *alive);
            regress->bytes += sizeof *alive;
        }
        step->failed |= alive == NULL;
        if (step->failed)
            break;
        trey_pattern turns[4];
        trey_pattern_turns(classes[i], turns);
        for (int turn = 0; turn < 4; turn++)
            trey_pattern_put(alive, turns[turn]);
    }
    step->earlier->patterns[place] = alive;
}

void trey_backstep_reach(struct trey_backstep *step, size_t place)
{
    struct trey_alive *earlier = step->earlier;
    trey_multiset set = earlier->sets[place];
    const trey_pattern *classes;
    size_t count =
        trey_pattern_classes(step->regress->tables, trey_multiset_tiles(set), &classes);
    memset(step->any_after, 0, sizeof step->any_after);
    for (size_t i = 0; i < count; i++) {
        if (!trey_pattern_in(earlier->reached[place], classes[i]))
            continue;
        const struct trey_pattern_moves *moves =
            trey_pattern_moves_of(step->regress->tables, classes[i]);
        step->failed |= moves == NULL;
        for (int merges = 0; moves != NULL && merges < 5; merges++)
            for (int j = moves->start[merges]; j < moves->start[merges + 1]; j++) {
                if (!step->any_after[merges])
                    memset(&step->after[merges], 0, sizeof step->after[merges]);
                step->any_after[merges] = true;
                trey_pattern turns[4];
                trey_pattern_turns(moves->to[j], turns);
                for (int turn = 0; turn < 4; turn++)
                    trey_pattern_put(&step->after[merges], turns[turn]);
            }
    }
    gather(step, set, set, 1, 0);
}
