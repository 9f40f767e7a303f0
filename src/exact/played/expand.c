#include "exact/played/expand.h"

static void add_entries(struct trey_turns *turns, size_t owner, trey_board after,
                        uint64_t cells)
{
    for (; cells != 0; cells &= cells - 1) {
        turns->after[turns->entries] = after;
        turns->flag[turns->entries] = cells & (0 - cells);
        turns->owner[turns->entries++] = (uint8_t)owner;
    }
}

/* The boards that slide, and who they were. */
static size_t slide(const struct trey_played_solver *solver, int d,
                    const trey_board *boards, size_t count, trey_board after[TREY_BATCH],
                    uint8_t who[TREY_BATCH])
{
    const struct trey_played_game *game = &solver->game;
    size_t legal = 0;
    if (game->mechanics.stop == 0)
        return solver->kernels->slide(&game->board, d, boards, count, after, who);
    for (size_t i = 0; i < count; i++) {
        after[legal] = trey_mechanics_slide(&game->mechanics, boards[i], d);
        who[legal] = (uint8_t)i;
        legal += after[legal] != boards[i];
    }
    return legal;
}

void trey_turns_find(const struct trey_played_solver *solver, const trey_board *boards,
                     size_t count, struct trey_turns *turns)
{
    const struct trey_played_game *game = &solver->game;
    unsigned largest[TREY_PLAYED_BATCH] = {0};
    trey_board after[TREY_BATCH];
    uint8_t who[TREY_BATCH];
    turns->boards = count;
    turns->entries = 0;
    for (size_t i = 0; i < count; i++) {
        turns->slides[i] = 0;
        largest[i] = trey_largest_rank(boards[i]);
        turns->last_rank[i] = game->luck[largest[i]].last_rank;
    }
    for (int d = 0; d < 4; d++) {
        size_t legal = slide(solver, d, boards, count, after, who);
        for (size_t j = 0; j < legal; j++) {
            size_t i = who[j];
            struct trey_played_turn *turn = &turns->turn[i][turns->slides[i]++];
            bool ends = largest[i] + 1 >= game->end_rank &&
                        trey_largest_rank(after[j]) >= game->end_rank;
            turn->first = (unsigned)turns->entries;
            turn->score = ends ? (double)trey_board_score(after[j]) : 0;
            if (!ends)
                add_entries(
                    turns, i, after[j],
                    trey_mechanics_spawn_cells(&game->mechanics, boards[i], after[j], d));
            turn->entries = (unsigned)turns->entries - turn->first;
        }
    }
}

size_t trey_turns_enter(const struct trey_played_solver *solver,
                        const struct trey_turns *turns, unsigned slot, unsigned rank,
                        uint32_t number[TREY_PLAYED_ENTRIES],
                        uint16_t entry[TREY_PLAYED_ENTRIES])
{
    const struct trey_played_game *game = &solver->game;
    struct trey_way way = trey_played_way(game, slot, rank);
    trey_board boards[TREY_PLAYED_ENTRIES];
    size_t count = 0;
    for (size_t i = 0; i < turns->entries; i++) {
        boards[count] = turns->after[i] + turns->flag[i] * rank;
        entry[count] = (uint16_t)i;
        count += rank <= TREY_CARDS || rank <= turns->last_rank[turns->owner[i]];
    }
    if (way.exchange)
        for (size_t i = 0; i < count; i++)
            boards[i] = trey_exchange(boards[i]);
    solver->kernels->fold(&game->board, trey_played_fold(game, way.slot), boards, count);
    solver->kernels->rank(&game->ranking, solver->layer[way.slot].rows, boards, number,
                          count);
    return count;
}
