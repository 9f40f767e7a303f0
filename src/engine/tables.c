/* The `tables` command and lookup of solved games: tables that the engine's owner
 * supplied. */
#include "engine/commands.h"
#include "players/exact_player.h"
#include "rules/mechanics.h"

#include <string.h>

static const struct trey_exact *table_at(const struct trey_engine *engine, size_t index)
{
    const struct trey_engine_options *options = &engine->options;
    return options->tables != NULL ? options->tables(options->tables_context, index)
                                   : NULL;
}

/* Sort key of a table; a smaller key means more values: all, means, moves only. */
static int table_order(const struct trey_exact *exact)
{
    bool all = trey_exact_describe(exact).keep == TREY_EXACT_KEEP_ALL;
    return all ? -1 : (int)trey_exact_describe(exact).kind;
}

/* Returns the most complete table of these rules, the first if several; NULL if none. */
static const struct trey_exact *find_table(const struct trey_engine *engine,
                                           const struct trey_rules *rules)
{
    const struct trey_exact *found = NULL, *exact;
    struct trey_exact_options wanted;
    if (trey_exact_options_of(rules, &wanted, NULL) != TREY_OK)
        return NULL;
    for (size_t i = 0; (exact = table_at(engine, i)) != NULL; i++) {
        struct trey_shape shape = trey_exact_describe(exact).shape;
        if (trey_exact_describe(exact).rules == wanted.rules &&
            shape.rows == wanted.shape.rows && shape.cols == wanted.shape.cols &&
            trey_exact_describe(exact).start == wanted.start &&
            (found == NULL || table_order(exact) < table_order(found)))
            found = exact;
    }
    return found;
}

const struct trey_exact *trey_engine_solved(const struct trey_engine *engine,
                                            const struct trey_rules *rules)
{
    if (engine->exact != NULL && trey_rules_equal(rules, &engine->exact_rules))
        return engine->exact;
    return find_table(engine, rules);
}

void trey_engine_add_rules(struct trey_text *text, const struct trey_rules *rules)
{
    char name[TREY_RULES_TEXT];
    trey_rules_format(rules, name, sizeof name);
    for (char *c = name; *c != '\0'; c++)
        *c = *c == ' ' ? ',' : *c;
    trey_json_string(text, "rules", name);
}

static void add_table(struct trey_text *text, const struct trey_exact *exact)
{
    static const char *const kinds[] = {[TREY_EXACT_WHOLE] = "whole",
                                        [TREY_EXACT_CHECKPOINT] = "checkpoint",
                                        [TREY_EXACT_PLAY] = "play"};
    bool is_2048 = trey_exact_describe(exact).rules == TREY_EXACT_2048;
    struct trey_exact_counts counts;
    struct trey_rules rules;
    trey_rules_named(is_2048 ? "2048" : "course", &rules, NULL);
    rules.shape = trey_exact_describe(exact).shape;
    if ((unsigned)trey_rules_start(&rules) != trey_exact_describe(exact).start)
        rules.start = (uint8_t)trey_exact_describe(exact).start;
    trey_exact_count(exact, &counts);
    trey_json_open(text, NULL, '{');
    trey_engine_add_rules(text, &rules);
    trey_json_string(text, "kind", kinds[trey_exact_describe(exact).kind]);
    trey_json_bool(text, "all", trey_exact_describe(exact).keep == TREY_EXACT_KEEP_ALL);
    trey_json_uint(text, "boards", counts.boards);
    trey_json_uint(text, "states", counts.classes);
    trey_json_real(text, "root", counts.root_value);
    trey_json_uint(text, "bytes", counts.bytes);
    trey_json_close(text, '}');
}

void trey_command_tables(struct trey_engine *engine, char *rest)
{
    const struct trey_exact *exact;
    if (trey_refuse_more(engine, rest))
        return;
    struct trey_text *text = trey_answer(engine, false);
    trey_json_open(text, "tables", '[');
    for (size_t i = 0; (exact = table_at(engine, i)) != NULL; i++)
        add_table(text, exact);
    trey_json_close(text, ']');
    trey_answer_send(engine);
}
