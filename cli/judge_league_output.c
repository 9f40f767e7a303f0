/* A league as a table, as comma-separated values, or as one JSON object, with the same
 * contents: points and score of each player, then each result on each input, then files
 * that match no input. */
#include "judge_league.h"

#include <stdio.h>
#include <string.h>

static const char *const state_names[] = {
    [CLI_ENTRY_COUNTS] = "counts",
    [CLI_ENTRY_ILLEGAL] = "illegal",
    [CLI_ENTRY_MALFORMED] = "malformed",
    [CLI_ENTRY_MISSING] = "missing",
};

static bool was_replayed(const struct cli_league_entry *entry)
{
    return entry->state == CLI_ENTRY_COUNTS || entry->state == CLI_ENTRY_ILLEGAL;
}

/* How the game ended, or the problem of the file. */
static const char *result_text(const struct cli_league_entry *entry)
{
    return entry->state == CLI_ENTRY_MISSING ? "no file"
           : was_replayed(entry)             ? trey_end_text(entry->verdict.end)
                                             : entry->reason;
}

/* --- table -----------------------------------------------------------------------------
 */

static int longest_name(const struct cli_league *league)
{
    size_t longest = strlen("player");
    for (size_t i = 0; i < league->player_count; i++)
        if (strlen(cli_shown(league->players[i].name)) > longest)
            longest = strlen(cli_shown(league->players[i].name));
    return (int)longest;
}

static void print_ranking(const struct cli_league *league, int width)
{
    printf("rank  %-*s  %9s %14s  %7s %7s %9s %7s\n", width, "player", "points", "score",
           "counts", "illegal", "malformed", "missing");
    for (size_t i = 0; i < league->player_count; i++) {
        const struct cli_league_player *player = &league->players[i];
        printf("%4zu  %-*s  %9.2f %14llu  %7zu %7zu %9zu %7zu\n", player->place, width,
               cli_shown(player->name), player->points, (unsigned long long)player->score,
               player->states[CLI_ENTRY_COUNTS], player->states[CLI_ENTRY_ILLEGAL],
               player->states[CLI_ENTRY_MALFORMED], player->states[CLI_ENTRY_MISSING]);
    }
}

static void print_input(const struct cli_league *league, size_t index, int width)
{
    const struct cli_league_input *input = &league->inputs[index];
    printf("\n%s: best %llu, bound %llu, longest possible game %zu moves\n",
           cli_shown(input->name), (unsigned long long)input->best,
           (unsigned long long)input->bound.score, input->bound.longest_moves);
    for (size_t i = 0; i < league->player_count; i++) {
        const struct cli_league_player *player = &league->players[i];
        const struct cli_league_entry *entry = &player->entries[index];
        printf("      %-*s  %9.2f %14llu  %-9s  ", width, cli_shown(player->name),
               entry->points, (unsigned long long)entry->score,
               state_names[entry->state]);
        if (was_replayed(entry))
            printf("%zu of %zu moves, %s\n", entry->verdict.final.moves,
                   entry->verdict.moves_given, cli_shown(result_text(entry)));
        else
            printf("%s\n", cli_shown(result_text(entry)));
    }
}

static int print_table(const struct cli_league *league)
{
    int width = longest_name(league);
    printf("%zu %s on %zu %s; 100 points per input for the %s%s\n\n",
           league->player_count, league->player_count == 1 ? "player" : "players",
           league->input_count, league->input_count == 1 ? "input" : "inputs",
           league->by_bound ? "bound" : "best score",
           league->illegal_counts
               ? ""
               : "; illegal moves, malformed and missing files count 0");
    print_ranking(league, width);
    for (size_t i = 0; i < league->input_count; i++)
        print_input(league, i, width);
    bool any = false;
    for (size_t i = 0; i < league->player_count; i++)
        for (size_t j = 0; j < league->players[i].unmatched_count; j++) {
            printf("%s%s/%s\n", any ? "" : "\nfiles that match no input:\n",
                   cli_shown(league->players[i].name),
                   cli_shown(league->players[i].unmatched[j]));
            any = true;
        }
    return cli_finish();
}

/* --- comma-separated values ------------------------------------------------------------
 */

/* Quotes the field if necessary. */
static void print_field(const char *field)
{
    const char *text = cli_shown(field);
    if (text[strcspn(text, ",\"\r\n")] == '\0')
        fputs(text, stdout);
    else
        cli_print_quoted(stdout, text);
}

static int print_csv(const struct cli_league *league)
{
    puts(
        "rank,player,total_points,total_score,input,points,score,state,moves,moves_given,"
        "best,bound,file,remark");
    for (size_t i = 0; i < league->player_count; i++)
        for (size_t j = 0; j < league->input_count; j++) {
            const struct cli_league_player *player = &league->players[i];
            const struct cli_league_input *input = &league->inputs[j];
            const struct cli_league_entry *entry = &player->entries[j];
            printf("%zu,", player->place);
            print_field(player->name);
            printf(",%.4f,%llu,", player->points, (unsigned long long)player->score);
            print_field(input->name);
            printf(",%.4f,%llu,%s,%zu,%zu,%llu,%llu,", entry->points,
                   (unsigned long long)entry->score, state_names[entry->state],
                   entry->verdict.final.moves, entry->verdict.moves_given,
                   (unsigned long long)input->best,
                   (unsigned long long)input->bound.score);
            print_field(entry->file != NULL ? entry->file : "");
            putchar(',');
            print_field(result_text(entry));
            putchar('\n');
        }
    return cli_finish();
}

/* --- JSON ------------------------------------------------------------------------------
 */

static json_t *inputs_json(const struct cli_league *league)
{
    json_t *inputs = json_array();
    for (size_t i = 0; i < league->input_count; i++) {
        const struct cli_league_input *input = &league->inputs[i];
        json_t *object =
            json_pack("{ss sI sI sI}", "input", cli_utf8(input->name), "best",
                      (json_int_t)input->best, "bound", (json_int_t)input->bound.score,
                      "longest_moves", (json_int_t)input->bound.longest_moves);
        cli_add_warning(input->sequence, object);
        json_array_append_new(inputs, object);
    }
    return inputs;
}

static json_t *entry_json(const struct cli_league_input *input,
                          const struct cli_league_entry *entry)
{
    json_t *object =
        json_pack("{ss ss? ss sf sI ss}", "input", cli_utf8(input->name), "file",
                  entry->file != NULL ? cli_utf8(entry->file) : NULL, "state",
                  state_names[entry->state], "points", entry->points, "score",
                  (json_int_t)entry->score, "remark", cli_utf8(result_text(entry)));
    if (was_replayed(entry))
        json_object_update_new(
            object,
            json_pack("{sI sI sI}", "moves", (json_int_t)entry->verdict.final.moves,
                      "moves_given", (json_int_t)entry->verdict.moves_given, "reached",
                      (json_int_t)entry->verdict.final.score));
    return object;
}

static json_t *player_json(const struct cli_league *league,
                           const struct cli_league_player *player)
{
    json_t *entries = json_array(), *unmatched = json_array();
    for (size_t i = 0; i < league->input_count; i++)
        json_array_append_new(entries,
                              entry_json(&league->inputs[i], &player->entries[i]));
    for (size_t i = 0; i < player->unmatched_count; i++)
        json_array_append_new(unmatched, json_string(cli_utf8(player->unmatched[i])));
    json_t *object = json_pack("{sI ss sf sI}", "rank", (json_int_t)player->place,
                               "player", cli_utf8(player->name), "points", player->points,
                               "score", (json_int_t)player->score);
    for (int state = 0; state <= CLI_ENTRY_MISSING; state++)
        json_object_set_new(object, state_names[state],
                            json_integer((json_int_t)player->states[state]));
    json_object_set_new(object, "results", entries);
    json_object_set_new(object, "unmatched", unmatched);
    return object;
}

static int print_json(const struct cli_league *league)
{
    json_t *players = json_array();
    for (size_t i = 0; i < league->player_count; i++)
        json_array_append_new(players, player_json(league, &league->players[i]));
    return cli_print_json(json_pack("{ss sb so so}", "points_of",
                                    league->by_bound ? "bound" : "best", "illegal_counts",
                                    (int)league->illegal_counts, "inputs",
                                    inputs_json(league), "players", players));
}

int cli_league_print(const struct cli_league *league, enum cli_league_form form)
{
    return form == CLI_LEAGUE_CSV    ? print_csv(league)
           : form == CLI_LEAGUE_JSON ? print_json(league)
                                     : print_table(league);
}
