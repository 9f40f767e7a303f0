/* trey/sequence.h - the known-sequence game: instances, rules, moves files, bounds.
 *
 * An instance is a start board and the complete list of coming tiles. After each legal
 * move the next tile spawns by a fixed rule, so a game is simply a string of directions.
 * The score counts 1 and 2 as one point each and a tile of rank r >= 3 as 3^(r-2)
 * points. */
#ifndef TREY_SEQUENCE_H
#define TREY_SEQUENCE_H

#include "trey/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An instance. Opaque and immutable; any number of threads may read it. */
struct trey_sequence;

/* --- making and saving instances ---------------------------------------------------- */

/* Reads an input file of the course; "-" is standard input. On success *sequence belongs
 * to the caller, for trey_sequence_free. TREY_ERR_INPUT with the line. */
TREY_API enum trey_status trey_sequence_read(const char *path,
                                             struct trey_sequence **sequence,
                                             struct trey_error *error);

/* As trey_sequence_read, from memory; the text is not kept. */
TREY_API enum trey_status trey_sequence_parse(const char *text, size_t size_bytes,
                                              struct trey_sequence **sequence,
                                              struct trey_error *error);

/* True if the input of an instance is valid but probably not what was meant; *warning
 * (which may be NULL) then holds the reason and the line, with the code TREY_OK. So far
 * there is one warning: line 7, which is ignored, holds only tiles. Always false for
 * instances that were not read. Thread-safe. */
TREY_API bool trey_sequence_warning(const struct trey_sequence *sequence,
                                    struct trey_error *warning);

/* Makes an instance from ranks, which are copied. Ranks of tiles are 1..TREY_MAX_RANK. */
TREY_API enum trey_status trey_sequence_new(const struct trey_wide *start,
                                            const uint8_t *tile_ranks, size_t tile_count,
                                            struct trey_sequence **sequence,
                                            struct trey_error *error);

/* Frees an instance that is no longer used. NULL is allowed. */
TREY_API void trey_sequence_free(struct trey_sequence *sequence);

/* Mixes of tiles for random instances in the style of the course. */
enum trey_mix {
    TREY_MIX_DECK,  /* shuffled 12-card decks, one tile in 21 replaced by 6, 12 or 24 */
    TREY_MIX_BAG30, /* 1 2 3 6 12 24 in 12:12:3:1:1:1, shuffled thirty at a time */
    TREY_MIX_OFFICIAL, /* the course's generator: the same proportions, shuffled at
                          once */
};

/* Generates an instance. The same mix, count and seed give the same instance on every
 * machine. The official mix rounds the number of each kind, so its list may be up to
 * three tiles longer or shorter. */
TREY_API enum trey_status trey_sequence_generate(enum trey_mix mix, size_t tile_count,
                                                 uint64_t seed,
                                                 struct trey_sequence **sequence,
                                                 struct trey_error *error);

/* Formats an input file with up to two comment lines (NULL for none; line ends in them
 * become blanks). *text belongs to the caller, for trey_free. */
TREY_API enum trey_status trey_sequence_format(const struct trey_sequence *sequence,
                                               const char *comment1, const char *comment2,
                                               char **text, size_t *size_bytes,
                                               struct trey_error *error);

/* First board, owned by the instance. */
TREY_API const struct trey_wide *
trey_sequence_start(const struct trey_sequence *sequence);

/* Number of coming tiles. */
TREY_API size_t trey_sequence_count(const struct trey_sequence *sequence);

/* Ranks of the coming tiles, trey_sequence_count of them; owned by the instance. */
TREY_API const uint8_t *trey_sequence_tiles(const struct trey_sequence *sequence);

/* --- playing ------------------------------------------------------------------------ */

/* Position of a game. Plain data: copy it to branch, keep a copy to undo. */
struct trey_position {
    struct trey_wide board;
    size_t moves;   /* legal moves made = tiles taken from the list */
    uint64_t score; /* of `board` */
};

/* Sets the position before the first move. */
TREY_API void trey_sequence_begin(const struct trey_sequence *sequence,
                                  struct trey_position *position);

/* Makes a move and spawns the next tile. Returns the spawn cell (0..15), or -1 with the
 * position unchanged if the move is illegal or no tile is left. */
TREY_API int trey_sequence_play(const struct trey_sequence *sequence,
                                struct trey_position *position,
                                enum trey_direction direction);

/* Reason why a game ended. */
enum trey_end {
    TREY_END_ILLEGAL_MOVE, /* a move was illegal, but others were legal */
    TREY_END_NO_MOVE,      /* no move is legal */
    TREY_END_OUT_OF_MOVES, /* end of the moves file */
    TREY_END_OUT_OF_TILES, /* end of the tile sequence */
};

/* The referee's result of a moves file. */
struct trey_verdict {
    struct trey_position final; /* final.moves: legal moves; final.score: the score */
    size_t moves_given;         /* letters in the moves file */
    enum trey_end end;
};

/* Called after each legal move (and once with move 0 before the first, spawn_cell -1).
 * `before_spawn` is the board after the slide and before the spawn. Return false to end
 * the replay early. */
typedef bool (*trey_replay_fn)(void *context, const struct trey_position *position,
                               enum trey_direction direction,
                               const struct trey_wide *before_spawn, int spawn_cell);

/* Replays moves (one enum trey_direction per byte) by the rules. `replay` may be NULL. */
TREY_API void trey_sequence_judge(const struct trey_sequence *sequence,
                                  const uint8_t *moves, size_t move_count,
                                  trey_replay_fn replay, void *context,
                                  struct trey_verdict *verdict);

/* English phrase for the reason ("the tiles ran out"). */
TREY_API const char *trey_end_text(enum trey_end end);

/* Rank of the next tile at a position; 0 at the end of the list. */
TREY_API int trey_sequence_next(const struct trey_sequence *sequence,
                                const struct trey_position *position);

/* --- bounds ------------------------------------------------------------------------- */

/* Upper bounds for all plans, from the tile sums only. */
struct trey_bound {
    uint64_t score;       /* tightest known upper bound of the score */
    uint64_t packing;     /* the packing bound alone: docs/bounds.md, Theorem 1 */
    size_t longest_moves; /* upper bound of the number of legal moves */
};

/* Computes the bounds. TREY_ERR_MEMORY. */
TREY_API enum trey_status trey_sequence_bound(const struct trey_sequence *sequence,
                                              struct trey_bound *bound,
                                              struct trey_error *error);

/* --- moves files -------------------------------------------------------------------- */

/* Reads a moves file ("-": standard input): from line 3 on, the capital letters L R U D
 * count. *moves belongs to the caller, one enum trey_direction per byte, for trey_free.
 *
 * A file without moves is TREY_ERR_INPUT with line and reason: moves on the first two
 * lines, small letters, bare carriage returns as line ends, an input file, an empty file.
 * A file of exactly two comment lines is an empty list. */
TREY_API enum trey_status trey_moves_read(const char *path, uint8_t **moves,
                                          size_t *move_count, struct trey_error *error);

/* As trey_moves_read, from memory; the text is not kept. */
TREY_API enum trey_status trey_moves_parse(const char *text, size_t size_bytes,
                                           uint8_t **moves, size_t *move_count,
                                           struct trey_error *error);

/* Formats a moves file, at most 80 moves per line after two comment lines (NULL for
 * none). *text belongs to the caller, for trey_free. */
TREY_API enum trey_status trey_moves_format(const uint8_t *moves, size_t move_count,
                                            const char *comment1, const char *comment2,
                                            char **text, size_t *size_bytes,
                                            struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
