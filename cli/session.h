/* A session of trey/engine.h for a front end in the same process: requests are lines,
 * answers are JSON objects. For one thread. */
#ifndef TREY_CLI_SESSION_H
#define TREY_CLI_SESSION_H

#include "common.h"

struct cli_session;

/* Receives each answer to a request of cli_session_send. The session owns `answer`;
 * `last` is true for the last answer to a request. The request's tag is the member "tag".
 */
typedef void (*cli_session_fn)(void *context, json_t *answer, bool last);

/* Creates a session, for cli_session_free. `options` are copied; `on_answer` may be NULL.
 * Returns NULL, with *error filled, if trey_engine_new fails or memory runs out. */
struct cli_session *cli_session_new(const struct trey_engine_options *options,
                                    cli_session_fn on_answer, void *context,
                                    struct trey_error *error);

/* Frees a session. NULL is allowed. */
void cli_session_free(struct cli_session *session);

/* Sends a request without waiting; cli_session_step delivers its answers. */
void cli_session_send(struct cli_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sends a request and waits for its last answer, to be released with json_decref; NULL if
 * memory runs out. Earlier requests run first unless they were stopped; their answers are
 * delivered meanwhile. */
json_t *cli_session_ask(struct cli_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Works for about `ms` milliseconds; true if work is left. */
bool cli_session_step(struct cli_session *session, unsigned ms);

/* Members of an answer; 0 or "" if there is none of that type. */
long long cli_answer_number(const json_t *answer, const char *key);
const char *cli_answer_text(const json_t *answer, const char *key);

#endif
