/* trey generate: random known-sequence instances in the course's manner. */
#include "commands.h"
#include "common.h"
#include "output_files.h"

#include <stdio.h>
#include <string.h>

enum option_key {
    KEY_OUTPUT = 'o',
    KEY_SEED = 's',
    KEY_OLD_TILES = 'n', /* letters that mean something else in other commands */
    KEY_OLD_MIX = 'm',
    KEY_TILES = 1000,
    KEY_MIX,
};

static const struct argp_option options[] = {
    {"tiles", KEY_TILES, "N", 0, "length of the list (default 500)", 0},
    {NULL, KEY_OLD_TILES, "N", OPTION_HIDDEN, NULL, 0},
    {"seed", KEY_SEED, "N", 0, "seed (default 1)", 0},
    {"mix", KEY_MIX, "deck|bag30|official", 0,
     "what the tiles are drawn from (default "
     "bag30)",
     0},
    {NULL, KEY_OLD_MIX, "deck|bag30|official", OPTION_HIDDEN, NULL, 0},
    {"output", KEY_OUTPUT, "FILE", 0, "write here, not to standard output", 0},
    {0},
};

static const char *const mix_names[] = {
    [TREY_MIX_DECK] = "deck",
    [TREY_MIX_BAG30] = "bag30",
    [TREY_MIX_OFFICIAL] = "official",
};

struct arguments {
    size_t tiles;
    uint64_t seed;
    enum trey_mix mix;
    const char *output;
    bool force;
};

static enum trey_mix parse_mix(struct argp_state *state, const char *text)
{
    for (int mix = TREY_MIX_DECK; mix <= TREY_MIX_OFFICIAL; mix++)
        if (strcmp(text, mix_names[mix]) == 0)
            return (enum trey_mix)mix;
    argp_error(state, "--mix is deck, bag30 or official, not '%s'", text);
    return TREY_MIX_BAG30;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->force;
        return 0;
    case KEY_TILES:
    case KEY_OLD_TILES:
        arguments->tiles = cli_unsigned(state, "--tiles", text, 0, 10000000);
        return 0;
    case KEY_SEED:
        arguments->seed = cli_seed(state, text);
        return 0;
    case KEY_MIX:
    case KEY_OLD_MIX:
        arguments->mix = parse_mix(state, text);
        return 0;
    case KEY_OUTPUT:
        arguments->output = text;
        return 0;
    case ARGP_KEY_ARG:
        return cli_take_none(state, text);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int cmd_generate(int argc, char **argv)
{
    static const struct argp_child children[] = {{&cli_force_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .children = children,
        .doc =
            "Makes a random input file for the known-sequence game. The same mix, length "
            "and seed give the same file everywhere.\vMixes: deck, shuffled 12-card "
            "decks, one tile in 21 replaced by 6, 12 or 24; bag30, the tiles 1, 2, 3, 6, "
            "12, 24 in 12:12:3:1:1:1, shuffled thirty at a time; official, the same "
            "proportions of the whole list, shuffled at once.",
    };
    struct arguments arguments = {
        .tiles = 500, .seed = 1, .mix = TREY_MIX_BAG30, .output = "-"};
    cli_parse(&argp, argc, argv, &arguments);

    struct trey_error error;
    struct trey_sequence *sequence = NULL;
    if (cli_check_output(arguments.output, CLI_FILE_SEQUENCE, arguments.force))
        return CLI_FAILED;
    if (trey_sequence_generate(arguments.mix, arguments.tiles, arguments.seed, &sequence,
                               &error) != TREY_OK)
        return cli_fail(NULL, &error);
    char comment[120], *text = NULL;
    size_t size;
    snprintf(comment, sizeof comment, "trey generate --mix %s --tiles %zu --seed %llu",
             mix_names[arguments.mix], arguments.tiles,
             (unsigned long long)arguments.seed);
    int result = 0;
    if (trey_sequence_format(sequence, comment, NULL, &text, &size, &error) != TREY_OK)
        result = cli_fail(NULL, &error);
    else
        result = cli_write_file(arguments.output, text, size);
    trey_free(text);
    trey_sequence_free(sequence);
    return result;
}
