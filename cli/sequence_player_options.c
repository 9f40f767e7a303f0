/* trey plan --searcher, --preset and their settings. Settings are collected while the
 * command line is parsed and applied in three phases afterwards, because their effect
 * depends on their order and users may give them in any order. */
#include "sequence_player_options.h"
#include "base/file.h"
#include "extras/baselines/baselines.h"
#include "os/os.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_preset(const char *name)
{
    for (int i = 0; trey_preset_name_at(i) != NULL; i++)
        if (strcmp(trey_preset_name_at(i), name) == 0)
            return true;
    return false;
}

static void parse_searcher(struct cli_line *line, const struct cli_option *option,
                           const char *text, void *destination)
{
    struct cli_sequence_player_options *player = destination;
    if (player->name != NULL)
        cli_refuse(line, "only one --searcher or --preset is allowed");
    if (strcmp(option->name, "preset") == 0 && !is_preset(text))
        cli_refuse_unknown(line, "preset", text, trey_preset_name_at);
    player->name = text;
}

/* The option's name is the key of the setting in the library. */
static void parse_setting(struct cli_line *line, const struct cli_option *option,
                          const char *text, void *destination)
{
    struct cli_sequence_player_options *player = destination;
    if (player->setting_count == CLI_MAX_SETTINGS)
        cli_refuse(line, "too many settings");
    player->settings[player->setting_count].key = option->name;
    player->settings[player->setting_count++].value = text;
}

static const struct cli_option option_rows[] = {
    {"searcher", 0, "NAME",
     "plan with this searcher: dldfs, pruner, jogger, wide, strategy, strategy-bt or "
     "strategy-bt-jogger; settings may follow: pruner(empties,depth=9)",
     CLI_PARSED(parse_searcher)},
    {"preset", 0, "NAME", "plan with a preset searcher: beta or mu",
     CLI_PARSED(parse_searcher)},
    {"easy", 0, "SEARCHER", "easy searcher of a strategy", CLI_PARSED(parse_setting)},
    {"hard", 0, "SEARCHER", "hard searcher of a strategy", CLI_PARSED(parse_setting)},
    {"bt", 0, "N", "number of moves that strategy-bt takes back (default 30)",
     CLI_PARSED(parse_setting)},
    {"heuristic", 0, "NAME",
     "evaluate boards by board-score, board-score-normalised, empties, adjacent-matches, "
     "adjacent-runs or weighted",
     CLI_PARSED(parse_setting)},
    {"cap", 0, "K", "largest count that a heuristic rewards", CLI_PARSED(parse_setting)},
    {"transform", 0, "NAME",
     "function of the heuristic's counts: linear, sqrt or polynomial",
     CLI_PARSED(parse_setting)},
    {"weights", 0, "A,B,C,D",
     "weights of the weighted heuristic (default 0.2,0.5,0.2,0.1)",
     CLI_PARSED(parse_setting)},
    {"depth", 0, "N", "search depth in moves", CLI_PARSED(parse_setting)},
    {"nodes", 0, "N", "number of boards kept (wide) or wanted at that depth (pruner)",
     CLI_PARSED(parse_setting)},
    {"moves", 0, "L", "number of moves that jogger makes at once",
     CLI_PARSED(parse_setting)},
    {"switches", 0, "FILE",
     "write the times at which a strategy changed its searcher, as comma-separated "
     "values",
     CLI_TEXT, CLI_TO(struct cli_sequence_player_options, switches), CLI_NOT_OUTPUT},
    CLI_END,
};

/* The phase in which a setting is applied: the easy and the hard searcher before the
 * settings that change both, and `moves` after `depth`, which limits it. */
static int phase_of(const char *setting)
{
    return strcmp(setting, "easy") == 0 || strcmp(setting, "hard") == 0 ? 0
           : strcmp(setting, "moves") == 0                              ? 2
                                                                        : 1;
}

/* Within a phase, settings are applied in the order given. */
static void make_player(struct cli_line *line, void *part)
{
    struct cli_sequence_player_options *player = part;
    struct trey_error error;
    if (player->name == NULL && (player->setting_count > 0 || player->switches != NULL))
        cli_refuse(line, "--%s needs --searcher or --preset",
                   player->setting_count > 0 ? player->settings[0].key : "switches");
    if (player->name == NULL)
        return;
    enum trey_status status =
        trey_searcher_player_parse(player->name, &player->searcher, &error);
    for (int phase = 0; phase < 3; phase++)
        for (int i = 0; i < player->setting_count && status == TREY_OK; i++)
            if (phase_of(player->settings[i].key) == phase)
                status =
                    trey_searcher_player_set(player->searcher, player->settings[i].key,
                                             player->settings[i].value, &error);
    if (status == TREY_OK)
        status = trey_searcher_player_format(player->searcher, &player->text, &error);
    if (status != TREY_OK)
        cli_refuse_error(line, &error);
}

const struct cli_part cli_sequence_player_part = {option_rows, make_player};

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

/* Plays, collects the table of switches in memory and writes it at the end. */
static enum trey_status play_with_switches(struct cli_sequence_player_options *player,
                                           const struct trey_sequence *sequence,
                                           struct trey_searcher_options *options,
                                           struct trey_plan *plan,
                                           struct trey_error *error)
{
    struct trey_os_memory_stream table = {0};
    if (!trey_os_memory_open(&table))
        return cli_lacks_memory(error);
    fputs("moves_made,moves,searcher\n0,0,easy\n", table.file);
    options->switched = write_switch;
    options->switched_context = table.file;
    enum trey_status status = trey_searcher_player_play(
        player->searcher, sequence, options, plan, &player->report, error);
    if (status == TREY_OK)
        fprintf(table.file, "%llu,%zu,end\n",
                (unsigned long long)player->report.moves_made, plan->move_count);
    bool whole = trey_os_memory_close(&table);
    if (status == TREY_OK) {
        status =
            whole ? trey_file_write(player->switches, table.text, table.size_bytes, error)
                  : cli_lacks_memory(error);
        if (status != TREY_OK)
            trey_plan_clear(plan);
    }
    free(table.text);
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
