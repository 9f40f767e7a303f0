/* Games dealt to ranks: the k-th that is still to be played is rank k mod count's.
 *
 * A game is decided by seed and number, so nothing has to be said before it. What is
 * finished is handed in to rank 0, in letters; rank 0 keeps it, tells it in the order of
 * numbers and sums it up as if it had played it itself, so it alone has a store and
 * writes files. MPI is for the thread that began it: that one minds the letters, looking
 * for them every few milliseconds, while another plays with all the threads that were
 * asked for. */
#include "players/spread.h"
#include "base/error.h"
#include "players/key.h"
#include "ranks/ranks.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum kind {
    GAME, /* to 0: struct handed, and the record as text with its zero, if there is one */
    OVER, /* to 0: struct farewell */
    STOP, /* from 0: play no more */
    MORE, /* from 0: a GAME was dealt with */
    BYE,  /* from 0: all are over */
};

/* All ranks run the same program on the same kind of machine. */
struct handed {
    uint64_t index;
    struct trey_game_result result;
};

struct farewell {
    enum trey_status status;
    struct trey_error error;
};

enum {
    MAX_ON_THE_WAY = 256, /* letters from a rank that rank 0 has not dealt with */
    MAX_WAITING = 1024,   /* games that a rank keeps until they may go */
    LOOK_MS = 4
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
    struct trey_ranks *ranks = games->options->ranks;
    char *key = NULL, first[1024] = "";
    enum trey_status status =
        trey_player_key(games->player, &games->options->rules, games->how, &key, error);
    if (status == TREY_OK && trey_ranks_here(ranks) == 0)
        strncpy(first, key, sizeof first - 1);
    trey_ranks_broadcast(ranks, 0, first, sizeof first);
    if (status == TREY_OK && strncmp(first, key, sizeof first - 1) != 0)
        status = trey_fail(error, TREY_ERR_INPUT, 0,
                           "%.80s is another player here than at rank 0", games->player);
    free(key);
    return status;
}

/* One byte a game: whether it is still to be played. Rank 0 knows. */
static enum trey_status find_those_left(struct trey_games *games, uint8_t *left,
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

static enum trey_status deal(struct trey_games *games, struct trey_error *error)
{
    struct trey_ranks *ranks = games->options->ranks;
    size_t count = (size_t)games->options->games, turn = 0;
    uint8_t *left = malloc(count + 1);
    games->deal = malloc((count + 1) * sizeof *games->deal);
    enum trey_status status = TREY_OK;
    if (left == NULL || games->deal == NULL)
        status = trey_fail_memory(error, (count + 1) * sizeof *games->deal);
    else if (trey_ranks_here(ranks) == 0)
        status = find_those_left(games, left, error);
    status = trey_ranks_agree(ranks, status, error);
    if (status == TREY_OK)
        trey_ranks_broadcast(ranks, 0, left, count);
    for (size_t i = 0; status == TREY_OK && i < count; i++)
        if (left[i] && turn++ % trey_ranks_all(ranks) == trey_ranks_here(ranks))
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
        sleep_ms(LOOK_MS);
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

/* --- the letters -----------------------------------------------------------------------
 */

/* A run as the thread that minds the letters sees it. */
struct mail {
    struct trey_games *games;
    struct trey_ranks *ranks;
    void (*play)(void *context);
    void *context;
    atomic_bool played; /* by this rank: all that was dealt to it */
    unsigned on_the_way, over;
    bool stop_said, bye;
};

static void fail(struct mail *mail, enum trey_status status,
                 const struct trey_error *error)
{
    pthread_mutex_lock(&mail->games->lock);
    trey_games_fail(mail->games, status, error);
    pthread_mutex_unlock(&mail->games->lock);
}

static void send(struct mail *mail, unsigned to, enum kind kind, const void *bytes,
                 size_t size)
{
    struct trey_error error;
    enum trey_status status =
        trey_letter_send(mail->ranks, to, (int)kind, bytes, size, &error);
    if (status != TREY_OK)
        fail(mail, status, &error);
}

static void send_all(struct mail *mail, enum kind kind)
{
    for (unsigned to = 1; to < trey_ranks_all(mail->ranks); to++)
        send(mail, to, kind, NULL, 0);
}

/* As if it had been played here. */
static void receive_game(struct mail *mail, const struct trey_letter *letter)
{
    struct trey_games *games = mail->games;
    struct trey_error error;
    struct trey_record *record = NULL;
    enum trey_status status = TREY_OK;
    struct handed head;
    memcpy(&head, letter->bytes, sizeof head);
    games->results[head.index] = head.result;
    if (letter->size > sizeof head) {
        record = calloc(1, sizeof *record);
        status = record == NULL ? trey_fail_memory(&error, sizeof *record)
                                : trey_record_parse((char *)letter->bytes + sizeof head,
                                                    NULL, record, &error);
    }
    trey_games_over(games, (size_t)head.index, record, true, status, &error);
    send(mail, letter->from, MORE, NULL, 0);
}

static void receive_farewell(struct mail *mail, const struct trey_letter *letter)
{
    struct farewell farewell;
    struct trey_error error;
    memcpy(&farewell, letter->bytes, sizeof farewell);
    mail->over++;
    if (farewell.status == TREY_OK)
        return;
    trey_fail(&error, farewell.status, farewell.error.line, "rank %u: %.220s",
              letter->from, farewell.error.message);
    fail(mail, farewell.status,
         farewell.status == TREY_ERR_CANCELLED ? &farewell.error : &error);
}

static void receive(struct mail *mail)
{
    struct trey_letter letter;
    struct trey_error error;
    bool taken = true;
    while (taken) {
        enum trey_status status = trey_letter_take(mail->ranks, &letter, &taken, &error);
        if (status != TREY_OK)
            fail(mail, status, &error);
        if (!taken)
            return;
        switch ((enum kind)letter.kind) {
        case GAME:
            receive_game(mail, &letter);
            break;
        case OVER:
            receive_farewell(mail, &letter);
            break;
        case STOP:
            atomic_store(&mail->games->stop, true);
            break;
        case MORE:
            mail->on_the_way--;
            break;
        case BYE:
            mail->bye = true;
            break;
        }
        free(letter.bytes);
    }
}

/* Rank 0: until all have played. */
static void gather(struct mail *mail)
{
    for (bool all = false; !all; sleep_ms(LOOK_MS)) {
        all = atomic_load(&mail->played) && mail->over + 1 == trey_ranks_all(mail->ranks);
        receive(mail);
        if (trey_games_stopped(mail->games) && !mail->stop_said) {
            send_all(mail, STOP);
            mail->stop_said = true;
        }
    }
    send_all(mail, BYE);
}

static void send_games(struct mail *mail)
{
    struct trey_handed *handed;
    while (mail->on_the_way < MAX_ON_THE_WAY &&
           (handed = take_handed(mail->games)) != NULL) {
        send(mail, 0, GAME, (char *)handed + offsetof(struct trey_handed, head),
             sizeof handed->head + handed->size);
        mail->on_the_way++;
        free(handed);
    }
}

/* Another rank: until all that it has played is with rank 0, and rank 0 lets it go. */
static void hand_over(struct mail *mail)
{
    struct trey_games *games = mail->games;
    struct farewell farewell = {.status = TREY_OK};
    for (bool all = false; !all; sleep_ms(LOOK_MS)) {
        bool played = atomic_load(&mail->played);
        receive(mail);
        send_games(mail);
        all = played && games->handed == NULL;
    }
    if (games->status != TREY_OK)
        farewell = (struct farewell){games->status, games->error};
    else if (trey_cancel_raised(games->options->cancel))
        farewell.status = trey_fail(&farewell.error, TREY_ERR_CANCELLED, 0, "cancelled");
    send(mail, 0, OVER, &farewell, sizeof farewell);
    for (; !mail->bye; sleep_ms(LOOK_MS))
        receive(mail);
}

static void *play_deal(void *context)
{
    struct mail *mail = context;
    mail->play(mail->context);
    atomic_store(&mail->played, true);
    return NULL;
}

enum trey_status trey_games_spread(struct trey_games *games, enum trey_status status,
                                   void (*play)(void *context), void *context,
                                   struct trey_error *error)
{
    struct trey_ranks *ranks = games->options->ranks;
    struct mail mail = {.games = games, .ranks = ranks, .play = play, .context = context};
    pthread_t thread;
    status = trey_ranks_agree(ranks, status, error);
    if (status == TREY_OK && games->options->evaluator == NULL)
        status = trey_ranks_agree(ranks, compare_players(games, error), error);
    if (status == TREY_OK)
        status = deal(games, error);
    if (status != TREY_OK)
        return status;
    bool started = pthread_create(&thread, NULL, play_deal, &mail) == 0;
    if (!started) {
        trey_fail(error, TREY_ERR_MEMORY, 0, "no thread to be had");
        fail(&mail, TREY_ERR_MEMORY, error);
        atomic_store(&mail.played, true);
    }
    if (trey_ranks_here(ranks) == 0)
        gather(&mail);
    else
        hand_over(&mail);
    if (started)
        pthread_join(thread, NULL);
    return TREY_OK;
}
