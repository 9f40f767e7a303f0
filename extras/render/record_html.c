/* A recorded game as one page. The page needs no rules: its data has the board after each
 * move, one hexadecimal digit per cell, the hint and the deck at that time, and with a
 * review the values of the moves. That is about 30 bytes a move, 100 with a review. */
#include "extras/render/render.h"

#include "base/error.h"
#include "base/json.h"
#include "board/command.h"
#include "extras/render/page.h"

#include "trey/advise.h"

#include <stdlib.h>
#include <string.h>

enum { WORST = 40 };

struct game {
    const struct trey_record *record;
    const struct trey_reviewed_move *slides; /* NULL: no review */
    struct trey_view *views;                 /* before each move, and at the end */
    bool points;                             /* values are in points */
};

/* --- the game --------------------------------------------------------------------------
 */

static void add_boards(struct trey_text *out, const struct game *game)
{
    static const char digits[] = "0123456789abcdef";
    const struct trey_rules *rules = &game->record->start.rules;
    trey_json_begin_string(out, "boards");
    for (size_t i = 0; i <= game->record->count; i++)
        for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++)
            trey_text_add_char(out, digits[trey_board_rank(game->views[i].board, cell)]);
    trey_text_add_char(out, '"');
}

/* Adds an array with one item for each position, which `add` writes. */
static void add_each(struct trey_text *out, const struct game *game, const char *key,
                     size_t count,
                     void (*add)(struct trey_text *, const struct game *, size_t))
{
    trey_json_open(out, key, '[');
    for (size_t i = 0; i < count; i++)
        add(out, game, i);
    trey_json_close(out, ']');
}

static void add_next(struct trey_text *out, const struct game *game, size_t i)
{
    char next[TREY_NEXT_TEXT];
    trey_next_format(&game->views[i].rules, game->views[i].next, next, sizeof next);
    trey_json_string(out, NULL, next);
}

static void add_deck(struct trey_text *out, const struct game *game, size_t i)
{
    char deck[TREY_DECK_TEXT] = "";
    if (game->views[i].rules.copies != 0)
        trey_deck_format(game->views[i].deck, deck, sizeof deck);
    trey_json_string(out, NULL, deck);
}

static void add_score(struct trey_text *out, const struct game *game, size_t i)
{
    trey_json_uint(out, NULL, game->views[i].score);
}

static void add_spawn_cell(struct trey_text *out, const struct game *game, size_t i)
{
    trey_json_int(out, NULL, game->record->steps[i].cell);
}

static void add_moves(struct trey_text *out, const struct game *game)
{
    trey_json_begin_string(out, "moves");
    for (size_t i = 0; i < game->record->count; i++)
        trey_text_add_char(
            out,
            trey_direction_letter((enum trey_direction)game->record->steps[i].direction));
    trey_text_add_char(out, '"');
}

/* --- the review ------------------------------------------------------------------------
 */

static void add_values(struct trey_text *out, const struct game *game, size_t i)
{
    const struct trey_reviewed_move *slide = &game->slides[i];
    int digits = game->points ? 0 : 2;
    trey_json_open(out, NULL, '[');
    for (int direction = 0; direction < 4; direction++)
        if ((slide->legal >> direction & 1) != 0)
            trey_json_fixed(out, NULL, slide->value[direction], digits);
        else
            trey_json_null(out, NULL);
    trey_json_close(out, ']');
}

static void add_loss(struct trey_text *out, const struct game *game, size_t i)
{
    trey_json_fixed(out, NULL, game->slides[i].loss, 4);
}

static void add_best(struct trey_text *out, const struct game *game, size_t i)
{
    trey_json_string(out, NULL, trey_direction_key(game->slides[i].best));
}

static void add_mark(struct trey_text *out, const struct game *game, size_t i)
{
    trey_json_string(out, NULL, trey_mark_text(game->slides[i].mark));
}

/* Adds the facts of a move in words. */
static void add_facts(struct trey_text *out, const struct game *game, size_t index,
                      int direction)
{
    char facts_text[TREY_FACTS_TEXT];
    struct trey_facts facts;
    trey_facts_of(&game->views[index], (enum trey_direction)direction, &facts);
    trey_facts_text(&game->record->start.rules, &facts, facts_text, sizeof facts_text);
    trey_json_string(out, NULL, facts_text);
}

/* Adds the worst moves: index, and the facts of the move played and of the best one. */
static void add_worst(struct trey_text *out, const struct game *game)
{
    size_t worst[WORST];
    size_t count = trey_review_worst(game->slides, game->record->count, worst, WORST);
    trey_json_open(out, "worst", '[');
    for (size_t i = 0; i < count; i++) {
        trey_json_open(out, NULL, '[');
        trey_json_uint(out, NULL, worst[i]);
        add_facts(out, game, worst[i], game->slides[worst[i]].played);
        add_facts(out, game, worst[i], game->slides[worst[i]].best);
        trey_json_close(out, ']');
    }
    trey_json_close(out, ']');
}

static void add_review(struct trey_text *out, const struct game *game)
{
    struct trey_review_summary sum;
    size_t count = game->record->count;
    trey_review_summary(game->slides, count, &sum);
    trey_json_open(out, "review", '{');
    trey_json_bool(out, "points", game->points);
    trey_json_fixed(out, "accuracy", sum.accuracy, 1);
    trey_json_uint(out, "counted", sum.counted);
    trey_json_open(out, "marked", '[');
    for (int mark = TREY_MARK_INACCURACY; mark <= TREY_MARK_BLUNDER; mark++)
        trey_json_uint(out, NULL, sum.marks[mark]);
    trey_json_close(out, ']');
    add_each(out, game, "values", count, add_values);
    add_each(out, game, "best", count, add_best);
    add_each(out, game, "loss", count, add_loss);
    add_each(out, game, "marks", count, add_mark);
    add_worst(out, game);
    trey_json_close(out, '}');
}

static void add_data(struct trey_text *out, const void *context)
{
    const struct game *game = context;
    char rules[TREY_RULES_TEXT];
    const struct trey_rules *played = &game->record->start.rules;
    size_t count = game->record->count;
    trey_rules_format(played, rules, sizeof rules);
    trey_text_add_char(out, '{');
    trey_json_string(out, "rules", rules);
    trey_json_int(out, "rows", played->shape.rows);
    trey_json_int(out, "cols", played->shape.cols);
    trey_json_bool(out, "threes", played->slide == TREY_SLIDE_THREES);
    trey_json_bool(out, "ahead", trey_rules_merges_score(played));
    trey_json_open(out, "tiles", '[');
    for (int rank = 0; rank < 16; rank++)
        trey_json_uint(out, NULL, trey_rules_tile(played, rank));
    trey_json_close(out, ']');
    add_boards(out, game);
    add_moves(out, game);
    add_each(out, game, "entries", count, add_spawn_cell);
    add_each(out, game, "next", count + 1, add_next);
    add_each(out, game, "deck", count + 1, add_deck);
    add_each(out, game, "scores", count + 1, add_score);
    trey_board last = game->views[count].board;
    trey_json_bool(out, "over", trey_rules_legal(played, last) == 0);
    trey_json_bool(out, "won", trey_rules_ends(played, last));
    trey_json_uint(out, "largest",
                   trey_rules_tile(played, trey_rules_largest(played, last)));
    if (game->slides != NULL)
        add_review(out, game);
    trey_json_close(out, '}');
}

/* --- the page --------------------------------------------------------------------------
 */

enum trey_status trey_render_record_html(const struct trey_record *record,
                                         const struct trey_reviewed_move *slides,
                                         bool points, const char *title, char **text,
                                         size_t *size_bytes, struct trey_error *error)
{
    struct trey_text out = {0};
    struct game game = {.record = record, .slides = slides, .points = points};
    const struct trey_page page = {
        .title = title != NULL ? title : "A game",
        .next = "next tile",
        .deck = "<span class=\"label\" id=\"deck\"></span>",
        .review = trey_record_html,
        .css = trey_record_css,
        .js = trey_record_js,
        .add_data = add_data,
        .context = &game,
    };
    size_t size = (record->count + 1) * sizeof *game.views;
    game.views = malloc(size);
    if (game.views == NULL)
        return trey_fail_memory(error, size);
    enum trey_status status = trey_review_views(record, game.views, error);
    if (status == TREY_OK) /* with the last tile in it */
        status = trey_record_replay(record, false, &game.views[record->count], error);
    if (status == TREY_OK) {
        trey_page_add(&out, &page);
        status = trey_text_take(&out, text, size_bytes, error);
    }
    free(game.views);
    return status;
}
