/* Positions: parsed from words, written as JSON members. */
#include "engine/position.h"
#include "base/error.h"
#include "engine/values.h"

#include <string.h>

/* --- reading ---------------------------------------------------------------------------
 */

/* Parses a name and its value after the board; returns false if the name is unknown. */
static bool read_part(const char *name, const char *value, struct trey_view *view,
                      bool *shown, uint64_t *seed, uint64_t *score,
                      enum trey_status *status, struct trey_error *error)
{
    enum { MAX_MOVES = 1000000000 };
    const uint64_t max_score = 1000000000000000;
    uint64_t moves = 0;
    bool fine = true;
    if (strcmp(name, "next") == 0) {
        *status = trey_next_parse(&view->rules, value, &view->next, error);
        *shown = true;
    } else if (strcmp(name, "deck") == 0)
        *status = trey_deck_parse(&view->rules, value, &view->deck, error);
    else if (strcmp(name, "score") == 0)
        fine = trey_words_count(value, 0, max_score, score);
    else if (strcmp(name, "moves") == 0) {
        fine = trey_words_count(value, 0, MAX_MOVES, &moves);
        view->moves = moves;
    } else if (seed != NULL && strcmp(name, "seed") == 0)
        fine = trey_words_count(value, 0, INT64_MAX, seed);
    else
        return false;
    if (!fine)
        *status = trey_fail(error, TREY_ERR_INPUT, 0, "%s cannot be %.32s", name, value);
    return true;
}

/* Parses the rules and the board at the start of a position. */
static bool read_board(char **rest, struct trey_view *view, const char **key,
                       struct trey_error *error)
{
    const char *rules = trey_words_next(rest), *board = trey_words_next(rest);
    *view = (struct trey_view){0};
    *key = "usage";
    if (board == NULL) {
        trey_fail(error, TREY_ERR_INPUT, 0, "a position is RULES BOARD ...");
        return false;
    }
    *key = "value";
    if (trey_rules_parse(rules, &view->rules, error) != TREY_OK ||
        trey_rules_parse_board(&view->rules, board, &view->board, error) != TREY_OK)
        return false;
    view->deck = view->rules.copies != 0 ? TREY_DECK_UNKNOWN : 0;
    return true;
}

bool trey_engine_read_position(char **rest, struct trey_view *view, bool *shown,
                               uint64_t *seed, const char **key, struct trey_error *error)
{
    uint64_t score = 0;
    char *name;
    *shown = false;
    if (!read_board(rest, view, key, error))
        return false;
    while ((name = trey_words_next(rest)) != NULL && strcmp(name, "slides") != 0) {
        enum trey_status status = TREY_OK;
        const char *value = trey_words_next(rest);
        *key = "usage";
        if (value == NULL) {
            trey_fail(error, TREY_ERR_INPUT, 0, "%.32s needs a value", name);
            return false;
        }
        if (!read_part(name, value, view, shown, seed, &score, &status, error)) {
            trey_fail(error, TREY_ERR_INPUT, 0, "unknown part of a position: %.32s",
                      name);
            return false;
        }
        *key = "value";
        if (status != TREY_OK)
            return false;
    }
    if (name != NULL)
        trey_words_back(rest, name);
    if (!trey_rules_merges_score(&view->rules))
        view->score = trey_board_score(view->board);
    else
        view->score = score;
    return true;
}

/* --- writing ---------------------------------------------------------------------------
 */

void trey_add_board(struct trey_text *text, const char *key,
                    const struct trey_rules *rules, trey_board board)
{
    trey_json_open(text, key, '[');
    for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++)
        trey_json_uint(text, NULL, trey_rules_tile(rules, trey_board_rank(board, cell)));
    trey_json_close(text, ']');
}

void trey_add_bits(struct trey_text *text, const char *key, unsigned bits)
{
    trey_json_open(text, key, '[');
    for (; bits != 0; bits &= bits - 1)
        trey_json_int(text, NULL, __builtin_ctz(bits));
    trey_json_close(text, ']');
}

void trey_add_ranks(struct trey_text *text, const char *key,
                    const struct trey_rules *rules, unsigned ranks)
{
    trey_json_open(text, key, '[');
    for (; ranks != 0; ranks &= ranks - 1)
        trey_json_uint(text, NULL, trey_rules_tile(rules, __builtin_ctz(ranks)));
    trey_json_close(text, ']');
}

/* Adds the members of a move: paths of the tiles, board, points. */
static void add_move(struct trey_text *text, const struct trey_rules *rules,
                     trey_board board, enum trey_direction direction)
{
    struct trey_motion_board before, after;
    trey_board slid = trey_rules_slide(rules, board, direction);
    trey_motion_of_board(rules->shape, board, &before);
    trey_motion_of_board(rules->shape, slid, &after);
    trey_motion_add(text, &before, &after, direction, rules->slide != TREY_SLIDE_THREES);
    trey_add_board(text, "board", rules, slid);
    trey_json_uint(text, "gain", trey_rules_gain(rules, board, direction));
    trey_json_bool(text, "ends", trey_rules_ends(rules, slid));
}

void trey_engine_add_motions(struct trey_text *text, const struct trey_rules *rules,
                             trey_board board, unsigned legal)
{
    trey_json_open(text, "slides", '{');
    for (int i = 0; i < 4; i++) {
        enum trey_direction direction = (enum trey_direction)i;
        if (!trey_json_open_or_null(text, trey_direction_key(i), (legal >> i & 1) != 0))
            continue;
        add_move(text, rules, board, direction);
        trey_board after = trey_rules_slide(rules, board, direction);
        trey_add_bits(text, "entries",
                      trey_rules_ends(rules, after)
                          ? 0
                          : trey_rules_spawn_cells(rules, board, after, direction));
        trey_json_close(text, '}');
    }
    trey_json_close(text, '}');
}

void trey_engine_add_step(struct trey_text *text, const struct trey_view *before,
                          const struct trey_step *step, bool undone)
{
    trey_json_open(text, "did", '{');
    trey_json_string(text, "slide", trey_direction_key(step->direction));
    if (undone)
        trey_json_bool(text, "undone", true);
    add_move(text, &before->rules, before->board, (enum trey_direction)step->direction);
    if (trey_json_open_or_null(text, "entered", step->cell >= 0)) {
        trey_json_int(text, "cell", step->cell);
        trey_json_uint(text, "tile", trey_rules_tile(&before->rules, step->rank));
        trey_json_close(text, '}');
    }
    trey_json_close(text, '}');
}

void trey_engine_add_legal(struct trey_text *text, const char *key, unsigned legal)
{
    char letters[5] = "";
    size_t count = 0;
    for (int i = 0; i < 4; i++)
        if ((legal >> i & 1) != 0)
            letters[count++] = trey_direction_letter((enum trey_direction)i);
    letters[count] = '\0';
    trey_json_string(text, key, letters);
}

/* The tiles that the hint allows, as a bit mask of ranks. */
static unsigned ranks_of(const struct trey_view *view)
{
    struct trey_chance chances[TREY_MAX_CHANCES];
    int count =
        trey_rules_tiles(&view->rules, view->board, view->next, view->deck, chances);
    unsigned ranks = 0;
    for (int i = 0; i < count; i++)
        ranks |= 1U << chances[i].what;
    return ranks;
}

static void add_deck(struct trey_text *text, const struct trey_view *view, int decks)
{
    if (view->rules.copies == 0 || view->deck == TREY_DECK_UNKNOWN)
        trey_json_null(text, "deck");
    else {
        trey_json_open(text, "deck", '[');
        for (int rank = 1; rank <= 3; rank++)
            trey_json_int(text, NULL, trey_deck_left(view->deck, rank));
        trey_json_close(text, ']');
    }
    /* One unknown deck means that no deck is listed: none explains the position, or there
     * are too many. */
    enum { MAX_COPIES_LISTED = 4 }; /* see TREY_MAX_DECKS */
    int copies = view->rules.copies;
    bool none = decks == 1 && view->deck == TREY_DECK_UNKNOWN;
    if (copies > 0 && (decks < 0 || (none && copies > MAX_COPIES_LISTED)))
        trey_json_null(text, "decks");
    else
        trey_json_int(text, "decks", none || copies == 0 ? 0 : decks);
}

void trey_engine_add_view(struct trey_text *text, const struct trey_view *view,
                          bool shown, int decks)
{
    const struct trey_rules *rules = &view->rules;
    char name[TREY_RULES_TEXT], hex[TREY_MAX_CELLS + 1], next[TREY_NEXT_TEXT];
    trey_rules_format(rules, name, sizeof name);
    trey_board_format(rules->shape, view->board, hex, sizeof hex);
    trey_next_format(rules, shown ? view->next : TREY_NEXT_HIDDEN, next, sizeof next);
    for (char *c = name; *c != '\0'; c++)
        *c = *c == ' ' ? ',' : *c;
    trey_json_string(text, "rules", name);
    trey_json_int(text, "rows", rules->shape.rows);
    trey_json_int(text, "cols", rules->shape.cols);
    trey_add_board(text, "board", rules, view->board);
    trey_json_string(text, "hex", hex);
    trey_json_string(text, "next", next);
    bool won = trey_rules_ends(rules, view->board);
    trey_add_ranks(text, "tiles", rules, shown && !won ? ranks_of(view) : 0);
    add_deck(text, view, decks);
    trey_json_uint(text, "score", view->score);
    trey_json_uint(text, "moves", view->moves);
    trey_json_uint(text, "largest",
                   trey_rules_tile(rules, trey_rules_largest(rules, view->board)));
}
