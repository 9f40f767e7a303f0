/* Players for comparisons (include/trey/compare.h): the planner, "plan(KEY=VALUE,...)",
 * or a searcher of the report in the text form of config.c. Both are run by one function,
 * which translates limits and results. */
#include "base/decimal.h"
#include "base/error.h"
#include "base/text.h"
#include "extras/baselines/baselines.h"
#include "extras/baselines/compare.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct player {
    struct trey_sequence_player base;      /* first, so that pointers can be cast */
    struct trey_searcher_player *searcher; /* NULL: the planner */
    struct trey_plan_options plan;
    char *text;
};

static const double default_time_limit_s = 10.0;

enum { PLAN_KEYS = 3 };
static const char *const plan_keys[PLAN_KEYS] = {"width", "seed", "time"};

static enum trey_status read_whole(const char *key, const char *text, uint64_t min,
                                   uint64_t max, uint64_t *number,
                                   struct trey_error *error)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end != '\0' || errno != 0 || value < min ||
        value > max)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "%s takes a whole number from %llu to %llu, not '%s'", key,
                         (unsigned long long)min, (unsigned long long)max, text);
    *number = value;
    return TREY_OK;
}

/* Sets an option. `given` has a bool for each of plan_keys. */
static enum trey_status set_plan_option(struct trey_plan_options *plan, const char *key,
                                        const char *value, bool given[PLAN_KEYS],
                                        struct trey_error *error)
{
    uint64_t number = 0;
    enum trey_status status = TREY_OK;
    for (int i = 0; i < PLAN_KEYS; i++) {
        const bool same = strcmp(key, plan_keys[i]) == 0;
        if (same && given[i])
            return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                             "the setting '%s' of plan is given twice", key);
        given[i] |= same;
    }
    if (strcmp(key, "width") == 0) {
        status = read_whole(key, value, 1, TREY_PLAN_MAX_WIDTH, &number, error);
        plan->width = (unsigned)number;
        return status;
    }
    if (strcmp(key, "seed") == 0)
        return read_whole(key, value, 0, UINT64_MAX, &plan->seed, error);
    if (strcmp(key, "time") != 0)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "plan has no setting '%s'; its settings are width, seed and "
                         "time",
                         key);
    char *end;
    plan->time_limit_s = trey_read_decimal(value, &end);
    if (end == value || *end != '\0' ||
        !(plan->time_limit_s >= 0.0 && plan->time_limit_s <= 1e9))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "time must be a number of seconds, not '%s'", value);
    return TREY_OK;
}

/* Parses "plan" or "plan(KEY=VALUE,...)". Changes the text. */
static enum trey_status parse_plan(char *text, struct trey_plan_options *plan,
                                   struct trey_error *error)
{
    size_t length = strlen(text);
    trey_plan_defaults(plan);
    plan->threads = 1;
    plan->time_limit_s = -1.0;
    enum trey_status status = TREY_OK;
    bool given[PLAN_KEYS] = {false};
    if (length > 4) {
        if (text[length - 1] != ')')
            return trey_fail(error, TREY_ERR_ARGUMENT, 0, "'%s' does not end in ')'",
                             text);
        text[length - 1] = '\0';
        char *rest = NULL;
        for (char *item = strtok_r(text + 5, ",", &rest);
             item != NULL && status == TREY_OK; item = strtok_r(NULL, ",", &rest)) {
            char *equals = strchr(item, '=');
            if (equals == NULL)
                return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                                 "'%s' is not of the form KEY=VALUE", item);
            *equals = '\0';
            status = set_plan_option(plan, item, equals + 1, given, error);
        }
    }
    if (plan->time_limit_s < 0.0)
        plan->time_limit_s = plan->width != 0 ? 0.0 : default_time_limit_s;
    return status;
}

static enum trey_status format_plan(const struct trey_plan_options *plan, char **text,
                                    struct trey_error *error)
{
    struct trey_text out = {0};
    trey_text_add(&out, "plan(");
    if (plan->width != 0)
        trey_text_printf(&out, "width=%u,", plan->width);
    if (plan->time_limit_s > 0.0 || plan->width == 0)
        trey_text_printf(&out, "time=%g,", plan->time_limit_s);
    trey_text_printf(&out, "seed=%llu)", (unsigned long long)plan->seed);
    size_t size;
    return trey_text_take(&out, text, &size, error);
}

/* A copy without blanks; NULL if out of memory. */
static char *remove_blanks(const char *config)
{
    char *text = malloc(strlen(config) + 1), *end = text;
    if (text == NULL)
        return NULL;
    for (; *config != '\0'; config++)
        if (!isspace((unsigned char)*config))
            *end++ = *config;
    *end = '\0';
    return text;
}

/* --- playing ---------------------------------------------------------------------------
 */

static void call_tick(const struct trey_sequence_limits *limits)
{
    if (limits->tick != NULL)
        limits->tick(limits->tick_context);
}

static void plan_progress(void *context, const struct trey_plan_progress *progress)
{
    (void)progress;
    call_tick(context);
}

static void searcher_progress(void *context,
                              const struct trey_searcher_progress *progress)
{
    (void)progress;
    call_tick(context);
}

/* The smaller of two limits; 0 means no limit. */
static double min_limit(double a, double b)
{
    return a > 0.0 && (b <= 0.0 || a < b) ? a : b;
}

static enum trey_status play_sequence(const struct trey_sequence_player *base,
                                      const struct trey_sequence *sequence,
                                      const struct trey_sequence_limits *limits,
                                      struct trey_outcome *outcome,
                                      struct trey_error *error)
{
    const struct player *player = (const struct player *)base;
    struct trey_sequence_limits own = *limits; /* the context of callbacks is not const */
    struct trey_plan plan;
    struct trey_searcher_report report = {0};
    enum trey_status status;
    if (player->searcher != NULL) {
        struct trey_searcher_options options = {
            .time_limit_s = limits->time_limit_s,
            .max_memory_bytes = limits->max_memory_bytes,
            .progress = searcher_progress,
            .progress_context = &own,
        };
        status = trey_searcher_player_play(player->searcher, sequence, &options, &plan,
                                           &report, error);
    } else {
        struct trey_plan_options options = player->plan;
        options.time_limit_s = min_limit(options.time_limit_s, limits->time_limit_s);
        options.max_memory_bytes = limits->max_memory_bytes;
        options.progress = plan_progress;
        options.progress_context = &own;
        status = trey_plan_find(sequence, &options, &plan, error);
    }
    if (status != TREY_OK)
        return status;
    *outcome = (struct trey_outcome){
        .score = plan.score,
        .bound = plan.bound.score,
        .moves = plan.move_count,
        .positions = plan.positions,
        .switches = report.switches,
        .seconds = plan.seconds,
        .done = true,
        .optimal = plan.proof != TREY_PROOF_NONE,
    };
    trey_plan_clear(&plan);
    return TREY_OK;
}

/* --- creation --------------------------------------------------------------------------
 */

static void free_player(struct trey_sequence_player *base)
{
    struct player *player = (struct player *)base;
    trey_searcher_player_free(player->searcher);
    free(player->text);
    free(player);
}

enum trey_status trey_sequence_player_parse(const char *config,
                                            struct trey_sequence_player **player,
                                            struct trey_error *error)
{
    struct player *made = calloc(1, sizeof *made);
    char *text = remove_blanks(config);
    enum trey_status status = TREY_OK;
    if (made == NULL || text == NULL)
        status = trey_fail_memory(error, sizeof *made);
    else if (strcmp(text, "plan") == 0 || strncmp(text, "plan(", 5) == 0) {
        status = parse_plan(text, &made->plan, error);
        if (status == TREY_OK)
            status = format_plan(&made->plan, &made->text, error);
    } else {
        status = trey_searcher_player_parse(text, &made->searcher, error);
        if (status == TREY_OK)
            status = trey_searcher_player_format(made->searcher, &made->text, error);
    }
    free(text);
    if (status != TREY_OK) {
        if (made != NULL)
            free_player(&made->base);
        return status;
    }
    made->base = (struct trey_sequence_player){
        .text = made->text, .run = play_sequence, .free = free_player};
    *player = &made->base;
    return TREY_OK;
}
