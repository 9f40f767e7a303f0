/* One position as an SVG document in the style of the game: cards with a thick lower edge
 * on a pale tray, ones blue, twos red, the others white, the largest with red digits.
 *
 * Geometry, in user units: a card is 80 by 104 in a grid of 96 by 120; the tray has a
 * margin of 16; the caption is above, the next tiles below. Boards of all games are
 * converted to struct picture, from which they are drawn. */
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
    NEXT_WIDTH = 40,
    NEXT_HEIGHT = 52,
    NEXT_PITCH = 52,
    MAX_NEXT = 6,
    NEXT_STRIP = NEXT_HEIGHT + 2 * MARGIN,
};

/* A board to draw. */
struct picture {
    int rows, cols;
    bool doubling; /* 1 and 2 have no colours of their own, as in 2048 */
    uint8_t rank[TREY_MAX_CELLS];
    uint64_t tile[TREY_MAX_CELLS];
};

static int tray_width(const struct picture *picture)
{
    return picture->cols * PITCH_X + MARGIN;
}

static int tray_height(const struct picture *picture)
{
    return picture->rows * PITCH_Y + MARGIN;
}

/* Colours of a card. */
struct paint {
    const char *face, *edge, *digits;
};

static struct paint paint_of(bool doubling, int rank, bool largest)
{
    if (rank == 1 && !doubling)
        return (struct paint){"#66ccff", "#4aa5d9", "#ffffff"};
    if (rank == 2 && !doubling)
        return (struct paint){"#ff6680", "#cc5266", "#ffffff"};
    return (struct paint){"#ffffff", "#ffcc66", largest ? "#ff4d6a" : "#2f3a3d"};
}

/* Font size, reduced so that the longest tile (twelve digits) fits its card. */
static int font_size(int width, size_t digits)
{
    int size = width * 9 / 20;
    int fitting = digits == 0 ? size : width * 3 / 2 / (int)digits;
    return fitting < size ? fitting : size;
}

static void add_card(struct trey_text *out, int x, int y, int width, int height,
                     struct paint paint, uint64_t value)
{
    char tile[24];
    int edge = EDGE * width / CARD_WIDTH;
    int radius = width / 8;
    snprintf(tile, sizeof tile, "%llu", (unsigned long long)value);
    int size = font_size(width, strlen(tile));
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
                     paint.digits, tile);
}

static void add_board(struct trey_text *out, const struct picture *board, int spawn_cell)
{
    int largest = 4; /* red digits from 6 on */
    for (int cell = 0; cell < board->rows * board->cols; cell++)
        if (board->rank[cell] > largest)
            largest = board->rank[cell];
    trey_text_printf(out,
                     "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"18\" "
                     "fill=\"#cfe6e0\"/>\n",
                     MARGIN, TOP, tray_width(board), tray_height(board));
    for (int cell = 0; cell < board->rows * board->cols; cell++) {
        int x = 2 * MARGIN + cell % board->cols * PITCH_X;
        int y = TOP + MARGIN + cell / board->cols * PITCH_Y;
        int rank = board->rank[cell];
        if (rank == 0)
            trey_text_printf(
                out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"10\" "
                "fill=\"#b9d6d0\"/>\n",
                x, y, CARD_WIDTH, CARD_HEIGHT);
        else
            add_card(out, x, y, CARD_WIDTH, CARD_HEIGHT,
                     paint_of(board->doubling, rank, rank == largest), board->tile[cell]);
        if (cell == spawn_cell)
            trey_text_printf(
                out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"13\" "
                "fill=\"none\" stroke=\"#3d7f78\" stroke-width=\"3\"/>\n",
                x - 4, y - 4, CARD_WIDTH + 8, CARD_HEIGHT + 8);
    }
}

/* Adds the label of the next tiles, below the tray. */
static void add_next_label(struct trey_text *out, const struct picture *picture,
                           const char *label)
{
    trey_text_printf(
        out, "<text x=\"%d\" y=\"%d\" font-size=\"18\" fill=\"#587a76\">%s</text>\n",
        MARGIN + 4, TOP + tray_height(picture) + MARGIN + NEXT_HEIGHT / 2 + 6, label);
}

static void add_next_card(struct trey_text *out, const struct picture *picture, int index,
                          int rank, uint64_t tile)
{
    add_card(out, MARGIN + 56 + index * NEXT_PITCH, TOP + tray_height(picture) + MARGIN,
             NEXT_WIDTH, NEXT_HEIGHT, paint_of(picture->doubling, rank, false), tile);
}

/* Adds everything except the next tiles; `next`: leaves space for them. */
static void begin_picture(struct trey_text *out, const struct picture *board,
                          const char *caption, int spawn_cell, bool next)
{
    int width = tray_width(board) + 2 * MARGIN;
    int height = TOP + tray_height(board) + (next ? NEXT_STRIP : MARGIN);
    trey_text_printf(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
                     "width=\"%d\" height=\"%d\" "
                     "viewBox=\"0 0 %d %d\" font-family=\"'Nunito', 'Avenir Next', "
                     "'Helvetica Neue', Arial, sans-serif\" font-weight=\"700\">\n",
                     width, height, width, height);
    trey_text_add(out, "<title>");
    trey_markup_add(out, caption != NULL   ? caption
                         : board->doubling ? "a board of 2048"
                                           : "a board of Threes!");
    trey_text_add(out, "</title>\n");
    trey_text_printf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#f6faf8\"/>\n", width,
                     height);
    if (caption != NULL) {
        trey_text_printf(out,
                         "<text x=\"%d\" y=\"27\" font-size=\"18\" fill=\"#587a76\">",
                         MARGIN + 4);
        trey_markup_add(out, caption);
        trey_text_add(out, "</text>\n");
    }
    add_board(out, board, spawn_cell);
}

enum trey_status trey_render_svg(const struct trey_wide *board, const char *caption,
                                 const uint8_t *next_ranks, size_t next_count,
                                 int spawn_cell, char **text, size_t *size_bytes,
                                 struct trey_error *error)
{
    struct trey_text out = {0};
    struct picture picture = {.rows = 4, .cols = 4};
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        picture.rank[cell] = board->rank[cell];
        picture.tile[cell] = trey_tile_of_rank(board->rank[cell]);
    }
    begin_picture(&out, &picture, caption, spawn_cell, next_ranks != NULL);
    if (next_ranks != NULL)
        add_next_label(&out, &picture, next_count > 0 ? "next" : "no tile is left");
    for (size_t i = 0; i < next_count && i < MAX_NEXT; i++)
        add_next_card(&out, &picture, (int)i, next_ranks[i],
                      trey_tile_of_rank(next_ranks[i]));
    trey_text_add(&out, "</svg>\n");
    return trey_text_take(&out, text, size_bytes, error);
}

enum trey_status trey_render_view_svg(const struct trey_view *view, const char *caption,
                                      int spawn_cell, char **text, size_t *size_bytes,
                                      struct trey_error *error)
{
    struct trey_text out = {0};
    const struct trey_rules *rules = &view->rules;
    struct picture picture = {.rows = rules->shape.rows,
                              .cols = rules->shape.cols,
                              .doubling = rules->slide != TREY_SLIDE_THREES};
    for (int cell = 0; cell < picture.rows * picture.cols; cell++) {
        int rank = trey_board_rank(view->board, cell);
        picture.rank[cell] = (uint8_t)rank;
        picture.tile[cell] = rank == 0 ? 0 : trey_rules_tile(rules, rank);
    }
    bool shown = rules->hint != TREY_SHOW_NONE;
    begin_picture(&out, &picture, caption, spawn_cell, shown);
    if (shown)
        add_next_label(&out, &picture,
                       view->next == TREY_NEXT_HIDDEN ? "no tile is shown"
                       : view->next == TREY_NEXT_PLUS ? "next: a bonus tile"
                                                      : "next");
    for (int rank = 1, index = 0; shown && rank < 16; rank++)
        if ((view->next >> rank & 1) != 0)
            add_next_card(&out, &picture, index++, rank, trey_rules_tile(rules, rank));
    trey_text_add(&out, "</svg>\n");
    return trey_text_take(&out, text, size_bytes, error);
}
