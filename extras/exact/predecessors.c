/* Backward search for the predecessors of a board: remove the last spawned tile, undo a
 * slide, and repeat. The search is depth-first and tries the fullest boards first:
 * undoing a merge fills a board, removing a tile empties it, and dead ends are mostly
 * boards with too few tiles left to go back further.
 *
 * Almost all unreachable boards turn out to be so within ten slides. The few that need
 * more are the reason for the answer UNKNOWN and for the depth limit. A search that gets
 * lost is often quick when it is restarted with another order among equally full boards:
 * so it restarts with a doubled budget.
 *
 * Results are cached, since the boards of successive queries share many predecessors. */
#include "extras/exact/predecessors.h"

#include "base/random.h"
#include "exact/answers/undo_slide.h"

#include <stdlib.h>

enum {
    CACHE_BITS = 20,
    CACHE_SIZE = 1 << CACHE_BITS,
    MAX_FRONTIER = 1 << 16, /* boards still to be tried */
    FIRST_BUDGET = 500,
};

struct predecessor {
    trey_board board;
    uint16_t slot, empty;
    uint32_t order; /* random order among equally full boards */
};

struct cache_entry {
    trey_board board;
    uint32_t generation;
    uint16_t slot;
    uint8_t unreachable; /* has no predecessors */
    uint8_t depth;       /* else this many slides lead to it */
};

struct trey_predecessors {
    const struct trey_exact_game *game;
    struct cache_entry cache[CACHE_SIZE];
    struct predecessor frontier[MAX_FRONTIER];
    unsigned frontier_size;
    uint32_t generation; /* entries of another generation are forgotten */
    struct trey_random random;
    uint64_t budget;    /* boards left in the budget */
    bool frontier_full; /* the frontier was full: some predecessors are missing */
};

struct trey_predecessors *trey_predecessors_new(const struct trey_exact_game *game)
{
    struct trey_predecessors *search = calloc(1, sizeof *search);
    if (search != NULL) {
        search->game = game;
        trey_predecessors_reset(search, 0);
    }
    return search;
}

void trey_predecessors_free(struct trey_predecessors *search)
{
    free(search);
}

/* --- cache -----------------------------------------------------------------------------
 */

/* Cache entry of a board, or a free one; overwrites the last entry of a full bucket. */
static struct cache_entry *cache_lookup(struct trey_predecessors *search, unsigned slot,
                                        trey_board board)
{
    enum { NEIGHBOURS = 8 };
    uint64_t first = trey_mix64(board ^ trey_mix64(slot)) >> (64 - CACHE_BITS);
    struct cache_entry *entry = NULL;
    for (unsigned i = 0; i < NEIGHBOURS; i++) {
        entry = &search->cache[(first + i) % CACHE_SIZE];
        if (entry->generation != search->generation ||
            (entry->board == board && entry->slot == slot))
            return entry;
    }
    return entry;
}

static void cache_result(struct trey_predecessors *search, unsigned slot,
                         trey_board board, bool unreachable, unsigned depth)
{
    struct cache_entry *entry = cache_lookup(search, slot, board);
    *entry = (struct cache_entry){board, search->generation, (uint16_t)slot, unreachable,
                                  depth < UINT8_MAX ? (uint8_t)depth : UINT8_MAX};
}

/* --- going back ------------------------------------------------------------------------
 */

struct undo_task {
    struct trey_predecessors *search;
    unsigned slot;
};

/* Adds a predecessor to the frontier; returns true, to stop the enumeration, when it is
 * full. */
static bool add_predecessor(void *context, trey_board before)
{
    struct undo_task *task = context;
    struct trey_predecessors *search = task->search;
    if (search->frontier_size == MAX_FRONTIER) {
        search->frontier_full = true;
        return true;
    }
    trey_board board = trey_fold_min(search->game, &search->game->whole, before);
    const struct cache_entry *entry = cache_lookup(search, task->slot, board);
    if (entry->generation == search->generation && entry->board == board &&
        entry->slot == task->slot && entry->unreachable)
        return false;
    unsigned taken = (unsigned)__builtin_popcountll(trey_nonzero_nibbles(board));
    search->frontier[search->frontier_size++] = (struct predecessor){
        .board = board,
        .slot = (uint16_t)task->slot,
        .empty = (uint16_t)(search->game->cells - taken),
        .order = (uint32_t)trey_random_next(&search->random),
    };
    return false;
}

/* True if a tile of this rank leads from one slot to the other. */
static bool leads_to(const struct trey_exact_game *game, unsigned from, unsigned rank,
                     unsigned to)
{
    struct trey_slot slot;
    trey_slot_make(game, from, &slot);
    for (unsigned i = 0; i < slot.columns; i++)
        for (unsigned k = 0; k < slot.column[i].count; k++)
            if (slot.column[i].draw[k].rank == rank && slot.column[i].draw[k].slot == to)
                return true;
    return false;
}

/* Lists the predecessors of a board whose last spawn was a tile of this rank. */
static void list_by_spawn(struct trey_predecessors *search, unsigned from, unsigned rank,
                          trey_board board)
{
    const struct trey_exact_game *game = search->game;
    struct undo_task task = {search, from};
    uint64_t everywhere = TREY_LOW_BITS & (((uint64_t)1 << (4 * game->cells)) - 1);
    for (int d = 0; d < 4; d++)
        for (uint64_t cells = game->is_2048 ? everywhere : game->masks[d].trail;
             cells != 0; cells &= cells - 1) {
            uint64_t cell = cells & (0 - cells);
            if ((board & cell * 15) == cell * rank)
                trey_undo_slide(game, board - cell * rank, d, &task, add_predecessor);
        }
}

static void list_predecessors(struct trey_predecessors *search, unsigned slot,
                              trey_board board)
{
    const struct trey_exact_game *game = search->game;
    unsigned ranks = game->is_2048 ? 2 : 3, bags = game->is_2048 ? 1 : 2;
    for (unsigned rank = 1; rank <= ranks; rank++) {
        unsigned tile = game->tile[rank];
        for (unsigned bag = 0; bag < bags && slot / 2 >= tile; bag++) {
            unsigned from = 2 * (slot / 2 - tile) + bag;
            if (leads_to(game, from, rank, slot))
                list_by_spawn(search, from, rank, board);
        }
    }
}

static int compare_fuller_first(const void *a, const void *b)
{
    const struct predecessor *x = a, *y = b;
    if (x->empty != y->empty)
        return x->empty < y->empty ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static enum trey_reachability search_back(struct trey_predecessors *search, unsigned slot,
                                          trey_board board, unsigned depth)
{
    const struct cache_entry *entry = cache_lookup(search, slot, board);
    if (entry->generation == search->generation && entry->board == board &&
        entry->slot == slot) {
        if (entry->unreachable)
            return TREY_UNREACHABLE;
        if (entry->depth >= depth)
            return TREY_REACHABLE;
    }
    if (depth == 0 || trey_is_start(search->game, slot, board))
        return TREY_REACHABLE;
    if (search->budget == 0)
        return TREY_REACHABILITY_UNKNOWN;
    search->budget--;

    unsigned first = search->frontier_size;
    bool full_before = search->frontier_full;
    search->frontier_full = false;
    list_predecessors(search, slot, board);
    enum trey_reachability answer =
        search->frontier_full ? TREY_REACHABILITY_UNKNOWN : TREY_UNREACHABLE;
    search->frontier_full = full_before;
    qsort(search->frontier + first, search->frontier_size - first,
          sizeof *search->frontier, compare_fuller_first);
    for (unsigned i = first; i < search->frontier_size && answer != TREY_REACHABLE; i++) {
        const struct predecessor *before = &search->frontier[i];
        enum trey_reachability one =
            search_back(search, before->slot, before->board, depth - 1);
        if (one != TREY_UNREACHABLE)
            answer = one;
        if (one == TREY_REACHABILITY_UNKNOWN && search->budget == 0)
            break;
    }
    search->frontier_size = first;
    if (answer != TREY_REACHABILITY_UNKNOWN)
        cache_result(search, slot, board, answer == TREY_UNREACHABLE, depth);
    return answer;
}

void trey_predecessors_reset(struct trey_predecessors *search, uint64_t seed)
{
    search->generation++;
    trey_random_seed(&search->random, seed);
}

enum trey_reachability trey_predecessors_search(struct trey_predecessors *search,
                                                unsigned slot, trey_board board,
                                                unsigned depth, uint64_t boards)
{
    enum trey_reachability answer = TREY_REACHABILITY_UNKNOWN;
    board = trey_fold_min(search->game, &search->game->whole, board);
    for (uint64_t part = FIRST_BUDGET; answer == TREY_REACHABILITY_UNKNOWN && boards > 0;
         part *= 2) {
        search->frontier_size = 0;
        search->frontier_full = false;
        search->budget = part < boards ? part : boards;
        boards -= search->budget;
        answer = search_back(search, slot, board, depth);
    }
    return answer;
}
