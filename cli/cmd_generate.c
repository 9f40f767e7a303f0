/* trey generate: random inputs of the known-sequence game, in the format of the course.
 */
#include "commands.h"
#include "common.h"
#include "output_files.h"

#include <stdio.h>

#define MIXES "deck|bag30|official"

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

#define TO(member) CLI_TO(struct arguments, member)

/* MIXES is in the order of enum trey_mix. The earlier letters are not shown, because they
 * mean something else in other commands. */
static const struct cli_option option_rows[] = {
    {"tiles", 0, "N", "number of tiles", CLI_WHOLE(0, 10000000), TO(tiles),
     CLI_DEFAULT("500"), .earlier_letter = 'n'},
    {"seed", 's', "N", "seed of the tiles", CLI_SEED, TO(seed), CLI_DEFAULT("1")},
    {"mix", 0, MIXES, "distribution of the tiles", CLI_CHOICE(MIXES), TO(mix),
     CLI_DEFAULT("bag30"), .earlier_letter = 'm'},
    {"output", 'o', "FILE", "write here instead of standard output", CLI_TEXT,
     TO(output)},
    {CLI_PART(cli_force_part), TO(force)},
    CLI_END,
};

int cmd_generate(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .summary =
            "Makes a random input file for the known-sequence game. The same mix, length "
            "and seed give the same file everywhere.",
        .notes =
            "Mixes: deck, shuffled 12-card decks, one tile in 21 replaced by 6, 12 or "
            "24; bag30, the tiles 1, 2, 3, 6, 12, 24 in the ratio 12:12:3:1:1:1, "
            "shuffled "
            "thirty at a time; official, the same ratio, the whole list shuffled at "
            "once.",
        .rows = option_rows,
    };
    struct arguments arguments = {.output = "-"};
    cli_parse(&syntax, argc, argv, &arguments);

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
