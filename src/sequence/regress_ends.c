/* The multisets with which games may end: after the last move of the list any of the
 * right content, before it only those of 16 tiles, since any other board has a legal
 * slide. */
#include "sequence/regress.h"
#include "sequence/regress_inside.h"

enum { MAX_NODES = 1000000 }; /* of one listing: some hundredths of a second */

struct putting {
    struct trey_alive *layer;
    bool failed;
};

static bool put_found(void *context, trey_multiset set)
{
    struct putting *putting = context;
    putting->failed = !trey_alive_put(putting->layer, set);
    return !putting->failed;
}

struct trey_multiset_query trey_regress_ends(const struct trey_regress *regress,
                                             uint64_t score, size_t moves)
{
    const struct trey_sequence *sequence = regress->sequence;
    struct trey_multiset_query query = {
        .score = score,
        .least_tiles = moves == regress->last ? 0 : TREY_MAX_CELLS,
        .holds = moves == 0 ? 0 : sequence->tiles[moves - 1],
        .max_nodes = 10 * MAX_NODES,
    };
    trey_content_of(&sequence->start, &query.content);
    for (size_t n = 0; n < moves; n++)
        trey_content_add(&query.content, sequence->tiles[n]);
    return query;
}

bool trey_regress_put_ends(const struct trey_regress *regress, size_t moves,
                           struct trey_alive *layer, bool *failed)
{
    struct putting putting = {layer, false};
    struct trey_multiset_query query = trey_regress_ends(regress, regress->score, moves);
    query.found = put_found;
    query.context = &putting;
    bool listed = trey_multiset_list(&query);
    *failed = putting.failed;
    return listed;
}

static bool refuse(void *context, trey_multiset set)
{
    (void)context;
    (void)set;
    return false;
}

bool trey_regress_no_earlier_end(const struct trey_regress *regress, uint64_t score,
                                 size_t moves)
{
    struct trey_content content;
    trey_content_of(&regress->sequence->start, &content);
    for (size_t n = 1; n < moves; n++) {
        trey_content_add(&content, regress->sequence->tiles[n - 1]);
        struct trey_multiset_query query = {.content = content,
                                            .score = score,
                                            .least_tiles = TREY_MAX_CELLS,
                                            .max_nodes = MAX_NODES,
                                            .holds = regress->sequence->tiles[n - 1],
                                            .found = refuse};
        if (trey_content_pack(content).score > score && !trey_multiset_list(&query))
            return false;
    }
    return true;
}

struct looking {
    uint64_t best, most;
};

static bool look_at_end(void *context, trey_multiset set)
{
    struct looking *looking = context;
    uint64_t score = trey_multiset_score(set);
    if (score > looking->best && score < looking->most)
        looking->best = score;
    return true;
}

uint64_t trey_regress_next_end(const struct trey_regress *regress, uint64_t least,
                               uint64_t most)
{
    struct looking looking = {least, most};
    struct trey_content content;
    trey_content_of(&regress->sequence->start, &content);
    for (size_t n = 1; n <= regress->last; n++) {
        trey_content_add(&content, regress->sequence->tiles[n - 1]);
        struct trey_multiset_query query = {.content = content,
                                            .score = looking.best,
                                            .least_tiles =
                                                n == regress->last ? 0 : TREY_MAX_CELLS,
                                            .holds = regress->sequence->tiles[n - 1],
                                            .max_nodes = MAX_NODES,
                                            .found = look_at_end,
                                            .context = &looking};
        if (trey_content_pack(content).score > looking.best &&
            !trey_multiset_list(&query))
            return most - 1;
    }
    return looking.best;
}
