/* A league: each player has a directory with a moves file for each input, whose name has
 * the same stem (the name up to the last dot) as the input, with any suffix.
 *
 * Files are matched by name, not by order, so a missing file costs only its own points.
 * Files that match no input are listed, because their names are most likely misspelt. */
#include "judge_league.h"
#include "base/array.h"
#include "os/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Length of a name without its suffix. */
static size_t stem_length(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot == NULL || dot == name ? strlen(name) : (size_t)(dot - name);
}

static bool same_stem(const char *a, const char *b)
{
    size_t length = stem_length(a);
    return length == stem_length(b) && memcmp(a, b, length) == 0;
}

/* --- inputs ----------------------------------------------------------------------------
 */

static int add_input(struct cli_league *league, const char *path)
{
    struct cli_league_input *inputs = trey_array_grow(
        league->inputs, &league->input_capacity, league->input_count + 1, sizeof *inputs);
    if (inputs == NULL)
        return cli_fail_memory();
    league->inputs = inputs;
    struct cli_league_input *input = &inputs[league->input_count];
    struct trey_error error;
    *input = (struct cli_league_input){.path = strdup(path),
                                       .name = strdup(trey_os_name_of(path))};
    league->input_count++;
    if (input->path == NULL || input->name == NULL)
        return cli_fail_memory();
    if (cli_read_sequence(path, &input->sequence))
        return CLI_FAILED;
    if (trey_sequence_bound(input->sequence, &input->bound, &error) != TREY_OK)
        return cli_fail(path, &error);
    for (size_t i = 0; i + 1 < league->input_count; i++)
        if (same_stem(inputs[i].name, input->name))
            return cli_fail_text(path, "has the same name as another input");
    return 0;
}

/* A cli_visit_fn for a directory of inputs; the context is the league. */
static int visit_input(void *context, const char *path, const char *name)
{
    (void)name;
    return cli_is_directory(path) ? 0
           : cli_is_special(path) ? cli_fail_text(path, "not a regular file")
                                  : add_input(context, path);
}

/* --- players ---------------------------------------------------------------------------
 */

static void judge_moves(const struct cli_league_input *input, const char *path,
                        bool illegal_counts, struct cli_league_entry *entry)
{
    struct trey_error error = {0};
    uint8_t *moves = NULL;
    size_t count = 0;
    entry->state = CLI_ENTRY_MALFORMED;
    if (cli_is_special(path)) {
        snprintf(entry->reason, sizeof entry->reason, "not a regular file");
        return;
    }
    if (trey_moves_read(path, &moves, &count, &error) != TREY_OK) {
        snprintf(entry->reason, sizeof entry->reason, "%s", error.message);
        return;
    }
    trey_sequence_judge(input->sequence, moves, count, NULL, NULL, &entry->verdict);
    trey_free(moves);
    /* A file without moves is right only if no move is legal at the start. */
    if (count == 0 && entry->verdict.end == TREY_END_OUT_OF_MOVES) {
        snprintf(entry->reason, sizeof entry->reason, "no moves from line 3 on");
        return;
    }
    bool illegal = entry->verdict.end == TREY_END_ILLEGAL_MOVE;
    entry->state = illegal ? CLI_ENTRY_ILLEGAL : CLI_ENTRY_COUNTS;
    entry->score = illegal && !illegal_counts ? 0 : entry->verdict.final.score;
}

static int add_unmatched(struct cli_league_player *player, const char *name)
{
    char **unmatched = trey_array_grow(player->unmatched, &player->unmatched_capacity,
                                       player->unmatched_count + 1, sizeof *unmatched);
    if (unmatched == NULL)
        return cli_fail_memory();
    player->unmatched = unmatched;
    unmatched[player->unmatched_count] = strdup(name);
    return unmatched[player->unmatched_count++] == NULL ? cli_fail_memory() : 0;
}

/* A cli_visit_fn for the directory of the player added last: judges a file as the entry
 * for the input of the same name. */
static int visit_file(void *context, const char *path, const char *name)
{
    const struct cli_league *league = context;
    struct cli_league_player *player = &league->players[league->player_count - 1];
    size_t i = 0;
    if (cli_is_directory(path))
        return 0;
    while (i < league->input_count && !same_stem(league->inputs[i].name, name))
        i++;
    if (i == league->input_count)
        return add_unmatched(player, name);
    struct cli_league_entry *entry = &player->entries[i];
    if (entry->file != NULL) {
        entry->state = CLI_ENTRY_MALFORMED;
        entry->score = 0;
        entry->verdict = (struct trey_verdict){0};
        snprintf(entry->reason, sizeof entry->reason, "two files: %s and %s", entry->file,
                 name);
        return 0;
    }
    entry->file = strdup(name);
    if (entry->file == NULL)
        return cli_fail_memory();
    judge_moves(&league->inputs[i], path, league->illegal_counts, entry);
    return 0;
}

/* A cli_visit_fn for the directory of all players. */
static int visit_player(void *context, const char *path, const char *name)
{
    struct cli_league *league = context;
    if (!cli_is_directory(path))
        return 0;
    struct cli_league_player *players =
        trey_array_grow(league->players, &league->player_capacity,
                        league->player_count + 1, sizeof *players);
    if (players == NULL)
        return cli_fail_memory();
    league->players = players;
    struct cli_league_player *player = &players[league->player_count];
    *player = (struct cli_league_player){
        .name = strdup(name),
        .entries = calloc(league->input_count, sizeof(*player->entries))};
    league->player_count++;
    if (player->name == NULL || player->entries == NULL)
        return cli_fail_memory();
    for (size_t i = 0; i < league->input_count; i++)
        player->entries[i].state = CLI_ENTRY_MISSING;
    return cli_visit_directory(path, visit_file, league);
}

/* --- points ----------------------------------------------------------------------------
 */

static void score_input(struct cli_league *league, size_t index)
{
    struct cli_league_input *input = &league->inputs[index];
    for (size_t i = 0; i < league->player_count; i++)
        if (league->players[i].entries[index].score > input->best)
            input->best = league->players[i].entries[index].score;
    uint64_t whole = league->by_bound ? input->bound.score : input->best;
    for (size_t i = 0; i < league->player_count; i++) {
        struct cli_league_player *player = &league->players[i];
        struct cli_league_entry *entry = &player->entries[index];
        entry->points = whole == 0 ? 0.0 : 100.0 * (double)entry->score / (double)whole;
        player->points += entry->points;
        player->score += entry->score;
        player->states[entry->state]++;
    }
}

/* Most points first, then by name. */
static int compare_players(const void *left, const void *right)
{
    const struct cli_league_player *a = left, *b = right;
    return a->points != b->points ? (a->points < b->points) - (a->points > b->points)
                                  : strcmp(a->name, b->name);
}

static void place_players(struct cli_league *league)
{
    for (size_t i = 0; i < league->input_count; i++)
        score_input(league, i);
    qsort(league->players, league->player_count, sizeof *league->players,
          compare_players);
    for (size_t i = 0; i < league->player_count; i++) {
        bool tied = i > 0 && !(league->players[i].points < league->players[i - 1].points);
        league->players[i].place = tied ? league->players[i - 1].place : i + 1;
    }
}

static void clear(struct cli_league *league)
{
    for (size_t i = 0; i < league->player_count; i++) {
        struct cli_league_player *player = &league->players[i];
        for (size_t j = 0; player->entries != NULL && j < league->input_count; j++)
            free(player->entries[j].file);
        for (size_t j = 0; j < player->unmatched_count; j++)
            free(player->unmatched[j]);
        free(player->unmatched);
        free(player->entries);
        free(player->name);
    }
    for (size_t i = 0; i < league->input_count; i++) {
        trey_sequence_free(league->inputs[i].sequence);
        free(league->inputs[i].path);
        free(league->inputs[i].name);
    }
    free(league->players);
    free(league->inputs);
}

int cli_judge_league(struct cli_league *options, const char *const *paths, size_t count,
                     enum cli_league_form form)
{
    struct cli_league league = {.by_bound = options->by_bound,
                                .illegal_counts = options->illegal_counts};
    int failed = 0;
    for (size_t i = 0; i + 1 < count && !failed; i++)
        failed = cli_is_directory(paths[i])
                     ? cli_visit_directory(paths[i], visit_input, &league)
                     : add_input(&league, paths[i]);
    if (!failed && league.input_count == 0)
        failed = cli_fail_text(paths[0], "contains no input files");
    if (!failed)
        failed = cli_visit_directory(paths[count - 1], visit_player, &league);
    if (!failed && league.player_count == 0)
        failed = cli_fail_text(paths[count - 1], "contains no directory of a player");
    if (!failed) {
        place_players(&league);
        failed = cli_league_print(&league, form);
    }
    clear(&league);
    return failed;
}
