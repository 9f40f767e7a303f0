/* The `odds` command: probabilities of the next milestones, from games that a fast player
 * plays to the end, a batch at a time.
 *
 * Games are numbered, so the batches together are the same games as those of `trey advise
 * --odds`, and a position always gets the same odds. If the deck is unknown, games are
 * dealt from all possible decks: without any deck the 1s and 2s would soon fall out of
 * balance and games would be short. */
#include "advise/command.h"
#include "base/error.h"
#include "engine/commands.h"
#include "engine/values.h"
#include "os/clock.h"
#include "players/command.h"
#include "players/rollouts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 8, DEFAULT_GAMES = 400, DEFAULT_SEED = 1 };

struct odds {
    struct trey_guess guess;
    struct trey_rollouts *rollouts;
    uint64_t games, target_games, seed;
    double end_s; /* 0: no time limit */
    double progress_s;
    bool by_move;
    unsigned moves; /* with by_move: bit mask of moves, 0 for all */
};

enum { TILE_NAME = 24 };

static const struct trey_rules *rules_of(const struct odds *odds)
{
    return &odds->guess.views[0].rules;
}

static const char *tile_name(const struct trey_rules *rules, int rank,
                             char name[TILE_NAME])
{
    snprintf(name, TILE_NAME, "%" PRIu64, trey_rules_tile(rules, rank));
    return name;
}

static void clear_odds(void *state)
{
    struct odds *odds = state;
    trey_rollouts_free(odds->rollouts);
}

/* --- the answer ------------------------------------------------------------------------
 */

/* Adds [low, high], or null if there are too few games. */
static void add_interval(struct trey_text *text, const char *key,
                         const struct trey_interval *interval)
{
    if (!interval->known) {
        trey_json_null(text, key);
        return;
    }
    trey_json_open(text, key, '[');
    trey_json_real(text, NULL, interval->low);
    trey_json_real(text, NULL, interval->high);
    trey_json_close(text, ']');
}

/* Adds the members of all games, or of those after one first move. */
static void add_odds(struct trey_text *text, const struct trey_rules *rules,
                     const struct trey_odds *odds)
{
    char tile[TILE_NAME];
    trey_json_open(text, "reach", '{');
    for (int rank = odds->from; odds->games > 0 && rank <= odds->to; rank++)
        trey_json_real(text, tile_name(rules, rank, tile), odds->reach[rank].mean);
    trey_json_close(text, '}');
    trey_json_open(text, "interval", '{');
    for (int rank = odds->from; odds->games > 0 && rank <= odds->to; rank++)
        add_interval(text, tile_name(rules, rank, tile), &odds->reach[rank]);
    trey_json_close(text, '}');
    trey_json_real(text, "mean", odds->score.mean);
    add_interval(text, "mean_interval", &odds->score);
    trey_json_real(text, "moves", odds->moves);
}

/* Adds how far a move is behind the best one: [mean, low, high]. */
static void add_behind(struct trey_text *text, const char *key,
                       const struct trey_interval *behind)
{
    trey_json_open(text, key, '[');
    trey_json_real(text, NULL, behind->mean);
    trey_json_real(text, NULL, behind->known ? behind->low : behind->mean);
    trey_json_real(text, NULL, behind->known ? behind->high : behind->mean);
    trey_json_close(text, ']');
}

static void add_move(struct trey_text *text, const struct trey_rules *rules,
                     const struct trey_odds_by_move *by_move, int move)
{
    const struct trey_odds *odds = &by_move->odds[move];
    char tile[TILE_NAME];
    add_odds(text, rules, odds);
    add_behind(text, "behind", &by_move->behind[move]);
    trey_json_open(text, "reach_behind", '{');
    for (int rank = odds->from; odds->games > 0 && rank <= odds->to; rank++)
        add_behind(text, tile_name(rules, rank, tile),
                   &by_move->reach_behind[move][rank]);
    trey_json_close(text, '}');
}

/* Adds the certainty of the best mean score, from paired differences. */
static void add_certainty(struct trey_text *text, const struct trey_odds_by_move *by_move,
                          uint64_t score)
{
    enum trey_certainty least = TREY_CERTAINTY_CLEAR, over;
    double to_come = by_move->odds[by_move->best].score.mean - (double)score;
    trey_json_open(text, "certainty_over", '{');
    for (int i = 0; i < 4; i++) {
        if (i == by_move->best || (by_move->legal >> i & 1) == 0) {
            trey_json_null(text, trey_direction_key(i));
            continue;
        }
        over = trey_certainty_of_difference(&by_move->behind[i], to_come);
        least = over < least ? over : least;
        trey_json_string(text, trey_direction_key(i), trey_certainty_text(over));
    }
    trey_json_close(text, '}');
    trey_json_string(text, "certainty", trey_certainty_text(least));
    trey_json_real(text, "to_come", to_come);
}

static enum trey_status add_moves(struct trey_text *text, const struct odds *odds,
                                  struct trey_error *error)
{
    struct trey_odds_by_move *by_move = malloc(sizeof *by_move);
    if (by_move == NULL)
        return trey_fail_memory(error, sizeof *by_move);
    enum trey_status status = trey_rollouts_by_move(odds->rollouts, by_move, error);
    if (status == TREY_OK) {
        trey_add_best(text, by_move->games > 0 ? by_move->best : -1);
        trey_json_open(text, "by_move", '{');
        for (int i = 0; i < 4; i++) {
            if (!trey_json_open_or_null(text, trey_direction_key(i),
                                        (by_move->legal >> i & 1) != 0))
                continue;
            add_move(text, rules_of(odds), by_move, i);
            trey_json_close(text, '}');
        }
        trey_json_close(text, '}');
        if (by_move->games > 0)
            add_certainty(text, by_move, odds->guess.views[0].score);
    }
    free(by_move);
    return status;
}

/* Sends a line of the answer. Returns false after sending an error. */
static bool send_odds(struct trey_engine *engine, const struct odds *odds, bool more)
{
    struct trey_odds found;
    struct trey_error error = {0};
    enum trey_status status = TREY_OK;
    if (!odds->by_move)
        status = trey_rollouts_odds(odds->rollouts, &found, &error);
    struct trey_text *text = status == TREY_OK ? trey_answer(engine, more) : NULL;
    if (text != NULL) {
        if (!more && trey_engine_stopping(engine))
            trey_json_bool(text, "stopped", true);
        trey_json_uint(text, "games", odds->games);
        trey_json_uint(text, "seed", odds->seed);
        if (odds->by_move)
            status = add_moves(text, odds, &error);
        else
            add_odds(text, rules_of(odds), &found);
    }
    if (status != TREY_OK)
        return trey_refuse_error(engine, &error);
    if (!more)
        trey_engine_add_player(engine, text);
    trey_answer_send(engine);
    return true;
}

/* Plays another batch. Returns false after sending an error. */
static bool play_batch(struct trey_engine *engine, struct odds *odds)
{
    struct trey_error error = {0};
    if (trey_rollouts_play(odds->rollouts, BATCH, NULL, &error) != TREY_OK)
        return trey_refuse_error(engine, &error);
    odds->games += BATCH;
    return true;
}

/* --- the job ---------------------------------------------------------------------------
 */

static bool step_odds(struct trey_engine *engine, double end_s)
{
    static const double between_s = 0.25; /* interval of progress lines */
    struct odds *odds = engine->job.state;
    for (;;) {
        double now_s = trey_clock_monotonic();
        if (odds->games >= odds->target_games || trey_engine_stopping(engine) ||
            (odds->end_s > 0.0 && now_s >= odds->end_s)) {
            send_odds(engine, odds, false);
            return false;
        }
        if (now_s - odds->progress_s >= between_s && odds->games > 0) {
            odds->progress_s = now_s;
            if (!send_odds(engine, odds, true))
                return false;
        }
        if (now_s >= end_s)
            return true;
        if (!play_batch(engine, odds))
            return false;
    }
}

/* Parses letters U, R, D, L into a bit mask; returns false for any other word. */
static bool read_moves(const char *word, unsigned *moves)
{
    *moves = 0;
    for (const char *letter = word; *letter != '\0'; letter++) {
        enum trey_direction direction;
        if (!trey_words_slide((const char[2]){*letter, '\0'}, &direction))
            return false;
        *moves |= 1U << direction;
    }
    return *moves != 0;
}

/* Parses [games N] [movetime MS] [seed N] [per-move | moves LETTERS]. Returns false after
 * sending an error. */
static bool read_options(struct trey_engine *engine, char *rest, struct odds *odds)
{
    double max_s = engine->options.max_seconds, limit_s = max_s;
    const char *name;
    while ((name = trey_words_next(&rest)) != NULL) {
        double ms;
        if (strcmp(name, "per-move") == 0) {
            odds->by_move = true;
            continue;
        }
        const char *word = trey_words_next(&rest);
        if (strcmp(name, "moves") == 0 && word != NULL &&
            read_moves(word, &odds->moves)) {
            odds->by_move = true;
            continue;
        }
        if (strcmp(name, "games") == 0 &&
            trey_words_count(word, 1, TREY_ODDS_MAX_GAMES, &odds->target_games))
            continue;
        if (strcmp(name, "seed") == 0 &&
            trey_words_count(word, 0, INT64_MAX, &odds->seed))
            continue;
        if (strcmp(name, "movetime") != 0 || !trey_words_number(word, 1.0, 1e9, &ms))
            return trey_refuse_usage(engine);
        if (max_s <= 0.0 || 1e-3 * ms < max_s)
            limit_s = 1e-3 * ms;
    }
    odds->progress_s = trey_clock_monotonic();
    odds->end_s = limit_s > 0.0 ? odds->progress_s + limit_s : 0.0;
    return true;
}

/* Creates the rollouts of the game's position. Returns false after sending an error. */
static bool begin_rollouts(struct trey_engine *engine, struct odds *odds)
{
    struct trey_error error = {0};
    if (!trey_engine_get_guess(engine, &odds->guess) ||
        !trey_engine_prepare_analyser(engine, rules_of(odds)))
        return false;
    const struct trey_view *view = &odds->guess.views[0];
    unsigned legal = trey_rules_legal(&view->rules, view->board);
    if (odds->by_move && (odds->moves & ~legal) != 0)
        return trey_refuse(engine, "illegal", "one of the moves is not legal");
    const struct trey_rollouts_setup setup = {.views = odds->guess.views,
                                              .weights = odds->guess.weight,
                                              .view_count = (size_t)odds->guess.count,
                                              .evaluator = engine->analyser.evaluator,
                                              .seed = odds->seed,
                                              .threads = engine->options.threads,
                                              .by_move = odds->by_move,
                                              .moves = odds->moves};
    if (trey_rollouts_new(&setup, &odds->rollouts, &error) == TREY_OK)
        return true;
    return trey_refuse_error(engine, &error);
}

void trey_command_odds(struct trey_engine *engine, char *rest)
{
    struct odds *odds = malloc(sizeof *odds);
    if (odds == NULL) {
        trey_refuse(engine, "limit", "out of memory");
        return;
    }
    odds->rollouts = NULL;
    odds->target_games = DEFAULT_GAMES;
    odds->seed = DEFAULT_SEED;
    odds->by_move = false;
    odds->moves = 0;
    odds->games = 0;
    if (read_options(engine, rest, odds) && begin_rollouts(engine, odds)) {
        trey_engine_start_job(engine, step_odds, odds);
        engine->job.clear = clear_odds;
    } else
        free(odds);
}
