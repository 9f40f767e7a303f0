/* Output of the session: text lines for the UCI-like commands, JSON objects for all
 * others, and errors in either form. */
#include "engine/calls.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORD_LINE = 1024, MESSAGE = 320, NAME_SHOWN = 32 };

/* Input is quoted in answers; control characters must not reach a terminal. */
static void make_printable(char *text)
{
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

__attribute__((format(printf, 3, 0))) static void
format_line(char *text, size_t room, const char *format, va_list arguments)
{
    if (vsnprintf(text, room, format, arguments) < 0)
        text[0] = '\0';
    make_printable(text);
}

void trey_engine_print(struct trey_engine *engine, const char *format, ...)
{
    char line[WORD_LINE];
    va_list arguments;
    va_start(arguments, format);
    format_line(line, sizeof line, format, arguments);
    va_end(arguments);
    engine->say(engine->say_context, line, strlen(line));
}

/* Copies the command name of the request. */
static void copy_name(const struct trey_engine *engine, char name[NAME_SHOWN + 1])
{
    const struct trey_engine_request *request = engine->current;
    snprintf(name, NAME_SHOWN + 1, "%s",
             request->command != NULL ? request->command->name : request->text);
    make_printable(name);
}

struct trey_text *trey_answer(struct trey_engine *engine, bool more)
{
    struct trey_text *text = &engine->line;
    char name[NAME_SHOWN + 1];
    copy_name(engine, name);
    text->size = 0;
    text->failed = false;
    trey_text_add_char(text, '{');
    trey_json_string(text, "re", name);
    if (engine->current->tag[0] != '\0')
        trey_json_string(text, "tag", engine->current->tag);
    if (more)
        trey_json_bool(text, "more", true);
    else
        engine->last_line_sent = true;
    return text;
}

/* Sends the last line of an answer even without memory, because the client waits for it.
 */
static void send_failure(struct trey_engine *engine)
{
    char name[NAME_SHOWN + 1], line[WORD_LINE];
    const char *tag = engine->current->tag;
    if (!engine->last_line_sent)
        return;
    copy_name(engine, name);
    for (char *c = name; *c != '\0'; c++)
        *c = *c == '"' || *c == '\\' ? '?' : *c;
    int size =
        snprintf(line, sizeof line,
                 "{\"re\":\"%s\"%s%s%s,\"error\":\"limit\",\"message\":"
                 "\"out of memory\",\"line\":%llu}",
                 name, tag[0] != '\0' ? ",\"tag\":\"" : "", tag,
                 tag[0] != '\0' ? "\"" : "", (unsigned long long)engine->current->line);
    engine->say(engine->say_context, line, (size_t)size);
}

void trey_answer_send(struct trey_engine *engine)
{
    struct trey_text *text = &engine->line;
    trey_text_add_char(text, '}');
    if (text->failed)
        send_failure(engine);
    else
        engine->say(engine->say_context, text->data, text->size);
}

bool trey_refuse(struct trey_engine *engine, const char *key, const char *format, ...)
{
    char message[MESSAGE];
    va_list arguments;
    va_start(arguments, format);
    format_line(message, sizeof message, format, arguments);
    va_end(arguments);
    if (engine->current->command != NULL && engine->current->command->uci_style) {
        trey_engine_print(engine, "info string %s", message);
        return false;
    }
    struct trey_text *text = trey_answer(engine, false);
    trey_json_string(text, "error", key);
    trey_json_string(text, "message", message);
    trey_json_uint(text, "line", engine->current->line);
    trey_answer_send(engine);
    return false;
}

const char *trey_error_key(const struct trey_error *error)
{
    bool limit = error->code == TREY_ERR_MEMORY || error->code == TREY_ERR_LIMIT;
    return limit ? "limit" : "value";
}

bool trey_refuse_error(struct trey_engine *engine, const struct trey_error *error)
{
    return trey_refuse(engine, trey_error_key(error), "%s", error->message);
}

bool trey_refuse_usage(struct trey_engine *engine)
{
    const struct trey_engine_command *command = engine->current->command;
    return trey_refuse(engine, "usage", "usage: %s%s%s", command->name,
                       command->usage[0] != '\0' ? " " : "", command->usage);
}

bool trey_refuse_more(struct trey_engine *engine, char *rest)
{
    const char *word = trey_words_next(&rest);
    if (word == NULL)
        return false;
    const struct trey_engine_command *command = engine->current->command;
    trey_refuse(engine, "usage", "unexpected word %.32s; usage: %s%s%s", word,
                command->name, command->usage[0] != '\0' ? " " : "", command->usage);
    return true;
}
