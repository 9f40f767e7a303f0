/* A session of trey/engine.h for a face in this process: lines go in, answers come back
 * as JSON. For one thread. */
#ifndef TREY_CLI_SESSION_H
#define TREY_CLI_SESSION_H

#include "common.h"

struct cli_session;

/* Given each answer to a request that was sent; `answer` is the session's, `last` says
 * that no other will follow. The tag is json_string_value of its "tag". */
typedef void (*cli_session_fn)(void *context, json_t *answer, bool last);

/* For cli_session_free. `options` are copied; `hear` may be NULL. NULL, with *error
 * filled, as of trey_engine_new. */
struct cli_session *cli_session_new(const struct trey_engine_options *options,
                                    cli_session_fn hear, void *context,
                                    struct trey_error *error);

/* NULL is taken. */
void cli_session_free(struct cli_session *session);

/* Sends a request and goes on; what it answers is heard by the steps that follow. */
void cli_session_send(struct cli_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sends a request and waits for its last answer, which is the caller's, for json_decref;
 * NULL for want of memory. What was sent before must be done or stopped, or be waited
 * for; its answers are heard meanwhile. */
json_t *cli_session_ask(struct cli_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Works for about `ms` milliseconds; true if something is left to do. */
bool cli_session_step(struct cli_session *session, unsigned ms);

/* Members of an answer; 0, "" or NULL if there is none of that kind. */
long long cli_answer_number(const json_t *answer, const char *key);
const char *cli_answer_text(const json_t *answer, const char *key);

#endif
