/* trey/archive.h - a directory of finished and abandoned games, one file per game with
 * one record of trey/record.h. Games are numbered from 1; a number is not reused while a
 * later game exists.
 *
 * Several processes may use one archive at once. The caller creates `directory`. */
#ifndef TREY_EXTRAS_RECORD_ARCHIVE_H
#define TREY_EXTRAS_RECORD_ARCHIVE_H

#include "trey/game.h"

/* Maximum number of games; when one more is added, the oldest is removed. */
#define TREY_ARCHIVE_MAX_GAMES 1000

/* Summary of an archived game. */
struct trey_archive_game {
    uint64_t number;
    uint64_t ended_ms;       /* milliseconds since 1970: from the record, else when it was
                                archived */
    bool damaged;            /* see `problem`; the members below are zero then */
    char problem[240];       /* one line; empty if not damaged */
    struct trey_rules rules; /* of the record */
    uint64_t score, moves;   /* at the end */
    int largest;             /* rank of the largest tile: see trey_rules_largest */
};

/* Adds a game. `line` is a record in either format, without line end, and is not checked.
 * A game that is already archived, byte for byte, is not added again. *number (may be
 * NULL) receives its number. TREY_ERR_IO, TREY_ERR_MEMORY; no game is removed then. */
enum trey_status trey_archive_add(const char *directory, const char *line,
                                  uint64_t *number, struct trey_error *error);

/* Lists the games by number, replaying each record. *games is for trey_free, NULL if
 * there are none. Damaged files are listed as damaged. A missing directory counts as
 * empty. TREY_ERR_IO, TREY_ERR_MEMORY. */
enum trey_status trey_archive_list(const char *directory,
                                   struct trey_archive_game **games, size_t *count,
                                   struct trey_error *error);

/* Returns the path of a game's file, for trey_free. TREY_ERR_INPUT if there is no such
 * game. */
enum trey_status trey_archive_path(const char *directory, uint64_t number, char **path,
                                   struct trey_error *error);

#endif
