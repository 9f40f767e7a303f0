/* Limits of a search, and names of evaluators. Any limit that the user gives replaces all
 * default limits of the command, so that `--nodes` alone means "these nodes, any depth".
 */
#include "player_options.h"

#include <string.h>

static const struct cli_option memory_rows[] = {
    {"search-memory", 0, "SIZE",
     "size of the search's transposition table in bytes, 1M to 64G",
     CLI_BYTES_BETWEEN((uint64_t)1 << 20, (uint64_t)64 << 30), CLI_TO_IT(size_t),
     CLI_DEFAULT("64M")},
    /* The earlier name, in MiB. */
    {"table-mib", 0, "N", NULL, CLI_WHOLE(1, 64 << 10), CLI_TO_IT(size_t),
     .unit = 1 << 20},
    CLI_END,
};

const struct cli_part cli_search_memory_part = {memory_rows, NULL};

#define TO(member) CLI_TO(struct cli_player_options, member)

static const struct cli_option option_rows[] = {
    {"depth", 0, "N", "search depth in plies", CLI_WHOLE(1, TREY_SEARCH_MAX_DEPTH),
     TO(depth_plies)},
    {"nodes", 0, "N", "number of positions to search per move", CLI_WHOLE(1, UINT64_MAX),
     TO(nodes)},
    {"time-ms", 0, "MS", "time per move in milliseconds, averaged over a game",
     CLI_NUMBER(1e-3, 1e9), TO(time_s), .unit = 1e-3},
    {"min-probability", 0, "P",
     "do not search positions less likely than P (0 to 1), only evaluate them",
     CLI_NUMBER(0.0, 1.0), TO(how.limits.min_probability)},
    {CLI_PART(cli_search_memory_part), TO(how.table_bytes)},
    CLI_END,
};

void cli_limit_nodes(struct cli_player_options *options, uint64_t nodes)
{
    trey_player_defaults(&options->how);
    options->how.limits.depth_plies = TREY_SEARCH_MAX_DEPTH;
    options->how.limits.time_s = 0.0;
    options->how.limits.nodes = nodes;
}

/* A budget without a depth searches as deep as the budget allows. */
static void apply_limits(struct cli_line *line, void *part)
{
    struct cli_player_options *options = part;
    struct trey_search_limits *limits = &options->how.limits;
    (void)line;
    if (options->depth_plies == 0 && options->nodes == 0 && options->time_s <= 0.0)
        return;
    limits->depth_plies =
        options->depth_plies != 0 ? options->depth_plies : TREY_SEARCH_MAX_DEPTH;
    limits->nodes = options->nodes;
    limits->time_s = options->time_s;
}

const struct cli_part cli_player_part = {option_rows, apply_limits};

void cli_parse_evaluator(struct cli_line *line, const struct cli_option *option,
                         const char *text, void *destination)
{
    static const char file[] = "network:";
    bool known =
        strncmp(text, file, sizeof file - 1) == 0 || strcmp(text, "default") == 0;
    for (int i = 0; !known && trey_evaluator_name_at(i) != NULL; i++)
        known = strcmp(text, trey_evaluator_name_at(i)) == 0;
    (void)option;
    if (!known)
        cli_refuse_unknown(line, "player", text, trey_evaluator_name_at);
    *(const char **)destination = text;
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

const char *cli_player_file(const char *player)
{
    static const char *const prefixes[] = {"network:", "exact:"};
    for (size_t i = 0; player != NULL && i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(player, prefixes[i], strlen(prefixes[i])) == 0)
            return player + strlen(prefixes[i]);
    return NULL;
}

int cli_refuse_player_file(const char *output, const char *player)
{
    return cli_refuse_same(output, cli_player_file(player));
}
