/* Runs many players on many inputs, each run in its own process. Windows has no fork():
 * there the runs follow each other in this process, and their memory is not measured.
 *
 * A child plays one game and writes one message to its pipe. The parent waits for pipes,
 * stores results, and starts the next run. The memory of a run is the peak that the
 * system reports for the child (ru_maxrss, in KiB on Linux). The player's tick checks
 * whether the parent still exists; if not, the child exits. */
#include "extras/baselines/compare.h"
#include "base/error.h"
#include "base/random.h"
#include "base/threads.h"
#include "extras/baselines/outcomes.h"
#include "os/clock.h"
#include "os/os.h"
#include "sequence/sequence.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(_WIN32) || defined(__wasi__)
#define NO_PROCESSES
#else
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#endif

enum { MAX_AT_ONCE = 256, LIMITS_SIZE = 64, FINGERPRINT_SIZE = 17, POLL_MS = 500 };

/* The message of a child. It fits in the buffer of a pipe, so one write suffices. */
struct message {
    enum trey_status status;
    struct trey_error error;
    struct trey_outcome outcome;
};

struct slot {
    pid_t pid; /* 0: free */
    int pipe;
    size_t run;
};

struct comparison {
    const struct trey_sequence_player *const *players;
    const struct trey_compare_input *inputs;
    size_t input_count, run_count, next;
    const struct trey_compare_options *options;
    struct trey_outcome *outcomes;
    struct slot slots[MAX_AT_ONCE];
    unsigned slot_count, busy;
    char limits[LIMITS_SIZE];
};

void trey_compare_defaults(struct trey_compare_options *options)
{
    *options = (struct trey_compare_options){.max_memory_bytes = (size_t)512 << 20};
}

/* --- the store -------------------------------------------------------------------------
 */

/* A 64-bit hash of the start board and the tiles, in hexadecimal. */
static void fingerprint(const struct trey_sequence *sequence, char text[FINGERPRINT_SIZE])
{
    uint64_t hash = sequence->count;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        hash = trey_mix64(hash ^ sequence->start.rank[cell]);
    for (size_t i = 0; i < sequence->count; i++)
        hash = trey_mix64(hash ^ sequence->tiles[i]);
    snprintf(text, FINGERPRINT_SIZE, "%016llx", (unsigned long long)hash);
}

static struct trey_outcome_key key_of(const struct comparison *comparison, size_t run,
                                      char input[FINGERPRINT_SIZE])
{
    fingerprint(comparison->inputs[run % comparison->input_count].sequence, input);
    return (struct trey_outcome_key){
        .player = comparison->players[run / comparison->input_count]->text,
        .input = input,
        .limits = comparison->limits,
    };
}

static void report_run(const struct comparison *comparison, size_t run, bool from_store)
{
    const struct trey_compare_options *options = comparison->options;
    if (options->report != NULL)
        options->report(options->report_context, run / comparison->input_count,
                        run % comparison->input_count, &comparison->outcomes[run],
                        from_store);
}

static enum trey_status find_stored(struct comparison *comparison,
                                    struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    for (size_t run = 0; run < comparison->run_count && status == TREY_OK; run++) {
        struct trey_outcome *outcome = &comparison->outcomes[run];
        *outcome = (struct trey_outcome){0};
        if (comparison->options->store == NULL)
            continue;
        char input[FINGERPRINT_SIZE];
        struct trey_outcome_key key = key_of(comparison, run, input);
        status = trey_outcome_find(comparison->options->store, &key, outcome, error);
        if (status == TREY_OK && outcome->done)
            report_run(comparison, run, true);
    }
    return status;
}

/* Reports a finished run and saves it in the store, if there is one. */
static enum trey_status save_outcome(struct comparison *comparison, size_t run,
                                     struct trey_error *error)
{
    report_run(comparison, run, false);
    if (comparison->options->store == NULL)
        return TREY_OK;
    char input[FINGERPRINT_SIZE];
    struct trey_outcome_key key = key_of(comparison, run, input);
    return trey_outcome_save(comparison->options->store, &key,
                             comparison->inputs[run % comparison->input_count].name,
                             &comparison->outcomes[run], error);
}

static bool is_cancelled(const struct comparison *comparison)
{
    return trey_cancel_raised(comparison->options->cancel);
}

static enum trey_status fail_run(const struct comparison *comparison, size_t run,
                                 enum trey_status status, const char *message,
                                 struct trey_error *error)
{
    return trey_fail(error, status, 0, "%.100s: %.120s",
                     comparison->players[run / comparison->input_count]->text, message);
}

#if defined(NO_PROCESSES)

static enum trey_status run_all(struct comparison *comparison, struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    struct trey_sequence_limits limits = {
        .time_limit_s = comparison->options->time_limit_s,
        .max_memory_bytes = comparison->options->max_memory_bytes,
    };
    for (size_t run = 0; run < comparison->run_count && status == TREY_OK; run++) {
        const struct trey_sequence_player *player =
            comparison->players[run / comparison->input_count];
        struct trey_error problem = {0};
        if (comparison->outcomes[run].done)
            continue;
        if (is_cancelled(comparison))
            return trey_fail(error, TREY_ERR_CANCELLED, 0, "interrupted");
        status = player->run(player,
                             comparison->inputs[run % comparison->input_count].sequence,
                             &limits, &comparison->outcomes[run], &problem);
        status = status == TREY_OK
                     ? save_outcome(comparison, run, error)
                     : fail_run(comparison, run, status, problem.message, error);
    }
    return status;
}

#else

/* --- the child -------------------------------------------------------------------------
 */

/* The tick of a run: exits if the parent is gone. */
static void exit_if_orphan(void *context)
{
    const pid_t *parent = context;
    if (getppid() != *parent)
        _exit(1);
}

static void play_run(const struct comparison *comparison, size_t run, int pipe,
                     pid_t parent)
{
    const struct trey_sequence_player *player =
        comparison->players[run / comparison->input_count];
    struct trey_sequence_limits limits = {
        .time_limit_s = comparison->options->time_limit_s,
        .max_memory_bytes = comparison->options->max_memory_bytes,
        .tick = exit_if_orphan,
        .tick_context = &parent,
    };
    struct message message;
    memset(&message, 0, sizeof message); /* its padding is written too */
    message.status =
        player->run(player, comparison->inputs[run % comparison->input_count].sequence,
                    &limits, &message.outcome, &message.error);
    message.outcome.peak_bytes = trey_os_peak_bytes();
    ssize_t written = write(pipe, &message, sizeof message);
    _exit(written == (ssize_t)sizeof message ? 0 : 1);
}

/* --- the parent ------------------------------------------------------------------------
 */

static enum trey_status start_run(struct comparison *comparison, struct slot *slot,
                                  size_t run, struct trey_error *error)
{
    int ends[2];
    if (pipe(ends) != 0)
        return trey_fail(error, TREY_ERR_IO, 0, "cannot create a pipe: %s",
                         strerror(errno));
    pid_t parent = getpid();
    pid_t pid = fork();
    if (pid < 0) {
        close(ends[0]);
        close(ends[1]);
        return trey_fail(error, TREY_ERR_IO, 0, "cannot start a process: %s",
                         strerror(errno));
    }
    if (pid == 0) {
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        close(ends[0]);
        play_run(comparison, run, ends[1], parent);
    }
    close(ends[1]);
    *slot = (struct slot){.pid = pid, .pipe = ends[0], .run = run};
    comparison->busy++;
    return TREY_OK;
}

static enum trey_status start_runs(struct comparison *comparison,
                                   struct trey_error *error)
{
    for (unsigned i = 0; i < comparison->slot_count; i++) {
        if (comparison->slots[i].pid != 0)
            continue;
        while (comparison->next < comparison->run_count &&
               comparison->outcomes[comparison->next].done)
            comparison->next++;
        if (comparison->next == comparison->run_count)
            return TREY_OK;
        enum trey_status status =
            start_run(comparison, &comparison->slots[i], comparison->next++, error);
        if (status != TREY_OK)
            return status;
    }
    return TREY_OK;
}

/* Waits for a child that has ended or is about to, and frees its slot. */
static void reap_child(struct comparison *comparison, struct slot *slot)
{
    close(slot->pipe);
    while (waitpid(slot->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    slot->pid = 0;
    comparison->busy--;
}

/* Reads the message of a child and saves its outcome. */
static enum trey_status collect_outcome(struct comparison *comparison, struct slot *slot,
                                        struct trey_error *error)
{
    struct message message;
    ssize_t size;
    do
        size = read(slot->pipe, &message, sizeof message);
    while (size < 0 && errno == EINTR);
    size_t run = slot->run;
    reap_child(comparison, slot);
    const char *player = comparison->players[run / comparison->input_count]->text;
    if (size != (ssize_t)sizeof message)
        return trey_fail(error, TREY_ERR_IO, 0,
                         "the run of %.120s ended without a result", player);
    if (message.status != TREY_OK)
        return fail_run(comparison, run, message.status, message.error.message, error);
    comparison->outcomes[run] = message.outcome;
    return save_outcome(comparison, run, error);
}

static enum trey_status wait_and_collect(struct comparison *comparison,
                                         struct trey_error *error)
{
    struct pollfd polled[MAX_AT_ONCE];
    for (unsigned i = 0; i < comparison->slot_count; i++)
        polled[i] = (struct pollfd){
            .fd = comparison->slots[i].pid != 0 ? comparison->slots[i].pipe : -1,
            .events = POLLIN,
        };
    if (poll(polled, comparison->slot_count, POLL_MS) <= 0)
        return TREY_OK; /* timeout or signal */
    enum trey_status status = TREY_OK;
    for (unsigned i = 0; i < comparison->slot_count && status == TREY_OK; i++)
        if (comparison->slots[i].pid != 0 && polled[i].revents != 0)
            status = collect_outcome(comparison, &comparison->slots[i], error);
    return status;
}

static void end_children(struct comparison *comparison)
{
    for (unsigned i = 0; i < comparison->slot_count; i++) {
        if (comparison->slots[i].pid == 0)
            continue;
        kill(comparison->slots[i].pid, SIGTERM);
        reap_child(comparison, &comparison->slots[i]);
    }
}

static enum trey_status run_all(struct comparison *comparison, struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    while (status == TREY_OK) {
        if (is_cancelled(comparison))
            status = trey_fail(error, TREY_ERR_CANCELLED, 0, "interrupted");
        if (status == TREY_OK)
            status = start_runs(comparison, error);
        if (status == TREY_OK && comparison->busy == 0)
            break;
        if (status == TREY_OK)
            status = wait_and_collect(comparison, error);
    }
    end_children(comparison);
    return status;
}

#endif

enum trey_status trey_compare_run(const struct trey_sequence_player *const *players,
                                  size_t player_count,
                                  const struct trey_compare_input *inputs,
                                  size_t input_count,
                                  const struct trey_compare_options *options,
                                  struct trey_outcome *outcomes, struct trey_error *error)
{
    unsigned at_once =
        options->runs_at_once != 0 ? options->runs_at_once : trey_processors();
    struct comparison comparison = {
        .players = players,
        .inputs = inputs,
        .input_count = input_count,
        .run_count = player_count * input_count,
        .options = options,
        .outcomes = outcomes,
        .slot_count = at_once < MAX_AT_ONCE ? at_once : MAX_AT_ONCE,
    };
    snprintf(comparison.limits, sizeof comparison.limits, "time=%g,memory=%zu",
             options->time_limit_s, options->max_memory_bytes);
    enum trey_status status = find_stored(&comparison, error);
    return status == TREY_OK ? run_all(&comparison, error) : status;
}
