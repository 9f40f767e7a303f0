#include "rules_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_RULES = 3000, KEY_FIELD }; /* KEY_FIELD + i is the option of field i */

/* In the order of the table. */
static const struct argp_option argp_options[] = {
    {"rules", KEY_RULES, "RULES", 0,
     "window (default), %s; fields may follow: window,top=stop", 2},
    {"rows", KEY_FIELD + 0, "N", 0, "rows of the board", 0},
    {"cols", KEY_FIELD + 1, "N", 0, "columns of the board", 0},
    {"top", KEY_FIELD + 2, "LAW", 0, "the tile 12288, in 2048 32768: merge, stop or end",
     0},
    {"start", KEY_FIELD + 3, "N", 0, "tiles on the first board", 0},
    {"copies", KEY_FIELD + 4, "N", 0, "of each of 1, 2, 3 in a deck; 0: no deck", 0},
    {"bonus", KEY_FIELD + 5, "LAW", 0, "bonus tiles: none, uniform or window", 0},
    {"bonus-odds", KEY_FIELD + 6, "N", 0, "a draw is a bonus tile once in so many", 0},
    {"hint", KEY_FIELD + 7, "LAW", 0,
     "what is shown of the next tile: none, plus, window or exact", 0},
    {"entry", KEY_FIELD + 8, "LAW", 0, "where a tile may enter: moved, edge or any", 0},
    {0},
};

/* Named as the options, but for odds. */
static const char *const fields[] = {"rows",  "cols", "top",  "start", "copies",
                                     "bonus", "odds", "hint", "entry"};
enum { FIELDS = sizeof fields / sizeof *fields };

/* What is wrong is told of the option. */
static enum trey_status set_field(struct trey_rules *rules, int field, const char *value,
                                  struct trey_error *error)
{
    struct trey_error why;
    const char *option = argp_options[1 + field].name, *name = fields[field];
    enum trey_status status = trey_rules_set(rules, name, value, &why);
    if (status == TREY_OK)
        return status;
    *error = why;
    if (strncmp(why.message, name, strlen(name)) == 0)
        snprintf(error->message, sizeof error->message, "%s%s", option,
                 why.message + strlen(name));
    return status;
}

static void finish(struct argp_state *state, struct cli_rules_options *options)
{
    struct trey_error error;
    enum trey_status status = trey_rules_parse(
        options->name != NULL ? options->name : "window", &options->rules, &error);
    for (int i = 0; status == TREY_OK && i < FIELDS; i++)
        if (options->value[i] != NULL)
            status = set_field(&options->rules, i, options->value[i], &error);
    if (status == TREY_OK)
        status = trey_rules_check(&options->rules, &error);
    if (status != TREY_OK)
        cli_refuse(state, &error);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct cli_rules_options *options = state->input;
    if (key == KEY_RULES) {
        options->name = text;
        return 0;
    }
    if (key >= KEY_FIELD && key < KEY_FIELD + FIELDS) {
        options->value[key - KEY_FIELD] = text;
        return 0;
    }
    if (key == ARGP_KEY_END) {
        finish(state, options);
        return 0;
    }
    return ARGP_ERR_UNKNOWN;
}

void cli_format_rules(const struct trey_rules *rules, char *text, size_t size_bytes)
{
    trey_rules_format(rules, text, size_bytes);
    for (char *blank = text; (blank = strchr(blank, ' ')) != NULL;)
        *blank = ',';
}

/* The text of --rules, with the names of all the other rule sets; malloced. */
static char *help_of_rules(const char *text)
{
    char names[128];
    size_t used = 0;
    for (int i = 0; trey_rules_name_at(i) != NULL && used < sizeof names; i++)
        if (strcmp(trey_rules_name_at(i), "window") != 0)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                     used == 0                           ? ""
                                     : trey_rules_name_at(i + 1) == NULL ? " or "
                                                                         : ", ",
                                     trey_rules_name_at(i));
    const char *gap = strstr(text, "%s");
    size_t size = strlen(text) + used + 1;
    char *help = malloc(size);
    if (help != NULL && gap != NULL)
        snprintf(help, size, "%.*s%s%s", (int)(gap - text), text, names, gap + 2);
    return help;
}

static char *help_filter(int key, const char *text, void *input)
{
    (void)input;
    if (key == KEY_RULES)
        return help_of_rules(text);
    return text == NULL ? NULL : strdup(text);
}

const struct argp cli_rules_argp = {
    .options = argp_options, .parser = parse, .help_filter = help_filter};
