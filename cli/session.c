/* Requests are tagged: cli_session_ask sends the tag `ask` and steps the engine until the
 * last answer with that tag arrives. All other answers go to the callback. */
#include "session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ask_tag[] = "ask";

struct cli_session {
    struct trey_engine *engine;
    cli_session_fn on_answer;
    void *context;
    json_t *asked; /* the last answer to cli_session_ask */
    bool answered;
};

static void receive_line(void *context, const char *line, size_t size_bytes)
{
    struct cli_session *session = context;
    json_t *answer = json_loadb(line, size_bytes, 0, NULL);
    const char *tag = cli_answer_text(answer, "tag");
    bool last = !json_is_true(json_object_get(answer, "more"));
    if (strcmp(tag, ask_tag) == 0 && last) {
        json_decref(session->asked);
        session->asked = answer;
        session->answered = true;
        return;
    }
    if (answer != NULL && session->on_answer != NULL)
        session->on_answer(session->context, answer, last);
    json_decref(answer);
}

struct cli_session *cli_session_new(const struct trey_engine_options *options,
                                    cli_session_fn on_answer, void *context,
                                    struct trey_error *error)
{
    struct cli_session *session = calloc(1, sizeof *session);
    if (session == NULL) {
        cli_lacks_memory(error);
        return NULL;
    }
    session->on_answer = on_answer;
    session->context = context;
    if (trey_engine_new(options, receive_line, session, &session->engine, error) ==
        TREY_OK)
        return session;
    free(session);
    return NULL;
}

void cli_session_free(struct cli_session *session)
{
    if (session == NULL)
        return;
    trey_engine_free(session->engine);
    json_decref(session->asked);
    free(session);
}

/* Formats a request as a line, for free(); `tag` may be "". NULL if out of memory. */
__attribute__((format(printf, 2, 0))) static char *
make_line(const char *tag, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t before = strlen(tag);
    char *line = size < 0 ? NULL : malloc(before + (size_t)size + 1);
    if (line == NULL)
        return NULL;
    memcpy(line, tag, before);
    vsnprintf(line + before, (size_t)size + 1, format, arguments);
    return line;
}

void cli_session_send(struct cli_session *session, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *line = make_line("", format, arguments);
    va_end(arguments);
    if (line != NULL)
        trey_engine_line(session->engine, line, strlen(line));
    free(line);
}

json_t *cli_session_ask(struct cli_session *session, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *line = make_line("#ask ", format, arguments);
    va_end(arguments);
    if (line == NULL)
        return NULL;
    session->answered = false;
    trey_engine_line(session->engine, line, strlen(line));
    free(line);
    while (!session->answered && trey_engine_step(session->engine, 20)) {
    }
    json_t *answer = session->asked;
    session->asked = NULL;
    return answer;
}

bool cli_session_step(struct cli_session *session, unsigned ms)
{
    return trey_engine_step(session->engine, ms);
}

long long cli_answer_number(const json_t *answer, const char *key)
{
    return (long long)json_integer_value(json_object_get(answer, key));
}

const char *cli_answer_text(const json_t *answer, const char *key)
{
    const char *text = json_string_value(json_object_get(answer, key));
    return text != NULL ? text : "";
}
