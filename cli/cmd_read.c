/* trey read: positions and games from screenshots. */
#include "advise_output.h"
#include "board_text.h"
#include "commands.h"
#include "output_files.h"
#include "picture_file.h"
#include "player_options.h"
#include "read_game.h"

#include <stdlib.h>
#include <string.h>

enum option_key {
    KEY_RECORD = 'o',
    KEY_JSON = 1000,
    KEY_ADVISE,
};

static const struct argp_option options[] = {
    {"record", KEY_RECORD, "FILE", 0, "write the game that the pictures show as a record",
     0},
    {"advise", KEY_ADVISE, NULL, 0, "give advice on the last position", 0},
    {"json", KEY_JSON, NULL, 0, "print one JSON object per picture", 0},
    {0},
};

struct arguments {
    struct cli_player_options thinking;
    char **files;
    int count;
    const char *record;
    bool json, advise, force;
};

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->thinking;
        state->child_inputs[1] = &arguments->force;
        return 0;
    case KEY_RECORD:
        arguments->record = text;
        return 0;
    case KEY_ADVISE:
        arguments->advise = true;
        return 0;
    case KEY_JSON:
        arguments->json = true;
        return 0;
    case ARGP_KEY_ARGS:
        arguments->files = state->argv + state->next;
        arguments->count = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "no picture given");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* --- output of one picture
 * ---------------------------------------------------------------
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

static void print_position(const char *file, const struct trey_picture_position *position,
                           const struct trey_view *view)
{
    char next[TREY_NEXT_TEXT];
    struct cli_board board;
    trey_next_format(&view->rules, view->next, next, sizeof next);
    printf("%s: %s, next %s\n", file,
           position->game == TREY_PICTURE_2048 ? "2048" : "Threes!", next);
    cli_board_of_view(view, -1, &board);
    cli_board_print(stdout, &board, CLI_PALETTE_GAME, cli_colours_of(stdout));
    print_uncertain(position);
}

static json_t *json_of_position(const char *file,
                                const struct trey_picture_position *position)
{
    static const char *const games[] = {"unknown", "threes", "2048"};
    json_t *object = json_object(), *board = json_array(), *confidence = json_array();
    json_t *corners = json_array();
    json_object_set_new(object, "file", json_string(file));
    json_object_set_new(object, "game", json_string(games[position->game]));
    if (position->problem != TREY_PICTURE_FINE)
        json_object_set_new(object, "problem",
                            json_string(trey_picture_problem_text(position->problem)));
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        const int rank = position->rank[cell];
        const uint64_t tile = position->game == TREY_PICTURE_2048
                                  ? (rank > 0 ? (uint64_t)1 << rank : 0)
                                  : (rank > 0 ? trey_tile_of_rank(rank) : 0);
        json_array_append_new(board,
                              rank < 0 ? json_null() : json_integer((json_int_t)tile));
        json_array_append_new(confidence, json_real((double)position->confidence[cell]));
    }
    for (int corner = 0; corner < 4; corner++) {
        json_t *point = json_array();
        json_array_append_new(point, json_real((double)position->corners[corner][0]));
        json_array_append_new(point, json_real((double)position->corners[corner][1]));
        json_array_append_new(corners, point);
    }
    if (position->game == TREY_PICTURE_UNKNOWN) {
        json_decref(board);
        json_decref(confidence);
        json_decref(corners);
        return object;
    }
    json_object_set_new(object, "board", board);
    json_object_set_new(object, "confidence", confidence);
    json_object_set_new(object, "corners", corners);
    json_object_set_new(object, "overall", json_real((double)position->overall));
    if (position->problem == TREY_PICTURE_FINE) {
        char next[TREY_NEXT_TEXT];
        struct trey_view view = {0};
        trey_picture_view(position, &view.rules, &view.board, &view.next);
        trey_next_format(&view.rules, view.next, next, sizeof next);
        json_object_set_new(object, "next", json_string(next));
        json_object_set_new(object, "nextConfidence",
                            json_real((double)position->next_confidence));
    }
    return object;
}

/* --- one picture, and all of them
 * -------------------------------------------------------- */

/* Reads a picture. Returns 0 with a position, of which *problem says if it is usable;
 * CLI_FAILED, which was printed, if there is no picture. */
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

/* Prints what the picture adds to the game. */
static int add_to_game(const struct arguments *arguments, const char *file,
                       const struct trey_picture_position *position,
                       struct cli_read_game *game, json_t *object)
{
    char line[300] = "";
    struct trey_error error;
    bool fits = true;
    if (cli_read_game_add(game, file, position, line, sizeof line, &fits, &error) !=
        TREY_OK)
        return cli_fail(file, &error);
    if (object != NULL)
        json_object_set_new(object, "moves", json_string(line));
    else if (arguments->count == 1 && !arguments->advise)
        print_position(file, position, &game->view);
    else if (arguments->count > 1)
        printf("%s: %s\n", file, line);
    else
        print_uncertain(position);
    if (!fits)
        return CLI_FAILED;
    return 0;
}

static int read_picture(const struct arguments *arguments, const char *file,
                        struct cli_read_game *game)
{
    struct trey_picture_position position;
    if (read_file(file, &position) != 0)
        return CLI_FAILED;
    json_t *object = arguments->json ? json_of_position(file, &position) : NULL;
    int failed = 0;
    if (position.problem != TREY_PICTURE_FINE)
        failed = report_problem(file, position.problem);
    else
        failed = add_to_game(arguments, file, &position, game, object);
    if (object != NULL && cli_print_json(object) != 0)
        failed = CLI_FAILED;
    return failed;
}

/* Advice on the last position, by the default player. */
static int advise(const struct arguments *arguments, const struct trey_view *view)
{
    struct trey_evaluator *evaluator = NULL;
    struct cli_adviser adviser = {.limits = arguments->thinking.how.limits};
    struct trey_guess guess;
    struct trey_error error;
    int failed = 0;
    if (trey_guess_make(&view->rules, view->board, view->next, view->deck, &guess,
                        &error) != TREY_OK ||
        trey_evaluator_named("default", view->rules.shape,
                             trey_eval_family_of(&view->rules), &evaluator,
                             &error) != TREY_OK ||
        trey_search_new(&view->rules, evaluator, arguments->thinking.how.table_bytes,
                        &adviser.search, &error) != TREY_OK) {
        failed = cli_fail(NULL, &error);
    } else {
        adviser.measure = trey_evaluator_counts_points(evaluator) ? CLI_MEASURE_LEARNED
                                                                  : CLI_MEASURE_OWN;
        failed = arguments->json ? cli_json_advice(&adviser, &guess)
                                 : cli_print_advice(&adviser, &guess);
    }
    trey_search_free(adviser.search);
    trey_evaluator_free(evaluator);
    return failed;
}

static int write_record(const struct arguments *arguments, struct cli_read_game *game)
{
    struct trey_error error;
    char *text = NULL;
    if (trey_record_format(&game->record, TREY_RECORD_JSON, &text, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    const size_t size = strlen(text);
    text[size] = '\n'; /* in place of the end: the text is written with its size */
    const int failed = cli_write_file(arguments->record, text, size + 1);
    trey_free(text);
    return failed;
}

int cmd_read(int argc, char **argv)
{
    static const struct argp_child children[] = {
        {&cli_player_argp, 0, "Limits of --advise (default: --time-ms 200):", 2},
        {&cli_force_argp, 0, NULL, 0},
        {0},
    };
    static const struct argp argp = {
        .options = options,
        .parser = parse_option,
        .children = children,
        .args_doc = "FILE...",
        .doc = "Reads the board and the announced tile from screenshots of the Threes! "
               "app, PNG or JPEG. Several pictures in order become a game: the moves "
               "between them are found.\vA picture that cannot be read, or that does not "
               "follow from the one before, is named; the exit status is then 1.",
    };
    struct arguments arguments = {0};
    struct cli_read_game game = {0};
    cli_think_for(&arguments.thinking, 0.2);
    argp_parse(&argp, argc, argv, 0, NULL, &arguments);
    if (cli_check_output(arguments.record, CLI_FILE_RECORDS, arguments.force) != 0)
        return CLI_FAILED;
    cli_watch_json();
    int failed = 0;
    for (int i = 0; i < arguments.count; i++) {
        if (read_picture(&arguments, arguments.files[i], &game) != 0)
            failed = CLI_FAILED;
    }
    cli_read_game_finish(&game);
    if (game.file == NULL)
        failed = CLI_FAILED;
    if (game.file != NULL && arguments.record != NULL &&
        write_record(&arguments, &game) != 0)
        failed = CLI_FAILED;
    if (game.file != NULL && arguments.advise && advise(&arguments, &game.view) != 0)
        failed = CLI_FAILED;
    cli_read_game_clear(&game);
    return failed != 0 ? failed : cli_finish();
}
