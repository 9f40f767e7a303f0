/* A game reconstructed from pictures of its positions. */
#ifndef CLI_READ_GAME_H
#define CLI_READ_GAME_H

#include "common.h"
#include "trey/observed.h"

/* Zero-initialise it; clear it with cli_read_game_clear. */
struct cli_read_game {
    struct trey_observed observed;
    char *file; /* the last picture of the game; NULL: none yet */
};

/* Adds the position of the picture `file`. `line` receives the moves since the last
 * picture, or the reason why the picture does not follow from it. Such a picture is left
 * out, and *fits is false. */
enum trey_status cli_read_game_add(struct cli_read_game *game, const char *file,
                                   const struct trey_picture_position *position,
                                   char *line, size_t size_bytes, bool *fits,
                                   struct trey_error *error);

/* Sets the score, and the deck of the start if only one deck explains all moves. */
void cli_read_game_finish(struct cli_read_game *game);

void cli_read_game_clear(struct cli_read_game *game);

#endif
