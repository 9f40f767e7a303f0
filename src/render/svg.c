/* One position as an SVG document, in the look of the game: cards with a thick lower edge
 * on a pale tray, ones blue, twos red, the others white, the largest in red letters.
 *
 * Geometry, in user units: a card is 80 by 104 in a grid of 96 by 120; the tray has a
 * margin of 16; caption above, next tiles below. */
#include "trey/render.h"

#include "base/error.h"
#include "render/markup.h"

#include <stdio.h>
#include <string.h>

enum {
    CARD_WIDTH = 80,
    CARD_HEIGHT = 104,
    PITCH_X = 96,
    PITCH_Y = 120,
    MARGIN = 16,
    EDGE = 8,
    TOP = 40,
    TRAY_WIDTH = 4 * PITCH_X + MARGIN,
    TRAY_HEIGHT = 4 * PITCH_Y + MARGIN,
    WIDTH = TRAY_WIDTH + 2 * MARGIN,
    NEXT_WIDTH = 40,
    NEXT_HEIGHT = 52,
    NEXT_PITCH = 52,
    MAX_NEXT = 6,
    NEXT_STRIP = NEXT_HEIGHT + 2 * MARGIN,
};

struct paint {
    const char *face, *edge, *letters;
};

static struct paint paint_of(int rank, bool largest)
{
    if (rank == 1)
        return (struct paint){"#66ccff", "#4aa5d9", "#ffffff"};
    if (rank == 2)
        return (struct paint){"#ff6680", "#cc5266", "#ffffff"};
    return (struct paint){"#ffffff", "#ffcc66", largest ? "#ff4d6a" : "#2f3a3d"};
}

/* Letters shrink so that the longest tile (twelve digits) still fits its card. */
static int letter_size(int width, size_t digits)
{
    int size = width * 9 / 20;
    int fitting = digits == 0 ? size : width * 3 / 2 / (int)digits;
    return fitting < size ? fitting : size;
}

static void add_card(struct trey_text *out, int x, int y, int width, int height, int rank,
                     bool largest)
{
    struct paint paint = paint_of(rank, largest);
    char tile[24];
    int edge = EDGE * width / CARD_WIDTH;
    int radius = width / 8;
    snprintf(tile, sizeof tile, "%llu", (unsigned long long)trey_tile_of_rank(rank));
    int size = letter_size(width, strlen(tile));
    trey_text_printf(out,
                     "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" "
                     "fill=\"%s\"/>\n",
                     x, y, width, height, radius, paint.edge);
    trey_text_printf(out,
                     "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" "
                     "fill=\"%s\"/>\n",
                     x, y, width, height - edge, radius, paint.face);
    trey_text_printf(out,
                     "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"%s\" "
                     "text-anchor=\"middle\">%s</text>\n",
                     x + width / 2, y + (height - edge) / 2 + size * 7 / 20, size,
                     paint.letters, tile);
}

static void add_board(struct trey_text *out, const struct trey_wide *board,
                      int entry_cell)
{
    int largest = 4; /* red letters begin with the 6 */
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        if (board->rank[cell] > largest)
            largest = board->rank[cell];
    trey_text_printf(out,
                     "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"18\" "
                     "fill=\"#cfe6e0\"/>\n",
                     MARGIN, TOP, TRAY_WIDTH, TRAY_HEIGHT);
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        int x = 2 * MARGIN + cell % 4 * PITCH_X;
        int y = TOP + MARGIN + cell / 4 * PITCH_Y;
        int rank = board->rank[cell];
        if (rank == 0)
            trey_text_printf(
                out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"10\" "
                "fill=\"#b9d6d0\"/>\n",
                x, y, CARD_WIDTH, CARD_HEIGHT);
        else
            add_card(out, x, y, CARD_WIDTH, CARD_HEIGHT, rank, rank == largest);
        if (cell == entry_cell)
            trey_text_printf(
                out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"13\" "
                "fill=\"none\" stroke=\"#3d7f78\" stroke-width=\"3\"/>\n",
                x - 4, y - 4, CARD_WIDTH + 8, CARD_HEIGHT + 8);
    }
}

static void add_next(struct trey_text *out, const uint8_t *ranks, size_t count)
{
    int y = TOP + TRAY_HEIGHT + MARGIN;
    trey_text_printf(
        out, "<text x=\"%d\" y=\"%d\" font-size=\"18\" fill=\"#587a76\">%s</text>\n",
        MARGIN + 4, y + NEXT_HEIGHT / 2 + 6, count > 0 ? "next" : "no tile is left");
    for (size_t i = 0; i < count && i < MAX_NEXT; i++)
        add_card(out, MARGIN + 56 + (int)i * NEXT_PITCH, y, NEXT_WIDTH, NEXT_HEIGHT,
                 ranks[i], false);
}

enum trey_status trey_render_svg(const struct trey_wide *board, const char *caption,
                                 const uint8_t *next_ranks, size_t next_count,
                                 int entry_cell, char **text, size_t *size_bytes,
                                 struct trey_error *error)
{
    struct trey_text out = {0};
    int height = TOP + TRAY_HEIGHT + (next_ranks != NULL ? NEXT_STRIP : MARGIN);
    trey_text_printf(&out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
                     "width=\"%d\" height=\"%d\" "
                     "viewBox=\"0 0 %d %d\" font-family=\"'Nunito', 'Avenir Next', "
                     "'Helvetica Neue', Arial, sans-serif\" font-weight=\"700\">\n",
                     WIDTH, height, WIDTH, height);
    trey_text_add(&out, "<title>");
    trey_markup_add(&out, caption != NULL ? caption : "a board of Threes!");
    trey_text_add(&out, "</title>\n");
    trey_text_printf(&out, "<rect width=\"%d\" height=\"%d\" fill=\"#f6faf8\"/>\n", WIDTH,
                     height);
    if (caption != NULL) {
        trey_text_printf(&out,
                         "<text x=\"%d\" y=\"27\" font-size=\"18\" fill=\"#587a76\">",
                         MARGIN + 4);
        trey_markup_add(&out, caption);
        trey_text_add(&out, "</text>\n");
    }
    add_board(&out, board, entry_cell);
    if (next_ranks != NULL)
        add_next(&out, next_ranks, next_count);
    trey_text_add(&out, "</svg>\n");
    return trey_text_take(&out, text, size_bytes, error);
}
