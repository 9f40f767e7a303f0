/* Several threads on one position ("lazy SMP" in chess programs).
 *
 * All search the same tree, each with the moves in another order, and share the table:
 * results of one are found there by the others. The first one with all values ends the
 * depth. Nothing is divided and no thread waits; the only loss is work done twice at the
 * same time. Without a probability cut-off the values are those of one thread; with one,
 * their last digits depend on which thread came to a position first, and on the
 * probability of that path. */
#include "search/threads.h"

#include "base/check.h"
#include "base/threads.h"

#include <stdlib.h>

struct trey_search_threads {
    struct trey_threads *pool;
    unsigned count;
    struct trey_search
        *member; /* copies of the search; 0 belongs to the caller's thread */

    /* State of the current depth: */
    const struct trey_view *view;
    unsigned plies;
    atomic_bool finished;
    atomic_int winner; /* index of the first to finish; -1: none */
    float (*value)[4]; /* by member */
};

void trey_search_threads_free(struct trey_search_threads *threads)
{
    if (threads == NULL)
        return;
    for (unsigned i = 0; threads->member != NULL && i < threads->count; i++)
        free(threads->member[i].chance_cache);
    free(threads->member);
    free(threads->value);
    trey_threads_free(threads->pool);
    free(threads);
}

struct trey_search_threads *trey_search_threads_new(const struct trey_search *search,
                                                    unsigned count)
{
    struct trey_search_threads *threads = calloc(1, sizeof *threads);
    if (threads == NULL)
        return NULL;
    threads->pool = trey_threads_new(count);
    threads->count = count;
    threads->member = calloc(count, sizeof *threads->member);
    threads->value = calloc(count, sizeof *threads->value);
    bool made =
        threads->pool != NULL && threads->member != NULL && threads->value != NULL;
    for (unsigned i = 0; made && i < count; i++) {
        threads->member[i] = *search;
        threads->member[i].move_order = i;
        threads->member[i].finished = &threads->finished;
        threads->member[i].chance_cache =
            calloc(1, sizeof *threads->member[i].chance_cache);
        made = threads->member[i].chance_cache != NULL;
    }
    if (!made) {
        /* Copies of the search must not free its cache. */
        for (unsigned i = 0; threads->member != NULL && i < count; i++)
            if (threads->member[i].chance_cache == search->chance_cache)
                threads->member[i].chance_cache = NULL;
        trey_search_threads_free(threads);
        return NULL;
    }
    return threads;
}

static void run_member(void *context, size_t index)
{
    struct trey_search_threads *threads = context;
    if (!trey_search_root(&threads->member[index], threads->view, threads->plies,
                          threads->value[index]))
        return;
    int none = -1;
    atomic_compare_exchange_strong(&threads->winner, &none, (int)index);
    atomic_store(&threads->finished, true);
}

/* One thread's share of the nodes left to a limit (0: none). */
static uint64_t share_of(const struct trey_search *search, uint64_t limit, unsigned count)
{
    if (limit == 0)
        return 0;
    uint64_t used = search->positions + search->leaves;
    uint64_t left = limit > used ? limit - used : 0;
    assert(count >= 2 && left <= limit);
    return left / count + 1;
}

bool trey_search_root_threads(struct trey_search *search, const struct trey_view *view,
                              unsigned plies, float value[4])
{
    struct trey_search_threads *threads = search->threads;
    threads->view = view;
    threads->plies = plies;
    atomic_store(&threads->finished, false);
    atomic_store(&threads->winner, -1);
    for (unsigned i = 0; i < threads->count; i++) {
        struct trey_search *member = &threads->member[i];
        member->limits = search->limits;
        member->search_number = search->search_number;
        member->deadline_s = search->deadline_s;
        member->node_limit = share_of(search, search->node_limit, threads->count);
        member->min_probability = search->min_probability;
        member->rare_cost = search->rare_cost;
        member->least_plies = plies;
        member->positions = member->leaves = member->deep_entries = 0;
        member->must_finish = member->stopped = member->slice_ended = false;
        member->pruning = search->pruning;
        member->previous_generation = search->previous_generation;
        member->root_moves = search->root_moves;
        member->reached_horizon = member->pruned = member->rare_cut = false;
        member->slice_end_s = search->slice_end_s;
        member->slice_nodes = share_of(search, search->slice_nodes, threads->count);
        member->deep_plies = search->deep_plies;
        trey_chance_cache_trim(member->chance_cache);
    }
    trey_parallel_for(threads->pool, threads->count, run_member, threads);
    for (unsigned i = 0; i < threads->count; i++) {
        search->positions += threads->member[i].positions;
        search->leaves += threads->member[i].leaves;
        search->deep_entries += threads->member[i].deep_entries;
        search->slice_ended = search->slice_ended || threads->member[i].slice_ended;
        search->reached_horizon =
            search->reached_horizon || threads->member[i].reached_horizon;
        search->pruned = search->pruned || threads->member[i].pruned;
        search->rare_cut = search->rare_cut || threads->member[i].rare_cut;
        if (threads->member[i].least_plies < search->least_plies)
            search->least_plies = threads->member[i].least_plies;
    }
    int winner = atomic_load(&threads->winner);
    assert(winner >= -1 && winner < (int)threads->count);
    assert((winner >= 0) == atomic_load(&threads->finished));
    search->stopped = winner < 0;
    if (winner >= 0)
        search->pruning = threads->member[winner].pruning;
    for (int direction = 0; winner >= 0 && direction < 4; direction++)
        value[direction] = threads->value[winner][direction];
    return winner >= 0;
}
