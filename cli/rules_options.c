#include "rules_options.h"

#include "base/error.h"

#include <stdio.h>
#include <string.h>

#define TO(member) CLI_TO(struct cli_rules_options, member)

/* The rule set, then the fields in the order of `fields`. */
static const struct cli_option option_rows[] = {
    {"rules", 0, "RULES",
     "rule set: %s (default window); fields may follow: window,top=stop", CLI_TEXT,
     TO(name), .names = trey_rules_name_at},
    {"rows", 0, "N", "number of rows of the board", CLI_TEXT, TO(value[0])},
    {"cols", 0, "N", "number of columns of the board", CLI_TEXT, TO(value[1])},
    {"top", 0, "RULE",
     "what the largest tile (12288, in 2048 32768) does: merge, stop or end", CLI_TEXT,
     TO(value[2])},
    {"start", 0, "N", "number of tiles on the first board", CLI_TEXT, TO(value[3])},
    {"copies", 0, "N", "number of each of the cards 1, 2, 3 in a deck; 0: no deck",
     CLI_TEXT, TO(value[4])},
    {"bonus", 0, "RULE", "bonus tiles: none, uniform or window", CLI_TEXT, TO(value[5])},
    {"bonus-odds", 0, "N", "one draw in N is a bonus tile", CLI_TEXT, TO(value[6])},
    {"hint", 0, "RULE", "hint of the next tile: none, plus, window or exact", CLI_TEXT,
     TO(value[7])},
    {"entry", 0, "RULE", "spawn cells: moved, edge or any", CLI_TEXT, TO(value[8])},
    CLI_END,
};

/* Keys of the library. They are the names of the options except for `odds`. */
static const char *const fields[] = {"rows",  "cols", "top",  "start", "copies",
                                     "bonus", "odds", "hint", "entry"};
enum { FIELDS = sizeof fields / sizeof *fields };

/* Sets a field. Messages begin with the option's name instead of the field's. */
static enum trey_status set_field(struct trey_rules *rules, int field, const char *value,
                                  struct trey_error *error)
{
    struct trey_error why;
    const char *option = option_rows[1 + field].name, *name = fields[field];
    enum trey_status status = trey_rules_set(rules, name, value, &why);
    if (status == TREY_OK)
        return status;
    *error = why;
    if (strncmp(why.message, name, strlen(name)) == 0)
        snprintf(error->message, sizeof error->message, "%s%s", option,
                 why.message + strlen(name));
    return status;
}

static void make_rules(struct cli_line *line, void *part)
{
    struct cli_rules_options *options = part;
    struct trey_error error;
    enum trey_status status = trey_rules_parse(
        options->name != NULL ? options->name : "window", &options->rules, &error);
    options->given = cli_first_given(line, CLI_RULES_OPTIONS) != NULL;
    for (int i = 0; status == TREY_OK && i < FIELDS; i++)
        if (options->value[i] != NULL)
            status = set_field(&options->rules, i, options->value[i], &error);
    if (status == TREY_OK)
        status = trey_rules_check(&options->rules, &error);
    if (status != TREY_OK)
        cli_refuse_error(line, &error);
}

const struct cli_part cli_rules_part = {option_rows, make_rules};

enum trey_status cli_check_rules_of_game(const struct trey_rules *given,
                                         const struct trey_rules *played,
                                         struct trey_error *error)
{
    char text[TREY_RULES_TEXT];
    if (given == NULL || trey_rules_equal(played, given))
        return TREY_OK;
    trey_rules_format(played, text, sizeof text);
    return trey_fail(error, TREY_ERR_INPUT, 0,
                     "game has other rules than those given: %s", text);
}

void cli_format_rules(const struct trey_rules *rules, char *text, size_t size_bytes)
{
    trey_rules_format(rules, text, size_bytes);
    for (char *blank = text; (blank = strchr(blank, ' ')) != NULL;)
        *blank = ',';
}
