#include "advise_talk.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- advice ----------------------------------------------------------------------------
 */

static void print_board(const struct trey_rules *rules, trey_board board)
{
    int rows = rules->shape.rows, cols = rules->shape.cols;
    for (int row = 0; row < rows; row++) {
        for (int col = 0; col < cols; col++) {
            int rank = trey_board_rank(board, row * cols + col);
            if (rank == 0)
                printf("%6s", ".");
            else
                printf("%6" PRIu64, trey_rules_tile(rules, rank));
        }
        putchar('\n');
    }
}

static void print_position(const struct trey_guess *guess)
{
    struct trey_view view;
    char next[TREY_NEXT_TEXT], deck[TREY_DECK_TEXT];
    trey_guess_view(guess, &view);
    trey_next_format(&view.rules, view.next, next);
    trey_deck_format(view.deck, deck);
    print_board(&view.rules, view.board);
    printf("score %" PRIu64 ", next %s", view.score, next);
    if (view.rules.copies != 0 && view.deck == TREY_DECK_UNKNOWN && guess->count > 1)
        printf(", deck one of %d", guess->count);
    else if (view.rules.copies != 0)
        printf(", deck %s", deck);
    putchar('\n');
}

static enum trey_status search(const struct cli_adviser *adviser,
                               const struct trey_guess *guess, struct trey_view *view,
                               struct trey_search_result *result,
                               struct trey_error *error)
{
    trey_guess_view(guess, view);
    return trey_guess_search(guess, adviser->search, &adviser->limits, result, error);
}

int cli_print_advice(const struct cli_adviser *adviser, const struct trey_guess *guess)
{
    struct trey_view view;
    struct trey_search_result result;
    struct trey_error error;
    if (search(adviser, guess, &view, &result, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    print_position(guess);
    if (result.best < 0) {
        puts("The game is over.");
        return 0;
    }
    for (int i = 0; i < 4; i++) {
        enum trey_direction direction = (enum trey_direction)i;
        struct trey_facts facts;
        char text[TREY_FACTS_TEXT];
        trey_facts_of(&view, direction, &facts);
        trey_facts_text(&view.rules, &facts, text);
        printf("%c %c ", i == result.best ? '*' : ' ', trey_direction_letter(direction));
        if (!facts.legal)
            printf("%10s ", "-");
        else if (i == result.best)
            printf("%10.1f ", result.value[i]);
        else
            printf("%+10.1f ", result.value[i] - result.value[result.best]);
        printf(" %s\n", text);
    }
    printf("%s, %u plies%s\n", adviser->points ? "points expected" : "values of its own",
           result.depth_plies, result.exact ? ", exact" : "");
    return 0;
}

static json_t *json_of_board(const struct trey_rules *rules, trey_board board)
{
    json_t *array = json_array();
    for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++)
        json_array_append_new(array, json_integer((json_int_t)trey_rules_tile(
                                         rules, trey_board_rank(board, cell))));
    return array;
}

static json_t *json_of_facts(const struct trey_facts *facts)
{
    return json_pack("{si sI si si sb si si sf sf}", "merges", facts->merges, "gain",
                     (json_int_t)facts->gain, "empty", facts->empty, "ready",
                     facts->ready, "largest_in_corner", facts->is_corner, "chain",
                     facts->chain, "shut_in", facts->shut_in, "over", facts->over,
                     "one_slide_left", facts->stuck);
}

int cli_json_advice(const struct cli_adviser *adviser, const struct trey_guess *guess)
{
    struct trey_view view;
    struct trey_search_result result;
    struct trey_error error;
    if (search(adviser, guess, &view, &result, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    char rules[TREY_RULES_TEXT], next[TREY_NEXT_TEXT], deck[TREY_DECK_TEXT];
    trey_rules_format(&view.rules, rules);
    trey_next_format(&view.rules, view.next, next);
    trey_deck_format(view.deck, deck);
    json_t *values = json_object(), *reasons = json_object(), *all = json_object();
    for (int i = 0; i < 4; i++) {
        struct trey_facts facts;
        char text[TREY_FACTS_TEXT], letter[2] = {0};
        letter[0] = trey_direction_letter((enum trey_direction)i);
        trey_facts_of(&view, (enum trey_direction)i, &facts);
        trey_facts_text(&view.rules, &facts, text);
        json_object_set_new(values, letter,
                            facts.legal ? json_real(result.value[i]) : json_null());
        json_object_set_new(reasons, letter,
                            facts.legal ? json_string(text) : json_null());
        json_object_set_new(all, letter,
                            facts.legal ? json_of_facts(&facts) : json_null());
    }
    char best[2] = {0};
    if (result.best >= 0)
        best[0] = trey_direction_letter((enum trey_direction)result.best);
    return cli_print_json(
        json_pack("{ss so ss ss si ss? so so so si sb sb sI}", "rules", rules, "board",
                  json_of_board(&view.rules, view.board), "next", next, "deck", deck,
                  "decks", guess->count, "best", result.best >= 0 ? best : NULL, "values",
                  values, "reasons", reasons, "facts", all, "depth",
                  (int)result.depth_plies, "exact", (int)result.exact, "points",
                  (int)adviser->points, "nodes", (json_int_t)result.nodes));
}

/* --- the conversation ------------------------------------------------------------------
 */

/* Words of the current line, then of the lines that questions are answered with. */
struct talk {
    const struct cli_adviser *adviser;
    const struct trey_rules *rules;
    struct trey_guess *history; /* the positions so far; the last is the present one */
    size_t count, room;
    char *line, *rest;
    size_t line_room;
    bool ended; /* of input */
};

/* The next word; asks for a line when there is none left. NULL at the end of input. */
static char *ask(struct talk *talk, const char *question)
{
    for (;;) {
        char *word = talk->rest != NULL ? strtok_r(NULL, " \t\r\n", &talk->rest) : NULL;
        if (word != NULL)
            return word;
        printf("%s ", question);
        fflush(stdout);
        if (getline(&talk->line, &talk->line_room, stdin) < 0) {
            talk->ended = true;
            putchar('\n');
            return NULL;
        }
        if (!isatty(STDIN_FILENO)) /* show what was answered */
            printf("%s", talk->line);
        talk->rest = talk->line;
        char *first = strtok_r(talk->line, " \t\r\n", &talk->rest);
        if (first != NULL)
            return first;
        talk->rest = NULL;
    }
}

/* Says what is wrong and drops the rest of the line. */
static bool wrong(struct talk *talk, const char *what, const char *word)
{
    if (word[0] != '\0')
        printf("%s: %.40s\n", what, word);
    else
        puts(what);
    talk->rest = NULL;
    return false;
}

static bool push(struct talk *talk, const struct trey_guess *guess)
{
    if (talk->count == talk->room) {
        size_t room = talk->room == 0 ? 64 : 2 * talk->room;
        struct trey_guess *history = realloc(talk->history, room * sizeof *history);
        if (history == NULL)
            return wrong(talk, "out of memory", "");
        talk->history = history;
        talk->room = room;
    }
    talk->history[talk->count++] = *guess;
    return true;
}

/* True if the line has more words. */
static bool has_words(const struct talk *talk)
{
    return talk->rest != NULL && talk->rest[strspn(talk->rest, " \t\r\n")] != '\0';
}

/* Where the tile entered: a line, counted from the top or the left; on boards with other
 * entries row and column. Not asked where there is but one cell, though what is said in
 * short on one line always names it. */
static bool ask_cell(struct talk *talk, enum trey_direction direction, unsigned cells,
                     int *cell)
{
    const struct trey_rules *rules = talk->rules;
    int rows = rules->shape.rows, cols = rules->shape.cols;
    bool edge = rules->entry != TREY_ENTRY_ANY;
    bool upright = direction == TREY_UP || direction == TREY_DOWN;
    if ((cells & (cells - 1)) == 0 && !has_words(talk)) {
        *cell = __builtin_ctz(cells);
        return true;
    }
    char question[160];
    size_t at = (size_t)snprintf(question, sizeof question, "entered in %s",
                                 !edge     ? "row and column, as 23"
                                 : upright ? "column"
                                           : "row");
    for (int i = 0; edge && i < rows * cols && at < sizeof question - 8; i++)
        if ((cells >> i & 1) != 0)
            at += (size_t)snprintf(question + at, sizeof question - at, " %d",
                                   upright ? i % cols + 1 : i / cols + 1);
    snprintf(question + at, sizeof question - at, "?");
    const char *word = ask(talk, question);
    if (word == NULL)
        return false;
    int number = isdigit((unsigned char)word[0]) ? atoi(word) : 0;
    for (int i = 0; i < rows * cols; i++) {
        int name = !edge     ? 10 * (i / cols + 1) + i % cols + 1
                   : upright ? i % cols + 1
                             : i / cols + 1;
        if ((cells >> i & 1) != 0 && name == number) {
            *cell = i;
            return true;
        }
    }
    return wrong(talk, "no tile can enter there", word);
}

/* Which tile it was: not asked where the hint tells. */
static bool ask_tile(struct talk *talk, const struct trey_view *view, int *rank)
{
    struct trey_chance tiles[TREY_MAX_CHANCES];
    int count =
        trey_rules_tiles(&view->rules, view->board, view->next, view->deck, tiles);
    if (count == 1) {
        *rank = (int)tiles[0].what;
        return true;
    }
    const char *word = ask(talk, "which tile?");
    if (word == NULL)
        return false;
    *rank = trey_rules_rank(&view->rules, strtoull(word, NULL, 10));
    for (int i = 0; i < count; i++)
        if ((int)tiles[i].what == *rank)
            return true;
    return wrong(talk, "not a tile that the hint allows", word);
}

static bool ask_next(struct talk *talk, trey_next *next)
{
    struct trey_error error;
    *next = TREY_NEXT_HIDDEN;
    if (talk->rules->hint == TREY_SHOW_NONE)
        return true;
    const char *word = ask(talk, "next?");
    if (word == NULL)
        return false;
    if (trey_next_parse(talk->rules, word, next, &error) != TREY_OK)
        return wrong(talk, error.message, "");
    return true;
}

/* A slide with all that followed it; false if it was not understood or not possible. */
static bool advance(struct talk *talk, enum trey_direction direction)
{
    struct trey_guess guess = talk->history[talk->count - 1];
    struct trey_view view;
    struct trey_error error = {0};
    trey_guess_view(&guess, &view);
    trey_board after = trey_rules_slide(&view.rules, view.board, direction);
    if ((trey_rules_legal(&view.rules, view.board) >> direction & 1) == 0)
        return wrong(talk, "this slide moves nothing",
                     direction == TREY_UP      ? "U"
                     : direction == TREY_RIGHT ? "R"
                     : direction == TREY_DOWN  ? "D"
                                               : "L");
    int cell = -1, rank = 0;
    trey_next next = TREY_NEXT_HIDDEN;
    if (!trey_rules_ends(&view.rules, after)) {
        unsigned cells = trey_rules_entries(&view.rules, view.board, after, direction);
        if (!ask_cell(talk, direction, cells, &cell) || !ask_tile(talk, &view, &rank) ||
            !ask_next(talk, &next))
            return false;
    }
    if (trey_guess_advance(&guess, direction, cell, rank, next, &error) != TREY_OK)
        return wrong(talk, "not possible", error.message);
    return push(talk, &guess);
}

static bool ask_position(struct talk *talk)
{
    struct trey_guess guess;
    struct trey_error error;
    trey_board board = 0;
    trey_next next;
    trey_deck deck = talk->rules->copies != 0 ? TREY_DECK_UNKNOWN : 0;
    char text[1024] = "";
    int cells = talk->rules->shape.rows * talk->rules->shape.cols;
    for (int i = 0; i < cells; i++) {
        const char *word = ask(talk, i == 0 ? "board, row by row?" : "more of it?");
        if (word == NULL)
            return false;
        if (i == 0 && (int)strlen(word) == cells && cells > 3) {
            snprintf(text, sizeof text, "%.64s", word);
            break;
        }
        if (strlen(text) + strlen(word) + 2 < sizeof text) {
            strcat(text, word);
            strcat(text, " ");
        }
    }
    if (trey_rules_parse_board(talk->rules, text, &board, &error) != TREY_OK)
        return wrong(talk, error.message, "");
    if (!ask_next(talk, &next))
        return false;
    if (deck != 0) {
        const char *word = ask(talk, "deck, as 3,4,2 or unknown?");
        if (word == NULL)
            return false;
        if (trey_deck_parse(talk->rules, word, &deck, &error) != TREY_OK)
            return wrong(talk, error.message, "");
    }
    if (trey_guess_make(talk->rules, board, next, deck, &guess, &error) != TREY_OK)
        return wrong(talk, error.message, "");
    return push(talk, &guess);
}

static void help(void)
{
    puts("U R D L    the slide that was made; then it is asked where the tile entered,\n"
         "           which it was (bonus tiles), and what is next. In short: L 3 2\n"
         "undo       take the last slide back\n"
         "advice     say it again\n"
         "deck       the decks that are possible\n"
         "new        another position\n"
         "quit");
}

static void show_decks(const struct trey_guess *guess)
{
    for (int i = 0; i < guess->count; i++) {
        char deck[TREY_DECK_TEXT];
        trey_deck_format(guess->views[i].deck, deck);
        printf("%s%s", i > 0 ? "  " : "", deck);
    }
    putchar('\n');
}

/* Obeys a command; false to end. *advise is set where the position changed. */
static bool obey(struct talk *talk, const char *word, bool *advise)
{
    static const char letters[] = "URDL";
    char letter = (char)toupper((unsigned char)word[0]);
    const char *found = word[1] == '\0' ? strchr(letters, letter) : NULL;
    *advise = false;
    if (found != NULL) {
        *advise = advance(talk, (enum trey_direction)(found - letters));
    } else if (strcmp(word, "undo") == 0) {
        if (talk->count > 1)
            talk->count--;
        else
            puts("nothing to take back");
        *advise = true;
    } else if (strcmp(word, "new") == 0) {
        *advise = ask_position(talk);
    } else if (strcmp(word, "advice") == 0 || strcmp(word, "board") == 0) {
        *advise = true;
    } else if (strcmp(word, "deck") == 0) {
        show_decks(&talk->history[talk->count - 1]);
    } else if (strcmp(word, "help") == 0 || strcmp(word, "?") == 0) {
        help();
    } else if (strcmp(word, "quit") == 0 || strcmp(word, "q") == 0) {
        return false;
    } else {
        wrong(talk, "not a command (help lists them)", word);
    }
    return true;
}

int cli_advise_talk(const struct cli_adviser *adviser, const struct trey_rules *rules,
                    const struct trey_guess *guess)
{
    struct talk talk = {.adviser = adviser, .rules = rules};
    int failed = 0;
    bool going = guess == NULL || push(&talk, guess);
    while (going && talk.count == 0 && !talk.ended)
        ask_position(&talk);
    bool advise = talk.count > 0;
    while (going && !talk.ended && failed == 0) {
        if (advise)
            failed = cli_print_advice(adviser, &talk.history[talk.count - 1]);
        const char *word = failed == 0 ? ask(&talk, "slide?") : NULL;
        going = word != NULL && obey(&talk, word, &advise);
    }
    free(talk.history);
    free(talk.line);
    return failed != 0 ? failed : cli_finish();
}
