/* State of a session: the queue of requests, the current one with its job, the game, and
 * what is kept between requests. calls.h declares the functions that its files share. */
#ifndef TREY_ENGINE_SESSION_H
#define TREY_ENGINE_SESSION_H

#include "base/text.h"
#include "engine/words.h"
#include "trey/advise.h"
#include "trey/engine.h"
#include "trey/exact.h"
#include "trey/observed.h"
#include "trey/played.h"
#include "trey/record.h"
#include "trey/sequence.h"

enum { TREY_ENGINE_PROTOCOL = 1 };
enum { TREY_ENGINE_NAME_BYTES = 4096 };

/* A row of the table of commands. */
struct trey_engine_command {
    const char *name;
    void (*run)(struct trey_engine *engine, char *rest); /* `rest`: text after the name */
    bool immediate;    /* runs when its line arrives, before queued requests */
    bool uci_style;    /* answered in text lines, not JSON */
    const char *usage; /* arguments, for usage errors */
};

/* Pixels passed beside the lines, for a `picture` request. */
struct trey_engine_pixel_bytes {
    uint8_t *data; /* `room` bytes allocated; owned */
    size_t size_bytes, room;
};

/* A line of input. */
struct trey_engine_request {
    struct trey_engine_request *next;          /* in the queue */
    const struct trey_engine_command *command; /* NULL: unknown */
    uint64_t number;                           /* queue number, from 1 */
    uint64_t line;                             /* line number of the input, from 1 */
    char tag[TREY_ENGINE_TAG_BYTES];           /* empty: none */
    char *rest;                                /* in `text`, after the command */
    struct trey_engine_pixel_bytes pixels;     /* of a `picture` request */
    char text[];                               /* the line, split in place */
};

/* A request that takes several steps. */
struct trey_engine_job {
    /* Works until about `end_s` of the monotonic clock; returns false once the last line
     * of the answer has been sent. */
    bool (*step)(struct trey_engine *engine, double end_s);
    void *state;                /* released with free() */
    void (*clear)(void *state); /* called before; NULL: nothing to release in it */
};

/* An evaluator and a search, kept while rules, player and options stay the same. */
struct trey_engine_analyser {
    struct trey_rules rules;                /* of `search` */
    const struct trey_evaluator *evaluator; /* in use; NULL: none */
    struct trey_evaluator *owned;           /* the same if the session owns it, or NULL */
    struct trey_search *search;             /* NULL: none */
    bool points;                            /* its values are points */
    bool warned;                            /* the evaluator's warning was reported */
    bool unbounded;                         /* the running search has no limit */
};

/* Inputs and state of a game played elsewhere: see follow.c. */
struct trey_follow;

enum trey_engine_game_kind { TREY_NO_GAME, TREY_GAME_HOSTED, TREY_GAME_FOLLOWED };

/* The current game. */
struct trey_engine_game {
    enum trey_engine_game_kind kind;
    /* A hosted game. */
    struct trey_record record; /* all moves, including undone ones */
    struct trey_game *states;  /* record.count + 1 of them: before each move, and last */
    size_t room;               /* capacity of `states` */
    size_t at;                 /* index of the current state; later ones are undone */
    bool open_next; /* the hint of state 0 is unknown; the first move draws it */
    /* A followed game; else NULL. */
    struct trey_follow *follow;
};

struct trey_engine {
    /* Set up once. */
    struct trey_engine_options options;
    char player[TREY_ENGINE_NAME_BYTES]; /* options.player points here */
    trey_engine_output_fn say;           /* receives the output lines */
    void *say_context;

    /* The queue. */
    struct trey_engine_request *queue;      /* first waiting request */
    struct trey_engine_request **queue_end; /* where to link the next one */
    size_t queue_bytes;                     /* memory of waiting requests */
    size_t pixel_bytes;                     /* pixels of waiting requests */
    uint64_t lines;                         /* received so far */
    uint64_t requests;                      /* number of the last queued request */
    uint64_t stop_up_to;                    /* requests up to this number must stop */
    bool finishing;                         /* the input has ended */
    bool ended;                             /* `quit`: no more lines are accepted */
    struct trey_engine_pixel_bytes pixels;  /* for the next `picture` request */

    /* The current request. */
    struct trey_engine_request *current; /* NULL: none */
    bool last_line_sent;                 /* or being built in `line` */
    double progress_s;                   /* time of its last progress line */
    struct trey_engine_job job;          /* step NULL: none */
    struct trey_cancel cancel;           /* raised if it must stop */
    struct trey_text line;               /* the answer line being built */

    /* Kept between requests. */
    struct trey_engine_analyser analyser;
    bool has_view;         /* `position` has set `view` */
    struct trey_view view; /* for `go` */
    struct trey_engine_game game;
    struct trey_observed observed;  /* the game that `seen` reconstructs */
    struct trey_rules rules;        /* default rules of `new` */
    uint64_t games;                 /* started without a seed */
    struct trey_sequence *sequence; /* known tiles; NULL: none */
    struct trey_exact *exact;       /* solved by `solve`; NULL: none */
    struct trey_rules exact_rules;  /* of `exact` */
    struct trey_played *played;     /* Threes! with its deck, solved; NULL: none */
    struct trey_rules played_rules; /* of `played` */
};

#endif
