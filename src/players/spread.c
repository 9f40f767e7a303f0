/* Games dealt to processes: the k-th that is still to be played is process k mod count's.
 *
 * A game is decided by seed and number, so nothing has to be said before it. What is
 * finished is handed in to process 0, in messages; process 0 keeps it, tells it in the
 * order of numbers and sums it up as if it had played it itself, so it alone has a store
 * and writes files. MPI is for the thread that began it: that one minds the messages,
 * looking for them every few milliseconds, while another plays with all the threads that
 * were asked for. */
#include "players/spread.h"
#include "base/error.h"
#include "mpi/processes.h"
#include "players/key.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum kind {
    GAME, /* to 0: struct handed, and the record as text with its zero, if there is one */
    FINAL_STATUS, /* to 0: struct final_status */
    STOP,         /* from 0: play no more */
    ACK,          /* from 0: a GAME was dealt with */
    DONE,         /* from 0: all are over */
};

/* All processes run the same program on the same kind of machine. */
struct handed {
    uint64_t index;
    struct trey_game_result result;
};

struct final_status {
    enum trey_status status;
    struct trey_error error;
};

enum {
    MAX_UNACKNOWLEDGED =
        256,            /* messages from a process that process 0 has not dealt with */
    MAX_WAITING = 1024, /* games that a process keeps until they may go */
    POLL_MS = 4
};

/* A game that waits to be sent. */
struct trey_handed {
    struct trey_handed *next;
    size_t size;
    struct handed head;
    char text[];
};

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/* --- what is to be played --------------------------------------------------------------
 */

/* The same file by name may hold something else on another machine. */
static enum trey_status compare_players(struct trey_games *games,
                                        struct trey_error *error)
{
    struct trey_processes *processes = games->options->processes;
    char *key = NULL, first[1024] = "";
    enum trey_status status =
        trey_player_key(games->player, &games->options->rules, games->how, &key, error);
    if (status == TREY_OK && trey_process_index(processes) == 0)
        strncpy(first, key, sizeof first - 1);
    trey_processes_broadcast(processes, 0, first, sizeof first);
    if (status == TREY_OK && strncmp(first, key, sizeof first - 1) != 0)
        status =
            trey_fail(error, TREY_ERR_INPUT, 0,
                      "%.80s is a different player here than at process 0", games->player);
    free(key);
    return status;
}

/* One byte a game: whether it is still to be played. Process 0 knows. */
static enum trey_status find_unplayed_games(struct trey_games *games, uint8_t *left,
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
    games->deal = malloc((count + 1) * sizeof *games->deal);
    enum trey_status status = TREY_OK;
    if (left == NULL || games->deal == NULL)
        status = trey_fail_memory(error, (count + 1) * sizeof *games->deal);
    else if (trey_process_index(processes) == 0)
        status = find_unplayed_games(games, left, error);
    status = trey_processes_agree(processes, status, error);
    if (status == TREY_OK)
        trey_processes_broadcast(processes, 0, left, count);
    for (size_t i = 0; status == TREY_OK && i < count; i++)
        if (left[i] &&
            turn++ % trey_process_count(processes) == trey_process_index(processes))
            games->deal[games->deal_count++] = i;
    free(left);
    return status;
}

/* --- handing in ------------------------------------------------------------------------
 */

static struct trey_handed *wrap(const struct trey_games *games, size_t index,
                                const char *text)
{
    size_t size = text != NULL ? strlen(text) + 1 : 0;
    struct trey_handed *handed = malloc(sizeof *handed + size);
    if (handed == NULL)
        return NULL;
    handed->next = NULL;
    handed->size = size;
    handed->head = (struct handed){.index = index, .result = games->results[index]};
    if (size > 0)
        memcpy(handed->text, text, size);
    return handed;
}

void trey_games_hand_in(struct trey_games *games, size_t index,
                        const struct trey_record *record, enum trey_status status,
                        struct trey_error *error)
{
    char *text = NULL;
    struct trey_handed *handed = NULL;
    if (status == TREY_OK && games->results[index].done && record != NULL)
        status = trey_record_format(record, TREY_RECORD_JSON, &text, error);
    if (status == TREY_OK && games->results[index].done &&
        (handed = wrap(games, index, text)) == NULL)
        status = trey_fail_memory(error, sizeof *handed);
    free(text);
    pthread_mutex_lock(&games->lock);
    while (games->handed_count > MAX_WAITING && !trey_games_stopped(games)) {
        pthread_mutex_unlock(&games->lock);
        sleep_ms(POLL_MS);
        pthread_mutex_lock(&games->lock);
    }
    if (status != TREY_OK)
        trey_games_fail(games, status, error);
    if (handed != NULL) {
        handed->next = games->handed;
        games->handed = handed;
        games->handed_count++;
    }
    pthread_mutex_unlock(&games->lock);
}

/* The next game to send, of no order; NULL if there is none. */
static struct trey_handed *take_handed(struct trey_games *games)
{
    pthread_mutex_lock(&games->lock);
    struct trey_handed *handed = games->handed;
    if (handed != NULL) {
        games->handed = handed->next;
        games->handed_count--;
    }
    pthread_mutex_unlock(&games->lock);
    return handed;
}

/* --- the messages
 * -----------------------------------------------------------------------
 */

/* A run as the thread that minds the messages sees it. */
struct coordinator {
    struct trey_games *games;
    struct trey_processes *processes;
    void (*play)(void *context);
    void *context;
    atomic_bool played; /* by this process: all that was dealt to it */
    unsigned unacknowledged, finished_processes;
    bool stop_sent, done;
};

static void fail(struct coordinator *coordinator, enum trey_status status,
                 const struct trey_error *error)
{
    pthread_mutex_lock(&coordinator->games->lock);
    trey_games_fail(coordinator->games, status, error);
    pthread_mutex_unlock(&coordinator->games->lock);
}

static void send(struct coordinator *coordinator, unsigned to, enum kind kind,
                 const void *bytes, size_t size)
{
    struct trey_error error;
    enum trey_status status =
        trey_message_send(coordinator->processes, to, (int)kind, bytes, size, &error);
    if (status != TREY_OK)
        fail(coordinator, status, &error);
}

static void send_all(struct coordinator *coordinator, enum kind kind)
{
    for (unsigned to = 1; to < trey_process_count(coordinator->processes); to++)
        send(coordinator, to, kind, NULL, 0);
}

/* As if it had been played here. */
static void receive_game(struct coordinator *coordinator,
                         const struct trey_message *message)
{
    struct trey_games *games = coordinator->games;
    struct trey_error error;
    struct trey_record *record = NULL;
    enum trey_status status = TREY_OK;
    struct handed head;
    memcpy(&head, message->bytes, sizeof head);
    games->results[head.index] = head.result;
    if (message->size > sizeof head) {
        record = calloc(1, sizeof *record);
        status = record == NULL ? trey_fail_memory(&error, sizeof *record)
                                : trey_record_parse((char *)message->bytes + sizeof head,
                                                    NULL, record, &error);
    }
    trey_games_over(games, (size_t)head.index, record, true, status, &error);
    send(coordinator, message->from, ACK, NULL, 0);
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
    fail(coordinator, final_status.status,
         final_status.status == TREY_ERR_CANCELLED ? &final_status.error : &error);
}

static void receive(struct coordinator *coordinator)
{
    struct trey_message message;
    struct trey_error error;
    bool taken = true;
    while (taken) {
        enum trey_status status =
            trey_message_receive(coordinator->processes, &message, &taken, &error);
        if (status != TREY_OK)
            fail(coordinator, status, &error);
        if (!taken)
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

/* Process 0: until all have played. */
static void receive_all_games(struct coordinator *coordinator)
{
    for (bool all = false; !all; sleep_ms(POLL_MS)) {
        all = atomic_load(&coordinator->played) &&
              coordinator->finished_processes + 1 ==
                  trey_process_count(coordinator->processes);
        receive(coordinator);
        if (trey_games_stopped(coordinator->games) && !coordinator->stop_sent) {
            send_all(coordinator, STOP);
            coordinator->stop_sent = true;
        }
    }
    send_all(coordinator, DONE);
}

static void send_games(struct coordinator *coordinator)
{
    struct trey_handed *handed;
    while (coordinator->unacknowledged < MAX_UNACKNOWLEDGED &&
           (handed = take_handed(coordinator->games)) != NULL) {
        send(coordinator, 0, GAME, (char *)handed + offsetof(struct trey_handed, head),
             sizeof handed->head + handed->size);
        coordinator->unacknowledged++;
        free(handed);
    }
}

/* Another process: until all that it has played is with process 0, and process 0 lets it
 * go. */
static void send_all_games(struct coordinator *coordinator)
{
    struct trey_games *games = coordinator->games;
    struct final_status final_status = {.status = TREY_OK};
    for (bool all = false; !all; sleep_ms(POLL_MS)) {
        bool played = atomic_load(&coordinator->played);
        receive(coordinator);
        send_games(coordinator);
        all = played && games->handed == NULL;
    }
    if (games->status != TREY_OK)
        final_status = (struct final_status){games->status, games->error};
    else if (trey_cancel_raised(games->options->cancel))
        final_status.status =
            trey_fail(&final_status.error, TREY_ERR_CANCELLED, 0, "cancelled");
    send(coordinator, 0, FINAL_STATUS, &final_status, sizeof final_status);
    for (; !coordinator->done; sleep_ms(POLL_MS))
        receive(coordinator);
}

static void *play_deal(void *context)
{
    struct coordinator *coordinator = context;
    coordinator->play(coordinator->context);
    atomic_store(&coordinator->played, true);
    return NULL;
}

enum trey_status trey_games_spread(struct trey_games *games, enum trey_status status,
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
    bool started = pthread_create(&thread, NULL, play_deal, &coordinator) == 0;
    if (!started) {
        trey_fail(error, TREY_ERR_MEMORY, 0, "cannot create a thread");
        fail(&coordinator, TREY_ERR_MEMORY, error);
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
