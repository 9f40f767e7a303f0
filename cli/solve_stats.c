/* trey solve --stats and --sample: the counts of a solution, or estimates of them, as
 * text or JSON; layers as CSV. */
#include "exact/table/command.h"
#include "extras/exact/sample.h"
#include "os/os.h"
#include "solve_output.h"

#include <inttypes.h>
#include <stdio.h>

static json_t *layers_json(const struct trey_exact *exact)
{
    json_t *list = json_array();
    struct trey_exact_layer layer = {0};
    for (; trey_exact_next_layer(exact, &layer); layer.sum++)
        json_array_append_new(
            list, json_pack("[I,I,I,I]", (json_int_t)layer.sum, (json_int_t)layer.boards,
                            (json_int_t)layer.classes, (json_int_t)layer.terminal));
    return list;
}

static int print_json(const struct trey_exact *exact, bool layers)
{
    struct trey_exact_counts c;
    struct trey_shape shape = trey_exact_describe(exact).shape;
    bool is_2048 = trey_exact_describe(exact).rules == TREY_EXACT_2048;
    trey_exact_count(exact, &c);
    json_t *object =
        json_pack("{ss si si sI sf sI sI sI sI sI sf sf sI sI}", "rules",
                  is_2048 ? "2048" : "course", "rows", shape.rows, "cols", shape.cols,
                  "start", (json_int_t)trey_exact_describe(exact).start, "root_value",
                  c.root_value, "classes", (json_int_t)c.classes, "boards",
                  (json_int_t)c.boards, "terminal", (json_int_t)c.terminal, "max_tile",
                  (json_int_t)c.max_tile, "layers", (json_int_t)c.layers, "seconds",
                  c.seconds, "cpu_seconds", trey_os_cpu_seconds(), "memory_bytes",
                  (json_int_t)trey_os_peak_bytes(), "stored_bytes", (json_int_t)c.bytes);
    if (c.first[0] > 0)
        json_object_set_new(
            object, "first",
            json_pack("{sf sf sf}", "1", c.first[0], "2", c.first[1], "3", c.first[2]));
    if (!is_2048)
        json_object_set_new(object, "longest_game", json_integer((json_int_t)c.longest));
    if (c.before_states > 0)
        json_object_update_new(
            object, json_pack("{sI sI}", "before_states", (json_int_t)c.before_states,
                              "after_states", (json_int_t)c.after_states));
    if (layers)
        json_object_set_new(object, "per_layer", layers_json(exact));
    return cli_print_json(object);
}

static void print_resources(double seconds)
{
    printf("time           %.2f s, %.2f s of processor time\n", seconds,
           trey_os_cpu_seconds());
    printf("memory         %.1f MiB\n", (double)trey_os_peak_bytes() / 1048576.0);
}

static void print_text(const struct trey_exact *exact)
{
    struct trey_exact_counts c;
    bool is_2048 = trey_exact_describe(exact).rules == TREY_EXACT_2048;
    trey_exact_count(exact, &c);
    printf("root value     %.10g\n", c.root_value);
    if (c.first[0] > 0)
        printf("by first tile  %.10g %.10g %.10g\n", c.first[0], c.first[1], c.first[2]);
    printf("classes        %" PRIu64 "%s\n", c.classes,
           is_2048 ? "" : " (board and hint)");
    printf("boards         %" PRIu64 "\n", c.boards);
    printf("terminal       %" PRIu64 "\n", c.terminal);
    printf("largest tile   %" PRIu64 "\n", c.max_tile);
    printf("layers         %" PRIu64 "\n", c.layers);
    if (!is_2048)
        printf("longest game   %" PRIu64 " moves\n", c.longest);
    if (c.before_states > 0)
        printf("before-states  %" PRIu64 "\nafter-states   %" PRIu64 "\n",
               c.before_states, c.after_states);
    print_resources(c.seconds);
    printf("stored         %.1f MiB\n", (double)c.bytes / 1048576.0);
}

int cli_solve_stats(const struct trey_exact *exact, const struct cli_solve_form *form)
{
    if (form->json)
        return print_json(exact, form->layers);
    if (!form->layers) {
        print_text(exact);
        return cli_finish();
    }
    struct trey_exact_layer layer = {0};
    puts("sum,boards,classes,terminal");
    for (; trey_exact_next_layer(exact, &layer); layer.sum++)
        printf("%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", layer.sum,
               layer.boards, layer.classes, layer.terminal);
    return cli_finish();
}

/* --- rules with a deck -----------------------------------------------------------------
 */

int cli_solve_played(const struct trey_played_options *of,
                     const struct trey_played_counts *c, bool json)
{
    char rules[TREY_RULES_TEXT];
    bool uncounted = of->player == TREY_PLAYED_IGNORES;
    uint64_t end = of->end_rank == 0 ? 0 : trey_tile_of_rank((int)of->end_rank);
    trey_rules_format(&of->rules, rules, sizeof rules);
    if (json)
        return cli_print_json(json_pack(
            "{ss sI sb sf sf sI sI sI sI sI sf sf sI}", "rules", rules, "end_tile",
            (json_int_t)end, "uncounted", uncounted, "value", c->value, "believed",
            c->believed, "boards", (json_int_t)c->boards, "states", (json_int_t)c->states,
            "terminal", (json_int_t)c->terminal, "max_tile", (json_int_t)c->max_tile,
            "layers", (json_int_t)c->layers, "seconds", c->seconds, "cpu_seconds",
            trey_os_cpu_seconds(), "memory_bytes", (json_int_t)trey_os_peak_bytes()));
    printf("rules          %s\n", rules);
    if (end != 0)
        printf("ends at        %" PRIu64 "\n", end);
    printf("value          %.10g%s\n", c->value,
           uncounted ? " (player does not count cards)" : "");
    if (uncounted)
        printf("believed       %.10g\n", c->believed);
    printf("states         %" PRIu64 " (board and deck)\n", c->states);
    printf("boards         %" PRIu64 "\n", c->boards);
    printf("terminal       %" PRIu64 "\n", c->terminal);
    printf("largest tile   %" PRIu64 "\n", c->max_tile);
    printf("layers         %" PRIu64 "\n", c->layers);
    print_resources(c->seconds);
    return cli_finish();
}

/* --- estimates -------------------------------------------------------------------------
 */

/* Bytes per class of `course` in each kind of table, as measured on 3x3
 * (docs/notes/2026-11-22-exact-tables.md). */
#define WHOLE_BYTES      2.6
#define CHECKPOINT_BYTES 0.28
#define PLAY_BYTES       0.08

static int print_sample_json(const struct trey_exact_options *of,
                             const struct trey_exact_sample *sample)
{
    return cli_print_json(
        json_pack("{ss si si sI sI sf sf sf sf sf sI sf}", "rules",
                  of->rules == TREY_EXACT_2048 ? "2048" : "course", "rows",
                  of->shape.rows, "cols", of->shape.cols, "start", (json_int_t)of->start,
                  "samples", (json_int_t)sample->samples, "classes", sample->classes,
                  "error", sample->error, "undecided", sample->undecided, "terminal",
                  sample->terminal, "drawn_from", sample->boards, "sums",
                  (json_int_t)sample->sums, "largest_sum", sample->largest));
}

int cli_solve_sample(const struct trey_exact_options *of,
                     const struct trey_exact_sample *sample, bool json)
{
    if (json)
        return print_sample_json(of, sample);
    const double gib = 1073741824.0;
    printf("classes        %.4g (95 %% interval: plus or minus %.2g)\n", sample->classes,
           sample->error);
    printf("undecided      at most %.2g more\n", sample->undecided);
    printf("terminal       %.3g\n", sample->terminal);
    printf("largest sum    %.3g; there are %" PRIu32 " sums\n", sample->largest,
           sample->sums);
    printf("drawn          %" PRIu64 " of %.4g boards and hints\n", sample->samples,
           sample->boards);
    if (of->rules != TREY_EXACT_2048)
        printf("tables         about %.3g GiB; checkpoint %.3g, play %.3g\n",
               WHOLE_BYTES * sample->classes / gib,
               CHECKPOINT_BYTES * sample->classes / gib,
               PLAY_BYTES * sample->classes / gib);
    return cli_finish();
}
