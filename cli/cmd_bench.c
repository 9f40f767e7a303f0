/* trey bench: speeds of the hot paths, with checksums of the work done. */
#include "bench/bench.h"
#include "commands.h"
#include "common.h"

#include <stdio.h>
#include <string.h>

enum option_key { KEY_SCALE = 1000, KEY_JSON, KEY_LIST };

static const struct argp_option options[] = {
    {"scale", KEY_SCALE, "X", 0,
     "amount of work; 1 is about a second each, besides getting ready (default 1)", 0},
    {"json", KEY_JSON, NULL, 0, "print the results as one JSON object", 0},
    {"list", KEY_LIST, NULL, 0, "list the benchmarks", 0},
    {0},
};

struct arguments {
    const char *name;
    double scale;
    bool json, list;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case KEY_SCALE:
        arguments->scale = cli_number(state, "--scale", text, 1e-6, 1e6);
        return 0;
    case KEY_JSON:
        arguments->json = true;
        return 0;
    case KEY_LIST:
        arguments->list = true;
        return 0;
    case ARGP_KEY_ARG:
        cli_take_one(state, "NAME", text, &arguments->name);
        for (int i = 0; trey_bench_name_at(i) != NULL; i++)
            if (strcmp(text, trey_bench_name_at(i)) == 0)
                return 0;
        cli_refuse_unknown(state, "benchmark", text, trey_bench_name_at);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
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
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "[NAME]",
        .doc = "Measures the speed of the hot paths on one core of this machine. The "
               "checksum of the work done is the same on every machine.",
    };
    struct arguments arguments = {.scale = 1.0};
    cli_parse(&argp, argc, argv, &arguments);
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
