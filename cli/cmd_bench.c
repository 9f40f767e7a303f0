/* trey bench: speeds of the hot paths, with checksums of the work done. */
#include "bench/bench.h"
#include "commands.h"
#include "common.h"

#include <stdio.h>
#include <string.h>

struct arguments {
    const char *name;
    double scale;
    bool json, list;
};

#define TO(member) CLI_TO(struct arguments, member)

static const struct cli_option option_rows[] = {
    {"scale", 0, "X",
     "amount of work; 1 is about a second per benchmark, plus its preparation",
     CLI_NUMBER(1e-6, 1e6), TO(scale), CLI_DEFAULT("1")},
    {"json", 0, NULL, "print the results as one JSON object", CLI_FLAG, TO(json)},
    {"list", 0, NULL, "list the benchmarks", CLI_FLAG, TO(list)},
    CLI_END,
};

static void check(struct cli_line *line, void *command)
{
    struct arguments *arguments = command;
    if (arguments->list && arguments->json)
        cli_refuse(line, "--list and --json exclude each other");
    if (arguments->list && cli_first_given(line, "scale") != NULL)
        cli_refuse(line, "--list and --scale exclude each other");
    arguments->name = cli_single_argument(line, "NAME");
    if (arguments->name == NULL)
        return;
    for (int i = 0; trey_bench_name_at(i) != NULL; i++)
        if (strcmp(arguments->name, trey_bench_name_at(i)) == 0)
            return;
    cli_refuse_unknown(line, "benchmark", arguments->name, trey_bench_name_at);
}

static void print_row(int index, const struct trey_bench_result *result)
{
    double rate = (double)result->count / result->seconds;
    printf("%-14s %12.0f %s/s   %6.2f s   checksum %016llx\n", trey_bench_name_at(index),
           rate, trey_bench_unit_at(index), result->seconds,
           (unsigned long long)result->checksum);
    fflush(stdout);
}

static json_t *json_of_result(int index, const struct trey_bench_result *result)
{
    char checksum[17];
    snprintf(checksum, sizeof checksum, "%016llx", (unsigned long long)result->checksum);
    return json_pack("{ss ss sI sf sf ss}", "name", trey_bench_name_at(index), "unit",
                     trey_bench_unit_at(index), "count", (json_int_t)result->count,
                     "seconds", result->seconds, "per_second",
                     (double)result->count / result->seconds, "checksum", checksum);
}

int cmd_bench(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        .arguments = "[NAME]",
        .summary = "Measures the speed of the hot paths on one core of this machine. The "
                   "checksums of the work are the same on every machine.",
        .rows = option_rows,
        .check = check,
    };
    struct arguments arguments = {0};
    cli_parse(&syntax, argc, argv, &arguments);
    json_t *results = arguments.json ? json_array() : NULL;
    for (int i = 0; trey_bench_name_at(i) != NULL; i++) {
        if (arguments.name != NULL && strcmp(arguments.name, trey_bench_name_at(i)) != 0)
            continue;
        if (arguments.list) {
            printf("%-14s %s\n", trey_bench_name_at(i), trey_bench_unit_at(i));
            continue;
        }
        struct trey_error error;
        struct trey_bench_result result;
        if (trey_bench_run(i, arguments.scale, &result, &error) != TREY_OK) {
            json_decref(results);
            return cli_fail(NULL, &error);
        }
        if (arguments.json)
            json_array_append_new(results, json_of_result(i, &result));
        else
            print_row(i, &result);
    }
    if (!arguments.json)
        return cli_finish();
    return cli_print_json(json_pack("{so}", "benchmarks", results));
}
