/* Records of games: the list of moves, their replay by the rules, and the comparison with
 * the game of a seed. */
#include "base/array.h"
#include "base/error.h"
#include "record/format.h"
#include "rules/mechanics.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum trey_status trey_record_begin(struct trey_record *record,
                                   const struct trey_view *start, uint64_t seed,
                                   uint64_t number, const char *player,
                                   struct trey_error *error)
{
    char *name = player != NULL ? strdup(player) : NULL;
    if (player != NULL && name == NULL)
        return trey_fail_memory(error, strlen(player) + 1);
    free(record->player);
    *record = (struct trey_record){
        .start = *start,
        .seed = seed,
        .number = number,
        .player = name,
        .steps = record->steps,
        .room = record->room,
    };
    return TREY_OK;
}

enum trey_status trey_record_add(struct trey_record *record, const struct trey_step *step,
                                 struct trey_error *error)
{
    struct trey_step *steps =
        trey_array_grow(record->steps, &record->room, record->count + 1, sizeof *steps);
    if (steps == NULL)
        return trey_fail_memory(error, (record->count + 1) * sizeof *steps);
    record->steps = steps;
    record->steps[record->count++] = *step;
    return TREY_OK;
}

void trey_record_clear(struct trey_record *record)
{
    free(record->player);
    free(record->steps);
    *record = (struct trey_record){0};
}

bool trey_record_start_deck(const struct trey_rules *rules, trey_board board,
                            trey_deck *deck)
{
    int count[4] = {0}, tiles = 0, copies = rules->copies;
    int highest = trey_tiles_of(rules)->cards, boost = trey_boost_rank(rules);
    for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++) {
        int rank = trey_board_rank(board, cell);
        if (rank == boost && boost != 0) {
            boost = 0; /* the boosted tile, which is not a card */
            continue;
        }
        if (rank > highest)
            return false;
        count[rank]++;
        tiles += rank != 0;
    }
    if (boost != 0)
        return false;
    *deck = 0;
    if (copies == 0)
        return true;
    int decks = tiles / (3 * copies), left[4];
    if (tiles % (3 * copies) == 0) /* used up, or not begun: to be refilled */
        decks--;
    for (int rank = 1; rank <= 3; rank++) {
        left[rank] = copies * (decks + 1) - count[rank];
        if (left[rank] < 0 || left[rank] > copies)
            return false;
    }
    *deck = trey_deck_of(left[1], left[2], left[3]);
    return true;
}

/* True for the start of a game. A record that started in the middle of a game could have
 * any score, so a whole record must start with the tiles of a first board, no points and
 * no moves, and with a hint and a deck that the cards allow. */
static bool is_game_start(const struct trey_view *start)
{
    const struct trey_rules *rules = &start->rules;
    trey_deck deck;
    int tiles = 0;
    for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++)
        tiles += trey_board_rank(start->board, cell) != 0;
    if (tiles != trey_rules_start(rules) || start->moves != 0 ||
        (trey_rules_merges_score(rules) && start->score != 0) ||
        !trey_record_start_deck(rules, start->board, &deck))
        return false;
    struct trey_chance hints[TREY_MAX_CHANCES];
    int count = trey_rules_nexts(rules, start->board, deck, hints);
    for (int i = 0; i < count; i++)
        if (hints[i].what == start->next &&
            (rules->copies == 0 || hints[i].deck == start->deck))
            return true;
    return false;
}

enum trey_status trey_record_replay(const struct trey_record *record, bool whole,
                                    struct trey_view *end, struct trey_error *error)
{
    *end = record->start;
    enum trey_status status = trey_view_check(end, error);
    if (status == TREY_OK && whole && !is_game_start(end))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "board, hint and deck are not those of a start position");
    for (size_t i = 0; status == TREY_OK && i < record->count; i++) {
        const struct trey_step *step = &record->steps[i];
        struct trey_error why = {0};
        status = trey_view_advance(end, (enum trey_direction)step->direction, step->cell,
                                   step->rank, step->next, &why);
        if (status != TREY_OK)
            return trey_fail(error, status, 0, "move %zu: %s", i + 1, why.message);
    }
    if (status != TREY_OK)
        return status;
    if (whole && trey_rules_legal(&end->rules, end->board) != 0)
        return trey_fail(error, TREY_ERR_INPUT, 0, "the game is not over after %zu moves",
                         record->count);
    if (end->score != record->score)
        return trey_fail(
            error, TREY_ERR_INPUT, 0, "the score is %llu, not %llu as recorded",
            (unsigned long long)end->score, (unsigned long long)record->score);
    return TREY_OK;
}

enum trey_status trey_record_check_seed(const struct trey_record *record,
                                        struct trey_error *error)
{
    const struct trey_view *start = &record->start;
    struct trey_game game;
    trey_game_begin(&game, &start->rules, record->seed, record->number);
    if (game.view.board != start->board || game.view.next != start->next ||
        game.view.deck != start->deck)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the start is not that of seed %" PRIu64 ", game %" PRIu64,
                         record->seed, record->number);
    for (size_t i = 0; i < record->count; i++) {
        const struct trey_step *step = &record->steps[i];
        struct trey_move move;
        if (!trey_game_slide(&game, (enum trey_direction)step->direction, &move) ||
            move.cell != step->cell || (step->cell >= 0 && move.rank != step->rank))
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "move %zu: the tile or cell is not that of seed %" PRIu64
                             ", game %" PRIu64,
                             i + 1, record->seed, record->number);
        if (i + 1 < record->count && game.view.next != step->next)
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "move %zu: the hint is not that of seed %" PRIu64
                             ", game %" PRIu64,
                             i + 1, record->seed, record->number);
    }
    return TREY_OK;
}
