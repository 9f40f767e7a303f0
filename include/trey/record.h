/* trey/record.h - games as they were played, as text to keep and to check. */
#ifndef TREY_RECORD_H
#define TREY_RECORD_H

#include "trey/game.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A slide and what followed it. */
struct trey_step {
    uint8_t direction; /* enum trey_direction */
    int8_t cell;       /* that the new tile entered; -1: the slide ended the game */
    uint8_t rank;      /* of the new tile; 0: none */
    trey_next next;    /* the hint shown after it; TREY_NEXT_HIDDEN at the end */
    float ms;          /* the player thought so long; negative: not known */
};

/* A game from its start. Zero-initialise it; clear it when done. */
struct trey_record {
    struct trey_view start; /* before the first slide */
    uint64_t seed, number;  /* see trey_game_begin */
    char *player;           /* owned; may be NULL */
    struct trey_step *steps;
    size_t count, room;
    uint64_t score;    /* at the end */
    uint64_t begun_ms; /* since 1970; 0: not known */
    uint64_t ended_ms;
};

enum trey_record_format {
    TREY_RECORD_JSON,   /* an object in a line: docs/formats/record.md */
    TREY_RECORD_COURSE, /* a line of the course framework's statistics */
};

/* Starts a record over, keeping its room. `start` and `player`, which may be NULL, are
 * copied. Fails for want of memory only. */
TREY_API enum trey_status trey_record_begin(struct trey_record *record,
                                            const struct trey_view *start, uint64_t seed,
                                            uint64_t number, const char *player,
                                            struct trey_error *error);

/* Appends a step, unchecked. Fails for want of memory only. */
TREY_API enum trey_status trey_record_add(struct trey_record *record,
                                          const struct trey_step *step,
                                          struct trey_error *error);

/* Frees what the record owns and zeroes it. */
TREY_API void trey_record_clear(struct trey_record *record);

/* The record as one line without its end; *text is the caller's, for trey_free. */
TREY_API enum trey_status trey_record_format(const struct trey_record *record,
                                             enum trey_record_format format, char **text,
                                             struct trey_error *error);

/* Reads one line of either format; `rules` are taken if the line has none of its own, as
 * in the course format. TREY_ERR_INPUT, with `record` cleared, for anything else. */
TREY_API enum trey_status trey_record_parse(const char *line,
                                            const struct trey_rules *rules,
                                            struct trey_record *record,
                                            struct trey_error *error);

/* Plays a record again by the rules: every slide legal, every tile and hint possible, the
 * game played from a start position to its end if `whole`, the score right. *end receives
 * the last position reached, also on failure. TREY_ERR_INPUT says at which slide what is
 * wrong. */
TREY_API enum trey_status trey_record_replay(const struct trey_record *record, bool whole,
                                             struct trey_view *end,
                                             struct trey_error *error);

/* Checks that start, tiles and hints are those that the record's seed and number stand
 * for (trey_game_begin): that nobody chose them. For a record that trey_record_replay
 * accepts. TREY_ERR_INPUT says where they differ. */
TREY_API enum trey_status trey_record_check_seed(const struct trey_record *record,
                                                 struct trey_error *error);

/* How one position of a game follows from another. */
enum trey_between {
    TREY_BETWEEN_NOTHING,   /* no one or two moves lead there */
    TREY_BETWEEN_SAME,      /* no move was made */
    TREY_BETWEEN_ONE,       /* one move, and only one explains it */
    TREY_BETWEEN_TWO,       /* two moves, and only one pair explains it */
    TREY_BETWEEN_AMBIGUOUS, /* several moves or pairs explain it */
};

/* Finds the moves between two observed positions of one game, for example from two
 * screenshots: `before`, then `board` with the hint `next`. Two moves are considered only
 * if no single move explains the second position.
 *
 * steps[0], and steps[1] for TREY_BETWEEN_TWO, receive the moves. A hint that was not
 * seen (the one between two moves, and `next` if it is TREY_NEXT_HIDDEN) is the most
 * likely one that fits. `before` must pass trey_view_check. Thread-safe. */
TREY_API enum trey_between trey_record_between(const struct trey_view *before,
                                               trey_board board, trey_next next,
                                               struct trey_step steps[2]);

#ifdef __cplusplus
}
#endif
#endif
