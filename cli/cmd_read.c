/* trey read: positions and games from screenshots. Each picture is decoded and read
 * (trey/picture.h), then added to the game (read_game.h); --advise searches the last
 * position, --record writes the game. A picture that cannot be used is reported and
 * skipped. */
#include "advise_output.h"
#include "adviser.h"
#include "base/error.h"
#include "board_text.h"
#include "commands.h"
#include "os/os.h"
#include "output_files.h"
#include "picture_file.h"
#include "read_game.h"
#include "watched_directory.h"

#include <stdlib.h>
#include <string.h>

struct arguments {
    struct cli_player_options thinking;
    const char *const *files;
    size_t count;
    const char *watch; /* a directory */
    const char *record;
    bool json, advise, force;
};

#define TO(member) CLI_TO(struct arguments, member)

static const struct cli_option option_rows[] = {
    {"record", 0, "FILE", "write a record of the game in the pictures", CLI_TEXT,
     TO(record), .earlier_letter = 'o'}, /* elsewhere --output */
    {"watch", 0, "DIRECTORY", "read the pictures that appear there, until Ctrl-C",
     CLI_TEXT, TO(watch), CLI_INPUT_DIRECTORY},
    {"advise", 0, NULL, "give advice on the last position, with --watch on each",
     CLI_FLAG, TO(advise)},
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
    if (arguments->count == 0 && arguments->watch == NULL)
        cli_refuse(line, "no picture given");
    const char *limit = cli_first_given(line, CLI_SEARCH_OPTIONS);
    if (!arguments->advise && limit != NULL)
        cli_refuse(line, "--%s requires --advise", limit);
    if (arguments->watch != NULL && arguments->record != NULL &&
        cli_watched_is_picture(trey_os_name_of(arguments->record)))
        cli_refuse(line, "with --watch, --record takes a file whose name is not that of "
                         "a picture");
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

/* The board under a line with the name of the picture, NULL for none, and the hint. */
static void print_position(const char *file, const struct trey_picture_position *position)
{
    char next[TREY_NEXT_TEXT];
    struct cli_board board;
    struct trey_view view = {0};
    trey_picture_view(position, &view.rules, &view.board, &view.next);
    trey_next_format(&view.rules, view.next, next, sizeof next);
    if (file != NULL)
        printf("%s: ", cli_shown(file));
    if (position->game == TREY_PICTURE_THREES)
        printf("Threes!, next %s\n", next);
    else
        puts("2048");
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
            board, rank < 0 ? json_null()
                            : json_integer(rank == 0 ? 0
                                                     : (json_int_t)trey_picture_tile(
                                                           position->game, rank)));
        json_array_append_new(confidence, json_real((double)position->confidence[cell]));
    }
    for (int corner = 0; corner < 4; corner++)
        json_array_append_new(corners,
                              json_pack("[f, f]", (double)position->corners[corner][0],
                                        (double)position->corners[corner][1]));
    json_object_update_new(object, json_pack("{so so so sf}", "board", board,
                                             "confidence", confidence, "corners", corners,
                                             "overall", (double)position->overall));
}

static json_t *json_of_position(const char *file,
                                const struct trey_picture_position *position)
{
    const bool found = position->game != TREY_PICTURE_UNKNOWN;
    json_t *object = json_pack("{ss ss}", "file", cli_utf8(file), "game",
                               trey_picture_game_name(position->game));
    if (found)
        add_board(object, position);
    if (position->problem != TREY_PICTURE_FINE) {
        json_object_set_new(object, "problem",
                            json_string(trey_picture_problem_text(position->problem)));
        return object;
    }
    if (position->game == TREY_PICTURE_2048)
        return object; /* announces no tile */
    char next[TREY_NEXT_TEXT];
    struct trey_view view = {0};
    trey_picture_view(position, &view.rules, &view.board, &view.next);
    trey_next_format(&view.rules, view.next, next, sizeof next);
    json_object_update_new(object, json_pack("{ss sf}", "next", next, "nextConfidence",
                                             (double)position->next_confidence));
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

/* The game so far and the position of the last picture that was read. */
struct reading {
    struct cli_read_game game;
    struct trey_picture_position last;
    bool any;                     /* a position was read */
    bool fits;                    /* the last one belongs to the game */
    bool moved;                   /* and is not the same as the one before */
    char *earlier_records;        /* of the games before, a line each; NULL: none */
    struct cli_adviser adviser;   /* loaded for the first advice, */
    struct trey_rules adviser_of; /* by these rules */
};

/* The records of all games, a line each, for free(). */
static enum trey_status format_records(const struct reading *reading, char **records,
                                       struct trey_error *error)
{
    const char *earlier =
        reading->earlier_records != NULL ? reading->earlier_records : "";
    char *last = NULL;
    if (reading->game.file != NULL) {
        const enum trey_status status = trey_record_format(
            &reading->game.observed.record, TREY_RECORD_JSON, &last, error);
        if (status != TREY_OK)
            return status;
    }
    const size_t size_bytes = strlen(earlier) + (last != NULL ? strlen(last) + 1 : 0) + 1;
    *records = malloc(size_bytes);
    if (*records != NULL)
        snprintf(*records, size_bytes, "%s%s%s", earlier, last != NULL ? last : "",
                 last != NULL ? "\n" : "");
    trey_free(last);
    return *records != NULL ? TREY_OK : cli_lacks_memory(error);
}

/* Keeps the record of the game, unless it has no move, and starts another game. */
static enum trey_status end_game(struct reading *reading, struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    if (reading->game.observed.record.count > 0) {
        char *records = NULL;
        cli_read_game_finish(&reading->game);
        status = format_records(reading, &records, error);
        if (status == TREY_OK) {
            free(reading->earlier_records);
            reading->earlier_records = records;
        }
    }
    cli_read_game_clear(&reading->game);
    return status;
}

/* Adds the last position to the game. A game that is watched ends where a position does
 * not follow, and another one begins there. */
static enum trey_status find_moves(const struct arguments *arguments, const char *file,
                                   struct reading *reading, char *line, size_t size_bytes,
                                   struct trey_error *error)
{
    struct cli_read_game *game = &reading->game;
    const size_t moves_before = game->observed.record.count;
    char reason[256];
    reading->moved = game->file == NULL;
    enum trey_status status = cli_read_game_add(game, file, &reading->last, reason,
                                                sizeof reason, &reading->fits, error);
    const char *what = reading->fits ? "" : "left out: ";
    reading->moved |= game->observed.record.count != moves_before;
    if (status == TREY_OK && !reading->fits && arguments->watch != NULL) {
        char first[64];
        what = "a new game begins: ";
        reading->moved = true;
        status = end_game(reading, error);
        if (status == TREY_OK)
            status = cli_read_game_add(game, file, &reading->last, first, sizeof first,
                                       &reading->fits, error);
    }
    snprintf(line, size_bytes, "%s%s", what, reason);
    return status;
}

/* Prints what the picture adds to the game. */
static int add_to_game(const struct arguments *arguments, const char *file,
                       struct reading *reading, json_t *object)
{
    char line[300] = "";
    struct trey_error error;
    const enum trey_status status =
        find_moves(arguments, file, reading, line, sizeof line, &error);
    if (object != NULL)
        json_object_set_new(object, "moves", json_string(cli_utf8(line)));
    else if (arguments->count > 1 || arguments->watch != NULL)
        printf("%s: %s\n", cli_shown(file), cli_shown(line));
    else if (arguments->advise)
        print_uncertain(&reading->last);
    else
        print_position(file, &reading->last);
    if (status != TREY_OK)
        return cli_fail(file, &error);
    return reading->fits ? 0 : CLI_FAILED;
}

static int handle_position(const struct arguments *arguments, const char *file,
                           const struct trey_picture_position *position,
                           struct reading *reading)
{
    json_t *object = arguments->json ? json_of_position(file, position) : NULL;
    int failed = 0;
    reading->moved = false;
    if (position->problem != TREY_PICTURE_FINE) {
        failed = cli_fail_text(file, "%s", trey_picture_problem_text(position->problem));
    } else {
        reading->last = *position;
        reading->any = true;
        failed = add_to_game(arguments, file, reading, object);
    }
    if (object != NULL && cli_print_json(object) != 0)
        failed = CLI_FAILED;
    return failed;
}

static int read_picture(const struct arguments *arguments, const char *file,
                        struct reading *reading)
{
    struct trey_picture_position position;
    if (read_file(file, &position) != 0)
        return CLI_FAILED;
    return handle_position(arguments, file, &position, reading);
}

/* The position to advise on: the end of the game, whose deck may be known, or the last
 * picture alone where it does not belong to the game. */
static enum trey_status find_position(const struct reading *reading,
                                      struct trey_guess *guess, struct trey_error *error)
{
    struct trey_view view = {.deck = TREY_DECK_UNKNOWN}, end;
    trey_picture_view(&reading->last, &view.rules, &view.board, &view.next);
    if (view.next == TREY_NEXT_HIDDEN && view.rules.hint != TREY_SHOW_NONE &&
        trey_rules_legal(&view.rules, view.board) != 0)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "the next tile was not found in the last picture; use trey "
                         "advise --board ... --next ...");
    if (reading->fits &&
        trey_record_replay(&reading->game.observed.record, false, &end, NULL) == TREY_OK)
        view = end;
    return trey_guess_make(&view.rules, view.board, view.next, view.deck, guess, error);
}

/* Loads the default player unless it is loaded for these rules. */
static enum trey_status load_adviser(const struct arguments *arguments,
                                     const struct trey_rules *rules,
                                     struct reading *reading, struct trey_error *error)
{
    if (reading->adviser.search != NULL && trey_rules_equal(rules, &reading->adviser_of))
        return TREY_OK;
    cli_adviser_clear(&reading->adviser);
    reading->adviser_of = *rules;
    return cli_adviser_load(&reading->adviser, rules, "default", &arguments->thinking, 0,
                            error);
}

/* Advice on the last position, by the default player. */
static int advise(const struct arguments *arguments, struct reading *reading)
{
    struct trey_guess guess;
    struct trey_error error;
    enum trey_status status = find_position(reading, &guess, &error);
    if (status == TREY_OK)
        status = load_adviser(arguments, &guess.views[0].rules, reading, &error);
    if (status != TREY_OK)
        return cli_fail(NULL, &error);
    const int failed = arguments->json ? cli_json_advice(&reading->adviser, &guess)
                                       : cli_print_advice(&reading->adviser, &guess);
    if (failed == 0)
        cli_adviser_warn(&reading->adviser);
    return failed;
}

/* Writes the records of all games, if there are any and --record was given. */
static int write_records(const struct arguments *arguments, const struct reading *reading)
{
    struct trey_error error;
    char *records = NULL;
    if (arguments->record == NULL ||
        (reading->game.file == NULL && reading->earlier_records == NULL))
        return 0;
    if (format_records(reading, &records, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    const int failed = cli_write_file(arguments->record, records, strlen(records));
    free(records);
    return failed;
}

/* --- pictures that appear in a directory
 * -------------------------------------------------- */

/* Prints a position that is new, and the advice; writes the record first, so that nothing
 * is lost if the process is killed. */
static int show_watched(const struct arguments *arguments, struct reading *reading)
{
    int failed = 0;
    /* Later pictures may correct a hint, and with it the deck. */
    trey_deck *deck = &reading->game.observed.record.start.deck;
    const trey_deck deck_before = *deck;
    if (!reading->moved)
        return 0;
    if (reading->game.file != NULL)
        cli_read_game_finish(&reading->game);
    if (!cli_is_standard(arguments->record))
        failed = write_records(arguments, reading);
    if (!arguments->json && !arguments->advise)
        print_position(NULL, &reading->last);
    else if (!arguments->json)
        print_uncertain(&reading->last);
    if (arguments->advise && advise(arguments, reading) != 0)
        failed = CLI_FAILED;
    *deck = deck_before;
    return failed;
}

/* Reads the pixels of a picture and frees them. */
static int read_watched(const struct arguments *arguments, const char *file,
                        struct trey_pixels *pixels, struct reading *reading)
{
    struct trey_picture_position position;
    struct trey_error error;
    const enum trey_status status = trey_picture_read(pixels, &position, &error);
    free((void *)(uintptr_t)pixels->rgba);
    if (status != TREY_OK)
        return cli_fail(file, &error);
    int failed = handle_position(arguments, file, &position, reading);
    if (show_watched(arguments, reading) != 0)
        failed = CLI_FAILED;
    return cli_finish() != 0 ? CLI_FAILED : failed;
}

/* Reads the pictures that appear in the directory until a signal comes or the directory
 * cannot be read. */
static int watch(const struct arguments *arguments, struct cli_watched_directory *watched,
                 struct reading *reading)
{
    const struct trey_cancel *cancel = cli_watch_signals();
    int failed = 0;
    if (arguments->json)
        failed =
            cli_print_json(json_pack("{s:s}", "watching", cli_utf8(arguments->watch)));
    else
        printf("Watching %s; Ctrl-C ends.\n", cli_shown(arguments->watch));
    if (cli_finish() != 0)
        return CLI_FAILED;
    for (bool more = true; more;) {
        char *file = NULL;
        struct trey_pixels pixels;
        struct trey_error error;
        if (cli_watched_next(watched, cancel, &file, &pixels, &error) != TREY_OK)
            failed = cli_fail(file != NULL ? file : arguments->watch, &error);
        else if (file != NULL && read_watched(arguments, file, &pixels, reading) != 0)
            failed = CLI_FAILED;
        more = file != NULL;
        free(file);
    }
    return failed;
}

int cmd_read(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .arguments = "FILE...\n--watch=DIRECTORY [FILE...]",
        .summary =
            "Reads the board and the announced tile from screenshots of the "
            "Threes! app, and the board of the 2048 page; PNG or JPEG. Several pictures "
            "in order become a game: "
            "the moves between them are found. With --watch the pictures are those "
            "that a phone or a script puts into a directory.",
        .notes = "A picture that cannot be read, or that does not follow from the one "
                 "before, is named; the exit status is then 1. With --watch a new "
                 "game begins where a picture does not follow.",
        .rows = option_rows,
        .check = check,
    };
    struct arguments arguments = {0};
    struct reading reading = {.any = false};
    struct cli_watched_directory *watched = NULL;
    struct trey_error error;
    cli_limit_nodes(&arguments.thinking, TREY_ADVICE_NODES);
    cli_parse(&syntax, argc, argv, &arguments);
    for (size_t i = 0; i < arguments.count; i++)
        if (cli_refuse_same(arguments.record, arguments.files[i]))
            return CLI_USAGE;
    if (cli_check_output(arguments.record, CLI_FILE_RECORDS, arguments.force) != 0)
        return CLI_FAILED;
    if (arguments.watch != NULL &&
        cli_watched_new(arguments.watch, &watched, &error) != TREY_OK)
        return cli_fail(arguments.watch, &error);
    cli_watch_json();
    int failed = 0;
    for (size_t i = 0; i < arguments.count; i++) {
        if (read_picture(&arguments, arguments.files[i], &reading) != 0 ||
            (watched != NULL && show_watched(&arguments, &reading) != 0))
            failed = CLI_FAILED;
    }
    if (watched != NULL && watch(&arguments, watched, &reading) != 0)
        failed = CLI_FAILED;
    if (reading.game.file != NULL)
        cli_read_game_finish(&reading.game);
    if (write_records(&arguments, &reading) != 0)
        failed = CLI_FAILED;
    if (watched == NULL && reading.any && arguments.advise &&
        advise(&arguments, &reading) != 0)
        failed = CLI_FAILED;
    cli_watched_free(watched);
    cli_adviser_clear(&reading.adviser);
    cli_read_game_clear(&reading.game);
    free(reading.earlier_records);
    return failed != 0 ? failed : cli_finish();
}
