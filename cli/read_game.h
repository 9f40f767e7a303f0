/* A game reconstructed from pictures of its positions. */
#ifndef CLI_READ_GAME_H
#define CLI_READ_GAME_H

#include "common.h"

/* How much of the announced tile a picture shows. */
enum cli_read_hint {
    CLI_HINT_SEEN,
    CLI_HINT_BLANK, /* a blank white card: a 3, or in the app's first versions any bonus
                     */
    CLI_HINT_UNSEEN
};

/* Zero-initialise it; clear it with cli_read_game_clear. */
struct cli_read_game {
    struct trey_record record;
    struct trey_view view;   /* the last position; its deck is unknown */
    const char *file;        /* its picture; NULL: no position yet */
    enum cli_read_hint hint; /* of that picture */
    bool window;             /* a picture has shown the numbers of a bonus tile */
};

/* Adds the position of the picture `file`; the string must outlive the game. `line`
 * receives the moves since the last picture, or the reason why the picture does not
 * follow from it. Such a picture is left out, and *fits is false. */
enum trey_status cli_read_game_add(struct cli_read_game *game, const char *file,
                                   const struct trey_picture_position *position,
                                   char *line, size_t size_bytes, bool *fits,
                                   struct trey_error *error);

/* Sets the score, and the deck of the start if only one deck explains all moves. */
void cli_read_game_finish(struct cli_read_game *game);

void cli_read_game_clear(struct cli_read_game *game);

#endif
