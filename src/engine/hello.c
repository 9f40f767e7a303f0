/* The `hello` command: version, capabilities and limits of this engine. */
#include "engine/commands.h"
#include "rules/words.h"

void trey_command_hello(struct trey_engine *engine, char *rest)
{
    static const char *const players[] = {"default", "heuristic", "points", "network",
                                          "network-small"};
    const struct trey_engine_options *options = &engine->options;
    const struct trey_engine_command *command;
    if (trey_refuse_more(engine, rest))
        return;
    struct trey_text *text = trey_answer(engine, false);
    trey_json_string(text, "name", "trey");
    trey_json_string(text, "version", trey_version());
    trey_json_int(text, "protocol", TREY_ENGINE_PROTOCOL);
    trey_json_open(text, "commands", '[');
    for (size_t i = 0; (command = trey_engine_command_at(i)) != NULL; i++)
        trey_json_string(text, NULL, command->name);
    trey_json_close(text, ']');
    trey_json_open(text, "rules", '[');
    for (int i = 0; trey_rules_name_at(i) != NULL; i++)
        trey_json_string(text, NULL, trey_rules_name_at(i));
    trey_json_close(text, ']');
    trey_json_open(text, "fields", '{');
    for (int i = 0; trey_rules_field_at(i) != NULL; i++)
        trey_json_string(text, trey_rules_field_at(i), trey_rules_values_at(i));
    trey_json_close(text, '}');
    trey_json_open(text, "players", '[');
    for (size_t i = 0; i < sizeof players / sizeof *players; i++)
        trey_json_string(text, NULL, players[i]);
    trey_json_close(text, ']');
    trey_json_bool(text, "files", options->files);
    trey_json_uint(text, "threads", options->max_threads);
    trey_json_uint(text, "table_mib", options->max_table_bytes >> 20);
    trey_json_real(text, "movetime", 1e3 * options->max_seconds);
    trey_answer_send(engine);
}
