/* A whole game as one page: the template with its parts filled in. The page gets the
 * start board, the tiles and the moves, a character each, and replays them by the rules
 * itself, so a game of n moves takes 2n bytes. */
#include "trey/render.h"

#include "base/error.h"
#include "render/markup.h"
#include "render/page.h"

#include <string.h>

/* A rank as one character. */
static const char rank_letters[TREY_MAX_RANK + 2] =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEF";

static void add_ranks(struct trey_text *out, const uint8_t *ranks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        trey_text_add_char(out, rank_letters[ranks[i]]);
}

/* Only the legal moves, and as many tiles as can be shown. */
static void add_data(struct trey_text *out, const struct trey_sequence *sequence,
                     const uint8_t *moves, const struct trey_verdict *verdict)
{
    enum { SHOWN_AHEAD = 8 };
    size_t move_count = verdict->final.moves;
    size_t tiles = trey_sequence_count(sequence);
    if (tiles > move_count + SHOWN_AHEAD)
        tiles = move_count + SHOWN_AHEAD;
    trey_text_add(out, "{\"start\":\"");
    add_ranks(out, trey_sequence_start(sequence)->rank, TREY_MAX_CELLS);
    trey_text_add(out, "\",\"tiles\":\"");
    add_ranks(out, trey_sequence_tiles(sequence), tiles);
    trey_text_add(out, "\",\"moves\":\"");
    for (size_t i = 0; i < move_count; i++)
        trey_text_add_char(out, trey_direction_letter((enum trey_direction)moves[i]));
    trey_text_printf(out, "\",\"end\":\"%s\"}", trey_end_text(verdict->end));
}

enum trey_status trey_render_html(const struct trey_sequence *sequence,
                                  const uint8_t *moves, size_t move_count,
                                  const char *title, char **text, size_t *size_bytes,
                                  struct trey_error *error)
{
    struct trey_text out = {0};
    struct trey_verdict verdict;
    trey_sequence_judge(sequence, moves, move_count, NULL, NULL, &verdict);
    for (const char *rest = trey_page_html; *rest != '\0';) {
        const char *mark = strstr(rest, "{{");
        if (mark == NULL) {
            trey_text_add(&out, rest);
            break;
        }
        trey_text_add_bytes(&out, rest, (size_t)(mark - rest));
        rest = strstr(mark, "}}") + 2;
        if (strncmp(mark, "{{TITLE", 7) == 0)
            trey_markup_add(&out, title != NULL ? title : "A game of Threes!");
        else if (strncmp(mark, "{{CSS", 5) == 0)
            trey_text_add(&out, trey_page_css);
        else if (strncmp(mark, "{{JS", 4) == 0)
            trey_text_add(&out, trey_page_js);
        else
            add_data(&out, sequence, moves, &verdict);
    }
    return trey_text_take(&out, text, size_bytes, error);
}
