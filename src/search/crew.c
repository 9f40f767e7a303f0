/* Several threads on one position.
 *
 * All search the same tree, each its slides in another order, and share the table: what
 * one has worked out, the others find there. Who has all values first ends the depth.
 * There is nothing to divide and nothing to wait for; what is lost is work done twice at
 * the same time. (Chess programs call it "lazy SMP".) Without a cut-off by probability
 * the values are those of one thread; with one, they depend in their last digits on who
 * came to a position first, and how likely it was on that way. */
#include "search/crew.h"

#include "util/parallel.h"

#include <stdlib.h>

struct trey_crew {
    struct trey_team *team;
    unsigned threads;
    struct trey_search *member; /* 0 stands for the search itself */

    /* Of the depth that runs. */
    const struct trey_view *view;
    unsigned plies;
    atomic_bool finished;
    atomic_int winner; /* -1: nobody has finished */
    float (*value)[4]; /* by member */
};

void trey_crew_free(struct trey_crew *crew)
{
    if (crew == NULL)
        return;
    for (unsigned i = 0; crew->member != NULL && i < crew->threads; i++)
        free(crew->member[i].outlooks);
    free(crew->member);
    free(crew->value);
    trey_team_free(crew->team);
    free(crew);
}

struct trey_crew *trey_crew_new(const struct trey_search *search, unsigned threads)
{
    struct trey_crew *crew = calloc(1, sizeof *crew);
    if (crew == NULL)
        return NULL;
    crew->team = trey_team_new(threads);
    crew->threads = threads;
    crew->member = calloc(threads, sizeof *crew->member);
    crew->value = calloc(threads, sizeof *crew->value);
    bool made = crew->team != NULL && crew->member != NULL && crew->value != NULL;
    for (unsigned i = 0; made && i < threads; i++) {
        crew->member[i] = *search;
        crew->member[i].turn = i;
        crew->member[i].finished = &crew->finished;
        crew->member[i].outlooks = calloc(1, sizeof *crew->member[i].outlooks);
        made = crew->member[i].outlooks != NULL;
    }
    if (!made) {
        /* Copies of the search must not take its own along. */
        for (unsigned i = 0; crew->member != NULL && i < threads; i++)
            if (crew->member[i].outlooks == search->outlooks)
                crew->member[i].outlooks = NULL;
        trey_crew_free(crew);
        return NULL;
    }
    return crew;
}

static void search_along(void *context, size_t index)
{
    struct trey_crew *crew = context;
    if (!trey_search_root(&crew->member[index], crew->view, crew->plies,
                          crew->value[index]))
        return;
    int nobody = -1;
    atomic_compare_exchange_strong(&crew->winner, &nobody, (int)index);
    atomic_store(&crew->finished, true);
}

/* What is left of a limit of nodes, in equal shares. */
static uint64_t share_of(const struct trey_search *search, unsigned threads)
{
    if (search->node_limit == 0)
        return 0;
    uint64_t used = search->positions + search->leaves;
    uint64_t left = search->node_limit > used ? search->node_limit - used : 0;
    return left / threads + 1;
}

bool trey_crew_root(struct trey_search *search, const struct trey_view *view,
                    unsigned plies, float value[4])
{
    struct trey_crew *crew = search->crew;
    crew->view = view;
    crew->plies = plies;
    atomic_store(&crew->finished, false);
    atomic_store(&crew->winner, -1);
    for (unsigned i = 0; i < crew->threads; i++) {
        struct trey_search *member = &crew->member[i];
        member->limits = search->limits;
        member->deadline_s = search->deadline_s;
        member->node_limit = share_of(search, crew->threads);
        member->min_probability = search->min_probability;
        member->least_plies = plies;
        member->positions = member->leaves = 0;
        member->must_finish = member->stopped = false;
        trey_outlooks_trim(member->outlooks);
    }
    trey_parallel_for(crew->team, crew->threads, search_along, crew);
    for (unsigned i = 0; i < crew->threads; i++) {
        search->positions += crew->member[i].positions;
        search->leaves += crew->member[i].leaves;
        if (crew->member[i].least_plies < search->least_plies)
            search->least_plies = crew->member[i].least_plies;
    }
    int winner = atomic_load(&crew->winner);
    search->stopped = winner < 0;
    for (int direction = 0; winner >= 0 && direction < 4; direction++)
        value[direction] = crew->value[winner][direction];
    return winner >= 0;
}
