/* trey/picture.h - reads positions from screenshots.
 *
 * The input is pixels; the caller decodes PNG and JPEG files. Boards are recognised at
 * any scale and anywhere on the picture: below a status bar, inside a window, on a dark
 * background. The Threes! app is also read from photographs of a telephone's screen. The
 * functions are stateless and thread-safe. */
#ifndef TREY_PICTURE_H
#define TREY_PICTURE_H

#include "trey/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Largest width and height of a picture in pixels. */
#define TREY_PICTURE_MAX_SIDE 16384

/* Minimum confidence of a reading that needs no human check. */
#define TREY_PICTURE_CONFIDENT 0.5

/* Pixels of four bytes (red, green, blue, alpha), row by row from the top; alpha is
 * ignored. The pixels belong to the caller. */
struct trey_pixels {
    const uint8_t *rgba;
    uint32_t width, height; /* 1..TREY_PICTURE_MAX_SIDE */
    size_t stride_bytes;    /* from one row to the next; 0: 4 * width */
};

/* Game that a picture shows. */
enum trey_picture_game {
    TREY_PICTURE_UNKNOWN, /* no board was found */
    TREY_PICTURE_THREES,  /* the Threes! app */
    TREY_PICTURE_2048,    /* the classic 2048 page */
};

/* Reason why a picture gives no position. */
enum trey_picture_problem {
    TREY_PICTURE_FINE,
    TREY_PICTURE_NO_BOARD,    /* nothing looks like a board of a known game */
    TREY_PICTURE_NOT_SETTLED, /* tiles are between cells: an animation is running */
    TREY_PICTURE_UNREADABLE,  /* some cells cannot be read; their rank is -1 */
    TREY_PICTURE_COVERED,     /* the message at the end of a game of 2048 covers cells */
};

/* Kind of next tile that the picture shows. */
enum trey_picture_next {
    TREY_PICTURE_NEXT_NONE,  /* not on the picture, or unreadable */
    TREY_PICTURE_NEXT_TILES, /* one of next_ranks[0..next_count-1] */
    TREY_PICTURE_NEXT_PLUS,  /* a bonus tile that is not shown: `+` */
};

/* Position on a picture, 4x4 cells from the top left. */
struct trey_picture_position {
    enum trey_picture_game game;
    enum trey_picture_problem problem;
    int8_t rank[TREY_MAX_CELLS]; /* see trey_picture_tile; 0: empty; -1: unreadable */
    float confidence[TREY_MAX_CELLS]; /* per cell, 0 (guessed) to 1 (certain) */
    enum trey_picture_next next;
    bool next_blank;    /* a white card without a number: a 3, or in the first versions
                           of the app, which show colours only, also any bonus tile */
    uint8_t next_count; /* 0..3 */
    int8_t next_ranks[3];
    float next_confidence; /* 0..1 */
    float overall;         /* lowest confidence of all cells; 0 with a problem */
    float corners[4][2];   /* x, y of the board's corners in pixels, clockwise from the
                            * top left; zero if no board was found */
};

/* Reads the position from `pixels` into *position, which is always filled. Returns
 * TREY_OK also if the picture shows no board: see position->problem. TREY_ERR_ARGUMENT if
 * the size is out of range; TREY_ERR_MEMORY. Takes at most 16 MB. */
TREY_API enum trey_status trey_picture_read(const struct trey_pixels *pixels,
                                            struct trey_picture_position *position,
                                            struct trey_error *error);

/* Converts a position without a problem to rules, board and hint. The rules are `2048`,
 * or `window` with `hint` plus if a `+` was shown. *next is TREY_NEXT_HIDDEN if the game
 * announces no tile or it was not read. */
TREY_API void trey_picture_view(const struct trey_picture_position *position,
                                struct trey_rules *rules, trey_board *board,
                                trey_next *next);

/* Number on a tile of a rank above 0 in a game that is not TREY_PICTURE_UNKNOWN. */
TREY_API uint64_t trey_picture_tile(enum trey_picture_game game, int rank);

/* Name of a game, a static string: "unknown", "threes" or "2048". */
TREY_API const char *trey_picture_game_name(enum trey_picture_game game);

/* Text of a problem, a static string in English, for example "no board was found". */
TREY_API const char *trey_picture_problem_text(enum trey_picture_problem problem);

#ifdef __cplusplus
}
#endif
#endif
