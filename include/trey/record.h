/* trey/record.h - records of games as text, to store, replay and verify them.
 *
 * A record is a start position and a list of moves with their spawns and hints. Replaying
 * it needs no random numbers; trey_record_check_seed also compares it with the game of a
 * seed. */
#ifndef TREY_RECORD_H
#define TREY_RECORD_H

#include "trey/game.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A move and what followed it. */
struct trey_step {
    uint8_t direction; /* enum trey_direction */
    int8_t cell;       /* cell of the spawned tile; -1: the move ended the game */
    uint8_t rank;      /* rank of the spawned tile; 0: none */
    trey_next next;    /* the hint after it; TREY_NEXT_HIDDEN at the end */
    float ms;          /* thinking time in milliseconds; negative: unknown */
};

/* A record of a game. Zero-initialise it; clear it when done. */
struct trey_record {
    struct trey_view start; /* before the first move */
    uint64_t seed, number;  /* see trey_game_begin */
    char *player;           /* owned; may be NULL */
    struct trey_step *steps;
    size_t count, room;
    uint64_t score;    /* at the end */
    uint64_t begun_ms; /* milliseconds since 1970; 0: unknown */
    uint64_t ended_ms;
};

/* Text format of a record. */
enum trey_record_format {
    TREY_RECORD_JSON,   /* a JSON object in one line: docs/formats/record.md */
    TREY_RECORD_COURSE, /* a line of the statistics of the course framework */
};

/* Starts a new record in this object and reuses its memory. `start` and `player`, which
 * may be NULL, are copied. TREY_ERR_MEMORY. */
TREY_API enum trey_status trey_record_begin(struct trey_record *record,
                                            const struct trey_view *start, uint64_t seed,
                                            uint64_t number, const char *player,
                                            struct trey_error *error);

/* Appends a step without checking it. TREY_ERR_MEMORY. */
TREY_API enum trey_status trey_record_add(struct trey_record *record,
                                          const struct trey_step *step,
                                          struct trey_error *error);

/* Frees the memory of the record and zeroes it. */
TREY_API void trey_record_clear(struct trey_record *record);

/* Formats the record as one line without line end; *text belongs to the caller, for
 * trey_free. */
TREY_API enum trey_status trey_record_format(const struct trey_record *record,
                                             enum trey_record_format format, char **text,
                                             struct trey_error *error);

/* Reads one line of either format. `rules` apply if the line has none, as in the course
 * format. TREY_ERR_INPUT, with `record` cleared, for anything else. */
TREY_API enum trey_status trey_record_parse(const char *line,
                                            const struct trey_rules *rules,
                                            struct trey_record *record,
                                            struct trey_error *error);

/* Replays a record and checks it: every move legal, every tile and hint possible, the
 * score correct, and, if `whole`, the game played from a start position to its end. *end
 * receives the last position reached, also on failure. TREY_ERR_INPUT names the move and
 * the problem. */
TREY_API enum trey_status trey_record_replay(const struct trey_record *record, bool whole,
                                             struct trey_view *end,
                                             struct trey_error *error);

/* Checks that start, tiles and hints are those of the record's seed and number
 * (trey_game_begin), so that they were not chosen by hand. For a record that
 * trey_record_replay accepts. TREY_ERR_INPUT names the first difference. */
TREY_API enum trey_status trey_record_check_seed(const struct trey_record *record,
                                                 struct trey_error *error);

/* Relation of two positions of a game. */
enum trey_between {
    TREY_BETWEEN_NOTHING,   /* no one or two moves explain the second position */
    TREY_BETWEEN_SAME,      /* no move was made */
    TREY_BETWEEN_ONE,       /* one move, and only one explains it */
    TREY_BETWEEN_TWO,       /* two moves, and only one pair explains it */
    TREY_BETWEEN_AMBIGUOUS, /* several moves or pairs explain it */
};

#ifdef __cplusplus
}
#endif
#endif
