/* A record as a line of the statistics of the course framework:
 *
 *     PLAYER:ENV@START_MS|ACTIONS|WINNER@END_MS
 *
 * An action is a placement, cell and rank as hex digits (capitals, as the framework
 * writes them), or a move, '#' and a letter. Either may be followed by the points that it
 * scored, "[27]", and its time in ms, "(3)". The first placements are the start position.
 * Editions of the framework from 2022 on add a third digit to each placement, the hint
 * shown after it: the rank of a card, or 4 for a bonus tile. Missing hints and the deck
 * are inferred from the placements, as a player who counts cards would have seen them. If
 * several windows of a bonus tile are possible, and after the last tile, the first
 * possible hint is used. */
#include "base/error.h"
#include "base/text.h"
#include "board/cells.h"
#include "os/os.h"
#include "record/format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- writing ------------------------------------------------------------------------ */

/* Adds a name without the characters that the format reserves. */
static void add_name(struct trey_text *text, const char *name)
{
    for (; *name != '\0'; name++)
        trey_text_add_char(text, strchr(":@|#[]() \t\r\n", *name) != NULL ? '_' : *name);
}

static void add_reward(struct trey_text *text, uint64_t points)
{
    if (points != 0)
        trey_text_printf(text, "[%" PRIu64 "]", points);
}

/* Points of a spawned tile: in Threes! it adds to the board's score. */
static uint64_t spawn_points(const struct trey_rules *rules, int rank)
{
    return trey_rules_merges_score(rules) ? 0 : trey_board_score((trey_board)rank);
}

static void add_actions(const struct trey_record *record, struct trey_text *text)
{
    struct trey_view view = record->start;
    int cells = view.rules.shape.rows * view.rules.shape.cols;
    for (int cell = 0; cell < cells; cell++) {
        int rank = trey_board_rank(view.board, cell);
        if (rank == 0)
            continue;
        trey_text_printf(text, "%X%X", (unsigned)cell, (unsigned)rank);
        add_reward(text, spawn_points(&view.rules, rank));
    }
    for (size_t i = 0; i < record->count; i++) {
        const struct trey_step *step = &record->steps[i];
        enum trey_direction direction = (enum trey_direction)step->direction;
        trey_text_printf(text, "#%c", trey_direction_letter(direction));
        add_reward(text, trey_rules_gain(&view.rules, view.board, direction));
        if (step->ms >= 1.0F)
            trey_text_printf(text, "(%.0f)", (double)step->ms);
        if (step->cell >= 0) {
            trey_text_printf(text, "%X%X", (unsigned)step->cell, (unsigned)step->rank);
            add_reward(text, spawn_points(&view.rules, step->rank));
        }
        if (trey_view_advance(&view, direction, step->cell, step->rank, step->next,
                              NULL) != TREY_OK)
            return; /* not a legal game: stop at its legal part */
    }
}

enum trey_status trey_record_to_course(const struct trey_record *record, char **text,
                                       struct trey_error *error)
{
    struct trey_text line = {0};
    char rules[TREY_RULES_TEXT];
    trey_rules_format(&record->start.rules, rules, sizeof rules);
    const char *player = record->player != NULL ? record->player : "player";
    bool won = record->count > 0 && record->steps[record->count - 1].cell < 0;
    add_name(&line, player);
    trey_text_add_char(&line, ':');
    add_name(&line, rules);
    trey_text_printf(&line, "@%" PRIu64 "|", record->begun_ms);
    add_actions(record, &line);
    trey_text_add_char(&line, '|');
    add_name(&line, won ? player : rules);
    trey_text_printf(&line, "@%" PRIu64, record->ended_ms);
    size_t size;
    return trey_text_take(&line, text, &size, error);
}

/* --- reading ------------------------------------------------------------------------ */

/* Value of a hex digit: capitals, as the framework writes, or small letters. */
static int course_digit(char c)
{
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : trey_hex_digit(c);
}

/* The hint digit for a bonus tile. */
#define HINT_BONUS 4

struct action {
    bool slide;
    int direction, cell, rank;
    int hint; /* rank of a card; 4: a bonus tile; 0: not given */
    bool rewarded;
    uint64_t reward;
    float ms; /* -1: not given */
};

/* Reads a number in brackets and moves *at past it. */
static bool read_bracket(const char **at, char open, char close, uint64_t *number)
{
    if (**at != open)
        return false;
    const char *from = *at + 1;
    char *end = NULL;
    if (*from < '0' || *from > '9')
        return false;
    *number = strtoull(from, &end, 10);
    if (*end != close)
        return false;
    *at = end + 1;
    return true;
}

/* The unread actions of a line. */
struct actions {
    const char *at;
    bool have_hints; /* placements have three digits */
};

/* True if placements have a third digit. Tested with the first placement after a move,
 * which is a single one. */
static bool have_hint_digits(const char *at)
{
    for (; *at != '\0' && *at != '|'; at++) {
        if (*at != '#' || at[1] == '\0')
            continue;
        at += 2;
        while (*at == '[' || *at == '(')
            at += strcspn(at, "])") + (at[strcspn(at, "])")] != '\0');
        int digits = 0;
        while (course_digit(at[digits]) >= 0)
            digits++;
        if (digits > 0)
            return digits == 3;
        at--;
    }
    return false;
}

static bool read_action(struct actions *actions, struct action *action)
{
    const char **at = &actions->at;
    const char *c = *at;
    enum trey_direction direction;
    *action = (struct action){.ms = -1.0F, .direction = -1};
    if (c[0] == '#') {
        if (!trey_direction_of_letter(c[1], &direction))
            return false;
        action->slide = true;
        action->direction = (int)direction;
    } else {
        action->cell = course_digit(c[0]);
        action->rank = action->cell < 0 ? -1 : course_digit(c[1]);
        if (action->rank < 1)
            return false;
        action->hint = actions->have_hints ? course_digit(c[2]) : 0;
        if (action->hint < 0 || action->hint > HINT_BONUS)
            return false;
    }
    *at = c + (actions->have_hints && !action->slide ? 3 : 2);
    uint64_t ms;
    action->rewarded = read_bracket(at, '[', ']', &action->reward);
    if (read_bracket(at, '(', ')', &ms))
        action->ms = (float)ms;
    return true;
}

/* Finds the first hint that is possible on this board and allows the rank (0: any). */
static bool first_hint(const struct trey_rules *rules, trey_board board, trey_deck deck,
                       int rank, struct trey_chance *hint)
{
    struct trey_chance hints[TREY_MAX_CHANCES], tiles[TREY_MAX_CHANCES];
    int count = trey_rules_nexts(rules, board, deck, hints);
    for (int i = 0; i < count; i++) {
        int ranks = trey_rules_tiles(rules, board, (trey_next)hints[i].what,
                                     hints[i].deck, tiles);
        for (int k = 0; k < ranks; k++)
            if (rank == 0 || tiles[k].what == (unsigned)rank) {
                *hint = hints[i];
                return true;
            }
    }
    return false;
}

/* Rank of the next placement, 0 if there is none. */
static int next_rank(struct actions actions)
{
    struct action action;
    while (read_action(&actions, &action))
        if (!action.slide)
            return action.rank;
    return 0;
}

/* Determines the hint after a placement: the given one, or the first that fits the next
 * placement. A hint digit that does not announce the next tile is an error. */
static enum trey_status find_hint(const struct trey_rules *rules, trey_board board,
                                  trey_deck deck, const struct action *placement,
                                  struct actions rest, size_t number,
                                  struct trey_chance *hint, bool *found,
                                  struct trey_error *error)
{
    const int announced = next_rank(rest);
    const int card = placement->hint < HINT_BONUS ? placement->hint : 0;
    const bool bonus = placement->hint == HINT_BONUS;
    if (announced != 0 &&
        ((card != 0 && announced != card) || (bonus && announced < HINT_BONUS)))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "move %zu: the hint %d does not announce the next tile, rank %d",
                         number, placement->hint, announced);
    int rank = announced != 0 ? announced : card;
    if (rank == 0 && bonus)
        rank = HINT_BONUS; /* any bonus tile: use the smallest */
    *found = first_hint(rules, board, deck, rank, hint);
    return TREY_OK;
}

static enum trey_status check_reward(const struct action *action, uint64_t points,
                                     size_t number, struct trey_error *error)
{
    if (!action->rewarded || action->reward == points)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_INPUT, 0,
                     "move %zu: the reward is %" PRIu64 ", not %" PRIu64 " as recorded",
                     number, points, action->reward);
}

static enum trey_status read_start(const struct trey_rules *rules,
                                   struct actions *actions, struct trey_view *start,
                                   struct trey_error *error)
{
    trey_board board = 0;
    struct action action, last = {0};
    for (struct actions next = *actions; read_action(&next, &action) && !action.slide;
         *actions = next) {
        last = action;
        if (action.cell >= rules->shape.rows * rules->shape.cols ||
            trey_board_rank(board, action.cell) != 0)
            return trey_fail(error, TREY_ERR_INPUT, 0,
                             "start: no empty cell %X on the board", action.cell);
        enum trey_status status =
            check_reward(&action, spawn_points(rules, action.rank), 0, error);
        if (status != TREY_OK)
            return status;
        board = trey_board_with(board, action.cell, action.rank);
    }
    if (board == 0)
        return trey_fail(error, TREY_ERR_INPUT, 0, "the board is empty");
    trey_deck deck;
    struct trey_chance hint;
    bool possible = trey_record_start_deck(rules, board, &deck);
    if (possible) {
        enum trey_status status =
            find_hint(rules, board, deck, &last, *actions, 0, &hint, &possible, error);
        if (status != TREY_OK)
            return status;
    }
    if (!possible)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the cards do not allow this start position");
    return trey_view_make(rules, board, (trey_next)hint.what, hint.deck, start, error);
}

/* Reads a move and the placement after it, and applies both. */
static enum trey_status read_move(struct actions *actions, struct trey_view *view,
                                  struct trey_record *record, struct trey_error *error)
{
    size_t number = record->count + 1;
    struct action slide, spawn = {.cell = -1};
    const char *from = actions->at;
    if (trey_rules_ends(&view->rules, view->board))
        return trey_fail(error, TREY_ERR_INPUT, 0, "move %zu: the game is over", number);
    if (!read_action(actions, &slide) || !slide.slide)
        return trey_fail(error, TREY_ERR_INPUT, 0, "move %zu: '%.8s' is not a valid move",
                         number, from);
    enum trey_direction direction = (enum trey_direction)slide.direction;
    uint64_t gain = trey_rules_gain(&view->rules, view->board, direction);
    enum trey_status status = check_reward(&slide, gain, number, error);
    if (status != TREY_OK)
        return status;
    struct trey_step step = {(uint8_t)slide.direction, -1, 0, TREY_NEXT_HIDDEN, slide.ms};
    trey_board after = trey_rules_slide(&view->rules, view->board, direction);
    if (after != view->board && !trey_rules_ends(&view->rules, after)) {
        if (!read_action(actions, &spawn) || spawn.slide)
            return trey_fail(error, TREY_ERR_INPUT, 0, "move %zu: no tile spawns",
                             number);
        status =
            check_reward(&spawn, spawn_points(&view->rules, spawn.rank), number, error);
        if (status != TREY_OK)
            return status;
        step.cell = (int8_t)spawn.cell;
        step.rank = (uint8_t)spawn.rank;
        struct trey_chance hint;
        int cells = view->rules.shape.rows * view->rules.shape.cols;
        bool found = false;
        if (spawn.cell < cells) {
            status =
                find_hint(&view->rules, trey_board_with(after, spawn.cell, spawn.rank),
                          view->deck, &spawn, *actions, number, &hint, &found, error);
            if (status != TREY_OK)
                return status;
        }
        if (found)
            step.next = (trey_next)hint.what;
    }
    struct trey_error why = {0};
    status = trey_view_advance(view, direction, step.cell, step.rank, step.next, &why);
    if (status != TREY_OK)
        return trey_fail(error, status, 0, "move %zu: %s", number, why.message);
    return trey_record_add(record, &step, error);
}

/* Reads NAME@MS up to a bar or the end of the line and moves *at behind the bar. */
static bool read_name_and_time(const char **at, uint64_t *ms, const char **name,
                               size_t *length)
{
    size_t size = strcspn(*at, "|");
    const char *sign = memchr(*at, '@', size);
    char *end = NULL;
    if (sign == NULL || sign[1] < '0' || sign[1] > '9')
        return false;
    *ms = strtoull(sign + 1, &end, 10);
    if (end != *at + size)
        return false;
    *name = *at;
    *length = (size_t)(sign - *at);
    *at += size + ((*at)[size] == '|');
    return true;
}

enum trey_status trey_record_from_course(const char *line, const struct trey_rules *rules,
                                         struct trey_record *record,
                                         struct trey_error *error)
{
    const char *at = line, *name = NULL;
    size_t length = 0;
    uint64_t begun_ms = 0, ended_ms = 0;
    if (!read_name_and_time(&at, &begun_ms, &name, &length))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "neither a JSON record nor PLAYER:ENV@MS|ACTIONS|WINNER@MS");
    if (rules == NULL)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "this format does not store the rules: specify them");
    const char *colon = memchr(name, ':', length);
    char *player =
        trey_os_copy_text(name, colon != NULL ? (size_t)(colon - name) : length);
    if (player == NULL)
        return trey_fail_memory(error, length + 1);
    struct trey_view view = {.rules = *rules};
    struct actions actions = {at, have_hint_digits(at)};
    enum trey_status status = read_start(rules, &actions, &view, error);
    if (status == TREY_OK)
        status = trey_record_begin(record, &view, 0, 0, player, error);
    free(player);
    while (status == TREY_OK && *actions.at != '|' && *actions.at != '\0')
        status = read_move(&actions, &view, record, error);
    if (status != TREY_OK)
        return status;
    at = actions.at;
    if (*at++ != '|' || !read_name_and_time(&at, &ended_ms, &name, &length) ||
        *at != '\0' || at[-1] == '|')
        return trey_fail(error, TREY_ERR_INPUT, 0, "the line does not end in |WINNER@MS");
    record->begun_ms = begun_ms;
    record->ended_ms = ended_ms;
    record->score = view.score;
    return TREY_OK;
}
