#include "players/player_key.h"
#include "base/error.h"
#include "base/hash.h"
#include "eval/eval.h"
#include "players/command.h"
#include "players/exact_player.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUFFIX_BYTES = 64 };

/* Finds the file that determines how the player plays; returns false if there is none. */
static bool find_file(const char *name, const struct trey_rules *rules,
                      char path[TREY_EVALUATOR_PATH])
{
    if (trey_exact_player_named(name)) {
        const char *file = trey_exact_player_file(name);
        return file != NULL &&
               snprintf(path, TREY_EVALUATOR_PATH, "%s", file) < TREY_EVALUATOR_PATH;
    }
    return trey_evaluator_file(name, rules->shape, trey_eval_family_of(rules), path);
}

enum trey_status trey_player_key(const char *name, const struct trey_rules *rules,
                                 const struct trey_player_options *options, char **key,
                                 struct trey_error *error)
{
    char path[TREY_EVALUATOR_PATH];
    uint64_t hash = 0;
    bool has_file = find_file(name, rules, path);
    enum trey_status status = has_file ? trey_file_hash(path, &hash, error) : TREY_OK;
    if (status != TREY_OK)
        return status;
    bool has_contents =
        has_file || trey_evaluator_embedded_hash(name, rules->shape,
                                                 trey_eval_family_of(rules), &hash);
    char *label = NULL;
    status = trey_player_label(name, options, &label, error);
    if (status != TREY_OK)
        return status;
    size_t room = strlen(label) + SUFFIX_BYTES;
    char *text = malloc(room);
    if (text == NULL) {
        free(label);
        return trey_fail_memory(error, room);
    }
    int at =
        snprintf(text, room, "%s clock=%s", label, options->cpu_time ? "cpu" : "wall");
    if (has_contents)
        snprintf(text + at, room - (size_t)at, " contents=%016" PRIx64, hash);
    free(label);
    *key = text;
    return TREY_OK;
}
