#include "train_output.h"
#include "progress.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The four largest tiles that tell something, and how many of the last games made them:
 * 384 to 3072 of a beginner, and up to three more for who gets there. */
static int first_rank(const struct trey_learn_progress *progress)
{
    int rank = 10;
    while (rank < 12 && progress->reach[rank] > 0.98)
        rank++;
    return rank;
}

static void add_reach(struct cli_progress *line, const struct trey_rules *rules,
                      const struct trey_learn_progress *progress)
{
    int first = first_rank(progress);
    for (int rank = first; rank < first + 4; rank++)
        cli_progress_add(line, ", %" PRIu64 " %.1f%%", trey_rules_tile(rules, rank),
                         100.0 * progress->reach[rank]);
}

/* --- the log --------------------------------------------------------------------------
 */

static int fail_log(struct cli_train_log *log)
{
    fprintf(stderr, "%s: cannot write: %s\n", log->path, strerror(errno));
    log->failed = true;
    return CLI_FAILED;
}

/* Where rows end that are of the training that `seconds` were come to: behind it are rows
 * of work that was lost with its process, perhaps half a row. */
static long end_of_rows(FILE *file, double seconds)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    long end = 0;
    for (bool head = true; (size = getline(&line, &room, file)) > 0; head = false) {
        if (line[size - 1] != '\n' || (!head && strtod(line, NULL) > seconds + 0.05))
            break;
        end += size;
    }
    free(line);
    return end;
}

static void write_head(FILE *file, const struct trey_rules *rules)
{
    fputs("seconds,games,moves,mean", file);
    for (int rank = 9; rank < 16; rank++)
        fprintf(file, ",r%" PRIu64, trey_rules_tile(rules, rank));
    fputs(",eval_mean,eval_low,eval_high\n", file);
}

int cli_train_open_log(struct cli_train_log *log, const char *path,
                       const struct trey_rules *rules,
                       const struct trey_learn_progress *restored)
{
    struct stat about;
    *log = (struct cli_train_log){.path = path, .file = fopen(path, "a+")};
    if (log->file == NULL)
        return fail_log(log);
    if (fstat(fileno(log->file), &about) == 0 && S_ISREG(about.st_mode)) {
        long end = about.st_size;
        if (restored != NULL) {
            rewind(log->file);
            end = end_of_rows(log->file, restored->seconds);
        }
        if (fflush(log->file) != 0 || ftruncate(fileno(log->file), end) != 0 ||
            fseek(log->file, 0, SEEK_END) != 0)
            return fail_log(log);
        if (end > 0)
            return 0;
    }
    write_head(log->file, rules);
    return fflush(log->file) == 0 ? 0 : fail_log(log);
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
    for (int rank = 9; rank < 16; rank++)
        fprintf(file, ",%.4f", progress->reach[rank]);
    if (eval != NULL)
        fprintf(file, ",%.0f,%.0f,%.0f\n", eval->mean, eval->low, eval->high);
    else
        fputs(",,,\n", file);
    if (fflush(file) != 0)
        fail_log(log);
}

int cli_train_close_log(struct cli_train_log *log)
{
    if (log->file != NULL && fclose(log->file) != 0 && !log->failed)
        return fail_log(log);
    return log->failed ? CLI_FAILED : 0;
}

/* --- for people -----------------------------------------------------------------------
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

void cli_train_print_summary(const struct trey_rules *rules,
                             const struct trey_learn_progress *progress)
{
    printf("games        %" PRIu64 "\nmoves        %" PRIu64 "\nseconds      %.0f\n",
           progress->games, progress->slides, progress->seconds);
    printf("moves/s      %.2f million\n",
           progress->seconds > 0.0 ? 1e-6 * (double)progress->slides / progress->seconds
                                   : 0.0);
    struct cli_progress line = {0};
    cli_progress_add(&line, "last games   mean %.0f", progress->mean);
    add_reach(&line, rules, progress);
    puts(line.text);
}
