/* Draws boards as text, game trees as SVG documents, and games as HTML pages. */
#ifndef TREY_EXTRAS_RENDER_RENDER_H
#define TREY_EXTRAS_RENDER_RENDER_H

#include "extras/exact/tree.h"
#include "trey/review.h"
#include "trey/sequence.h"

/* Formats a board for the terminal: four lines of right-aligned tiles, "." for empty,
 * each ended by a newline. *text belongs to the caller, for trey_free. */
enum trey_status trey_render_text(const struct trey_wide *board, char **text,
                                  struct trey_error *error);

/* Makes a self-contained HTML page of a whole game: animated tiles, play, pause, step,
 * seek, keyboard, score and next tiles. `title` may be NULL. */
enum trey_status trey_render_html(const struct trey_sequence *sequence,
                                  const uint8_t *moves, size_t move_count,
                                  const char *title, char **text, size_t *size_bytes,
                                  struct trey_error *error);

/* Draws a game tree as an SVG document that grows to the right: boards with their values,
 * the best moves in the foreground colour, others in grey. `remaining`: values less the
 * score of the board. *result is zero-terminated, for trey_free. Thread-safe. */
enum trey_status trey_render_tree(const struct trey_exact_tree *tree, bool remaining,
                                  char **result, size_t *size_bytes,
                                  struct trey_error *error);

/* Makes a self-contained HTML page that replays a record. With `slides` (trey/review.h),
 * one per move of the record, it also shows the review: a graph of the expected score,
 * values around the board, accuracy, ratings, the worst moves. `slides` and `title` may
 * be NULL; `points`: values are points. *text belongs to the caller, for trey_free.
 * TREY_ERR_INPUT for a record that violates the rules. */
enum trey_status trey_render_record_html(const struct trey_record *record,
                                         const struct trey_reviewed_move *slides,
                                         bool points, const char *title, char **text,
                                         size_t *size_bytes, struct trey_error *error);

#endif
