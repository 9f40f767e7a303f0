/* Finds the moves between two observed positions by trying all moves, spawn cells and
 * tiles that the rules allow: at most 4 moves x 4 cells x a few tiles for one move, the
 * square of that for two. trey_view_advance decides what is possible, so the deck and the
 * hint count as evidence, too. */
#include "record/between.h"
#include "trey/record.h"

#include <string.h>

/* A search for explanations, and those found so far. */
struct search {
    trey_board board; /* the observed position */
    trey_next next;
    struct trey_step found[2];
    int solutions; /* 2: several */
};

/* Adds an explanation, unless it is equal to the first. */
static void add_solution(struct search *search, const struct trey_step steps[2],
                         int count)
{
    if (search->solutions == 0) {
        memcpy(search->found, steps, (size_t)count * sizeof *steps);
        search->solutions = 1;
        return;
    }
    for (int i = 0; i < count; i++) {
        if (steps[i].direction != search->found[i].direction ||
            steps[i].cell != search->found[i].cell ||
            steps[i].rank != search->found[i].rank)
            search->solutions = 2;
    }
}

/* Makes a move with the hint shown after it; false if the rules do not allow it. */
static bool make_step(struct trey_view *view, struct trey_step *step, trey_next hint)
{
    step->next = hint;
    step->ms = -1;
    return trey_view_advance(view, (enum trey_direction)step->direction, step->cell,
                             step->rank, hint, NULL) == TREY_OK;
}

/* Board after a move and its spawn. */
static trey_board board_after(const struct trey_view *view, const struct trey_step *step)
{
    return trey_board_with(
        trey_rules_slide(&view->rules, view->board, (enum trey_direction)step->direction),
        step->cell, step->rank);
}

/* Lists the possible hints after a move, the most likely first; returns their number. */
static int list_hints(const struct trey_view *view, const struct trey_step *step,
                      struct trey_chance hints[TREY_MAX_CHANCES])
{
    const int count =
        trey_rules_nexts(&view->rules, board_after(view, step), view->deck, hints);
    for (int i = 1; i < count; i++) {
        const struct trey_chance hint = hints[i];
        int at = i;
        for (; at > 0 && hints[at - 1].probability < hint.probability; at--)
            hints[at] = hints[at - 1];
        hints[at] = hint;
    }
    return count;
}

/* Makes the last move with the observed hint, or, if that was not seen, with the most
 * likely one that is allowed. */
static bool make_last_step(const struct trey_view *view, struct trey_step *step,
                           trey_next wanted)
{
    struct trey_chance hints[TREY_MAX_CHANCES];
    struct trey_view then = *view;
    if (wanted != TREY_NEXT_HIDDEN)
        return make_step(&then, step, wanted);
    const int count = list_hints(view, step, hints);
    for (int i = 0; i < count; i++) {
        if (make_step(&then, step, (trey_next)hints[i].what))
            return true;
    }
    return false;
}

/* Finds single moves from `view` to the observed board and hint, as step `at`. */
static void find_last_move(const struct trey_view *view, struct trey_step steps[2],
                           int at, struct search *search)
{
    for (int direction = 0; direction < 4; direction++) {
        const trey_board after =
            trey_rules_slide(&view->rules, view->board, (enum trey_direction)direction);
        const unsigned cells =
            after == view->board
                ? 0
                : trey_rules_spawn_cells(&view->rules, view->board, after,
                                         (enum trey_direction)direction);
        for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
            const int rank = trey_board_rank(search->board, cell);
            if ((cells >> cell & 1) == 0 || rank == 0 ||
                trey_board_with(after, cell, rank) != search->board)
                continue;
            steps[at] = (struct trey_step){.direction = (uint8_t)direction,
                                           .cell = (int8_t)cell,
                                           .rank = (uint8_t)rank};
            if (make_last_step(view, &steps[at], search->next))
                add_solution(search, steps, at + 1);
        }
    }
}

/* Finds the second of two moves, for each possible hint between them. The first hint that
 * explains the rest is kept. */
static void find_second_move(const struct trey_view *before, struct trey_step steps[2],
                             struct search *search)
{
    struct trey_chance hints[TREY_MAX_CHANCES];
    const int count = list_hints(before, &steps[0], hints);
    for (int i = 0; i < count; i++) {
        struct trey_view then = *before;
        if (make_step(&then, &steps[0], (trey_next)hints[i].what))
            find_last_move(&then, steps, 1, search);
    }
}

static void find_two_moves(const struct trey_view *before, struct search *search)
{
    struct trey_chance chances[TREY_MAX_CHANCES];
    const int tiles = trey_rules_tiles(&before->rules, before->board, before->next,
                                       before->deck, chances);
    for (int direction = 0; direction < 4; direction++) {
        const trey_board after = trey_rules_slide(&before->rules, before->board,
                                                  (enum trey_direction)direction);
        if (after == before->board)
            continue;
        const unsigned cells = trey_rules_spawn_cells(
            &before->rules, before->board, after, (enum trey_direction)direction);
        for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
            for (int i = 0; i < tiles && (cells >> cell & 1) != 0; i++) {
                struct trey_step steps[2] = {{.direction = (uint8_t)direction,
                                              .cell = (int8_t)cell,
                                              .rank = (uint8_t)chances[i].what}};
                find_second_move(before, steps, search);
            }
        }
    }
}

enum trey_between trey_record_between(const struct trey_view *before, trey_board board,
                                      trey_next next, struct trey_step steps[2])
{
    struct search search = {.board = board, .next = next};
    struct trey_step trial[2] = {{0}};
    if (before->board == board && before->next == next)
        return TREY_BETWEEN_SAME;
    enum trey_between answer = TREY_BETWEEN_ONE;
    find_last_move(before, trial, 0, &search);
    if (search.solutions == 0) {
        answer = TREY_BETWEEN_TWO;
        find_two_moves(before, &search);
    }
    if (search.solutions == 0)
        return TREY_BETWEEN_NOTHING;
    if (search.solutions > 1)
        return TREY_BETWEEN_AMBIGUOUS;
    memcpy(steps, search.found, sizeof search.found);
    return answer;
}
