/* Undoing a move in the fine regression.
 *
 * Each turn of the board undoes a slide to the left, with rows as lines. The tile that
 * spawned is removed from the last cell of a line that has it there. Then each line is
 * replaced by every line from which a slide can make it (coded.c), and the multiset of
 * large tiles by every multiset from which the merges can make it (large_sets.h). */
#include "sequence/fine_internal.h"

/* The board after a slide to the left, with the spawned tile in one line. */
struct undo {
    unsigned line[4];   /* without the spawned tile */
    int spawn_line;     /* in which the tile spawned */
    bool may_move[4];   /* the line may have moved */
    uint32_t set_index; /* of the multiset without the spawned tile */
};

/* True if the spawn line can win against another line that moved: of these the smallest
 * one, compared from the third cell on, gets the tile; in a tie the lowest row. Large
 * tiles have unknown ranks, so the comparison ends there with true. */
static bool may_win(const struct undo *undo, unsigned large, int line)
{
    for (int cell = 2; cell >= 0; cell--) {
        unsigned spawn_code = undo->line[undo->spawn_line] >> (3 * cell) & 7;
        unsigned other_code = undo->line[line] >> (3 * cell) & 7;
        if (spawn_code != other_code)
            return spawn_code < other_code;
        if (spawn_code == large)
            return true;
    }
    return line < undo->spawn_line;
}

/* Adds one predecessor, or searches for it. */
static void add_or_find_state(struct trey_fine_step *step, trey_coded board,
                              uint32_t set_index)
{
    if (step->target == NULL)
        trey_fine_step_add(step, board, set_index);
    else if (trey_state_set_contains(step->target,
                                     trey_state_of(step->fine, board, set_index)))
        step->found = true;
}

/* Takes a board with all multisets of large tiles that it may have. */
static void add_or_find_board(struct trey_fine_step *step, trey_coded board,
                              uint32_t set_index, int promotions, int large_merges)
{
    struct trey_large_sets *sets = &step->fine->sets;
    if (!trey_fine_step_allows(step, board))
        return;
    const struct trey_predecessor_range *range =
        trey_large_sets_predecessors(sets, set_index, promotions, large_merges);
    step->out_of_memory |= range == NULL && sets->out_of_memory;
    step->full |= range == NULL && !sets->out_of_memory;
    /* The tile that spawned before has not merged: if large, it is in the multiset. */
    int required = step->code_before == step->fine->large ? step->tile_before : 0;
    for (uint32_t i = 0; range != NULL && i < range->count; i++) {
        uint32_t before = sets->pool[range->first + i];
        if ((required == 0 ||
             trey_multiset_count(sets->multisets[before], required) > 0) &&
            (step->target != NULL || trey_fine_step_reachable(step, board, before)))
            add_or_find_state(step, board, before);
        if (step->full || step->out_of_memory || step->found)
            return;
    }
}

/* Undoes the lines from `line` on; `board`, `promotions` and `large_merges` are of the
 * lines before. */
static void undo_lines(struct trey_fine_step *step, const struct undo *undo, int line,
                       trey_coded board, int promotions, int large_merges)
{
    const struct trey_coded_tables *tables = step->fine->tables;
    if (line == 4) {
        add_or_find_board(step, board, undo->set_index, promotions, large_merges);
        return;
    }
    unsigned after = undo->line[line];
    if (tables->can_stay[after] && line != undo->spawn_line)
        undo_lines(step, undo, line + 1, board | (trey_coded)after << (12 * line),
                   promotions, large_merges);
    for (int i = tables->first[after];
         undo->may_move[line] && i < tables->first[after + 1]; i++) {
        const struct trey_coded_origin *origin = &tables->origins[i];
        undo_lines(step, undo, line + 1, board | (trey_coded)origin->line << (12 * line),
                   promotions + origin->promotions, large_merges + origin->large_merges);
    }
}

/* Undoes a slide to the left, for each line in which the tile may have spawned. */
static void undo_left_slide(struct trey_fine_step *step, trey_coded board,
                            uint32_t set_index)
{
    struct undo undo = {.set_index = set_index};
    unsigned large = (unsigned)step->fine->large;
    int code = trey_coded_of_rank(step->tile, step->fine->large);
    for (int line = 0; line < 4; line++)
        undo.line[line] = trey_coded_row(board, line);
    for (int spawn_line = 0; spawn_line < 4; spawn_line++) {
        unsigned with_tile = undo.line[spawn_line];
        if ((int)(with_tile >> 9) != code)
            continue;
        undo.line[spawn_line] = with_tile & 0x1ff;
        undo.spawn_line = spawn_line;
        /* A line that moved has an empty last cell. */
        for (int line = 0; line < 4; line++)
            undo.may_move[line] = line == spawn_line || (undo.line[line] >> 9 == 0 &&
                                                         may_win(&undo, large, line));
        undo_lines(step, &undo, 0, 0, 0, 0);
        undo.line[spawn_line] = with_tile;
    }
}

void trey_fine_step_undo(struct trey_fine_step *step, uint64_t state)
{
    struct trey_fine *fine = step->fine;
    uint32_t set_index = (uint32_t)(state >> TREY_STATE_BITS);
    trey_coded board = state & TREY_STATE_BOARD;
    if (step->tile >= fine->large) {
        trey_multiset set = fine->sets.multisets[set_index];
        if (trey_multiset_count(set, step->tile) == 0)
            return;
        set_index = trey_fine_step_index(step, set - trey_multiset_of(step->tile, 1));
    }
    for (int turn = 0; turn < 4 && !trey_fine_step_stops(step) && !step->found; turn++) {
        undo_left_slide(step, board, set_index);
        board = trey_coded_turn(fine->tables, board);
    }
}
