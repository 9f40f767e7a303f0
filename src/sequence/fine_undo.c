/* A step back. Slides are undone line by line: the tile that entered is taken from a line
 * whose last cell it stands on, and every line becomes one of those that a slide makes it
 * from (coded.c). */
#include "sequence/fine_inside.h"

/* A slide to the left of which the outcome is known, in this turn of the board. */
struct undoing {
    unsigned line[4]; /* without the tile that entered */
    int entry;        /* the line that it entered */
    bool may_move[4];
    uint32_t number; /* of the multiset without it, were it large */
};

/* Whether a line that moved can be passed over for the entry line: it is larger, read
 * from the third cell on, or equal and above it. Large tiles may hide what decides. */
static bool is_passed(const struct undoing *undoing, unsigned large, int line)
{
    for (int cell = 2; cell >= 0; cell--) {
        unsigned entry = undoing->line[undoing->entry] >> (3 * cell) & 7;
        unsigned other = undoing->line[line] >> (3 * cell) & 7;
        if (entry != other)
            return entry < other;
        if (entry == large)
            return true;
    }
    return line < undoing->entry;
}

/* A board from which a slide may have come. */
static void take(struct trey_making *making, trey_coded board, uint32_t number)
{
    if (making->sought == NULL)
        trey_making_put(making, board, number);
    else if (trey_states_hold(making->sought, trey_state_of(making->fine, board, number)))
        making->found = true;
}

/* The same with all multisets of large tiles that the merges may have begun with. */
static void take_all(struct trey_making *making, trey_coded board, uint32_t number,
                     int least, int large)
{
    struct trey_parts *parts = &making->fine->parts;
    if (!trey_making_can_be(making, board))
        return;
    const struct trey_merge_parts *of = trey_parts_of(parts, number, least, large);
    making->failed |= of == NULL && parts->failed;
    making->full |= of == NULL && !parts->failed;
    int before = making->code_before == making->fine->large ? making->tile_before : 0;
    for (uint32_t i = 0; of != NULL && i < of->count; i++) {
        uint32_t had = parts->pool[of->first + i];
        if ((before == 0 || trey_multiset_count(parts->multisets[had], before) > 0) &&
            (making->sought != NULL || trey_making_is_reached(making, board, had)))
            take(making, board, had);
        if (making->full || making->failed || making->found)
            return;
    }
}

static void undo_lines(struct trey_making *making, const struct undoing *undoing,
                       int line, trey_coded board, int least, int large)
{
    const struct trey_coded_tables *tables = making->fine->tables;
    if (line == 4) {
        take_all(making, board, undoing->number, least, large);
        return;
    }
    unsigned after = undoing->line[line];
    if (tables->still[after] && line != undoing->entry)
        undo_lines(making, undoing, line + 1, board | (trey_coded)after << (12 * line),
                   least, large);
    for (int i = tables->first[after];
         undoing->may_move[line] && i < tables->first[after + 1]; i++) {
        const struct trey_coded_origin *from = &tables->from[i];
        undo_lines(making, undoing, line + 1,
                   board | (trey_coded)from->line << (12 * line), least + from->least,
                   large + from->large);
    }
}

static void undo_left(struct trey_making *making, trey_coded board, uint32_t number)
{
    struct undoing undoing = {.number = number};
    unsigned large = (unsigned)making->fine->large;
    int code = trey_coded_of_rank(making->tile, making->fine->large);
    for (int line = 0; line < 4; line++)
        undoing.line[line] = trey_coded_row(board, line);
    for (int entry = 0; entry < 4; entry++) {
        unsigned whole = undoing.line[entry];
        if ((int)(whole >> 9) != code)
            continue;
        undoing.line[entry] = whole & 0x1ff;
        undoing.entry = entry;
        for (int line = 0; line < 4; line++)
            undoing.may_move[line] = line == entry || (undoing.line[line] >> 9 == 0 &&
                                                       is_passed(&undoing, large, line));
        undo_lines(making, &undoing, 0, 0, 0, 0);
        undoing.line[entry] = whole;
    }
}

void trey_making_undo(struct trey_making *making, uint64_t state)
{
    struct trey_fine *fine = making->fine;
    uint32_t number = (uint32_t)(state >> TREY_STATE_BITS);
    trey_coded board = state & TREY_STATE_BOARD;
    if (making->tile >= making->fine->large) {
        trey_multiset set = fine->parts.multisets[number];
        if (trey_multiset_count(set, making->tile) == 0)
            return;
        number = trey_making_number(making, set - trey_multiset_of(making->tile, 1));
    }
    for (int turn = 0; turn < 4 && !trey_making_is_over(making) && !making->found;
         turn++) {
        undo_left(making, board, number);
        board = trey_coded_turn(fine->tables, board);
    }
}
