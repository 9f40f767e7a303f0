/* Distributes games over processes: the k-th game still to be played is assigned to
 * process k mod count.
 *
 * Seed and number determine a game, so no message is needed before it. Finished games are
 * sent to process 0, which stores them, reports them in the order of numbers and sums
 * them up as if it had played them itself; so it alone has a store and writes files. MPI
 * may only be used by the thread that initialised it: that one polls for messages every
 * few milliseconds, while another plays with the requested number of threads. */
#include "players/distribute.h"
#include "base/error.h"
#include "mpi/processes.h"
#include "players/player_key.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum kind {
    GAME, /* to 0: struct game_message, then the record as text with its zero, if there is
             one */
    FINAL_STATUS, /* to 0: struct final_status; all games of the sender are sent */
    STOP,         /* from 0: stop playing */
    ACK,          /* from 0: a GAME was processed */
    DONE,         /* from 0: all processes have finished */
};

/* All processes run the same program on the same kind of machine. */
struct game_message {
    uint64_t index;
    struct trey_game_result result;
};

struct final_status {
    enum trey_status status;
    struct trey_error error;
};

enum {
    MAX_UNACKNOWLEDGED =
        256,            /* messages from a process that process 0 has not acknowledged */
    MAX_WAITING = 1024, /* games in the send queue of a process */
    POLL_MS = 4
};

/* A game in the send queue. */
struct trey_queued_game {
    struct trey_queued_game *next;
    size_t size;
    struct game_message header;
    char text[];
};

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/* --- assigning games -----------------------------------------------------------------
 */

/* A file of the same name may differ on another machine. */
static enum trey_status compare_players(struct trey_games *games,
                                        struct trey_error *error)
{
    struct trey_processes *processes = games->options->processes;
    char *key = NULL, first[1024] = "";
    enum trey_status status = trey_player_key(games->player, &games->options->rules,
                                              games->player_options, &key, error);
    if (status == TREY_OK && trey_process_index(processes) == 0)
        strncpy(first, key, sizeof first - 1);
    trey_processes_broadcast(processes, 0, first, sizeof first);
    if (status == TREY_OK && strncmp(first, key, sizeof first - 1) != 0)
        status = trey_fail(error, TREY_ERR_INPUT, 0,
                           "%.80s is a different player here than at process 0",
                           games->player);
    free(key);
    return status;
}

/* Sets one byte per game: 1 if it is still to be played. Process 0 knows. */
static enum trey_status mark_unplayed_games(struct trey_games *games, uint8_t *left,
                                            struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    size_t count = (size_t)games->options->games;
    for (size_t i = 0; status == TREY_OK && i < count; i++) {
        status =
            games->options->store != NULL ? trey_games_find(games, i, error) : TREY_OK;
        left[i] = !games->results[i].done;
    }
    return status;
}

static enum trey_status assign_games(struct trey_games *games, struct trey_error *error)
{
    struct trey_processes *processes = games->options->processes;
    size_t count = (size_t)games->options->games, turn = 0;
    uint8_t *left = malloc(count + 1);
    games->assigned = malloc((count + 1) * sizeof *games->assigned);
    enum trey_status status = TREY_OK;
    if (left == NULL || games->assigned == NULL)
        status = trey_fail_memory(error, (count + 1) * sizeof *games->assigned);
    else if (trey_process_index(processes) == 0)
        status = mark_unplayed_games(games, left, error);
    status = trey_processes_agree(processes, status, error);
    if (status == TREY_OK)
        trey_processes_broadcast(processes, 0, left, count);
    for (size_t i = 0; status == TREY_OK && i < count; i++)
        if (left[i] &&
            turn++ % trey_process_count(processes) == trey_process_index(processes))
            games->assigned[games->assigned_count++] = i;
    free(left);
    return status;
}

/* --- send queue ----------------------------------------------------------------------
 */

static struct trey_queued_game *make_queued_game(const struct trey_games *games,
                                                 size_t index, const char *text)
{
    size_t size = text != NULL ? strlen(text) + 1 : 0;
    struct trey_queued_game *queued = malloc(sizeof *queued + size);
    if (queued == NULL)
        return NULL;
    queued->next = NULL;
    queued->size = size;
    queued->header =
        (struct game_message){.index = index, .result = games->results[index]};
    if (size > 0)
        memcpy(queued->text, text, size);
    return queued;
}

void trey_games_submit(struct trey_games *games, size_t index,
                       const struct trey_record *record, enum trey_status status,
                       struct trey_error *error)
{
    char *text = NULL;
    struct trey_queued_game *queued = NULL;
    if (status == TREY_OK && games->results[index].done && record != NULL)
        status = trey_record_format(record, TREY_RECORD_JSON, &text, error);
    if (status == TREY_OK && games->results[index].done &&
        (queued = make_queued_game(games, index, text)) == NULL)
        status = trey_fail_memory(error, sizeof *queued);
    free(text);
    pthread_mutex_lock(&games->lock);
    while (games->send_queue_count > MAX_WAITING && !trey_games_stopped(games)) {
        pthread_mutex_unlock(&games->lock);
        sleep_ms(POLL_MS);
        pthread_mutex_lock(&games->lock);
    }
    if (status != TREY_OK)
        trey_games_fail(games, status, error);
    if (queued != NULL) {
        queued->next = games->send_queue;
        games->send_queue = queued;
        games->send_queue_count++;
    }
    pthread_mutex_unlock(&games->lock);
}

/* Takes a game from the queue, in no particular order; NULL if it is empty. */
static struct trey_queued_game *dequeue_game(struct trey_games *games)
{
    pthread_mutex_lock(&games->lock);
    struct trey_queued_game *queued = games->send_queue;
    if (queued != NULL) {
        games->send_queue = queued->next;
        games->send_queue_count--;
    }
    pthread_mutex_unlock(&games->lock);
    return queued;
}

/* --- message exchange ----------------------------------------------------------------
 */

/* The state of the thread that exchanges messages. */
struct coordinator {
    struct trey_games *games;
    struct trey_processes *processes;
    void (*play)(void *context);
    void *context;
    atomic_bool played; /* this process has played all its games */
    unsigned unacknowledged, finished_processes;
    bool stop_sent, done;
};

static void fail_run(struct coordinator *coordinator, enum trey_status status,
                     const struct trey_error *error)
{
    pthread_mutex_lock(&coordinator->games->lock);
    trey_games_fail(coordinator->games, status, error);
    pthread_mutex_unlock(&coordinator->games->lock);
}

static void send_message(struct coordinator *coordinator, unsigned to, enum kind kind,
                         const void *bytes, size_t size)
{
    struct trey_error error;
    enum trey_status status =
        trey_message_send(coordinator->processes, to, (int)kind, bytes, size, &error);
    if (status != TREY_OK)
        fail_run(coordinator, status, &error);
}

static void send_all(struct coordinator *coordinator, enum kind kind)
{
    for (unsigned to = 1; to < trey_process_count(coordinator->processes); to++)
        send_message(coordinator, to, kind, NULL, 0);
}

/* Processes a received game as if it had been played here. */
static void receive_game(struct coordinator *coordinator,
                         const struct trey_message *message)
{
    struct trey_games *games = coordinator->games;
    struct trey_error error;
    struct trey_record *record = NULL;
    enum trey_status status = TREY_OK;
    struct game_message header;
    memcpy(&header, message->bytes, sizeof header);
    games->results[header.index] = header.result;
    if (message->size > sizeof header) {
        record = calloc(1, sizeof *record);
        status = record == NULL
                     ? trey_fail_memory(&error, sizeof *record)
                     : trey_record_parse((char *)message->bytes + sizeof header, NULL,
                                         record, &error);
    }
    trey_games_over(games, (size_t)header.index, record, true, status, &error);
    send_message(coordinator, message->from, ACK, NULL, 0);
}

static void receive_final_status(struct coordinator *coordinator,
                                 const struct trey_message *message)
{
    struct final_status final_status;
    struct trey_error error;
    memcpy(&final_status, message->bytes, sizeof final_status);
    coordinator->finished_processes++;
    if (final_status.status == TREY_OK)
        return;
    trey_fail(&error, final_status.status, final_status.error.line, "process %u: %.220s",
              message->from, final_status.error.message);
    fail_run(coordinator, final_status.status,
             final_status.status == TREY_ERR_CANCELLED ? &final_status.error : &error);
}

static void receive_message(struct coordinator *coordinator)
{
    struct trey_message message;
    struct trey_error error;
    bool received = true;
    while (received) {
        enum trey_status status =
            trey_message_receive(coordinator->processes, &message, &received, &error);
        if (status != TREY_OK)
            fail_run(coordinator, status, &error);
        if (!received)
            return;
        switch ((enum kind)message.kind) {
        case GAME:
            receive_game(coordinator, &message);
            break;
        case FINAL_STATUS:
            receive_final_status(coordinator, &message);
            break;
        case STOP:
            atomic_store(&coordinator->games->stop, true);
            break;
        case ACK:
            coordinator->unacknowledged--;
            break;
        case DONE:
            coordinator->done = true;
            break;
        }
        free(message.bytes);
    }
}

/* Process 0: receives until all processes have played. */
static void receive_all_games(struct coordinator *coordinator)
{
    for (bool all = false; !all; sleep_ms(POLL_MS)) {
        all = atomic_load(&coordinator->played) &&
              coordinator->finished_processes + 1 ==
                  trey_process_count(coordinator->processes);
        receive_message(coordinator);
        if (trey_games_stopped(coordinator->games) && !coordinator->stop_sent) {
            send_all(coordinator, STOP);
            coordinator->stop_sent = true;
        }
    }
    send_all(coordinator, DONE);
}

static void send_games(struct coordinator *coordinator)
{
    struct trey_queued_game *queued;
    while (coordinator->unacknowledged < MAX_UNACKNOWLEDGED &&
           (queued = dequeue_game(coordinator->games)) != NULL) {
        send_message(coordinator, 0, GAME,
                     (char *)queued + offsetof(struct trey_queued_game, header),
                     sizeof queued->header + queued->size);
        coordinator->unacknowledged++;
        free(queued);
    }
}

/* Other processes: sends until process 0 has all games, then waits for DONE. */
static void send_all_games(struct coordinator *coordinator)
{
    struct trey_games *games = coordinator->games;
    struct final_status final_status = {.status = TREY_OK};
    for (bool all = false; !all; sleep_ms(POLL_MS)) {
        bool played = atomic_load(&coordinator->played);
        receive_message(coordinator);
        send_games(coordinator);
        all = played && games->send_queue == NULL;
    }
    if (games->status != TREY_OK)
        final_status = (struct final_status){games->status, games->error};
    else if (trey_cancel_raised(games->options->cancel))
        final_status.status =
            trey_fail(&final_status.error, TREY_ERR_CANCELLED, 0, "cancelled");
    send_message(coordinator, 0, FINAL_STATUS, &final_status, sizeof final_status);
    for (; !coordinator->done; sleep_ms(POLL_MS))
        receive_message(coordinator);
}

static void *run_games(void *context)
{
    struct coordinator *coordinator = context;
    coordinator->play(coordinator->context);
    atomic_store(&coordinator->played, true);
    return NULL;
}

enum trey_status trey_games_distribute(struct trey_games *games, enum trey_status status,
                                       void (*play)(void *context), void *context,
                                       struct trey_error *error)
{
    struct trey_processes *processes = games->options->processes;
    struct coordinator coordinator = {
        .games = games, .processes = processes, .play = play, .context = context};
    pthread_t thread;
    status = trey_processes_agree(processes, status, error);
    if (status == TREY_OK && games->options->evaluator == NULL)
        status = trey_processes_agree(processes, compare_players(games, error), error);
    if (status == TREY_OK)
        status = assign_games(games, error);
    if (status != TREY_OK)
        return status;
    bool started = pthread_create(&thread, NULL, run_games, &coordinator) == 0;
    if (!started) {
        trey_fail(error, TREY_ERR_MEMORY, 0, "cannot create a thread");
        fail_run(&coordinator, TREY_ERR_MEMORY, error);
        atomic_store(&coordinator.played, true);
    }
    if (trey_process_index(processes) == 0)
        receive_all_games(&coordinator);
    else
        send_all_games(&coordinator);
    if (started)
        pthread_join(thread, NULL);
    return TREY_OK;
}
