/* Players of games with hints: random, greedy, a search with an evaluator by name, the
 * table of a solved board, or a program that speaks the engine protocol. Players get
 * views only. */
#include "players/player.h"
#include "base/error.h"
#include "base/names.h"
#include "base/random.h"
#include "base/text.h"
#include "eval/network.h"
#include "os/clock.h"
#include "players/client.h"
#include "players/command.h"
#include "players/exact_player.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { RANDOM, GREEDY, SEARCH, PROGRAM, EXACT };

enum { MAX_LIMITS_TEXT = 128 };

struct trey_player {
    enum kind kind;
    struct trey_rules rules;
    struct trey_player_options options;
    struct trey_random random;
    const struct trey_evaluator *evaluator; /* of a search */
    struct trey_evaluator *own_evaluator;   /* owned; NULL if the caller's is used */
    double search_s; /* time of the last search, by its own clock */
    struct trey_search *search;
    struct trey_pace pace;
    double usual_points; /* expected to come, in this game; 0 before its first move */
    struct trey_client *client;
    const struct trey_exact *exact;
    struct trey_exact *own_exact; /* owned; NULL if the caller's is used */
    char *text;
    char *name;
};

static const char program_prefix[] = "exec:";

const char *trey_player_name_at(int index)
{
    static const char *const names[] = {
        "random",        "greedy",       "heuristic", "points",     "network",
        "network-small", "network:FILE", "exact",     "exact:FILE", "exec:COMMAND"};
    enum { COUNT = sizeof names / sizeof *names };
    return index >= 0 && index < COUNT ? names[index] : NULL;
}

void trey_player_defaults(struct trey_player_options *options)
{
    *options = (struct trey_player_options){.table_bytes = TREY_SEARCH_TABLE_BYTES,
                                            .answer_s = 60.0};
    trey_search_limits_defaults(&options->limits);
    options->limits.depth_plies = 2;
}

static enum kind kind_of(const char *name)
{
    if (strcmp(name, "random") == 0)
        return RANDOM;
    if (strcmp(name, "greedy") == 0)
        return GREEDY;
    if (trey_exact_player_named(name))
        return EXACT;
    return strncmp(name, program_prefix, strlen(program_prefix)) == 0 ? PROGRAM : SEARCH;
}

bool trey_player_searches(const char *name)
{
    return kind_of(name) == SEARCH;
}

/* "network:FILE" stands for all names with that prefix. */
static bool is_named(const char *name, const char *pattern)
{
    const char *colon = strchr(pattern, ':');
    return colon != NULL ? strncmp(name, pattern, (size_t)(colon + 1 - pattern)) == 0
                         : strcmp(name, pattern) == 0;
}

enum trey_status trey_player_check_name(const char *name, struct trey_error *error)
{
    const char *colon = strchr(name, ':');
    if (colon != NULL && colon[1] == '\0')
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the player '%.32s' names no file or command after the colon",
                         name);
    for (int i = 0; trey_player_name_at(i) != NULL; i++)
        if (is_named(name, trey_player_name_at(i)))
            return TREY_OK;
    return trey_fail_unknown(error, "player", name, trey_player_name_at);
}

/* The player's name and limits, for free(); NULL if out of memory. */
static char *describe_player(const char *name, enum kind kind,
                             const struct trey_player_options *options)
{
    const struct trey_search_limits *limits = &options->limits;
    size_t room = strlen(name) + MAX_LIMITS_TEXT;
    char *text = malloc(room);
    if (text == NULL)
        return NULL;
    size_t at = (size_t)snprintf(text, room, "%s", name);
    if (kind == RANDOM && options->seed != 0)
        snprintf(text + at, room - at, " seed=%" PRIu64, options->seed);
    if (kind == RANDOM || kind == GREEDY || kind == EXACT)
        return text;
    bool budget = trey_search_limits_budget(limits);
    if (!budget || limits->depth_plies < TREY_SEARCH_MAX_DEPTH)
        at += (size_t)snprintf(text + at, room - at, " depth=%u", limits->depth_plies);
    if (limits->nodes != 0)
        at += (size_t)snprintf(text + at, room - at, " nodes=%" PRIu64, limits->nodes);
    if (limits->time_s > 0.0)
        at += (size_t)snprintf(text + at, room - at, " time_ms=%g", 1e3 * limits->time_s);
    if (limits->time_s > 0.0 && options->late)
        at += (size_t)snprintf(text + at, room - at, " pace=late");
    if (limits->min_probability > 0.0)
        at += (size_t)snprintf(text + at, room - at, " min_probability=%g",
                               limits->min_probability);
    if (options->table_bytes != TREY_SEARCH_TABLE_BYTES)
        snprintf(text + at, room - at, " table=%zu", options->table_bytes);
    return text;
}

enum trey_status trey_player_label(const char *name,
                                   const struct trey_player_options *options, char **text,
                                   struct trey_error *error)
{
    char *label = describe_player(name, kind_of(name), options);
    if (label == NULL)
        return trey_fail_memory(error, strlen(name) + MAX_LIMITS_TEXT);
    *text = label;
    return TREY_OK;
}

/* The error of a program, with its name as a player. */
static enum trey_status fail_program(const struct trey_player *player,
                                     enum trey_status status,
                                     const struct trey_error *why,
                                     struct trey_error *error)
{
    if (status == TREY_OK)
        return TREY_OK;
    return trey_fail(error, status, 0, "%.120s: %.110s", player->name, why->message);
}

static enum trey_status prepare_player(struct trey_player *player, const char *name,
                                       const struct trey_evaluator *evaluator,
                                       struct trey_error *error)
{
    if (player->kind == PROGRAM) {
        struct trey_error why = {0};
        return fail_program(player,
                            trey_client_start(name + strlen(program_prefix),
                                              &player->options, &player->client, &why),
                            &why, error);
    }
    enum trey_status status = trey_player_check_name(name, error);
    if (status != TREY_OK)
        return status;
    const struct trey_rules *rules = &player->rules;
    if (player->kind == EXACT) {
        player->exact = player->options.exact;
        if (player->exact != NULL)
            return TREY_OK;
        status = trey_exact_player_solve(name, rules, NULL, &player->own_exact, error);
        player->exact = player->own_exact;
        return status;
    }
    if (player->kind != SEARCH)
        return TREY_OK;
    if (evaluator == NULL) {
        enum trey_eval_family family = trey_eval_family_of(rules);
        status = trey_evaluator_named(name, rules->shape, family, &player->own_evaluator,
                                      error);
        if (status != TREY_OK)
            return status;
        evaluator = player->own_evaluator;
    }
    player->evaluator = evaluator;
    return trey_search_new(rules, evaluator, player->options.table_bytes, &player->search,
                           error);
}

enum trey_status trey_player_new(const char *name, const struct trey_rules *rules,
                                 const struct trey_player_options *options,
                                 const struct trey_evaluator *evaluator,
                                 struct trey_player **player, struct trey_error *error)
{
    struct trey_player *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    made->kind = kind_of(name);
    made->rules = *rules;
    made->options = *options;
    made->options.limits.cpu_time = options->cpu_time;
    trey_pace_begin(&made->pace, options->limits.time_s);
    made->name = strdup(name);
    made->text = describe_player(name, made->kind, options);
    enum trey_status status =
        made->name == NULL || made->text == NULL
            ? trey_fail_memory(error, strlen(name) + MAX_LIMITS_TEXT)
            : prepare_player(made, name, evaluator, error);
    if (status != TREY_OK) {
        trey_player_free(made);
        return status;
    }
    *player = made;
    return TREY_OK;
}

void trey_player_free(struct trey_player *player)
{
    if (player == NULL)
        return;
    trey_client_stop(player->client);
    trey_search_free(player->search);
    trey_evaluator_free(player->own_evaluator);
    trey_exact_free(player->own_exact);
    free(player->name);
    free(player->text);
    free(player);
}

const char *trey_player_text(const struct trey_player *player)
{
    return player->text;
}

enum trey_status trey_player_begin(struct trey_player *player, uint64_t seed,
                                   uint64_t number, struct trey_error *error)
{
    trey_random_seed(&player->random, player->options.seed ^ trey_mix64(seed) ^
                                          trey_mix64(trey_mix64(number)));
    trey_pace_game(&player->pace);
    player->usual_points = 0.0;
    if (player->kind != PROGRAM)
        return TREY_OK;
    struct trey_error why = {0};
    return fail_program(player, trey_client_begin(player->client, &why), &why, error);
}

static enum trey_direction select_random(struct trey_player *player, unsigned legal)
{
    uint32_t skip =
        trey_random_below(&player->random, (uint32_t)__builtin_popcount(legal));
    for (; skip > 0; skip--)
        legal &= legal - 1;
    return (enum trey_direction)__builtin_ctz(legal);
}

static enum trey_direction select_greedy(const struct trey_view *view, unsigned legal)
{
    int best = -1;
    uint64_t most = 0;
    for (; legal != 0; legal &= legal - 1) {
        int direction = __builtin_ctz(legal);
        uint64_t gain =
            trey_rules_gain(&view->rules, view->board, (enum trey_direction)direction);
        if (best < 0 || gain > most) {
            best = direction;
            most = gain;
        }
    }
    return (enum trey_direction)best;
}

/* The points that the network expects to come; at least 0. */
static double expected_points(const struct trey_player *player, trey_board board)
{
    double value = (double)trey_evaluator_value(player->evaluator, board);
    if (!trey_rules_merges_score(&player->rules))
        value -= (double)trey_board_score(board);
    return fmax(value, 0.0);
}

/* Factor of a move's time by the points that are expected to come, compared with the
 * usual number in this game: from exp(-1), where more are, to exp(3). It changes by e for
 * 15 % of the usual number. */
static double danger(struct trey_player *player, trey_board board)
{
    static const double share = 0.15, rate = 1e-3, min = -1.0, max = 3.0;
    double expected = fmax(expected_points(player, board), 1.0);
    if (player->usual_points <= 0.0)
        player->usual_points = expected;
    double usual = player->usual_points;
    player->usual_points += rate * (expected - usual);
    return exp(fmin(fmax((usual - expected) / (share * usual), min), max));
}

/* Factor of a move's time by the large tiles that have not merged yet. */
static double unmerged(trey_board board)
{
    int tiles[16] = {0}; /* by rank */
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        tiles[trey_board_rank(board, cell)]++;
    int largest = 15;
    while (largest > 2 && tiles[largest] == 0)
        largest--;
    return ldexp(1.0, tiles[largest] + tiles[largest - 1] + tiles[largest - 2]);
}

/* Games are lost late, when most is at stake, and where a network expects fewer points
 * than usual; for players without one, where large tiles have not merged yet
 * (docs/notes/2026-11-26-search.md, "Time where games are lost" and "... in danger").
 * Only ratios matter, so that tiles of 2048 may be added as those of Threes! are. */
double trey_player_time_weight(struct trey_player *player, const struct trey_view *view)
{
    if (!player->options.late)
        return 1.0;
    double sum = (double)trey_board_sum(view->board);
    bool by_network = player->evaluator != NULL && trey_network_is(player->evaluator);
    return sum * sqrt(sum) *
           (by_network ? danger(player, view->board) : unmerged(view->board));
}

static enum trey_status select_by_search(struct trey_player *player,
                                         const struct trey_view *view,
                                         enum trey_direction *direction,
                                         struct trey_error *error)
{
    struct trey_search_limits limits = player->options.limits;
    struct trey_search_result result;
    double weight = trey_player_time_weight(player, view);
    limits.best_only = trey_search_limits_budget(&limits);
    if (limits.time_s > 0.0)
        limits.time_s = trey_pace_limit(&player->pace, weight);
    enum trey_status status =
        trey_search_run(player->search, view, &limits, &result, error);
    if (status != TREY_OK)
        return status; /* the result is not set */
    player->search_s = result.seconds;
    trey_pace_spent(&player->pace, weight, result.seconds);
    *direction = (enum trey_direction)(result.best < 0 ? 0 : result.best);
    return TREY_OK;
}

static enum trey_status select_by_program(struct trey_player *player,
                                          const struct trey_view *view, unsigned legal,
                                          enum trey_direction *direction,
                                          struct trey_error *error)
{
    struct trey_error why = {0};
    enum trey_direction answer = TREY_UP;
    struct trey_search_limits limits = player->options.limits;
    double weight = trey_player_time_weight(player, view);
    limits.time_s = trey_pace_due(&player->pace, weight);
    enum trey_status status =
        trey_client_ask(player->client, view, &limits, &answer, &why);
    trey_pace_spent(&player->pace, weight, limits.time_s);
    if (status == TREY_OK && (legal >> answer & 1) == 0)
        status = trey_fail(&why, TREY_ERR_INPUT, 0,
                           "the program answered %c, which is not a legal move",
                           "URDL"[answer]);
    *direction = answer;
    return fail_program(player, status, &why, error);
}

enum trey_status trey_player_select_move(struct trey_player *player,
                                         const struct trey_view *view,
                                         enum trey_direction *direction,
                                         struct trey_error *error)
{
    unsigned legal = trey_rules_legal(&view->rules, view->board);
    if (legal == 0)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "the game is over");
    switch (player->kind) {
    case RANDOM:
        *direction = select_random(player, legal);
        return TREY_OK;
    case GREEDY:
        *direction = select_greedy(view, legal);
        return TREY_OK;
    case PROGRAM:
        return select_by_program(player, view, legal, direction, error);
    case EXACT: {
        int best = trey_exact_player_select(player->exact, view);
        enum trey_status status = trey_exact_check_damage(player->exact, error);
        if (status == TREY_OK && best < 0)
            status = trey_fail(error, TREY_ERR_ARGUMENT, 0,
                               "the position cannot be reached in the solved game");
        if (status != TREY_OK)
            return status;
        *direction = (enum trey_direction)best;
        return TREY_OK;
    }
    case SEARCH:
        break;
    }
    return select_by_search(player, view, direction, error);
}

static double player_time(const struct trey_player *player)
{
    return player->options.cpu_time ? trey_clock_cpu() : trey_clock_monotonic();
}

enum trey_status trey_player_choose_timed(struct trey_player *player,
                                          const struct trey_view *view,
                                          enum trey_direction *direction, double *seconds,
                                          struct trey_error *error)
{
    bool measured = player->kind == SEARCH;
    double start = measured ? 0.0 : player_time(player);
    enum trey_status status = trey_player_select_move(player, view, direction, error);
    *seconds = measured ? player->search_s : player_time(player) - start;
    return status;
}
