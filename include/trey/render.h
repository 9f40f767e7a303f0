/* trey/render.h - pictures of games with a known sequence, and of game trees. */
#ifndef TREY_RENDER_H
#define TREY_RENDER_H

#include "trey/exact.h"
#include "trey/review.h"
#include "trey/sequence.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A board as text for the terminal: four lines of right-aligned tiles, "." for empty,
 * each ended by a newline. *text is the caller's, to be freed with trey_free. */
TREY_API enum trey_status trey_render_text(const struct trey_wide *board, char **text,
                                           struct trey_error *error);

/* One position as an SVG document: board in the game's colours, a caption line, the next
 * tiles. `next_ranks` may be NULL when next_count is 0: the picture then has no room for
 * next tiles, while the last of a game, with a list of none, is as high as the others.
 * `entry_cell` is outlined, -1: none. `caption` may be NULL. */
TREY_API enum trey_status trey_render_svg(const struct trey_wide *board,
                                          const char *caption, const uint8_t *next_ranks,
                                          size_t next_count, int entry_cell, char **text,
                                          size_t *size_bytes, struct trey_error *error);

/* A whole game as one self-contained HTML page (no network): animated tiles, play, pause,
 * step, seek, keyboard, score and next tiles. `title` may be NULL. */
TREY_API enum trey_status trey_render_html(const struct trey_sequence *sequence,
                                           const uint8_t *moves, size_t move_count,
                                           const char *title, char **text,
                                           size_t *size_bytes, struct trey_error *error);

/* A game tree as an SVG document that grows to the right: boards with their values, the
 * best slides in ink, what is worse in grey. `remaining`: values less the score of the
 * board. *text is zero-terminated, to be freed with trey_free. From any thread. */
TREY_API enum trey_status trey_render_tree(const struct trey_exact_tree *tree,
                                           bool remaining, char **text,
                                           size_t *size_bytes, struct trey_error *error);

/* --- games as they are played ------------------------------------------------------- */

/* One position of a game as it is played, of a board of any shape, as an SVG document:
 * board, caption, hint. `entry_cell` is outlined, -1: none. `caption` may be NULL. *text
 * is the caller's, to be freed with trey_free. */
TREY_API enum trey_status trey_render_view_svg(const struct trey_view *view,
                                               const char *caption, int entry_cell,
                                               char **text, size_t *size_bytes,
                                               struct trey_error *error);

/* A record as one self-contained HTML page that replays it; with `slides`, one for each
 * slide of the record (trey/review.h), also the review: the graph of what was expected,
 * values around the board, accuracy, marks, the worst slides. `slides` may be NULL;
 * `points` says that values are points; `title` may be NULL. *text is the caller's, to be
 * freed with trey_free. TREY_ERR_INPUT for a record that the rules do not allow. */
TREY_API enum trey_status trey_render_record_html(const struct trey_record *record,
                                                  const struct trey_review_slide *slides,
                                                  bool points, const char *title,
                                                  char **text, size_t *size_bytes,
                                                  struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
