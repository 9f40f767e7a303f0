/* trey advise: evaluates the moves of a position in a game played elsewhere, once for
 * --board, or move by move in a dialogue (advise_talk.h). --odds plays games from the
 * position instead. */
#include "advise_ask.h"
#include "advise_talk.h"
#include "base/error.h"
#include "commands.h"
#include "odds_output.h"
#include "output_files.h"
#include "player_options.h"
#include "rules_options.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

struct arguments {
    struct cli_rules_options rules;
    struct cli_player_options thinking;
    const char *board, *next, *deck, *player;
    unsigned threads;
    const char *file;
    bool talk, json, resume, force, per_move;
    struct trey_odds_options odds; /* games 0: not requested */
};

#define TO(member) CLI_TO(struct arguments, member)

static const struct cli_option option_rows[] = {
    {"board", 'b', "BOARD",
     "board, row by row, in any layout: numbers (0 or . for an empty cell), a list, a "
     "table, or one hex digit (the rank) per cell",
     CLI_TEXT, TO(board)},
    {"next", 0, "HINT", "hint of the next tile: 1, 2, 3, +, or 6,12,24", CLI_TEXT,
     TO(next), .earlier_letter = 'n'}, /* -n is the number of games elsewhere */
    {"deck", 'd', "A,B,C",
     "number of 1s, 2s and 3s left in the deck after the next tile (default: unknown)",
     CLI_TEXT, TO(deck)},
    {"player", 'p', "NAME",
     "evaluator: network (default if available for the board), network-small, "
     "network:FILE, heuristic, or points",
     CLI_PARSED(cli_parse_evaluator), TO(player)},
    {"threads", 0, "N", "number of threads (default: one per processor)",
     CLI_WHOLE(1, TREY_SEARCH_MAX_THREADS), TO(threads)},
    {"json", 0, NULL, "print the advice as one JSON object", CLI_FLAG, TO(json)},
    {CLI_HEADING("A game, move by move:")},
    {"interactive", 'i', NULL, "continue from this board, move by move", CLI_FLAG,
     TO(talk)},
    {"file", 0, "FILE",
     "with --interactive: save the game in this file, and resume the game in it",
     CLI_TEXT, TO(file), CLI_NOT_OUTPUT},
    {"resume", 0, NULL, "with --interactive: resume the game saved last (without --file)",
     CLI_FLAG, TO(resume)},
    {CLI_PART(cli_force_part), TO(force)},
    {CLI_HEADING("Chances instead of advice:")},
    {"odds", 0, "N",
     "play N games from the board with the player at one ply, and print the chances to "
     "reach larger tiles and the distribution of scores",
     CLI_WHOLE(1, TREY_ODDS_MAX_GAMES), TO(odds.games), .earlier = "milestones"},
    {"per-move", 0, NULL,
     "with --odds: play N games after each legal move, with the same seeds, and print "
     "the chances and differences by move",
     CLI_FLAG, TO(per_move), .needs = "odds"},
    {"seed", 's', "N", "seed of the games of --odds", CLI_SEED, TO(odds.seed),
     CLI_DEFAULT("1"), .needs = "odds"},
    {CLI_HEADING("Rules:")},
    {CLI_PART(cli_rules_part), TO(rules)},
    {CLI_HEADING("Search (default: --nodes 3000000):")},
    {CLI_PART(cli_player_part), TO(thinking)},
    CLI_END,
};

static void check(struct cli_line *line, void *command)
{
    struct arguments *arguments = command;
    const bool one_position = arguments->board != NULL && !arguments->talk;
    if (arguments->json && !one_position)
        cli_refuse(line, "--json requires --board without --interactive");
    if (arguments->odds.games != 0 && !one_position)
        cli_refuse(line, "--odds requires --board without --interactive");
    const char *search = cli_first_given(line, CLI_SEARCH_OPTIONS);
    if (arguments->odds.games != 0 && search != NULL)
        cli_refuse(line, "--%s has no effect with --odds, which plays at one ply",
                   search);
    if (one_position && (arguments->file != NULL || arguments->resume))
        cli_refuse(line, "--file and --resume require --interactive");
    if (arguments->board != NULL && arguments->resume)
        cli_refuse(line, "--board and --resume exclude each other");
    if (arguments->board == NULL && (arguments->next != NULL || arguments->deck != NULL))
        cli_refuse(line, "--next and --deck require --board");
    arguments->odds.threads = arguments->threads;
}

/* Parses a hint; an impossible one is refused together with a list of possible ones. */
static enum trey_status read_hint(const struct trey_rules *rules, trey_board board,
                                  const char *word, trey_next *next,
                                  struct trey_error *error)
{
    struct cli_possible possible = {0};
    struct cli_sentence refusal = {0};
    cli_possible_hints(rules, board, &possible);
    bool known = cli_parse_hint(rules, &possible, word, next);
    if (known && cli_possible_hint(rules, &possible, *next))
        return TREY_OK;
    cli_refuse_hint(rules, &possible, word, &refusal);
    if (!known && strcasecmp(word, "white") != 0 && strcmp(word, "3+") != 0)
        return trey_next_parse(rules, word, next, error);
    return trey_fail(error, TREY_ERR_INPUT, 0, "%s", refusal.text);
}

/* The position of the command line. */
static enum trey_status first_position(const struct arguments *arguments,
                                       struct trey_guess *guess, struct trey_error *error)
{
    const struct trey_rules *rules = &arguments->rules.rules;
    trey_board board = 0;
    trey_next next = TREY_NEXT_HIDDEN;
    trey_deck deck = rules->copies != 0 ? TREY_DECK_UNKNOWN : 0;
    enum trey_status status =
        trey_rules_parse_board(rules, arguments->board, &board, error);
    bool over = status == TREY_OK && trey_rules_ends(rules, board);
    if (status == TREY_OK && !over && arguments->next == NULL &&
        rules->hint != TREY_SHOW_NONE)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "these rules show the next tile; --next is required");
    if (status == TREY_OK && !over && arguments->next != NULL)
        status = read_hint(rules, board, arguments->next, &next, error);
    else if (status == TREY_OK && arguments->next != NULL)
        status = trey_next_parse(rules, arguments->next, &next, error);
    if (status == TREY_OK && arguments->deck != NULL)
        status = trey_deck_parse(rules, arguments->deck, &deck, error);
    if (status == TREY_OK)
        status = trey_guess_make(rules, board, next, deck, guess, error);
    return status;
}

/* Opens the saved game. A game resumed from a file keeps the rules of its record. */
static int open_game(struct arguments *arguments, struct cli_advise_game *game)
{
    struct trey_rules rules;
    if (cli_advise_open(game, arguments->file, arguments->player, arguments->force,
                        &arguments->rules.rules) != 0)
        return CLI_FAILED;
    arguments->resume =
        arguments->resume ||
        (arguments->board == NULL && arguments->file != NULL && game->previous != NULL);
    if (arguments->resume && arguments->rules.name == NULL &&
        cli_advise_kept_moves(game, &rules) >= 0)
        arguments->rules.rules = rules;
    return 0;
}

/* Checks the position and the saved game before loading the player, which takes a while.
 */
static int advise(struct arguments *arguments)
{
    struct cli_adviser adviser = {0};
    struct cli_advise_game game = {0};
    struct trey_guess guess;
    struct trey_error error;
    bool talk = arguments->board == NULL || arguments->talk;
    int failed = 0;
    if (arguments->board != NULL && first_position(arguments, &guess, &error) != TREY_OK)
        return cli_wrong_usage("advise", &error);
    if (talk)
        failed = open_game(arguments, &game);
    if (failed == 0 &&
        cli_adviser_load(&adviser, &arguments->rules.rules, arguments->player,
                         &arguments->thinking, arguments->threads, &error) != TREY_OK)
        failed = cli_fail(NULL, &error);
    else if (failed == 0 && arguments->per_move)
        failed = cli_odds_by_move(&guess, adviser.evaluator, &arguments->odds,
                                  arguments->json);
    else if (failed == 0 && arguments->odds.games != 0)
        failed = cli_odds(&guess, adviser.evaluator, &arguments->odds, arguments->json);
    else if (failed == 0 && arguments->json)
        failed = cli_json_advice(&adviser, &guess);
    else if (failed == 0 && !talk)
        failed = cli_print_advice(&adviser, &guess);
    else if (failed == 0)
        failed = cli_advise_talk(&adviser, &arguments->rules.rules,
                                 arguments->board != NULL ? &guess : NULL,
                                 arguments->resume, &game);
    cli_advise_clear(&game);
    if (failed == 0)
        cli_adviser_warn(&adviser);
    cli_adviser_clear(&adviser);
    return failed != 0 ? failed : cli_finish();
}

int cmd_advise(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .summary =
            "Evaluates the moves of a position, with reasons, for a game of Threes! "
            "or 2048 played elsewhere: once for --board, or move by move.",
        .notes = "Without --board it asks for the position, and then for each move, the "
                 "cell of the new tile and the next tile; help lists the commands.",
        .rows = option_rows,
        .check = check,
    };
    struct arguments arguments = {.player = "default"};
    cli_limit_nodes(&arguments.thinking, TREY_ADVICE_NODES);
    cli_parse(&syntax, argc, argv, &arguments);
    if (cli_refuse_player_file(arguments.file, arguments.player))
        return CLI_USAGE;
    return advise(&arguments);
}
