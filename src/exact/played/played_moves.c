#include "exact/played/played_moves.h"

static void add_spawns(struct trey_played_moves *moves, size_t owner, trey_board after,
                       uint64_t cells)
{
    for (; cells != 0; cells &= cells - 1) {
        moves->after[moves->spawns] = after;
        moves->flag[moves->spawns] = cells & (0 - cells);
        moves->owner[moves->spawns++] = (uint8_t)owner;
    }
}

/* Slides boards in direction d; returns the legal slides, and which board each is of. */
static size_t slide(const struct trey_played_solver *solver, int d,
                    const trey_board *boards, size_t count, trey_board after[TREY_BATCH],
                    uint8_t source[TREY_BATCH])
{
    const struct trey_played_game *game = &solver->game;
    size_t legal = 0;
    if (game->mechanics.stop == 0)
        return solver->kernels->slide(&game->board, d, boards, count, after, source);
    for (size_t i = 0; i < count; i++) {
        after[legal] = trey_mechanics_slide(&game->mechanics, boards[i], d);
        source[legal] = (uint8_t)i;
        legal += after[legal] != boards[i];
    }
    return legal;
}

void trey_played_moves_find(const struct trey_played_solver *solver,
                            const trey_board *boards, size_t count,
                            struct trey_played_moves *moves)
{
    const struct trey_played_game *game = &solver->game;
    unsigned largest[TREY_PLAYED_BATCH] = {0};
    trey_board after[TREY_BATCH];
    uint8_t source[TREY_BATCH];
    moves->boards = count;
    moves->spawns = 0;
    for (size_t i = 0; i < count; i++) {
        moves->slides[i] = 0;
        largest[i] = trey_largest_rank(boards[i]);
        moves->last_rank[i] = game->odds[largest[i]].last_rank;
    }
    for (int d = 0; d < 4; d++) {
        size_t legal = slide(solver, d, boards, count, after, source);
        for (size_t j = 0; j < legal; j++) {
            size_t i = source[j];
            struct trey_played_move *move = &moves->move[i][moves->slides[i]++];
            bool ends = largest[i] + 1 >= game->end_rank &&
                        trey_largest_rank(after[j]) >= game->end_rank;
            move->first = (unsigned)moves->spawns;
            move->score = ends ? (double)trey_board_score(after[j]) : 0;
            if (!ends)
                add_spawns(
                    moves, i, after[j],
                    trey_mechanics_spawn_cells(&game->mechanics, boards[i], after[j], d));
            move->spawns = (unsigned)moves->spawns - move->first;
        }
    }
}

size_t trey_played_moves_spawn(const struct trey_played_solver *solver,
                               const struct trey_played_moves *moves, unsigned slot,
                               unsigned rank, uint32_t index[TREY_PLAYED_SPAWNS],
                               uint16_t spawn[TREY_PLAYED_SPAWNS])
{
    const struct trey_played_game *game = &solver->game;
    struct trey_transition transition = trey_played_transition(game, slot, rank);
    trey_board boards[TREY_PLAYED_SPAWNS];
    size_t count = 0;
    for (size_t i = 0; i < moves->spawns; i++) {
        boards[count] = moves->after[i] + moves->flag[i] * rank;
        spawn[count] = (uint16_t)i;
        count += rank <= TREY_CARDS || rank <= moves->last_rank[moves->owner[i]];
    }
    if (transition.exchange)
        for (size_t i = 0; i < count; i++)
            boards[i] = trey_exchange(boards[i]);
    solver->kernels->fold(&game->board, trey_played_fold(game, transition.slot), boards,
                          count);
    solver->kernels->index(&game->ranking, solver->layer[transition.slot].rows, boards,
                           index, count);
    return count;
}
