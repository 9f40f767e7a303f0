/* The log, the line of progress and the summary of trey train. All show the share of
 * games that reached certain tiles: the log the seven largest tiles of the board, the
 * others four tiles that some games reach and others do not. The log is appended to, and
 * each row ends with the number of the training, so that a resumed training continues its
 * own log and no other. */
#include "train_output.h"
#include "base/error.h"
#include "learn/command.h"
#include "os/os.h"
#include "progress.h"
#include "rules_options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    REACH_COLUMNS = 4,
    LOG_COLUMNS = 7,
    FIRST_RANK = 3,
    MAX_RANK = 15,
    SIZE_TEXT = 32
};

/* Rank of the last column: about the largest that fits on a board of this size. In
 * Threes! a row of the ranks 3, 3, 4, 5, ... merges to the number of cells plus two, in
 * 2048 a row of 2, 2, 3, ... to the number plus one. With much luck bonus tiles lead
 * further; such a game counts in the last column. A board that starts with a boosted tile
 * may reach any rank. */
static int last_rank(const struct trey_rules *rules)
{
    const int cells = rules->shape.rows * rules->shape.cols;
    const int largest = cells + (rules->slide == TREY_SLIDE_THREES ? 2 : 1);
    return largest < MAX_RANK && rules->boost == 0 ? largest : MAX_RANK;
}

/* First rank of `columns` columns that end with last_rank. */
static int first_column_rank(const struct trey_rules *rules, int columns)
{
    const int first = last_rank(rules) - columns + 1;
    return first > FIRST_RANK ? first : FIRST_RANK;
}

/* First of the four ranks shown to the user, which some games reach and others do not.
 * They are lower for small boards and weak networks. */
static int first_rank(const struct trey_rules *rules,
                      const struct trey_learn_progress *progress)
{
    int rank = first_column_rank(rules, REACH_COLUMNS);
    while (rank > FIRST_RANK && progress->reach[rank] <= 0.98 &&
           progress->reach[rank + 1] <= 0.0)
        rank--;
    while (rank > FIRST_RANK && progress->reach[rank] < 0.98)
        rank--;
    return rank;
}

static void add_reach(struct cli_progress *line, const struct trey_rules *rules,
                      const struct trey_learn_progress *progress)
{
    const int first = first_rank(rules, progress), last = last_rank(rules);
    for (int rank = first; rank < first + REACH_COLUMNS && rank <= last; rank++)
        cli_progress_add(line, ", %" PRIu64 " %.1f%%", trey_rules_tile(rules, rank),
                         100.0 * progress->reach[rank]);
}

/* --- the log --------------------------------------------------------------------------
 */

static int fail_log(struct cli_train_log *log)
{
    fprintf(stderr, "%s: cannot write: %s\n", cli_shown(log->path), strerror(errno));
    log->failed = true;
    return CLI_FAILED;
}

enum { HEADING_BYTES = 512, ROW_BYTES = 4096, TRAINING_DIGITS = 16 };

static void format_heading(char text[HEADING_BYTES], const struct trey_rules *rules)
{
    int at = snprintf(text, HEADING_BYTES, "seconds,games,moves,mean");
    for (int rank = first_column_rank(rules, LOG_COLUMNS); rank <= last_rank(rules);
         rank++)
        at += snprintf(text + at, (size_t)(HEADING_BYTES - at), ",r%" PRIu64,
                       trey_rules_tile(rules, rank));
    snprintf(text + at, (size_t)(HEADING_BYTES - at),
             ",eval_mean,eval_low,eval_high,training\n");
}

/* True if a whole row ends with the number of this training. */
static bool is_row_of(const char *row, size_t size, uint64_t training)
{
    char end[TRAINING_DIGITS + 3];
    size_t length = (size_t)snprintf(end, sizeof end, ",%016" PRIx64 "\n", training);
    return size > length && memcmp(row + size - length, end, length) == 0;
}

/* Number of moves in a row: its third column. */
static uint64_t moves_of(const char *row)
{
    uint64_t moves = 0;
    return sscanf(row, "%*[^,],%*[^,],%" SCNu64, &moves) == 1 ? moves : UINT64_MAX;
}

/* Finds the offset of the first row with more moves than this: it and later rows, perhaps
 * an incomplete one, report work that was lost with its process. False if this is not a
 * log of the same training. */
static bool find_end_of_rows(const struct cli_train_log *log,
                             const struct trey_rules *rules, uint64_t moves, long *end)
{
    char line[ROW_BYTES], heading[HEADING_BYTES];
    size_t read = 0;
    bool same = true, cut = false;
    *end = 0;
    format_heading(heading, rules);
    for (; same && fgets(line, sizeof line, log->file) != NULL; read++) {
        const size_t size = strlen(line);
        const bool whole = size > 0 && line[size - 1] == '\n';
        if (size + 1 == sizeof line && !whole) /* too long for a row */
            same = false;
        else if (read == 0)
            same = strcmp(line, heading) == 0;
        else if (whole)
            same = is_row_of(line, size, log->training);
        cut = cut || !whole || (read > 0 && moves_of(line) > moves);
        *end += cut ? 0 : (long)size;
    }
    return same && !ferror(log->file);
}

/* Cuts the log after the last valid row; a log that may not be continued is not changed.
 */
static int cut_log(struct cli_train_log *log, const struct trey_rules *rules,
                   uint64_t moves, bool force)
{
    long end = 0;
    rewind(log->file);
    if (!find_end_of_rows(log, rules, moves, &end)) {
        end = 0;
        if (!force) {
            struct trey_error error;
            trey_fail(&error, TREY_ERR_INPUT, 0,
                      "exists and is not a log of this training; --force replaces it");
            return cli_fail_output(log->path, &error);
        }
    }
    if (fflush(log->file) != 0 ||
        trey_os_truncate(fileno(log->file), (uint64_t)end) != 0 ||
        fseek(log->file, 0, SEEK_END) != 0)
        return fail_log(log);
    return 0;
}

int cli_train_open_log(struct cli_train_log *log, const char *path,
                       struct trey_learner *learner, const struct trey_rules *rules,
                       bool force)
{
    struct stat about;
    char heading[HEADING_BYTES];
    struct trey_learn_progress progress;
    trey_learner_progress(learner, &progress);
    *log = (struct cli_train_log){.path = path,
                                  .rules = rules,
                                  .file = fopen(path, "a+"),
                                  .training = trey_learner_training(learner)};
    if (log->file == NULL)
        return fail_log(log);
    if (fstat(fileno(log->file), &about) == 0 && S_ISREG(about.st_mode) &&
        about.st_size > 0) {
        int failed = cut_log(log, rules, progress.slides, force);
        if (failed != 0)
            return failed;
        if (ftell(log->file) > 0)
            return 0;
    }
    format_heading(heading, rules);
    return fputs(heading, log->file) >= 0 && fflush(log->file) == 0 ? 0 : fail_log(log);
}

void cli_train_append_log(struct cli_train_log *log,
                          const struct trey_learn_progress *progress,
                          const struct trey_interval *eval)
{
    FILE *file = log->file;
    if (file == NULL || log->failed)
        return;
    fprintf(file, "%.1f,%" PRIu64 ",%" PRIu64 ",%.0f", progress->seconds, progress->games,
            progress->slides, progress->mean);
    for (int rank = first_column_rank(log->rules, LOG_COLUMNS);
         rank <= last_rank(log->rules); rank++)
        fprintf(file, ",%.4f", progress->reach[rank]);
    if (eval != NULL)
        fprintf(file, ",%.0f,%.0f,%.0f", eval->mean, eval->low, eval->high);
    else
        fputs(",,,", file);
    fprintf(file, ",%016" PRIx64 "\n", log->training);
    if (fflush(file) != 0)
        fail_log(log);
}

int cli_train_close_log(struct cli_train_log *log)
{
    if (log->file != NULL && fclose(log->file) != 0 && !log->failed)
        return fail_log(log);
    return log->failed ? CLI_FAILED : 0;
}

/* --- messages -------------------------------------------------------------------------
 */

void cli_train_show(const struct trey_rules *rules,
                    const struct trey_train_report *report)
{
    const struct trey_learn_progress *progress = &report->progress;
    struct cli_progress line = {0};
    cli_progress_add(&line, "%.0f s, %.0f s left, %" PRIu64 " games, mean %.0f",
                     progress->seconds, report->left_s, progress->games, progress->mean);
    add_reach(&line, rules, progress);
    cli_progress_add(&line, ", %.2f M moves/s", 1e-6 * report->slides_per_s);
    cli_progress_show(&line, stderr);
}

void cli_train_print_summary(FILE *out, const struct trey_rules *rules,
                             const struct trey_learn_progress *progress)
{
    if (progress->games == 0) {
        fputs("games        0\n", out);
        return;
    }
    fprintf(out,
            "games        %" PRIu64 "\nmoves        %" PRIu64 "\nseconds      %.0f\n",
            progress->games, progress->slides, progress->seconds);
    fprintf(out, "moves/s      %.2f million\n",
            progress->seconds > 0.0 ? 1e-6 * (double)progress->slides / progress->seconds
                                    : 0.0);
    struct cli_progress line = {0};
    cli_progress_add(&line, "last games   mean %.0f", progress->mean);
    add_reach(&line, rules, progress);
    fprintf(out, "%s\n", line.text);
}

static void format_size(char text[SIZE_TEXT], double bytes)
{
    const double kib = bytes / 1024.0;
    snprintf(text, SIZE_TEXT, kib < 1024.0 ? "%.1f KiB" : "%.1f MiB",
             kib < 1024.0 ? kib : kib / 1024.0);
}

static void print_size(const char *path)
{
    char text[SIZE_TEXT];
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return;
    format_size(text, (double)about.st_size);
    fprintf(stderr, " (%s)", text);
}

void cli_train_print_checkpoint(const char *checkpoint, double every_s, size_t max_bytes,
                                const struct trey_learn_progress *resumed)
{
    char text[SIZE_TEXT];
    format_size(text, (double)max_bytes);
    fprintf(stderr, "trey: checkpoint: %s", cli_shown(checkpoint));
    if (resumed != NULL) {
        print_size(checkpoint);
        fprintf(stderr, ", resumed after %" PRIu64 " games", resumed->games);
    }
    fprintf(stderr, "; written every %g minutes and at the end, at most %s\n",
            every_s / 60.0, text);
}

void cli_train_print_written(const struct trey_rules *rules, const char *network,
                             const char *checkpoint)
{
    char text[TREY_RULES_TEXT];
    fflush(stdout); /* these lines follow the summary, also in one file */
    cli_format_rules(rules, text, sizeof text);
    if (checkpoint != NULL) {
        fprintf(stderr, "trey: checkpoint written: %s", cli_shown(checkpoint));
        print_size(checkpoint);
        fputs("; the same command resumes the training\n", stderr);
    }
    if (cli_is_standard(network)) {
        fputs("trey: network written: standard output\n", stderr);
    } else if (network != NULL) {
        fprintf(stderr, "trey: network written: %s", cli_shown(network));
        print_size(network);
        fprintf(stderr, "; to play: trey selfplay --rules %s --player network:%s\n", text,
                cli_shown(network));
    }
}
