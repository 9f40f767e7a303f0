/* trey/game.h - Threes! and 2048 as they are played: rules, chance, a game in progress.
 *
 * A rule set is data (struct trey_rules). What a player may know of a game is a struct
 * trey_view: the board, the hint, the cards that are left. A struct trey_game knows also
 * what the player must not: the very tile that comes next, and the random numbers.
 * Players and searches are given views; nothing hidden can be reached from one.
 *
 * All structs are plain data without pointers: copy them to branch, keep a copy to undo.
 * Functions are thread-safe: they touch nothing but their arguments. Functions without a
 * status are for rules that trey_rules_check accepts.
 *
 * Boards are trey_board, so ranks end at 15, the tile 12288 (32768 in 2048, 987 in
 * fibonacci), which then does not merge. Under top `merge` that is the only limit of this
 * header; it takes a player of some skill to get there. In 2048 two 32768s that touch
 * make the 65536, the largest tile there is: its points count, and the game is over. */
#ifndef TREY_GAME_H
#define TREY_GAME_H

#include "trey/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- rule sets -----------------------------------------------------------------------
 */

enum trey_slide_rule {
    TREY_SLIDE_THREES,    /* one step; 1+2, and equal tiles from 3 on; ranks of board.h */
    TREY_SLIDE_2048,      /* as far as tiles go; equal tiles; rank r is the tile 2^r */
    TREY_SLIDE_FIBONACCI, /* as far as tiles go; 1+1, and neighbours in 1 2 3 5 8 13 ...
                             987, of which rank r is the r-th */
};

enum trey_bonus_rule {
    TREY_BONUS_NONE,
    TREY_BONUS_UNIFORM, /* each of 6..largest/8 equally likely */
    TREY_BONUS_WINDOW,  /* a window of three consecutive values of these, one in it */
};

/* How much of the next tile the player sees. Cards are shown exactly, but for NONE. */
enum trey_hint_rule {
    TREY_SHOW_NONE,   /* nothing */
    TREY_SHOW_PLUS,   /* that it is a bonus tile */
    TREY_SHOW_WINDOW, /* the values of the bonus tile's window */
    TREY_SHOW_EXACT,  /* the bonus tile too */
};

/* Where a new tile may enter, each cell equally likely. The trailing edge is the one
 * opposite to the direction of the slide. */
enum trey_spawn_rule {
    TREY_ENTRY_MOVED, /* cells of the trailing edge whose line moved */
    TREY_ENTRY_EDGE,  /* empty cells of the trailing edge */
    TREY_ENTRY_ANY,   /* empty cells */
};

/* What becomes of the tile of rank 15: 12288, or 32768 in 2048. */
enum trey_top_rule {
    TREY_TOP_MERGE, /* nothing special; in 2048 two that touch after a slide make a 65536,
                       which ends the game at once */
    TREY_TOP_STOP,  /* it is never made: tiles of rank 14 do not merge */
    TREY_TOP_END,   /* making one ends the game at once, before a new tile enters */
};

/* A rule set. Make it with trey_rules_named, then change fields as you like. */
struct trey_rules {
    struct trey_shape shape;
    uint8_t slide;  /* enum trey_slide_rule */
    uint8_t copies; /* of each of the cards 1, 2, 3 in a deck, 0..15; 0: no deck, that is
                       1, 2, 3 each with probability 1/3, in 2048 2 (0.9), 4 (0.1), in
                       fibonacci 1 */
    uint8_t bonus;  /* enum trey_bonus_rule; there is one while the largest tile >= 48 */
    uint8_t odds;   /* a draw is a bonus tile once in so many, 1..255 */
    uint8_t hint;   /* enum trey_hint_rule */
    uint8_t entry;  /* enum trey_spawn_rule */
    uint8_t top;    /* enum trey_top_rule */
    uint8_t start;  /* tiles on the first board; 0: by the board, see trey_rules_start */
    uint8_t boost;  /* which of them is a large tile instead of a card, on a random cell;
                       0: none, else its rank less 3: 1 is a 6, 11 a 6144 (Threes! only) */
    uint8_t base;   /* the named rule set that it was made from */
};

/* Sets *rules to a rule set by name: "classic", "window", "course", "2048" or
 * "fibonacci". TREY_ERR_ARGUMENT for any other name, with *rules untouched. */
TREY_API enum trey_status trey_rules_named(const char *name, struct trey_rules *rules,
                                           struct trey_error *error);

/* Changes a field by its name, as a command line has it: ("rows", "3"), ("top", "end").
 * TREY_ERR_ARGUMENT if there is no such field or value, with *rules untouched. Whether
 * the fields go together is told by trey_rules_check. */
TREY_API enum trey_status trey_rules_set(struct trey_rules *rules, const char *field,
                                         const char *value, struct trey_error *error);

/* TREY_OK if the rules can be played, else TREY_ERR_ARGUMENT and why. */
TREY_API enum trey_status trey_rules_check(const struct trey_rules *rules,
                                           struct trey_error *error);

/* Names of the rule sets, and of the fields with the values that they take, for lists and
 * help texts: index 0, 1, ... NULL after the last. */
TREY_API const char *trey_rules_name_at(int index);
TREY_API const char *trey_rules_field_at(int index);
TREY_API const char *trey_rules_values_at(int index);

/* The rules in one line, a name and the fields that differ: "course rows=3 cols=3".
 * TREY_RULES_TEXT bytes have room for whatever the fields hold. trey_rules_parse reads
 * this, also with commas or colons for the blanks, and checks the rules. */
#define TREY_RULES_TEXT 160
TREY_API void trey_rules_format(const struct trey_rules *rules, char *text,
                                size_t size_bytes);
TREY_API enum trey_status trey_rules_parse(const char *text, struct trey_rules *rules,
                                           struct trey_error *error);

/* True if two rule sets play the same game, whatever their names. */
TREY_API bool trey_rules_equal(const struct trey_rules *a, const struct trey_rules *b);

/* The number of tiles on the first board: the field `start`, or if that is 0 two in 2048
 * and fibonacci, nine on boards of 16 cells, and one on smaller ones. */
TREY_API int trey_rules_start(const struct trey_rules *rules);

/* Tile value of a rank, and back (-1: no tile of these rules, or above rank 15), and how
 * many ranks there are: 0..15, and in 2048 under top `merge` 16, the 65536 that ends the
 * game, which no board has. */
TREY_API uint64_t trey_rules_tile(const struct trey_rules *rules, int rank);
TREY_API int trey_rules_rank(const struct trey_rules *rules, uint64_t tile);
TREY_API int trey_rules_ranks(const struct trey_rules *rules);
#define TREY_MAX_RANKS 17

/* As trey_board_parse, with the tiles of these rules. An empty board is
 * TREY_ERR_INPUT too: no game has one. */
TREY_API enum trey_status trey_rules_parse_board(const struct trey_rules *rules,
                                                 const char *text, trey_board *board,
                                                 struct trey_error *error);

/* Reads a board of these rules, or of the same rules with another shape. If the text is
 * no board of the rules' own shape but certainly one of another (its rows are written as
 * such, or it has as many cells as the usual board of one size), *found gets that shape,
 * otherwise *found equals *rules. A caller asks its user before it goes on with another
 * shape, since the text may be a larger board whose empty cells are missing. Errors and
 * thread safety as trey_rules_parse_board; *found and *board are then unchanged. */
TREY_API enum trey_status trey_rules_parse_any_board(const struct trey_rules *rules,
                                                     const char *text,
                                                     struct trey_rules *found,
                                                     trey_board *board,
                                                     struct trey_error *error);

/* For boards that are typed line by line: the number of cells that a text holds so far,
 * if more text can make it a board of these rules; -1 if it cannot. All cells of the
 * board if only brackets are still to be closed. Thread-safe. */
TREY_API int trey_rules_board_cells(const struct trey_rules *rules, const char *text);

/* --- slides --------------------------------------------------------------------------
 */

/* The board after a slide, without a new tile; equal to `board` exactly when the slide is
 * illegal. Knows stop, but not end: see trey_rules_legal. */
TREY_API trey_board trey_rules_slide(const struct trey_rules *rules, trey_board board,
                                     enum trey_direction direction);

/* The legal slides, bit 1 << direction each. 0: the game is over, be it that nothing
 * moves or that a tile ended it (trey_rules_ends). */
TREY_API unsigned trey_rules_legal(const struct trey_rules *rules, trey_board board);

/* True if the board ends the game by top `end`, or in 2048 by a 65536. To be asked of the
 * board after a slide before a tile enters it. */
TREY_API bool trey_rules_ends(const struct trey_rules *rules, trey_board board);

/* The rank of the largest tile of a board, or of the one that ended the game there. */
TREY_API int trey_rules_largest(const struct trey_rules *rules, trey_board board);

/* True if points are made by merges, the value of the tile each, as in 2048 and
 * fibonacci; else the score is that of the board, as in Threes!. */
TREY_API bool trey_rules_merges_score(const struct trey_rules *rules);

/* What a slide is worth: points of the tiles made (2048; also of a 65536 that ends the
 * game), or of the board after it less those of the board before (Threes!). For legal
 * slides. */
TREY_API uint64_t trey_rules_gain(const struct trey_rules *rules, trey_board before,
                                  enum trey_direction direction);

/* --- what chance does ----------------------------------------------------------------
 */

/* The hint, a set of ranks: bit r is set if the next tile may be of rank r. One bit means
 * that it is known; with the two special values the set is left open. */
typedef uint16_t trey_next;
#define TREY_NEXT_HIDDEN ((trey_next)0) /* nothing is shown */
#define TREY_NEXT_PLUS   ((trey_next)1) /* a bonus tile */
/* A white card, which is a 3 or a bonus tile: for trey_guess_make, trey_guess_advance and
 * trey_rules_tiles alone. */
#define TREY_NEXT_WHITE ((trey_next)9)

/* Cards left in the deck: of rank r in bits 4(r-1)..4(r-1)+3. A deck that is used up is 0
 * and is renewed when the next card is drawn. Rules without a deck have always 0. */
typedef uint16_t trey_deck;
#define TREY_DECK_UNKNOWN ((trey_deck)0xf000) /* each card with probability 1/3 */

/* A deck with so many 1s, 2s and 3s (0..15 each), and how many of a rank 1..3 are in it.
 */
TREY_API trey_deck trey_deck_of(int ones, int twos, int threes);
TREY_API int trey_deck_left(trey_deck deck, int rank);

/* The deck after a tile was drawn: a card leaves it, anything else does not. If there is
 * no such card (see trey_deck_check), or the deck is unknown, it stays as it is. */
TREY_API trey_deck trey_deck_draw(const struct trey_rules *rules, trey_deck deck,
                                  int rank);

/* One way that a draw may turn out. */
struct trey_chance {
    unsigned what;  /* a rank, or a hint */
    trey_deck deck; /* afterwards, as the player knows it */
    double probability;
};
#define TREY_MAX_CHANCES 16

/* Cells that a new tile may enter after a legal slide, bit 1 << cell each, all equally
 * likely. `after` is the board after the slide. */
TREY_API unsigned trey_rules_entries(const struct trey_rules *rules, trey_board before,
                                     trey_board after, enum trey_direction direction);

/* Ranks that the next tile may have; `board`, `next` and `deck` are those of a view, that
 * is from before the slide: the tile was drawn when the hint was. Fills `chances`, by
 * rank, with probabilities that add up to 1, and returns how many. The deck afterwards is
 * that of the view, unless nothing was shown (see struct trey_view). */
TREY_API int trey_rules_tiles(const struct trey_rules *rules, trey_board board,
                              trey_next next, trey_deck deck,
                              struct trey_chance chances[TREY_MAX_CHANCES]);

/* Hints that may be shown next, on a board that the last tile has entered and with the
 * deck left by trey_rules_tiles. */
TREY_API int trey_rules_nexts(const struct trey_rules *rules, trey_board board,
                              trey_deck deck,
                              struct trey_chance chances[TREY_MAX_CHANCES]);

/* --- hints and decks as text ---------------------------------------------------------
 */

/* "1", "+", "6,12,24", or "?" if nothing is shown; TREY_NEXT_TEXT bytes have room for
 * any. The parser takes just these; which of them a position allows is told by
 * trey_view_check. */
#define TREY_NEXT_TEXT 64
TREY_API void trey_next_format(const struct trey_rules *rules, trey_next next, char *text,
                               size_t size_bytes);
TREY_API enum trey_status trey_next_parse(const struct trey_rules *rules,
                                          const char *text, trey_next *next,
                                          struct trey_error *error);

/* "3,4,2" or "unknown"; TREY_DECK_TEXT bytes have room for any. */
#define TREY_DECK_TEXT 16
TREY_API void trey_deck_format(trey_deck deck, char *text, size_t size_bytes);
TREY_API enum trey_status trey_deck_parse(const struct trey_rules *rules,
                                          const char *text, trey_deck *deck,
                                          struct trey_error *error);

/* TREY_OK if a deck can be what is left after the hint: no more cards than there are, the
 * one that is shown being drawn. TREY_DECK_UNKNOWN is fine. Else TREY_ERR_INPUT. */
TREY_API enum trey_status trey_deck_check(const struct trey_rules *rules, trey_next next,
                                          trey_deck deck, struct trey_error *error);

/* True if a game from its start can have led to this board, hint and deck: if the cards
 * drawn since, bonus tiles where there can have been any, and the tiles on the board and
 * in the hint add up (src/rules/deck_fits.c). Where the tiles stand is not looked at, so
 * that it is true of every deck that is possible, and in the first slides of a game of a
 * few more. Always true of rules without a deck and of an unknown deck. For a board and a
 * hint that are possible. Any thread. */
TREY_API bool trey_deck_fits(const struct trey_rules *rules, trey_board board,
                             trey_next next, trey_deck deck);

/* --- what a player may know ----------------------------------------------------------
 */

struct trey_view {
    struct trey_rules rules;
    trey_board board;
    uint64_t score; /* Threes!: of the board; 2048: points of all merges so far */
    uint64_t moves; /* slides made */
    trey_next next;
    trey_deck deck; /* after the tile shown was drawn. If nothing is shown, the hidden
                       tile counts as still in it: these are the cards not yet seen */
};

/* The view of a position met elsewhere, with no moves made and, in 2048, no points.
 * TREY_ERR_INPUT if the board, the hint or the deck is impossible (trey_deck_check). */
TREY_API enum trey_status trey_view_make(const struct trey_rules *rules, trey_board board,
                                         trey_next next, trey_deck deck,
                                         struct trey_view *view,
                                         struct trey_error *error);

/* TREY_OK if rules, board, hint and deck are possible together. */
TREY_API enum trey_status trey_view_check(const struct trey_view *view,
                                          struct trey_error *error);

/* Makes a slide whose outcome is known: a tile of this rank entered this cell, and then
 * `next` was shown. A slide that ends the game (trey_rules_ends) takes cell -1, rank 0
 * and TREY_NEXT_HIDDEN. TREY_ERR_INPUT, with the view untouched, if the rules do not
 * allow all of that. */
TREY_API enum trey_status trey_view_advance(struct trey_view *view,
                                            enum trey_direction direction, int cell,
                                            int rank, trey_next next,
                                            struct trey_error *error);

/* --- a game in progress --------------------------------------------------------------
 */

struct trey_game {
    struct trey_view view; /* all that a player may see */
    uint64_t random;       /* hidden: state of the random numbers */
    uint8_t tile;          /* hidden: rank of the next tile; 0 once the game is over */
};

/* What a slide did. */
struct trey_move {
    trey_board after; /* without the new tile */
    uint64_t gain;    /* see trey_rules_gain */
    int8_t cell;      /* where the new tile entered; -1: none did, the game was ended */
    uint8_t rank;     /* of the new tile */
};

/* Starts game `number` of those that `seed` stands for. The same three arguments give the
 * same game everywhere, as long as the same slides are made. */
TREY_API void trey_game_begin(struct trey_game *game, const struct trey_rules *rules,
                              uint64_t seed, uint64_t number);

/* A game that goes on from what a player knows: the hidden tile is drawn anew among those
 * that the view allows. For a view that trey_view_check accepts. */
TREY_API void trey_game_from_view(struct trey_game *game, const struct trey_view *view,
                                  uint64_t seed, uint64_t number);

/* Makes a slide, lets the next tile enter and draws the one after it. Returns false, with
 * nothing changed, if the slide is illegal or the game is over. `move` may be NULL. */
TREY_API bool trey_game_slide(struct trey_game *game, enum trey_direction direction,
                              struct trey_move *move);

/* The legal slides, bit 1 << direction each; 0: the game is over. */
TREY_API unsigned trey_game_legal(const struct trey_game *game);

/* The whole game in one line, hidden parts included; TREY_GAME_TEXT bytes have room for
 * any. trey_game_parse restores it, TREY_ERR_INPUT for anything else. */
#define TREY_GAME_TEXT 384
TREY_API void trey_game_format(const struct trey_game *game, char *text,
                               size_t size_bytes);
TREY_API enum trey_status trey_game_parse(const char *text, struct trey_game *game,
                                          struct trey_error *error);

#ifdef __cplusplus
}
#endif
#endif
