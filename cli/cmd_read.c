/* trey read: positions and games from screenshots. Each picture is decoded and read
 * (trey/picture.h), then added to the game (read_game.h); --advise searches the last
 * position, --record writes the game. A picture that cannot be used is reported and
 * skipped. */
#include "advise_output.h"
#include "board_text.h"
#include "commands.h"
#include "output_files.h"
#include "picture_file.h"
#include "read_game.h"

#include <stdlib.h>
#include <string.h>

struct arguments {
    struct cli_player_options thinking;
    const char *const *files;
    size_t count;
    const char *record;
    bool json, advise, force;
};

#define TO(member) CLI_TO(struct arguments, member)

static const struct cli_option option_rows[] = {
    {"record", 0, "FILE", "write a record of the game in the pictures", CLI_TEXT,
     TO(record), .earlier_letter = 'o'}, /* elsewhere --output */
    {"advise", 0, NULL, "evaluate the moves of the last position", CLI_FLAG, TO(advise)},
    {"json", 0, NULL, "print one JSON object per picture", CLI_FLAG, TO(json)},
    {CLI_PART(cli_force_part), TO(force)},
    {CLI_HEADING("Limits of --advise (default: --nodes 3000000):")},
    {CLI_PART(cli_player_part), TO(thinking)},
    CLI_END,
};

static void check(struct cli_line *line, void *command)
{
    struct arguments *arguments = command;
    arguments->files = cli_arguments(line, &arguments->count);
    if (arguments->count == 0)
        cli_refuse(line, "no picture given");
}

/* --- output of one picture -------------------------------------------------------------
 */

static void print_uncertain(const struct trey_picture_position *position)
{
    const char *before = "  uncertain:";
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        if (position->rank[cell] >= 0 &&
            position->confidence[cell] >= (float)TREY_PICTURE_CONFIDENT)
            continue;
        printf("%s row %d column %d", before, cell / 4 + 1, cell % 4 + 1);
        before = ",";
    }
    if (before[0] == ',')
        putchar('\n');
}

static void print_position(const char *file, const struct trey_picture_position *position)
{
    char next[TREY_NEXT_TEXT];
    struct cli_board board;
    struct trey_view view = {0};
    trey_picture_view(position, &view.rules, &view.board, &view.next);
    trey_next_format(&view.rules, view.next, next, sizeof next);
    printf("%s: Threes!, next %s\n", cli_shown(file), next);
    cli_board_of_view(&view, -1, &board);
    cli_board_print(stdout, &board, CLI_PALETTE_GAME, cli_colours_of(stdout));
    print_uncertain(position);
}

/* Adds the members that describe the board. */
static void add_board(json_t *object, const struct trey_picture_position *position)
{
    json_t *board = json_array(), *confidence = json_array(), *corners = json_array();
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        const int rank = position->rank[cell];
        json_array_append_new(
            board,
            rank < 0 ? json_null() : json_integer((json_int_t)trey_tile_of_rank(rank)));
        json_array_append_new(confidence, json_real((double)position->confidence[cell]));
    }
    for (int corner = 0; corner < 4; corner++)
        json_array_append_new(corners,
                              json_pack("[f, f]", (double)position->corners[corner][0],
                                        (double)position->corners[corner][1]));
    json_object_set_new(object, "board", board);
    json_object_set_new(object, "confidence", confidence);
    json_object_set_new(object, "corners", corners);
    json_object_set_new(object, "overall", json_real((double)position->overall));
}

static json_t *json_of_position(const char *file,
                                const struct trey_picture_position *position)
{
    const bool found = position->game != TREY_PICTURE_UNKNOWN;
    json_t *object = json_object();
    json_object_set_new(object, "file", json_string(cli_utf8(file)));
    json_object_set_new(object, "game", json_string(found ? "threes" : "unknown"));
    if (found)
        add_board(object, position);
    if (position->problem != TREY_PICTURE_FINE) {
        json_object_set_new(object, "problem",
                            json_string(trey_picture_problem_text(position->problem)));
        return object;
    }
    char next[TREY_NEXT_TEXT];
    struct trey_view view = {0};
    trey_picture_view(position, &view.rules, &view.board, &view.next);
    trey_next_format(&view.rules, view.next, next, sizeof next);
    json_object_set_new(object, "next", json_string(next));
    json_object_set_new(object, "nextConfidence",
                        json_real((double)position->next_confidence));
    return object;
}

/* --- pictures --------------------------------------------------------------------------
 */

/* Reads a picture. Returns 0 and fills *position, or prints a message and returns
 * CLI_FAILED if there is no picture. */
static int read_file(const char *file, struct trey_picture_position *position)
{
    struct trey_pixels pixels;
    struct trey_error error;
    if (cli_read_picture(file, &pixels, &error) != TREY_OK)
        return cli_fail(file, &error);
    const enum trey_status status = trey_picture_read(&pixels, position, &error);
    free((void *)(uintptr_t)pixels.rgba);
    return status == TREY_OK ? 0 : cli_fail(file, &error);
}

static int report_problem(const char *file, enum trey_picture_problem problem)
{
    struct trey_error error = {.code = TREY_ERR_INPUT};
    snprintf(error.message, sizeof error.message, "%s",
             trey_picture_problem_text(problem));
    return cli_fail(file, &error);
}

/* The game so far and the position of the last picture that was read. */
struct reading {
    struct cli_read_game game;
    struct trey_picture_position last;
    bool any;  /* a position was read */
    bool fits; /* the last one belongs to the game */
};

/* Adds the picture's position to the game and prints the moves since the last picture. */
static int add_to_game(const struct arguments *arguments, const char *file,
                       struct reading *reading, json_t *object)
{
    char line[300] = "";
    struct trey_error error;
    const enum trey_status status = cli_read_game_add(
        &reading->game, file, &reading->last, line, sizeof line, &reading->fits, &error);
    if (object != NULL)
        json_object_set_new(object, "moves", json_string(cli_utf8(line)));
    else if (arguments->count > 1)
        printf("%s: %s\n", cli_shown(file), cli_shown(line));
    else if (arguments->advise)
        print_uncertain(&reading->last);
    else
        print_position(file, &reading->last);
    if (status != TREY_OK)
        return cli_fail(file, &error);
    return reading->fits ? 0 : CLI_FAILED;
}

static int read_picture(const struct arguments *arguments, const char *file,
                        struct reading *reading)
{
    struct trey_picture_position position;
    if (read_file(file, &position) != 0)
        return CLI_FAILED;
    json_t *object = arguments->json ? json_of_position(file, &position) : NULL;
    int failed = 0;
    if (position.problem != TREY_PICTURE_FINE) {
        failed = report_problem(file, position.problem);
    } else {
        reading->last = position;
        reading->any = true;
        failed = add_to_game(arguments, file, reading, object);
    }
    if (object != NULL && cli_print_json(object) != 0)
        failed = CLI_FAILED;
    return failed;
}

/* The position to search: the end of the game, whose deck may be known, or the last
 * picture alone if it does not belong to the game. */
static enum trey_status find_position(const struct reading *reading,
                                      struct trey_guess *guess, struct trey_error *error)
{
    struct trey_view view = {.deck = TREY_DECK_UNKNOWN}, end;
    trey_picture_view(&reading->last, &view.rules, &view.board, &view.next);
    if (view.next == TREY_NEXT_HIDDEN && trey_rules_legal(&view.rules, view.board) != 0) {
        *error = (struct trey_error){.code = TREY_ERR_INPUT};
        snprintf(error->message, sizeof error->message,
                 "the next tile was not found in the last picture; use trey advise "
                 "--board ... --next ...");
        return TREY_ERR_INPUT;
    }
    if (reading->fits &&
        trey_record_replay(&reading->game.observed.record, false, &end, NULL) == TREY_OK)
        view = end;
    return trey_guess_make(&view.rules, view.board, view.next, view.deck, guess, error);
}

/* Advice on the last position, by the default player. */
static int advise(const struct arguments *arguments, const struct reading *reading)
{
    struct cli_adviser adviser = {0};
    struct trey_guess guess;
    struct trey_error error;
    int failed = 0;
    enum trey_status status = find_position(reading, &guess, &error);
    if (status == TREY_OK)
        status = cli_adviser_load(&adviser, &guess.views[0].rules, "default",
                                  &arguments->thinking, 0, &error);
    if (status != TREY_OK)
        failed = cli_fail(NULL, &error);
    else
        failed = arguments->json ? cli_json_advice(&adviser, &guess)
                                 : cli_print_advice(&adviser, &guess);
    if (failed == 0)
        cli_adviser_warn(&adviser);
    cli_adviser_clear(&adviser);
    return failed;
}

static int write_record(const struct arguments *arguments, struct cli_read_game *game)
{
    struct trey_error error;
    char *text = NULL;
    if (trey_record_format(&game->observed.record, TREY_RECORD_JSON, &text, &error) !=
        TREY_OK)
        return cli_fail(NULL, &error);
    const int failed = cli_write_line(arguments->record, text);
    trey_free(text);
    return failed;
}

int cmd_read(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .arguments = "FILE...",
        .summary =
            "Reads the board and the next tile from screenshots of the Threes! app "
            "(PNG or JPEG). From several pictures in order it reconstructs the "
            "moves of a game.",
        .notes = "A picture that cannot be read, or that does not follow from the one "
                 "before it, is reported; the exit status is then 1.",
        .rows = option_rows,
        .check = check,
    };
    struct arguments arguments = {0};
    struct reading reading = {.any = false};
    struct cli_read_game *game = &reading.game;
    cli_limit_nodes(&arguments.thinking, TREY_ADVICE_NODES);
    cli_parse(&syntax, argc, argv, &arguments);
    if (cli_check_output(arguments.record, CLI_FILE_RECORDS, arguments.force) != 0)
        return CLI_FAILED;
    int failed = 0;
    for (size_t i = 0; i < arguments.count; i++) {
        if (read_picture(&arguments, arguments.files[i], &reading) != 0)
            failed = CLI_FAILED;
    }
    if (game->file != NULL)
        cli_read_game_finish(game);
    if (game->file != NULL && arguments.record != NULL &&
        write_record(&arguments, game) != 0)
        failed = CLI_FAILED;
    if (reading.any && arguments.advise && advise(&arguments, &reading) != 0)
        failed = CLI_FAILED;
    cli_read_game_clear(game);
    return failed != 0 ? failed : cli_finish();
}
