/* A whole game as one page. The page gets the start board, the tiles and the moves, one
 * character each, and replays them by the rules (page/page.js), so a game of n moves
 * takes 2n bytes. */
#include "extras/render/render.h"

#include "base/json.h"
#include "extras/render/page.h"

/* A rank as one character. */
static const char rank_letters[TREY_MAX_RANK + 2] =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEF";

static void add_ranks(struct trey_text *out, const uint8_t *ranks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        trey_text_add_char(out, rank_letters[ranks[i]]);
}

struct game {
    const struct trey_sequence *sequence;
    const uint8_t *moves;
    struct trey_verdict verdict;
};

/* Adds the data of the script: only legal moves, and the tiles that can be shown. */
static void add_data(struct trey_text *out, const void *context)
{
    const struct game *game = context;
    const struct trey_sequence *sequence = game->sequence;
    enum { SHOWN_AHEAD = 8 };
    size_t move_count = game->verdict.final.moves;
    size_t tiles = trey_sequence_count(sequence);
    if (tiles > move_count + SHOWN_AHEAD)
        tiles = move_count + SHOWN_AHEAD;
    trey_text_add_char(out, '{');
    trey_json_begin_string(out, "start");
    add_ranks(out, trey_sequence_start(sequence)->rank, TREY_MAX_CELLS);
    trey_text_add_char(out, '"');
    trey_json_begin_string(out, "tiles");
    add_ranks(out, trey_sequence_tiles(sequence), tiles);
    trey_text_add_char(out, '"');
    trey_json_begin_string(out, "moves");
    for (size_t i = 0; i < move_count; i++)
        trey_text_add_char(out,
                           trey_direction_letter((enum trey_direction)game->moves[i]));
    trey_text_add_char(out, '"');
    trey_json_string(out, "end", trey_end_text(game->verdict.end));
    trey_json_close(out, '}');
}

enum trey_status trey_render_html(const struct trey_sequence *sequence,
                                  const uint8_t *moves, size_t move_count,
                                  const char *title, char **text, size_t *size_bytes,
                                  struct trey_error *error)
{
    struct trey_text out = {0};
    struct game game = {.sequence = sequence, .moves = moves};
    const struct trey_page page = {
        .title = title != NULL ? title : "A game of Threes!",
        .next = "next tiles",
        .fastest = "<option value=\"240\">240/s</option>\n",
        .js = trey_page_js,
        .add_data = add_data,
        .context = &game,
    };
    trey_sequence_judge(sequence, moves, move_count, NULL, NULL, &game.verdict);
    trey_page_add(&out, &page);
    return trey_text_take(&out, text, size_bytes, error);
}
