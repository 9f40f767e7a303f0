/* trey advise: what each slide is worth, for a game that is played elsewhere. */
#include "advise_ask.h"
#include "advise_talk.h"
#include "commands.h"
#include "odds_output.h"
#include "output_files.h"
#include "player_options.h"
#include "rules_options.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum option_key {
    KEY_BOARD = 'b',
    KEY_OLD_NEXT = 'n', /* elsewhere the number of games */
    KEY_DECK = 'd',
    KEY_PLAYER = 'p',
    KEY_TALK = 'i',
    KEY_SEED = 's',
    KEY_NEXT = 1000,
    KEY_THREADS,
    KEY_JSON,
    KEY_ODDS,
    KEY_PER_MOVE,
    KEY_FILE,
    KEY_RESUME,
};

static const struct argp_option argp_options[] = {
    {"board", KEY_BOARD, "BOARD", 0,
     "the board, row by row, in any layout: numbers (0 or . is an empty cell), a list, a "
     "table, or a hex rank a cell",
     0},
    {"next", KEY_NEXT, "HINT", 0, "the next tile: 1, 2, 3, +, or 6,12,24", 0},
    {NULL, KEY_OLD_NEXT, "HINT", OPTION_HIDDEN, NULL, 0},
    {"deck", KEY_DECK, "A,B,C", 0,
     "1s, 2s and 3s left in the deck after the next tile (default unknown)", 0},
    {"interactive", KEY_TALK, NULL, 0, "go on from this board, slide by slide", 0},
    {"file", KEY_FILE, "FILE", 0,
     "with --interactive: save the game in this file, and resume the game in it", 0},
    {"resume", KEY_RESUME, NULL, 0,
     "with --interactive: resume the game saved last (without --file)", 0},
    {"player", KEY_PLAYER, "NAME", 0,
     "whose values: network (default, where there is one), network-small, network:FILE, "
     "heuristic, or "
     "points",
     0},
    {"threads", KEY_THREADS, "N", 0, "that search (default: one per processor)", 0},
    {"odds", KEY_ODDS, "N", 0,
     "play N games from the board by one ply of the player, and print instead the "
     "chances to reach each larger tile and where scores lie",
     0},
    {"milestones", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0}, /* as in 0.2.0 */
    {"per-move", KEY_PER_MOVE, NULL, 0,
     "with --odds: play N games after each legal move, with the same seeds, and print "
     "the "
     "chances and differences by move",
     0},
    {"seed", KEY_SEED, "N", 0, "seed of the games of --odds (default 1)", 0},
    {"json", KEY_JSON, NULL, 0, "print the advice as one JSON object", 0},
    {0},
};

struct arguments {
    struct cli_rules_options rules;
    struct cli_player_options thinking;
    const char *board, *next, *deck, *player;
    unsigned threads;
    const char *file;
    bool talk, json, resume, force, per_move;
    struct trey_odds_options odds; /* games 0: not asked for */
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->rules;
        state->child_inputs[1] = &arguments->thinking;
        state->child_inputs[2] = &arguments->force;
        return 0;
    case KEY_BOARD:
        arguments->board = text;
        return 0;
    case KEY_NEXT:
    case KEY_OLD_NEXT:
        arguments->next = text;
        return 0;
    case KEY_DECK:
        arguments->deck = text;
        return 0;
    case KEY_PLAYER:
        arguments->player = cli_evaluator_name(state, text);
        return 0;
    case KEY_FILE:
        arguments->file = text;
        return 0;
    case KEY_RESUME:
        arguments->resume = true;
        return 0;
    case KEY_TALK:
        arguments->talk = true;
        return 0;
    case KEY_THREADS:
        arguments->threads = cli_threads(state, text, TREY_SEARCH_MAX_THREADS);
        return 0;
    case KEY_ODDS:
        arguments->odds.games =
            cli_unsigned(state, "--odds", text, 1, TREY_ODDS_MAX_GAMES);
        return 0;
    case KEY_PER_MOVE:
        arguments->per_move = true;
        return 0;
    case KEY_SEED:
        arguments->odds.seed = cli_seed(state, text);
        return 0;
    case KEY_JSON:
        arguments->json = true;
        return 0;
    case ARGP_KEY_ARG:
        return cli_take_none(state, text);
    case ARGP_KEY_END:
        if (arguments->json && (arguments->board == NULL || arguments->talk))
            argp_error(state, "--json is for one position: --board and no --interactive");
        if (arguments->odds.games != 0 && (arguments->board == NULL || arguments->talk))
            argp_error(state, "--odds is for one position: --board and no --interactive");
        if (arguments->per_move && arguments->odds.games == 0)
            argp_error(state, "--per-move goes with --odds");
        if (arguments->board != NULL && !arguments->talk &&
            (arguments->file != NULL || arguments->resume))
            argp_error(state, "--file and --resume go with --interactive");
        if (arguments->board != NULL && arguments->resume)
            argp_error(state, "either --board or --resume");
        if (cli_is_standard(arguments->file))
            argp_error(state, "--file takes a file, not standard output");
        arguments->odds.threads = arguments->threads;
        if (arguments->board == NULL &&
            (arguments->next != NULL || arguments->deck != NULL))
            argp_error(state, "--next and --deck go with --board");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
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
    snprintf(error->message, sizeof error->message, "%.*s",
             (int)sizeof error->message - 1, refusal.text);
    error->line = 0;
    return TREY_ERR_INPUT;
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
        rules->hint != TREY_SHOW_NONE) {
        snprintf(error->message, sizeof error->message,
                 "these rules show the next tile: say it with --next");
        error->line = 0;
        return TREY_ERR_INPUT;
    }
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
    if (cli_advise_open(game, arguments->file, arguments->force,
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

/* Position and saved game are checked before the player is loaded, which takes a while.
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
    static const struct argp_child children[] = {
        {&cli_rules_argp, 0, "Rules:", 2},
        {&cli_player_argp, 0, "Thinking (default: --nodes 3000000):", 3},
        {&cli_force_argp, 0, NULL, 0},
        {0},
    };
    static const struct argp argp = {
        .options = argp_options,
        .parser = parse,
        .children = children,
        .doc = "Says what each slide is worth and why, for a game of Threes! or 2048 "
               "that is played elsewhere: once for --board, or slide by slide.\vWithout "
               "--board it asks for the position, and then for each slide, where the "
               "tile entered and what is next; help lists what else can be said.",
    };
    struct arguments arguments = {.player = "default", .odds = {.seed = 1}};
    cli_think_nodes(&arguments.thinking, TREY_ADVICE_NODES);
    cli_parse(&argp, argc, argv, &arguments);
    return advise(&arguments);
}
