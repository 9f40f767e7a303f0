/* trey plan --searcher, --preset and their settings. */
#include "sequence_player_options.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum option_key {
    KEY_SEARCHER = 2000,
    KEY_PRESET,
    KEY_EASY,
    KEY_HARD,
    KEY_BT,
    KEY_HEURISTIC,
    KEY_CAP,
    KEY_TRANSFORM,
    KEY_WEIGHTS,
    KEY_DEPTH,
    KEY_NODES,
    KEY_MOVES,
    KEY_SWITCHES,
};

static const struct argp_option argp_options[] = {
    {NULL, 0, NULL, 0, "Searchers to compare with, instead of the planner:", 1},
    {"searcher", KEY_SEARCHER, "NAME", 0,
     "dldfs, pruner, jogger, wide, strategy, strategy-bt or strategy-bt-jogger; also "
     "with "
     "settings, as in pruner(empties,depth=9)",
     1},
    {"preset", KEY_PRESET, "NAME", 0, "beta or mu", 1},
    {"easy", KEY_EASY, "SEARCHER", 0, "the easy searcher of a strategy", 1},
    {"hard", KEY_HARD, "SEARCHER", 0, "the hard searcher of a strategy", 1},
    {"bt", KEY_BT, "N", 0, "moves that strategy-bt takes back (default 30)", 1},
    {"heuristic", KEY_HEURISTIC, "NAME", 0,
     "board-score, board-score-normalised, empties, adjacent-matches, adjacent-runs or "
     "weighted",
     1},
    {"cap", KEY_CAP, "K", 0, "count from which a heuristic gives no more", 1},
    {"transform", KEY_TRANSFORM, "NAME", 0,
     "how the heuristic bends counts: linear, sqrt or polynomial", 1},
    {"weights", KEY_WEIGHTS, "A,B,C,D", 0, "of weighted (default 0.2,0.5,0.2,0.1)", 1},
    {"depth", KEY_DEPTH, "N", 0, "moves looked ahead", 1},
    {"nodes", KEY_NODES, "N", 0, "boards kept (wide) or wanted at that depth (pruner)",
     1},
    {"moves", KEY_MOVES, "L", 0, "moves that jogger makes at once", 1},
    {"switches", KEY_SWITCHES, "FILE", 0,
     "write when a strategy changed between its searchers, as comma-separated values", 1},
    {0},
};

/* The library's key of an option is the option's own name. */
static const char *key_of(int option)
{
    for (int i = 0; argp_options[i].name != NULL || argp_options[i].doc != NULL; i++)
        if (argp_options[i].key == option)
            return argp_options[i].name;
    return "";
}

static bool is_preset(const char *name)
{
    for (int i = 0; trey_preset_name_at(i) != NULL; i++)
        if (strcmp(trey_preset_name_at(i), name) == 0)
            return true;
    return false;
}

/* Settings are applied after the searcher is known, in the order given, but the easy and
 * the hard searcher before what is to change both, and the moves made at once after the
 * depth that bounds them. */
static void make_player(struct cli_sequence_player_options *player,
                        struct argp_state *state)
{
    struct trey_error error;
    enum trey_status status =
        trey_searcher_player_parse(player->name, &player->searcher, &error);
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < player->setting_count && status == TREY_OK; i++) {
            const char *key = player->settings[i].key;
            bool part = key == key_of(KEY_EASY) || key == key_of(KEY_HARD);
            int turn = part ? 0 : key == key_of(KEY_MOVES) ? 2 : 1;
            if (turn == round)
                status = trey_searcher_player_set(player->searcher, key,
                                                  player->settings[i].value, &error);
        }
    if (status == TREY_OK)
        status = trey_searcher_player_format(player->searcher, &player->text, &error);
    if (status != TREY_OK)
        cli_refuse(state, &error);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    enum {
        ROOM = sizeof((struct cli_sequence_player_options *)0)->settings /
               sizeof *((struct cli_sequence_player_options *)0)->settings
    };
    struct cli_sequence_player_options *player = state->input;
    if (key == ARGP_KEY_END) {
        if (player->name != NULL)
            make_player(player, state);
        else if (player->setting_count > 0 || player->switches != NULL)
            argp_error(state, "--%s needs --searcher or --preset",
                       player->setting_count > 0 ? player->settings[0].key : "switches");
        return 0;
    }
    if (key < KEY_SEARCHER || key > KEY_SWITCHES)
        return ARGP_ERR_UNKNOWN;
    if (key == KEY_SEARCHER || key == KEY_PRESET) {
        if (player->name != NULL)
            argp_error(state, "one --searcher or --preset only");
        if (key == KEY_PRESET && !is_preset(text))
            cli_refuse_unknown(state, "preset", text, trey_preset_name_at);
        player->name = text;
        return 0;
    }
    if (key == KEY_SWITCHES) {
        player->switches = text;
        return 0;
    }
    if (player->setting_count == ROOM)
        argp_error(state, "too many settings");
    player->settings[player->setting_count].key = key_of(key);
    player->settings[player->setting_count++].value = text;
    return 0;
}

const struct argp cli_sequence_player_argp = {.options = argp_options, .parser = parse};

static void show_progress(void *context, const struct trey_searcher_progress *progress)
{
    (void)context;
    struct cli_progress line = {0};
    cli_progress_add(&line, "%zu/%zu moves  score %llu of at most %llu",
                     progress->moves_done, progress->moves_longest,
                     (unsigned long long)progress->score,
                     (unsigned long long)progress->bound);
    cli_progress_add(&line, "  %.0f s  %llu switches", progress->seconds,
                     (unsigned long long)progress->switches);
    cli_progress_show(&line, stderr);
}

static void write_switch(void *context, bool hard, size_t moves_done, uint64_t moves_made)
{
    fprintf(context, "%llu,%zu,%s\n", (unsigned long long)moves_made, moves_done,
            hard ? "hard" : "easy");
}

/* Plays with a table of the switches, which goes to its file at the end. */
static enum trey_status play_with_switches(struct cli_sequence_player_options *player,
                                           const struct trey_sequence *sequence,
                                           struct trey_searcher_options *options,
                                           struct trey_plan *plan,
                                           struct trey_error *error)
{
    char *text = NULL;
    size_t size;
    FILE *table = open_memstream(&text, &size);
    if (table == NULL)
        return cli_lacks_memory(error);
    fputs("moves_made,moves,searcher\n0,0,easy\n", table);
    options->switched = write_switch;
    options->switched_context = table;
    enum trey_status status = trey_searcher_player_play(
        player->searcher, sequence, options, plan, &player->report, error);
    if (status == TREY_OK)
        fprintf(table, "%llu,%zu,end\n", (unsigned long long)player->report.moves_made,
                plan->move_count);
    fclose(table);
    if (status == TREY_OK) {
        status = trey_file_write(player->switches, text, size, error);
        if (status != TREY_OK)
            trey_plan_clear(plan);
    }
    free(text);
    return status;
}

enum trey_status cli_sequence_player_play(struct cli_sequence_player_options *player,
                                          const struct trey_sequence *sequence,
                                          struct trey_searcher_options *options,
                                          bool show, struct trey_plan *plan,
                                          struct trey_error *error)
{
    options->progress = show ? show_progress : NULL;
    if (player->switches != NULL)
        return play_with_switches(player, sequence, options, plan, error);
    return trey_searcher_player_play(player->searcher, sequence, options, plan,
                                     &player->report, error);
}

void cli_sequence_player_describe(const struct cli_sequence_player_options *player,
                                  json_t *object)
{
    if (!cli_sequence_player_chosen(player) || object == NULL)
        return;
    const struct trey_searcher_report *report = &player->report;
    json_t *more = json_pack("{ss sI sI sI sI}", "player", player->text, "moves_made",
                             (json_int_t)report->moves_made, "switches",
                             (json_int_t)report->switches, "memory_cuts",
                             (json_int_t)report->memory_cuts, "peak_bytes",
                             (json_int_t)report->peak_bytes);
    if (more != NULL)
        json_object_update(object, more);
    json_decref(more);
}

void cli_sequence_player_clear(struct cli_sequence_player_options *player)
{
    trey_searcher_player_free(player->searcher);
    trey_free(player->text);
}
