/* The exact player: looks moves up in the table of a solved board. */
#include "players/exact_player.h"
#include "base/error.h"
#include "players/command.h"
#include "rules/mechanics.h"

#include <string.h>

static const char table_prefix[] = "exact:";

bool trey_exact_player_named(const char *name)
{
    return strcmp(name, "exact") == 0 ||
           strncmp(name, table_prefix, strlen(table_prefix)) == 0;
}

const char *trey_exact_player_file(const char *name)
{
    size_t length = strlen(table_prefix);
    return strncmp(name, table_prefix, length) == 0 ? name + length : NULL;
}

enum trey_status trey_exact_options_of(const struct trey_rules *rules,
                                       struct trey_exact_options *options,
                                       struct trey_error *error)
{
    bool is_2048 = rules->slide == TREY_SLIDE_2048;
    struct trey_rules solvable;
    enum trey_status status =
        trey_rules_named(is_2048 ? "2048" : "course", &solvable, error);
    if (status != TREY_OK)
        return status;
    solvable.shape = rules->shape;
    solvable.start = rules->start;
    if (rules->shape.rows * rules->shape.cols > TREY_EXACT_MAX_CELLS ||
        !trey_rules_equal(rules, &solvable))
        return trey_fail(
            error, TREY_ERR_ARGUMENT, 0,
            "only boards of at most %d cells are solved, by the rules course and "
            "2048 as they are",
            TREY_EXACT_MAX_CELLS);
    trey_exact_defaults(is_2048 ? TREY_EXACT_2048 : TREY_EXACT_COURSE, rules->shape,
                        options);
    options->start = (unsigned)trey_rules_start(rules);
    return TREY_OK;
}

/* Loads a table and checks that it is for this game. */
static enum trey_status load_table(const char *path,
                                   const struct trey_exact_options *expected,
                                   struct trey_exact **exact, struct trey_error *error)
{
    struct trey_exact *loaded = NULL;
    struct trey_error why = {0};
    enum trey_status status = trey_exact_load(path, &loaded, &why);
    if (status != TREY_OK)
        return trey_fail(error, status, 0, "%s: %s", path, why.message);
    const struct trey_exact_properties found = trey_exact_describe(loaded);
    if (found.rules != expected->rules || found.shape.rows != expected->shape.rows ||
        found.shape.cols != expected->shape.cols || found.start != expected->start) {
        trey_exact_free(loaded);
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "%s: the table is for another game: %s, %d x %d, a start with "
                         "%u tile%s",
                         path, found.rules == TREY_EXACT_2048 ? "2048" : "course",
                         found.shape.rows, found.shape.cols, found.start,
                         found.start == 1 ? "" : "s");
    }
    *exact = loaded;
    return TREY_OK;
}

enum trey_status trey_exact_player_solve(const char *name, const struct trey_rules *rules,
                                         const struct trey_exact_options *how,
                                         struct trey_exact **exact,
                                         struct trey_error *error)
{
    struct trey_exact_options options;
    enum trey_status status = trey_exact_options_of(rules, &options, error);
    if (status != TREY_OK)
        return status;
    const char *file = trey_exact_player_file(name);
    if (file != NULL)
        return load_table(file, &options, exact, error);
    if (how != NULL) {
        options.threads = how->threads;
        options.report = how->report;
        options.context = how->context;
        options.cancel = how->cancel;
        options.memory_bytes = how->memory_bytes;
    }
    return trey_exact_solve(&options, exact, error);
}

int trey_exact_player_select(const struct trey_exact *exact, const struct trey_view *view)
{
    bool shown = view->next != TREY_NEXT_HIDDEN;
    return trey_exact_best(exact, view->board, shown ? __builtin_ctz(view->next) : 0);
}
