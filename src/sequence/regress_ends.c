/* The multisets with which games can end: after the last move of the list any with the
 * right content, before it only those of 16 tiles, since any other board has a legal
 * move. */
#include "sequence/regress.h"
#include "sequence/regress_internal.h"

/* Nodes of one listing: some hundredths of a second. */
enum { MAX_NODES = 1000000 };

struct end_listing {
    struct trey_regress_layer *layer;
    bool out_of_memory;
};

static bool add_set(void *context, trey_multiset set)
{
    struct end_listing *listing = context;
    listing->out_of_memory = !trey_regress_layer_add(listing->layer, set);
    return !listing->out_of_memory;
}

struct trey_multiset_query trey_regress_end_query(const struct trey_regress *regress,
                                                  uint64_t score, size_t moves)
{
    const struct trey_sequence *sequence = regress->sequence;
    struct trey_multiset_query query = {
        .score = score,
        .min_tiles = moves == regress->last ? 0 : TREY_MAX_CELLS,
        .required_rank = moves == 0 ? 0 : sequence->tiles[moves - 1],
        .max_nodes = 10 * MAX_NODES,
    };
    trey_content_of(&sequence->start, &query.content);
    for (size_t n = 0; n < moves; n++)
        trey_content_add(&query.content, sequence->tiles[n]);
    return query;
}

bool trey_regress_add_ends(const struct trey_regress *regress, size_t moves,
                           struct trey_regress_layer *layer, bool *out_of_memory)
{
    struct end_listing listing = {layer, false};
    struct trey_multiset_query query =
        trey_regress_end_query(regress, regress->score, moves);
    query.found = add_set;
    query.context = &listing;
    bool listed = trey_multiset_list(&query);
    *out_of_memory = listing.out_of_memory;
    return listed;
}

/* Ends a listing at the first multiset. */
static bool stop_at_first(void *context, trey_multiset set)
{
    (void)context, (void)set;
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
                                            .min_tiles = TREY_MAX_CELLS,
                                            .max_nodes = MAX_NODES,
                                            .required_rank =
                                                regress->sequence->tiles[n - 1],
                                            .found = stop_at_first};
        if (trey_content_pack(content).score > score && !trey_multiset_list(&query))
            return false;
    }
    return true;
}

struct score_search {
    uint64_t best, below;
};

static bool collect_score(void *context, trey_multiset set)
{
    struct score_search *search = context;
    uint64_t score = trey_multiset_score(set);
    if (score > search->best && score < search->below)
        search->best = score;
    return true;
}

uint64_t trey_regress_next_end(const struct trey_regress *regress, uint64_t above,
                               uint64_t below)
{
    struct score_search search = {above, below};
    struct trey_content content;
    trey_content_of(&regress->sequence->start, &content);
    for (size_t n = 1; n <= regress->last; n++) {
        trey_content_add(&content, regress->sequence->tiles[n - 1]);
        struct trey_multiset_query query = {
            .content = content,
            .score = search.best,
            .min_tiles = n == regress->last ? 0 : TREY_MAX_CELLS,
            .required_rank = regress->sequence->tiles[n - 1],
            .max_nodes = MAX_NODES,
            .found = collect_score,
            .context = &search};
        if (trey_content_pack(content).score > search.best && !trey_multiset_list(&query))
            return below - 1;
    }
    return search.best;
}
