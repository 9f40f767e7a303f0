/* trey/game.h - Threes!, 2048 and fibonacci with hidden tiles: rules, chance, games.
 *
 * A rule set is data (struct trey_rules). A struct trey_view holds what a player may know
 * of a game: the board, the hint, the cards left in the deck. A struct trey_game also
 * holds what the player must not know: the next tile and the state of the random numbers.
 * Players and searches only receive views, from which nothing hidden can be reached.
 *
 * All structs are plain data without pointers: copy them to branch, keep a copy to undo.
 * Functions are thread-safe: they access only their arguments. Functions that return no
 * status require rules that trey_rules_check accepts.
 *
 * Boards are trey_board, so the maximum rank is 15, the tile 12288 (32768 in 2048, 987 in
 * fibonacci), which does not merge. With the top rule `merge` this is the only limitation
 * of this header; strong play is needed to reach it. In 2048 two adjacent 32768s make a
 * 65536, the largest tile: its points count, and the game is over. */
#ifndef TREY_GAME_H
#define TREY_GAME_H

#include "trey/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- rule sets ---------------------------------------------------------------------- */

/* How tiles slide and merge. */
enum trey_slide_rule {
    TREY_SLIDE_THREES,    /* one step; 1+2, and equal tiles from 3 up; ranks of board.h */
    TREY_SLIDE_2048,      /* as far as possible; equal tiles; rank r is the tile 2^r */
    TREY_SLIDE_FIBONACCI, /* as far as possible; 1+1, and neighbours in 1 2 3 5 8 13 ...
                             987; rank r is the r-th of these */
};

/* Which bonus tiles are drawn. */
enum trey_bonus_rule {
    TREY_BONUS_NONE,
    TREY_BONUS_UNIFORM, /* each of 6..largest/8 equally likely */
    TREY_BONUS_WINDOW,  /* a window of three consecutive values of these; one of them
                           is the tile */
};

/* Visibility of the next tile. Cards are shown exactly, except with NONE. */
enum trey_hint_rule {
    TREY_SHOW_NONE,   /* nothing */
    TREY_SHOW_PLUS,   /* only that it is a bonus tile */
    TREY_SHOW_WINDOW, /* the values of the window with the bonus tile */
    TREY_SHOW_EXACT,  /* bonus tiles are shown exactly, too */
};

/* Where a new tile may spawn, each cell equally likely. The trailing edge is the edge
 * opposite to the direction of the move. */
enum trey_spawn_rule {
    TREY_SPAWN_MOVED, /* cells of the trailing edge whose line moved */
    TREY_SPAWN_EDGE,  /* empty cells of the trailing edge */
    TREY_SPAWN_ANY,   /* empty cells */
};

/* Treatment of the tile of rank 15: 12288, or 32768 in 2048. */
enum trey_top_rule {
    TREY_TOP_MERGE, /* no special rule; in 2048 two adjacent ones after a move make a
                       65536, which ends the game at once */
    TREY_TOP_STOP,  /* never made: tiles of rank 14 do not merge */
    TREY_TOP_END,   /* making one ends the game at once, before the next tile spawns */
};

/* A rule set. Make it with trey_rules_named, then change fields as needed. */
struct trey_rules {
    struct trey_shape shape;
    uint8_t slide;  /* enum trey_slide_rule */
    uint8_t copies; /* number of each of the cards 1, 2, 3 in a deck, 0..15; 0: no deck:
                       1, 2, 3 with probability 1/3 each, in 2048 2 (0.9) and 4 (0.1), in
                       fibonacci 1 */
    uint8_t bonus;  /* enum trey_bonus_rule; applies while the largest tile >= 48 */
    uint8_t odds;   /* one draw in `odds` is a bonus tile, 1..255 */
    uint8_t hint;   /* enum trey_hint_rule */
    uint8_t entry;  /* enum trey_spawn_rule */
    uint8_t top;    /* enum trey_top_rule */
    uint8_t start;  /* tiles on the first board; 0: two in 2048 and fibonacci,
                       else nine on boards of 16 cells, one on smaller ones */
    uint8_t boost; /* one of these tiles is large, on a random cell: its rank less 3, 1 is
                      a 6, 11 a 6144 (Threes! only); 0: none */
    uint8_t base;  /* index of the named rule set from which it was made */
};

/* Sets *rules to a rule set by name: "classic", "window", "course", "2048" or
 * "fibonacci"; "tcg" is another name of "course". TREY_ERR_ARGUMENT for any other name,
 * with *rules untouched. */
TREY_API enum trey_status trey_rules_named(const char *name, struct trey_rules *rules,
                                           struct trey_error *error);

/* Sets a field by name, as on a command line: ("rows", "3"), ("top", "end").
 * TREY_ERR_ARGUMENT if there is no such field or value, with *rules untouched. Does not
 * check that the fields are compatible: see trey_rules_check. */
TREY_API enum trey_status trey_rules_set(struct trey_rules *rules, const char *field,
                                         const char *value, struct trey_error *error);

/* TREY_OK if the rules can be played, otherwise TREY_ERR_ARGUMENT with the reason. */
TREY_API enum trey_status trey_rules_check(const struct trey_rules *rules,
                                           struct trey_error *error);

/* Name of a rule set, for lists and help texts: index 0, 1, ... NULL after the last. */
TREY_API const char *trey_rules_name_at(int index);

#define TREY_RULES_TEXT 160

/* Formats rules as one line, the name and the fields that differ: "course rows=3 cols=3".
 * TREY_RULES_TEXT bytes fit any rules, even invalid ones. */
TREY_API void trey_rules_format(const struct trey_rules *rules, char *text,
                                size_t size_bytes);

/* Reads what trey_rules_format writes, also with commas or colons instead of blanks, and
 * checks the rules. TREY_ERR_INPUT or TREY_ERR_ARGUMENT, with *rules untouched. */
TREY_API enum trey_status trey_rules_parse(const char *text, struct trey_rules *rules,
                                           struct trey_error *error);

/* True if two rule sets play the same game, whatever their names. */
TREY_API bool trey_rules_equal(const struct trey_rules *a, const struct trey_rules *b);

/* Tile value of a rank of these rules, 0..trey_rules_ranks - 1. */
TREY_API uint64_t trey_rules_tile(const struct trey_rules *rules, int rank);

/* Rank of a tile value; -1 if it is not a tile of these rules or its rank is above 15. */
TREY_API int trey_rules_rank(const struct trey_rules *rules, uint64_t tile);

/* Number of ranks: 16 (0..15), or 17 in 2048 under the top rule `merge`, where rank 16 is
 * the 65536 that ends the game and is never on a board. */
TREY_API int trey_rules_ranks(const struct trey_rules *rules);
#define TREY_MAX_RANKS 17

/* As trey_board_parse, with the tiles of these rules. An empty board is TREY_ERR_INPUT,
 * too: it occurs in no game. */
TREY_API enum trey_status trey_rules_parse_board(const struct trey_rules *rules,
                                                 const char *text, trey_board *board,
                                                 struct trey_error *error);

/* Reads a board of these rules, or of the same rules with another shape. If the text is
 * not a board of the rules' shape but certainly one of another shape (its rows are on
 * separate lines, or its cell count is that of the usual board of one size), *found gets
 * that shape, otherwise *found equals *rules. Callers should ask the user before they
 * continue with another shape: the text may be a larger board whose empty cells are
 * missing. Errors and thread safety as trey_rules_parse_board; on errors *found and
 * *board are unchanged. */
TREY_API enum trey_status trey_rules_parse_any_board(const struct trey_rules *rules,
                                                     const char *text,
                                                     struct trey_rules *found,
                                                     trey_board *board,
                                                     struct trey_error *error);

/* --- slides ------------------------------------------------------------------------- */

/* The board after a slide, without a new tile; equals `board` if and only if the slide is
 * illegal. Respects the top rule `stop`, but not `end`: see trey_rules_legal. */
TREY_API trey_board trey_rules_slide(const struct trey_rules *rules, trey_board board,
                                     enum trey_direction direction);

/* Legal moves, a set of bits 1 << direction. 0: the game is over because no move is legal
 * or because a tile ended it (trey_rules_ends). */
TREY_API unsigned trey_rules_legal(const struct trey_rules *rules, trey_board board);

/* True if the board ends the game by the top rule `end`, or in 2048 by a 65536. For the
 * board after a slide, before a tile spawns. */
TREY_API bool trey_rules_ends(const struct trey_rules *rules, trey_board board);

/* Rank of the largest tile of a board, or of the tile that ended the game there. */
TREY_API int trey_rules_largest(const struct trey_rules *rules, trey_board board);

/* True if merges score the value of the new tile, as in 2048 and fibonacci; false if the
 * score is that of the board, as in Threes!. */
TREY_API bool trey_rules_merges_score(const struct trey_rules *rules);

/* Points that a legal move scores: in 2048 those of the merged tiles, including a 65536
 * that ends the game; in Threes! the score of the board after the slide less the score
 * before. */
TREY_API uint64_t trey_rules_gain(const struct trey_rules *rules, trey_board before,
                                  enum trey_direction direction);

/* --- chance ------------------------------------------------------------------------- */

/* A hint, as a set of ranks: bit r is set if the next tile may have rank r. One bit: the
 * tile is known. The two special values leave the set open. */
typedef uint16_t trey_next;
#define TREY_NEXT_HIDDEN ((trey_next)0) /* no hint is shown */
#define TREY_NEXT_PLUS   ((trey_next)1) /* a bonus tile */
/* A white card, which is a 3 or a bonus tile. Accepted only by trey_guess_make,
 * trey_guess_advance and trey_rules_tiles. */
#define TREY_NEXT_WHITE ((trey_next)9)

/* Cards left in the deck: the number of cards of rank r in bits 4(r-1)..4(r-1)+3. An
 * empty deck is 0 and is refilled when the next card is drawn. Always 0 under rules
 * without a deck. */
typedef uint16_t trey_deck;
#define TREY_DECK_UNKNOWN ((trey_deck)0xf000) /* each card with probability 1/3 */

/* Deck with these numbers of 1s, 2s and 3s (0..15 each). */
TREY_API trey_deck trey_deck_of(int ones, int twos, int threes);

/* Number of cards of rank 1..3 in a deck. */
TREY_API int trey_deck_left(trey_deck deck, int rank);

/* One outcome of a draw. */
struct trey_chance {
    unsigned what;  /* a rank, or a hint */
    trey_deck deck; /* after the draw, as far as the player knows it */
    double probability;
};
#define TREY_MAX_CHANCES 16

/* Cells where the next tile may spawn after a legal move, bits 1 << cell, all equally
 * likely. `after` is the board after the slide. */
TREY_API unsigned trey_rules_spawn_cells(const struct trey_rules *rules,
                                         trey_board before, trey_board after,
                                         enum trey_direction direction);

/* Possible ranks of the next tile. `board`, `next` and `deck` are those of a view, that
 * is, from before the move: the tile was drawn together with the hint. Fills `chances`,
 * ordered by rank, with probabilities that sum to 1, and returns their number. The deck
 * after the draw is that of the view, unless no hint was shown (see struct trey_view). */
TREY_API int trey_rules_tiles(const struct trey_rules *rules, trey_board board,
                              trey_next next, trey_deck deck,
                              struct trey_chance chances[TREY_MAX_CHANCES]);

/* Possible next hints, on a board where the last tile has spawned and with the deck that
 * trey_rules_tiles returned. Fills and returns as trey_rules_tiles does. */
TREY_API int trey_rules_nexts(const struct trey_rules *rules, trey_board board,
                              trey_deck deck,
                              struct trey_chance chances[TREY_MAX_CHANCES]);

/* --- hints and decks as text -------------------------------------------------------- */

#define TREY_NEXT_TEXT 64

/* Formats a hint: "1", "+", "6,12,24", "3+" for a white card, or "?" if none is shown.
 * TREY_NEXT_TEXT bytes fit any. */
TREY_API void trey_next_format(const struct trey_rules *rules, trey_next next, char *text,
                               size_t size_bytes);

/* Reads what trey_next_format writes, and nothing else. trey_view_check says which hints
 * a position allows. TREY_ERR_INPUT. */
TREY_API enum trey_status trey_next_parse(const struct trey_rules *rules,
                                          const char *text, trey_next *next,
                                          struct trey_error *error);

#define TREY_DECK_TEXT 16

/* Formats a deck: "3,4,2" or "unknown". TREY_DECK_TEXT bytes fit any. */
TREY_API void trey_deck_format(trey_deck deck, char *text, size_t size_bytes);

/* Reads what trey_deck_format writes. TREY_ERR_INPUT. */
TREY_API enum trey_status trey_deck_parse(const struct trey_rules *rules,
                                          const char *text, trey_deck *deck,
                                          struct trey_error *error);

/* --- what a player may know --------------------------------------------------------- */

/* A position as far as the player knows it. */
struct trey_view {
    struct trey_rules rules;
    trey_board board;
    uint64_t score; /* Threes!: of the board; 2048: points of all merges */
    uint64_t moves; /* moves made */
    trey_next next;
    trey_deck deck; /* after the draw of the tile that the hint shows; without a hint the
                       hidden tile counts as still in the deck: the cards not yet seen */
};

/* Makes the view of a position from elsewhere, with 0 moves and, in 2048, 0 points.
 * TREY_ERR_INPUT if the board, the hint or the deck is impossible. */
TREY_API enum trey_status trey_view_make(const struct trey_rules *rules, trey_board board,
                                         trey_next next, trey_deck deck,
                                         struct trey_view *view,
                                         struct trey_error *error);

/* TREY_OK if rules, board, hint and deck are possible together, otherwise TREY_ERR_INPUT
 * or TREY_ERR_ARGUMENT with the reason. */
TREY_API enum trey_status trey_view_check(const struct trey_view *view,
                                          struct trey_error *error);

/* Makes a move with a known outcome: a tile of `rank` spawned in `cell`, and then the
 * hint `next` was shown. For a move that ends the game (trey_rules_ends) pass cell -1,
 * rank 0 and TREY_NEXT_HIDDEN. TREY_ERR_INPUT, with the view untouched, if the rules do
 * not allow this. */
TREY_API enum trey_status trey_view_advance(struct trey_view *view,
                                            enum trey_direction direction, int cell,
                                            int rank, trey_next next,
                                            struct trey_error *error);

/* --- a game in progress ------------------------------------------------------------- */

/* A game, with its hidden parts. */
struct trey_game {
    struct trey_view view; /* what a player may see */
    uint64_t random;       /* hidden: state of the random number generator */
    uint8_t tile;          /* hidden: rank of the next tile; 0 if the game is over */
};

/* Effects of a move. */
struct trey_move {
    trey_board after; /* without the new tile */
    uint64_t gain;    /* points: see trey_rules_gain */
    int8_t cell;      /* cell of the new tile; -1: none, the game ended */
    uint8_t rank;     /* rank of the new tile */
};

/* Starts game `number` of `seed`. The same three arguments and the same moves give the
 * same game on every machine. */
TREY_API void trey_game_begin(struct trey_game *game, const struct trey_rules *rules,
                              uint64_t seed, uint64_t number);

/* Starts a game at a position: draws the hidden tile among those that the view allows.
 * The view must pass trey_view_check. */
TREY_API void trey_game_from_view(struct trey_game *game, const struct trey_view *view,
                                  uint64_t seed, uint64_t number);

/* Makes a move, spawns the next tile and draws the one after it. Returns false, with
 * nothing changed, if the move is illegal or the game is over. `move` may be NULL. */
TREY_API bool trey_game_slide(struct trey_game *game, enum trey_direction direction,
                              struct trey_move *move);

/* Legal moves, a set of bits 1 << direction; 0: the game is over. */
TREY_API unsigned trey_game_legal(const struct trey_game *game);

#define TREY_GAME_TEXT 384

/* Formats the whole game as one line, hidden parts included. TREY_GAME_TEXT bytes fit
 * any. */
TREY_API void trey_game_format(const struct trey_game *game, char *text,
                               size_t size_bytes);

/* Restores a game from this line. TREY_ERR_INPUT. */
TREY_API enum trey_status trey_game_parse(const char *text, struct trey_game *game,
                                          struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
