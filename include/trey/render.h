/* trey/render.h - draws positions as SVG documents. */
#ifndef TREY_RENDER_H
#define TREY_RENDER_H

#include "trey/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Draws one position as an SVG document: the board in the game's colours, a caption line,
 * the next tiles. `next_ranks` may be NULL if next_count is 0: the picture then has no
 * space for next tiles; with a non-NULL empty list it is as high as the others of a game.
 * `spawn_cell` is outlined, -1: none. `caption` may be NULL. */
TREY_API enum trey_status trey_render_svg(const struct trey_wide *board,
                                          const char *caption, const uint8_t *next_ranks,
                                          size_t next_count, int spawn_cell, char **text,
                                          size_t *size_bytes, struct trey_error *error);

/* Draws one position on a board of any shape as an SVG document: board, caption, hint.
 * `spawn_cell` is outlined, -1: none. `caption` may be NULL. *text belongs to the caller,
 * for trey_free. */
TREY_API enum trey_status trey_render_view_svg(const struct trey_view *view,
                                               const char *caption, int spawn_cell,
                                               char **text, size_t *size_bytes,
                                               struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
