/* trey/record.h - games as they were played, as text to keep and to check, and results of
 * runs, kept in a SQLite file so that long runs can be broken off and continued.
 *
 * SQLite is an optional part of the library: without it trey_store_open fails with
 * TREY_ERR_LIMIT and says so. */
#ifndef TREY_RECORD_H
#define TREY_RECORD_H

#include "trey/game.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- games -----------------------------------------------------------------------------
 */

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

/* Starts a record over, keeping its room. Fails for want of memory only. */
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

/* The record as one line without its end; *text is the caller's, for free(). */
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

/* --- results ---------------------------------------------------------------------------
 */

/* What one player made of one input. */
struct trey_outcome {
    uint64_t score, bound;
    uint64_t moves;      /* of the game played */
    uint64_t positions;  /* boards made in search */
    uint64_t switches;   /* easy to hard, of the strategies */
    uint64_t peak_bytes; /* largest resident size of the process that played */
    double seconds;      /* of the wall clock */
    bool done;           /* false: not run, or failed */
    bool optimal;        /* proved so */
};

/* What a run is found by again. The texts are the caller's. */
struct trey_store_key {
    const char *player; /* the whole configuration */
    const char *input;  /* a fingerprint of the input's content */
    const char *limits; /* of time and memory */
};

/* An open store. One thread at a time; several processes may share the file. */
struct trey_store;

/* Whether the library was built with SQLite. */
TREY_API bool trey_store_available(void);

/* Opens or makes the file. On success *store is the caller's, for trey_store_close. Fails
 * with TREY_ERR_IO if the file cannot be used, TREY_ERR_INPUT if it is something else. */
TREY_API enum trey_status trey_store_open(const char *path, struct trey_store **store,
                                          struct trey_error *error);

/* NULL is taken. */
TREY_API void trey_store_close(struct trey_store *store);

/* Looks a run of this version of the library up; outcome->done says whether it was there.
 */
TREY_API enum trey_status trey_store_find(struct trey_store *store,
                                          const struct trey_store_key *key,
                                          struct trey_outcome *outcome,
                                          struct trey_error *error);

/* Keeps a run, in the place of an earlier one; safe on disk when it returns. `name` is
 * the input's, for people who read the file. */
TREY_API enum trey_status trey_store_add(struct trey_store *store,
                                         const struct trey_store_key *key,
                                         const char *name,
                                         const struct trey_outcome *outcome,
                                         struct trey_error *error);

/* --- games in a store ------------------------------------------------------------------
 */

/* What a game is found by again. The texts are the caller's. */
struct trey_store_game {
    const char *rules;  /* trey_rules_format */
    const char *player; /* its name with all settings, limits included */
    uint64_t seed, number;
};

/* Slides by time: bin b counts those of [2^(b/4), 2^((b+1)/4)) microseconds, the first
 * and the last also what lies beyond. */
#define TREY_MS_BINS 128
TREY_API int trey_ms_bin(double ms);

/* What is kept of a game beside its record. */
struct trey_game_result {
    uint64_t score, moves;
    uint8_t largest;               /* rank on the last board */
    double seconds;                /* that the player thought, all slides */
    double slowest_ms;             /* slide */
    uint32_t spread[TREY_MS_BINS]; /* slides by the time they took: see trey_ms_bin */
    bool done;                     /* false: not in the store */
};

/* Looks a game up. */
TREY_API enum trey_status trey_store_find_game(struct trey_store *store,
                                               const struct trey_store_game *key,
                                               struct trey_game_result *result,
                                               struct trey_error *error);

/* The record kept with a game; *text is the caller's, for free(), or NULL if there is
 * none. */
TREY_API enum trey_status trey_store_game_record(struct trey_store *store,
                                                 const struct trey_store_game *key,
                                                 char **text, struct trey_error *error);

/* Keeps a game with its record as text (NULL: none); safe on disk when it returns. A game
 * that is there already is left as it is. */
TREY_API enum trey_status trey_store_add_game(struct trey_store *store,
                                              const struct trey_store_game *key,
                                              const struct trey_game_result *result,
                                              const char *record,
                                              struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
