#include "player_options.h"

#include <string.h>

enum { KEY_DEPTH = 3100, KEY_NODES, KEY_TIME, KEY_PROBABILITY, KEY_MEMORY, KEY_MIB };

static const struct argp_option argp_options[] = {
    {"depth", KEY_DEPTH, "N", 0, "plies to look ahead", 3},
    {"nodes", KEY_NODES, "N", 0, "boards to look at for each slide", 0},
    {"time-ms", KEY_TIME, "MS", 0, "milliseconds for each slide, the mean of a game", 0},
    {"min-probability", KEY_PROBABILITY, "P", 0,
     "evaluate, not search, positions less likely than this", 0},
    {"search-memory", KEY_MEMORY, "SIZE", 0,
     "memory of the search's transposition table (default 64M)", 0},
    {"table-mib", KEY_MIB, "N", OPTION_HIDDEN, NULL, 0}, /* its earlier name */
    {0},
};

void cli_think_nodes(struct cli_player_options *options, uint64_t nodes)
{
    trey_player_defaults(&options->how);
    options->how.limits.depth_plies = TREY_SEARCH_MAX_DEPTH;
    options->how.limits.time_s = 0.0;
    options->how.limits.nodes = nodes;
}

/* Any limit given takes the place of the command's own; a budget without a depth goes as
 * deep as it can. */
static void finish(struct cli_player_options *options)
{
    struct trey_search_limits *limits = &options->how.limits;
    if (options->depth_plies == 0 && options->nodes == 0 && options->time_s <= 0.0)
        return;
    limits->depth_plies =
        options->depth_plies != 0 ? options->depth_plies : TREY_SEARCH_MAX_DEPTH;
    limits->nodes = options->nodes;
    limits->time_s = options->time_s;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct cli_player_options *options = state->input;
    switch (key) {
    case KEY_DEPTH:
        options->depth_plies =
            (unsigned)cli_unsigned(state, "--depth", text, 1, TREY_SEARCH_MAX_DEPTH);
        return 0;
    case KEY_NODES:
        options->nodes = cli_unsigned(state, "--nodes", text, 1, UINT64_MAX);
        return 0;
    case KEY_TIME:
        options->time_s = 1e-3 * cli_number(state, "--time-ms", text, 1e-3, 1e9);
        return 0;
    case KEY_PROBABILITY:
        options->how.limits.min_probability =
            cli_number(state, "--min-probability", text, 0.0, 1.0);
        return 0;
    case KEY_MEMORY:
        options->how.table_bytes = cli_search_memory(state, text);
        return 0;
    case KEY_MIB:
        options->how.table_bytes = cli_table_mib(state, text);
        return 0;
    case ARGP_KEY_END:
        finish(options);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp cli_player_argp = {.options = argp_options, .parser = parse};

const char *cli_evaluator_name(struct argp_state *state, const char *text)
{
    static const char file[] = "network:";
    bool known =
        strncmp(text, file, sizeof file - 1) == 0 || strcmp(text, "default") == 0;
    for (int i = 0; !known && trey_evaluator_name_at(i) != NULL; i++)
        known = strcmp(text, trey_evaluator_name_at(i)) == 0;
    if (!known)
        cli_refuse_unknown(state, "player", text, trey_evaluator_name_at);
    return text;
}

const char *cli_default_player(const struct trey_rules *rules)
{
    return trey_evaluator_default(rules->shape, trey_eval_family_of(rules));
}

void cli_print_warning(const char *player, const char *warning)
{
    fprintf(stderr, "trey: warning: %s: %s\n", cli_shown(player), cli_shown(warning));
}

bool cli_warn_of_evaluator(const struct trey_evaluator *evaluator)
{
    const char *warning = trey_evaluator_warning(evaluator);
    if (warning != NULL)
        cli_print_warning(trey_evaluator_name(evaluator), warning);
    return warning != NULL;
}

void cli_warn_of_default(const struct trey_rules *rules)
{
    struct trey_evaluator *evaluator = NULL;
    if (strcmp(cli_default_player(rules), "heuristic") != 0 ||
        trey_evaluator_named("default", rules->shape, trey_eval_family_of(rules),
                             &evaluator, NULL) != TREY_OK)
        return;
    cli_warn_of_evaluator(evaluator);
    trey_evaluator_free(evaluator);
}

int cli_refuse_player_file(const char *output, const char *player)
{
    static const char *const prefixes[] = {"network:", "exact:"};
    for (size_t i = 0; player != NULL && i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(player, prefixes[i], strlen(prefixes[i])) == 0)
            return cli_refuse_same(output, player + strlen(prefixes[i]));
    return 0;
}
