/* Odds of the next milestones: games of a fast player to their end, a handful at a time.
 * Games have numbers, so that many handfuls are the games that trey advise --odds plays:
 * the same position has the same odds. Where the deck is not known, games are dealt
 * from all decks that are possible: without any deck 1s and 2s would soon part company,
 * and no game would get far. */
#include "trey/odds.h"
#include "base/clock.h"
#include "engine/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HANDFUL = 8, GAMES = 400, SEED = 1 };

struct odds {
    struct trey_guess guess;
    uint64_t games, wanted, seed;
    double end_s; /* 0: none */
    double told_s;
    int from, to;                               /* ranks of the tiles to report */
    double reach[TREY_MAX_RANKS], score, moves; /* summed over the games */
};

enum { TILE_NAME = 24 };

static const char *tile_name(const struct trey_rules *rules, int rank,
                             char name[TILE_NAME])
{
    snprintf(name, TILE_NAME, "%" PRIu64, trey_rules_tile(rules, rank));
    return name;
}

static void tell(struct trey_engine *engine, const struct odds *odds, bool more)
{
    const struct trey_rules *rules = &odds->guess.views[0].rules;
    double games = odds->games > 0 ? (double)odds->games : 1.0;
    char tile[TILE_NAME];
    struct trey_text *text = trey_answer(engine, more);
    if (!more && trey_engine_stopping(engine))
        trey_json_bool(text, "stopped", true);
    trey_json_uint(text, "games", odds->games);
    trey_json_uint(text, "seed", odds->seed);
    trey_json_open(text, "reach", '{');
    for (int rank = odds->from; odds->games > 0 && rank <= odds->to; rank++)
        trey_json_real(text, tile_name(rules, rank, tile), odds->reach[rank] / games);
    trey_json_close(text, '}');
    trey_json_open(text, "interval", '{');
    for (int rank = odds->from; odds->games > 0 && rank <= odds->to; rank++) {
        struct trey_interval interval;
        trey_interval_of_share((uint64_t)(odds->reach[rank] + 0.5), odds->games,
                               &interval);
        trey_json_open(text, tile_name(rules, rank, tile), '[');
        trey_json_real(text, NULL, interval.low);
        trey_json_real(text, NULL, interval.high);
        trey_json_close(text, ']');
    }
    trey_json_close(text, '}');
    trey_json_real(text, "mean", odds->score / games);
    trey_json_real(text, "moves", odds->moves / games);
    if (!more)
        trey_engine_tell_player(engine, text);
    trey_answer_say(engine);
}

/* A handful more; false after a refusal. */
static bool play_some(struct trey_engine *engine, struct odds *odds)
{
    struct trey_error error = {0};
    struct trey_odds found;
    struct trey_odds_options options = {.games = HANDFUL,
                                        .seed = odds->seed,
                                        .first = odds->games,
                                        .threads = engine->options.threads};
    if (trey_odds_find(odds->guess.views, odds->guess.weight, (size_t)odds->guess.count,
                       engine->thinker.evaluator, &options, &found, &error) != TREY_OK) {
        trey_refuse_error(engine, &error);
        return false;
    }
    odds->from = found.from;
    odds->to = found.to;
    for (int rank = 0; rank < TREY_MAX_RANKS; rank++)
        odds->reach[rank] += HANDFUL * found.reach[rank].mean;
    odds->score += HANDFUL * found.score.mean;
    odds->moves += HANDFUL * found.moves;
    odds->games += HANDFUL;
    return true;
}

static bool odds_on(struct trey_engine *engine, double end_s)
{
    static const double between_s = 0.25; /* lines of progress */
    struct odds *odds = engine->job.state;
    for (;;) {
        double now_s = trey_clock_monotonic();
        if (odds->games >= odds->wanted || trey_engine_stopping(engine) ||
            (odds->end_s > 0.0 && now_s >= odds->end_s)) {
            tell(engine, odds, false);
            return false;
        }
        if (now_s - odds->told_s >= between_s && odds->games > 0) {
            odds->told_s = now_s;
            tell(engine, odds, true);
        }
        if (now_s >= end_s)
            return true;
        if (!play_some(engine, odds))
            return false;
    }
}

/* [games N] [movetime MS] [seed N]; false after a refusal. */
static bool read_words(struct trey_engine *engine, char *rest, struct odds *odds)
{
    double most_s = engine->options.most_seconds, limit_s = most_s;
    const char *name;
    while ((name = trey_words_next(&rest)) != NULL) {
        const char *word = trey_words_next(&rest);
        double ms;
        if (strcmp(name, "games") == 0 &&
            trey_words_count(word, 1, TREY_ODDS_MAX_GAMES, &odds->wanted))
            continue;
        if (strcmp(name, "seed") == 0 &&
            trey_words_count(word, 0, INT64_MAX, &odds->seed))
            continue;
        if (strcmp(name, "movetime") != 0 || !trey_words_number(word, 1.0, 1e9, &ms)) {
            trey_refuse_usage(engine);
            return false;
        }
        if (most_s <= 0.0 || 1e-3 * ms < most_s)
            limit_s = 1e-3 * ms;
    }
    odds->told_s = trey_clock_monotonic();
    odds->end_s = limit_s > 0.0 ? odds->told_s + limit_s : 0.0;
    return true;
}

void trey_command_odds(struct trey_engine *engine, char *rest)
{
    struct odds *odds = malloc(sizeof *odds);
    if (odds == NULL) {
        trey_refuse(engine, "limit", "out of memory");
        return;
    }
    *odds = (struct odds){.wanted = GAMES, .seed = SEED};
    if (read_words(engine, rest, odds) && trey_engine_guess(engine, &odds->guess) &&
        trey_engine_prepare(engine, &odds->guess.views[0].rules))
        trey_engine_work(engine, odds_on, odds);
    else
        free(odds);
}
