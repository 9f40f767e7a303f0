/* trey render: draws a game as SVG pictures or as an HTML page that replays it. The game
 * is given by an input and a moves file of the known-sequence game, or by a record, which
 * may be a game of the archive. */
#include "commands.h"
#include "extras/render/render.h"
#include "os/os.h"
#include "output_files.h"
#include "record_file.h"
#include "rules_options.h"
#include "state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More than MANY_FILES files are only written if the user gives a range. */
enum { MANY_FILES = 100000, LAST_POSITION = 999999999 };

struct arguments {
    const char *input, *moves, *svg, *html, *title;
    size_t from, to, game;
    bool force;
    struct cli_rules_options rules; /* for records without rules */
};

#define TO(member) CLI_TO(struct arguments, member)

static const struct cli_option option_rows[] = {
    {"html", 0, "FILE", "write a self-contained HTML page that replays the game",
     CLI_TEXT, TO(html)},
    {"svg", 0, "DIR", "write a picture of every position: DIR/000000.svg, ...", CLI_TEXT,
     TO(svg), CLI_OUTPUT_DIRECTORY},
    {"from", 0, "N", "number of the first position to draw as SVG",
     CLI_WHOLE(0, LAST_POSITION), TO(from), CLI_DEFAULT("0"), .needs = "svg"},
    {"to", 0, "N", "number of the last position to draw as SVG (default: the last one)",
     CLI_WHOLE(0, LAST_POSITION), TO(to), .needs = "svg"},
    {"title", 0, "TEXT", "title of the page (default: the name of the file)", CLI_TEXT,
     TO(title), .needs = "html"},
    {"game", 0, "N", "number of the game in RECORD", CLI_WHOLE(1, LAST_POSITION),
     TO(game), CLI_DEFAULT("1")},
    {CLI_PART(cli_force_part), TO(force)},
    {CLI_HEADING("Rules of a record that does not contain them:")},
    {CLI_PART(cli_rules_part), TO(rules)},
    CLI_END,
};

static void check(struct cli_line *line, void *command)
{
    struct arguments *arguments = command;
    size_t count;
    const char *const *files = cli_arguments(line, &count);
    if (count > 2)
        cli_refuse(line, "unexpected argument '%s' after INPUT and MOVES", files[2]);
    if (count == 0)
        cli_refuse_missing(line);
    arguments->input = files[0];
    arguments->moves = files[1];
    if (arguments->svg == NULL && arguments->html == NULL)
        cli_refuse(line, "--html FILE or --svg DIR is required");
    if (arguments->moves != NULL &&
        cli_first_given(line, "game|" CLI_RULES_OPTIONS) != NULL)
        cli_refuse(line, "--game, --rules and options of the rules require a RECORD, "
                         "without MOVES");
    if (cli_is_standard(arguments->input) && cli_is_standard(arguments->moves))
        cli_refuse(line, "only one of INPUT and MOVES can be standard input");
    if (arguments->from > arguments->to)
        cli_refuse(line, "--from is after --to");
}

/* --- SVG -------------------------------------------------------------------------------
 */

/* Caption of a picture; a `direction` of -1 stands for the start position. */
enum { CAPTION_BYTES = 96 };
static void format_caption(char text[CAPTION_BYTES], size_t number, int direction,
                           uint64_t score)
{
    if (direction < 0)
        snprintf(text, CAPTION_BYTES, "start, score %llu", (unsigned long long)score);
    else
        snprintf(text, CAPTION_BYTES, "move %zu: %s, score %llu", number,
                 cli_direction_name(direction), (unsigned long long)score);
}

/* Returns 0 if a picture may be written there, else the exit status after a message. */
static int check_picture(const struct arguments *arguments, const char *path)
{
    if (arguments->moves != NULL && (cli_refuse_same(path, arguments->input) ||
                                     cli_refuse_same(path, arguments->moves)))
        return CLI_USAGE;
    return cli_check_output(path, CLI_FILE_PICTURE, arguments->force);
}

/* Writes a picture, which was rendered with this status, to DIR/NNNNNN.svg and frees its
 * text. Returns 0, or the exit status after a message. */
static int write_picture(const struct arguments *arguments, size_t number, char *text,
                         size_t size, enum trey_status status,
                         const struct trey_error *error)
{
    size_t room = strlen(arguments->svg) + 32;
    char *path = malloc(room);
    int failed = CLI_FAILED;
    if (path != NULL)
        snprintf(path, room, "%s/%06zu.svg", arguments->svg, number);
    if (path == NULL)
        cli_fail_memory();
    else if (status != TREY_OK)
        cli_fail(path, error);
    else if ((failed = check_picture(arguments, path)) == 0)
        failed = cli_write_file(path, text, size);
    free(path);
    trey_free(text);
    return failed;
}

/* Refuses ranges that contain no position or surprisingly many, and creates the directory
 * of the pictures. */
static int open_directory(const struct arguments *arguments, size_t moves)
{
    if (arguments->from > moves)
        return cli_fail_text(arguments->svg, "--from %zu is after the last position, %zu",
                             arguments->from, moves);
    size_t files = moves - arguments->from + 1;
    if (files > MANY_FILES && arguments->to == SIZE_MAX)
        return cli_fail_text(arguments->svg,
                             "would write %zu files; select a range with --from and --to",
                             files);
    if (trey_os_make_directory(arguments->svg, false) == 0 ||
        (errno == EEXIST && cli_is_directory(arguments->svg)))
        return 0;
    return cli_fail_text(arguments->svg, "cannot create the directory: %s",
                         strerror(errno));
}

static void print_count(const struct arguments *arguments, size_t files)
{
    if (!cli_is_standard(arguments->html))
        printf("%zu %s in %s\n", files, files == 1 ? "picture" : "pictures",
               cli_shown(arguments->svg));
}

struct drawing {
    const struct arguments *arguments;
    const struct trey_sequence *sequence;
    size_t files;
    int failed; /* which was reported */
};

static bool draw_position(void *context, const struct trey_position *position,
                          enum trey_direction direction,
                          const struct trey_wide *before_spawn, int spawn_cell)
{
    struct drawing *drawing = context;
    struct trey_error error;
    size_t number = position->moves, size = 0;
    char caption[CAPTION_BYTES], *text = NULL;
    (void)before_spawn;
    if (number < drawing->arguments->from)
        return true;
    if (number > drawing->arguments->to)
        return false;
    format_caption(caption, number, number == 0 ? -1 : (int)direction, position->score);
    size_t left = trey_sequence_count(drawing->sequence) - number;
    enum trey_status status = trey_render_svg(
        &position->board, caption, trey_sequence_tiles(drawing->sequence) + number, left,
        spawn_cell, &text, &size, &error);
    drawing->failed =
        write_picture(drawing->arguments, number, text, size, status, &error);
    drawing->files += !drawing->failed;
    return !drawing->failed;
}

static int draw_svg(const struct arguments *arguments,
                    const struct trey_sequence *sequence, const uint8_t *moves,
                    size_t count)
{
    struct trey_verdict verdict;
    struct drawing drawing = {.arguments = arguments, .sequence = sequence};
    trey_sequence_judge(sequence, moves, count, NULL, NULL, &verdict);
    int failed = open_directory(arguments, verdict.final.moves);
    if (failed)
        return failed;
    trey_sequence_judge(sequence, moves, count, draw_position, &drawing, &verdict);
    if (!drawing.failed)
        print_count(arguments, drawing.files);
    return drawing.failed;
}

/* --- HTML ------------------------------------------------------------------------------
 */

static int draw_html(const struct arguments *arguments,
                     const struct trey_sequence *sequence, const uint8_t *moves,
                     size_t count)
{
    struct trey_error error;
    char *text = NULL;
    size_t size = 0;
    const char *title = cli_page_title(arguments->title, arguments->input);
    if (trey_render_html(sequence, moves, count, title, &text, &size, &error) != TREY_OK)
        return cli_fail(NULL, &error);
    int failed = cli_write_file(arguments->html, text, size);
    trey_free(text);
    return failed;
}

/* --- records ---------------------------------------------------------------------------
 */

static int draw_view(const struct arguments *arguments, const struct trey_record *record,
                     const struct trey_view *views, size_t number)
{
    struct trey_error error;
    char caption[CAPTION_BYTES], *text = NULL;
    size_t size = 0;
    const struct trey_step *step = number > 0 ? &record->steps[number - 1] : NULL;
    format_caption(caption, number, step == NULL ? -1 : step->direction,
                   views[number].score);
    enum trey_status status = trey_render_view_svg(
        &views[number], caption, step == NULL ? -1 : step->cell, &text, &size, &error);
    return write_picture(arguments, number, text, size, status, &error);
}

static int draw_views(const struct arguments *arguments, const struct trey_record *record,
                      const struct trey_view *views)
{
    int failed = open_directory(arguments, record->count);
    size_t last = arguments->to < record->count ? arguments->to : record->count;
    for (size_t number = arguments->from; !failed && number <= last; number++)
        failed = draw_view(arguments, record, views, number);
    if (!failed)
        print_count(arguments, last - arguments->from + 1);
    return failed;
}

static int draw_record_file(const struct arguments *arguments)
{
    struct trey_record record = {0};
    struct trey_error error;
    struct trey_view *views = NULL;
    int failed =
        cli_read_record(arguments->input, arguments->game, &arguments->rules, &record);
    if (!failed) {
        views = calloc(record.count + 1, sizeof *views);
        if (views == NULL)
            failed = cli_fail_memory();
        else if (trey_review_views(&record, views, &error) != TREY_OK ||
                 trey_record_replay(&record, false, &views[record.count], &error) !=
                     TREY_OK)
            failed = cli_fail(arguments->input, &error);
    }
    if (!failed && arguments->svg != NULL)
        failed = draw_views(arguments, &record, views);
    if (!failed && arguments->html != NULL)
        failed = cli_write_record_page(&record, NULL, false,
                                       cli_page_title(arguments->title, arguments->input),
                                       arguments->html);
    free(views);
    trey_record_clear(&record);
    return failed ? failed : cli_finish();
}

/* Draws a record in a file or a game of the archive. */
static int draw_record(const struct arguments *arguments)
{
    struct arguments found = *arguments;
    char *path = cli_archive_find(arguments->input);
    found.input = path;
    int failed = path == NULL ? CLI_FAILED : cli_refuse_same(arguments->html, path);
    if (failed == 0)
        failed = draw_record_file(&found);
    free(path);
    return failed;
}

int cmd_render(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .arguments = "INPUT MOVES\nRECORD",
        .summary =
            "Draws the game of a moves file on an input file, or a recorded game, given "
            "by "
            "its file or by its number in trey games: as a page for a web browser, as a "
            "picture of every position, or both.",
        .notes = "The page opens at move N if #N is appended to its address.",
        .rows = option_rows,
        .check = check,
    };
    struct arguments arguments = {.to = SIZE_MAX};
    cli_parse(&syntax, argc, argv, &arguments);

    struct trey_error error;
    struct trey_sequence *sequence = NULL;
    uint8_t *moves = NULL;
    size_t count = 0;
    if (cli_refuse_same(arguments.html, arguments.input) ||
        cli_refuse_same(arguments.html, arguments.moves))
        return CLI_USAGE;
    if (cli_check_output(arguments.html, CLI_FILE_PAGE, arguments.force))
        return CLI_FAILED;
    if (arguments.moves == NULL)
        return draw_record(&arguments);
    if (cli_read_sequence(arguments.input, &sequence))
        return CLI_FAILED;
    int result = 0;
    if (trey_moves_read(arguments.moves, &moves, &count, &error) != TREY_OK)
        result = cli_fail(arguments.moves, &error);
    if (!result && arguments.svg != NULL)
        result = draw_svg(&arguments, sequence, moves, count);
    if (!result && arguments.html != NULL)
        result = draw_html(&arguments, sequence, moves, count);
    trey_free(moves);
    trey_sequence_free(sequence);
    return result ? result : cli_finish();
}
