/* One step of the coarse regression, back or forward.
 *
 * An abstract move merges any tiles of the multiset, as many as the move of the pattern
 * (pattern.c) has merges. So every real move is among the abstract ones. A step back
 * lists the multisets before the move by splitting tiles, then finds for each the
 * patterns from which an abstract move leads to a live pair. A forward step marks the
 * live pairs to which the same moves lead. */
#include "base/pause.h"
#include "sequence/regress.h"
#include "sequence/regress_internal.h"

#include <stdlib.h>
#include <string.h>

/* Adds all multisets from which a move can make this one, by splitting up to four tiles
 * of `rank` and below into two of the next lower rank. A tile merges once in a move, so
 * only tiles that `original` already holds are split. */
static void split_tiles(struct trey_backstep *step, trey_multiset set,
                        trey_multiset original, int rank, int merges)
{
    if (trey_multiset_tiles(set) > TREY_MAX_CELLS || step->out_of_memory)
        return;
    if (rank < 3) {
        if (step->tile_before == 0 || trey_multiset_count(set, step->tile_before) > 0)
            step->out_of_memory = !trey_regress_layer_add(step->earlier, set);
        return;
    }
    int max = trey_multiset_count(original, rank);
    for (int count = 0; count <= max && merges + count <= 4; count++) {
        trey_multiset whole = trey_multiset_of(rank, count);
        trey_multiset parts =
            rank == 3 ? trey_multiset_of(1, count) + trey_multiset_of(2, count)
                      : trey_multiset_of(rank - 1, 2 * count);
        split_tiles(step, set - whole + parts, original, rank - 1, merges + count);
    }
}

bool trey_backstep_list_sets(struct trey_backstep *step, const struct trey_cancel *cancel)
{
    for (size_t i = 0; i < step->later->count; i++) {
        if (step->later->patterns[i] == NULL)
            continue;
        trey_pause();
        if (trey_cancel_raised(cancel))
            return false;
        trey_multiset set = step->later->sets[i] - trey_multiset_of(step->tile, 1);
        split_tiles(step, set, set, TREY_MULTISET_MAX_RANK, 0);
    }
    return true;
}

static void add_patterns(struct trey_pattern_set *set,
                         const struct trey_pattern_set *other)
{
    for (int i = 0; i < TREY_PATTERN_WORDS; i++)
        set->word[i] |= other->word[i];
}

/* Marks the live patterns of a set of the later layer to which moves lead. */
static void mark_reached(struct trey_backstep *step, size_t index, int merges)
{
    struct trey_pattern_set **reached = &step->later->reached[index];
    const struct trey_pattern_set *alive = step->later->patterns[index];
    if (!step->any_after[merges] || step->out_of_memory)
        return;
    if (*reached == NULL) {
        *reached = calloc(1, sizeof **reached);
        step->regress->bytes += sizeof **reached;
    }
    step->out_of_memory = *reached == NULL;
    for (int i = 0; i < TREY_PATTERN_WORDS && !step->out_of_memory; i++)
        (*reached)->word[i] |= step->after[merges].word[i] & alive->word[i];
}

/* Visits the multisets of the later layer that moves from `original` make, by merging up
 * to four pairs of tiles of `rank` and above. Backward: collects in `after` the live
 * patterns, by number of merges. Forward: marks the patterns in `after` as reached. */
static void visit_later(struct trey_backstep *step, trey_multiset set,
                        trey_multiset original, int rank, int merges)
{
    if (rank == 2)
        rank = 3;
    if (rank >= TREY_MULTISET_MAX_RANK) {
        size_t index =
            trey_regress_layer_find(step->later, set + trey_multiset_of(step->tile, 1));
        if (index == SIZE_MAX || step->later->patterns[index] == NULL)
            return;
        if (step->forward) {
            mark_reached(step, index, merges);
            return;
        }
        if (!step->any_after[merges])
            memset(&step->after[merges], 0, sizeof step->after[merges]);
        step->any_after[merges] = true;
        add_patterns(&step->after[merges], step->later->patterns[index]);
        return;
    }
    int ones = trey_multiset_count(original, 1), twos = trey_multiset_count(original, 2);
    int max = rank > 1      ? trey_multiset_count(original, rank) / 2
              : ones < twos ? ones
                            : twos;
    for (int count = 0; count <= max && merges + count <= 4; count++) {
        trey_multiset parts =
            rank == 1 ? trey_multiset_of(1, count) + trey_multiset_of(2, count)
                      : trey_multiset_of(rank, 2 * count);
        int above = rank == 1 ? 3 : rank + 1;
        visit_later(step, set - parts + trey_multiset_of(above, count), original,
                    rank + 1, merges + count);
    }
}

/* True if a move of a pattern leads to a live pair. */
static bool leads_to_alive(const struct trey_backstep *step,
                           const struct trey_pattern_moves *moves)
{
    for (int merges = 0; merges < 5; merges++) {
        if (!step->any_after[merges])
            continue;
        for (int i = moves->start[merges]; i < moves->start[merges + 1]; i++)
            if (trey_pattern_set_contains(&step->after[merges], moves->to[i]))
                return true;
    }
    return false;
}

void trey_backstep_find_alive(struct trey_backstep *step, size_t index)
{
    struct trey_regress *regress = step->regress;
    trey_multiset set = step->earlier->sets[index];
    struct trey_pattern_set *alive = NULL;
    const trey_pattern *classes;
    int tiles = trey_multiset_tiles(set);
    size_t count = trey_pattern_classes(regress->tables, tiles, &classes);
    /* The game may end here, but not at the start, which does not score above the best
     * plan. */
    bool may_be_end = step->moves > 0 && tiles == TREY_MAX_CELLS &&
                      trey_multiset_score(set) > regress->score;
    memset(step->any_after, 0, sizeof step->any_after);
    visit_later(step, set, set, 1, 0);
    for (size_t i = 0; i < count; i++) {
        if (!trey_regress_allows_pattern(regress, step->moves, classes[i]))
            continue;
        const struct trey_pattern_moves *moves =
            trey_pattern_moves_of(regress->tables, classes[i]);
        step->out_of_memory |= moves == NULL;
        if (moves == NULL || !(may_be_end || leads_to_alive(step, moves)))
            continue;
        if (alive == NULL) {
            alive = calloc(1, sizeof *alive);
            regress->bytes += sizeof *alive;
        }
        step->out_of_memory |= alive == NULL;
        if (step->out_of_memory)
            break;
        trey_pattern turns[4];
        trey_pattern_turns(classes[i], turns);
        for (int turn = 0; turn < 4; turn++)
            trey_pattern_set_add(alive, turns[turn]);
    }
    step->earlier->patterns[index] = alive;
}

void trey_backstep_mark_reached(struct trey_backstep *step, size_t index)
{
    struct trey_regress_layer *earlier = step->earlier;
    trey_multiset set = earlier->sets[index];
    const trey_pattern *classes;
    size_t count =
        trey_pattern_classes(step->regress->tables, trey_multiset_tiles(set), &classes);
    memset(step->any_after, 0, sizeof step->any_after);
    for (size_t i = 0; i < count; i++) {
        if (!trey_pattern_set_contains(earlier->reached[index], classes[i]))
            continue;
        const struct trey_pattern_moves *moves =
            trey_pattern_moves_of(step->regress->tables, classes[i]);
        step->out_of_memory |= moves == NULL;
        for (int merges = 0; moves != NULL && merges < 5; merges++)
            for (int j = moves->start[merges]; j < moves->start[merges + 1]; j++) {
                if (!step->any_after[merges])
                    memset(&step->after[merges], 0, sizeof step->after[merges]);
                step->any_after[merges] = true;
                trey_pattern turns[4];
                trey_pattern_turns(moves->to[j], turns);
                for (int turn = 0; turn < 4; turn++)
                    trey_pattern_set_add(&step->after[merges], turns[turn]);
            }
    }
    visit_later(step, set, set, 1, 0);
}
