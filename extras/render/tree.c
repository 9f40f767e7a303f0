/* A game tree as SVG, from left to right: boards as small grids with their values below,
 * the best moves and their successors in black, other moves in grey. */
#include "extras/render/render.h"

#include "base/error.h"
#include "base/text.h"
#include "extras/exact/tree.h"

#include <stdlib.h>

enum {
    CELL = 22,    /* pixels of a cell */
    TEXT = 13,    /* height of a line of values */
    ROW_GAP = 14, /* between boards */
    LINK = 92,    /* from a board to its children */
    MARGIN = 16,
    NO_PARENT = -1
};

struct drawing {
    const struct trey_exact_tree *tree;
    bool remaining; /* values without the points already scored */
    struct trey_text *text;
    double *y; /* top of each board */
    double board_width, board_height;
    double column, row; /* distance of boards, horizontally and vertically */
    bool *minor;        /* not on a line of best moves */
};

/* Sets y: each leaf has its own row, from the top; a parent is in the middle of its
 * children, which are after it in the list. Returns the number of rows. */
static size_t set_rows(const struct drawing *drawing)
{
    const struct trey_exact_tree *tree = drawing->tree;
    size_t rows = 0;
    for (size_t i = 0; i < tree->count; i++) {
        bool leaf = i + 1 == tree->count || tree->node[i + 1].parent != (int)i;
        drawing->y[i] = leaf ? MARGIN + drawing->row * (double)rows : -1;
        rows += leaf;
    }
    for (size_t i = tree->count; i-- > 0;) {
        double first = -1, last = -1;
        for (size_t k = i + 1; drawing->y[i] < 0 && k < tree->count; k++)
            if (tree->node[k].depth <= tree->node[i].depth)
                break;
            else if (tree->node[k].parent == (int)i) {
                first = first < 0 ? drawing->y[k] : first;
                last = drawing->y[k];
            }
        if (drawing->y[i] < 0)
            drawing->y[i] = (first + last) / 2;
    }
    return rows;
}

static double left_edge(const struct drawing *drawing, size_t i)
{
    return MARGIN + drawing->column * drawing->tree->node[i].depth;
}

static void draw_link(const struct drawing *drawing, size_t i)
{
    const struct trey_exact_node *at = &drawing->tree->node[i];
    if (at->parent == NO_PARENT)
        return;
    size_t parent = (size_t)at->parent;
    double half = drawing->board_height / 2;
    double x1 = left_edge(drawing, parent) + drawing->board_width + 3;
    double x2 = left_edge(drawing, i) - 3;
    double y1 = drawing->y[parent] + half, y2 = drawing->y[i] + half;
    trey_text_printf(
        drawing->text,
        "<path class=\"%s\" d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\"/>\n",
        drawing->minor[i] ? "minor"
        : at->after       ? "best"
                          : "link",
        x1, y1, x1 + LINK / 2.0, y1, x2 - LINK / 2.0, y2, x2, y2);
    trey_text_printf(drawing->text, "<text class=\"label\" x=\"%.1f\" y=\"%.1f\">",
                     x2 - 4, y2 - 4);
    if (at->after)
        trey_text_printf(drawing->text, "%c",
                         trey_direction_letter((enum trey_direction)at->slide));
    else
        trey_text_printf(drawing->text, "%.3g", at->chance);
    trey_text_add(drawing->text, "</text>\n");
}

static const char *tile_class(bool is_2048, unsigned rank)
{
    if (rank == 0)
        return "empty";
    if (is_2048)
        return rank < 3 ? "low" : "high";
    return rank == 1 ? "one" : rank == 2 ? "two" : "low";
}

static void draw_board(const struct drawing *drawing, size_t i)
{
    const struct trey_exact_tree *tree = drawing->tree;
    const struct trey_exact_node *at = &tree->node[i];
    bool is_2048 = tree->rules == TREY_EXACT_2048;
    double x0 = left_edge(drawing, i), y0 = drawing->y[i];
    for (int cell = 0; cell < tree->shape.rows * tree->shape.cols; cell++) {
        unsigned rank = at->board >> (4 * cell) & 15;
        double x = x0 + CELL * (double)(cell % tree->shape.cols);
        double y = y0 + CELL * (double)(cell / tree->shape.cols);
        trey_text_printf(drawing->text,
                         "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" "
                         "height=\"%d\"/>\n",
                         tile_class(is_2048, rank), x, y, CELL, CELL);
        if (rank != 0)
            trey_text_printf(
                drawing->text, "<text class=\"tile%s\" x=\"%.1f\" y=\"%.1f\">%u</text>\n",
                !is_2048 && rank < 3 ? " light" : "", x + CELL / 2.0, y + CELL / 2.0 + 4,
                is_2048 ? 1u << rank : (unsigned)trey_tile_of_rank((int)rank));
    }
    if (!at->after && at->hint != 0) /* the hint */
        trey_text_printf(
            drawing->text, "<text class=\"hint\" x=\"%.1f\" y=\"%.1f\">+%d</text>\n",
            x0 + drawing->board_width + 4, y0 + drawing->board_height, at->hint);
}

static void draw_value(const struct drawing *drawing, size_t i)
{
    const struct trey_exact_tree *tree = drawing->tree;
    const struct trey_exact_node *at = &tree->node[i];
    double scored = drawing->remaining ? at->scored : 0;
    double x = left_edge(drawing, i) + drawing->board_width / 2;
    double y = drawing->y[i] + drawing->board_height + TEXT;
    trey_text_printf(drawing->text, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%.6g",
                     drawing->minor[i] ? "value grey" : "value", x, y,
                     at->value.avg - scored);
    if (tree->keep == TREY_EXACT_KEEP_ALL)
        trey_text_printf(drawing->text,
                         "<tspan class=\"range\" x=\"%.1f\" dy=\"%d\">%g to %g</tspan>",
                         x, TEXT - 1, at->value.min - scored, at->value.max - scored);
    trey_text_add(drawing->text, "</text>\n");
}

static void begin_svg(const struct drawing *drawing, size_t rows)
{
    unsigned depth = 0;
    for (size_t i = 0; i < drawing->tree->count; i++)
        if (drawing->tree->node[i].depth > depth)
            depth = drawing->tree->node[i].depth;
    double width = 2 * MARGIN + drawing->column * depth + drawing->board_width + 24;
    double height = 2 * MARGIN + drawing->row * (double)rows - ROW_GAP;
    trey_text_printf(
        drawing->text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
        "viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\">\n"
        "<style>rect{stroke:#9aa3ad;stroke-width:1}.empty{fill:#eef1f4}.low{fill:#fff}"
        ".high{fill:#f6d9a8}.one{fill:#4aa3e0}.two{fill:#e0637a}"
        ".tile{font-size:11px;text-anchor:middle;fill:#222}.light{fill:#fff}"
        ".hint{font-size:11px;fill:#222}.label{font-size:11px;fill:#444;text-anchor:end}"
        ".value{font-size:11px;font-weight:bold;text-anchor:middle;fill:#111}"
        ".range{font-size:10px;font-weight:normal;fill:#666}.grey{fill:#777}"
        "path{fill:none;stroke:#333}.best{stroke-width:2.5}.link{stroke-width:1}"
        ".minor{stroke:#b8bec5;stroke-width:1}</style>\n"
        "<rect width=\"100%%\" height=\"100%%\" style=\"fill:#fff;stroke:none\"/>\n",
        width, height, width, height);
}

/* Marks moves that are not the best, and everything below them. */
static void mark_minor_moves(const struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->tree->count; i++) {
        const struct trey_exact_node *at = &drawing->tree->node[i];
        bool is_move = at->parent != NO_PARENT && at->after;
        drawing->minor[i] = (is_move && !at->best) ||
                            (at->parent != NO_PARENT && drawing->minor[at->parent]);
    }
}

enum trey_status trey_render_tree(const struct trey_exact_tree *tree, bool remaining,
                                  char **result, size_t *size_bytes,
                                  struct trey_error *error)
{
    int lines = tree->keep == TREY_EXACT_KEEP_ALL ? 2 : 1;
    struct trey_text text = {0};
    struct drawing drawing = {.tree = tree,
                              .remaining = remaining,
                              .text = &text,
                              .y = malloc((tree->count + 1) * sizeof *drawing.y),
                              .minor = malloc((tree->count + 1) * sizeof *drawing.minor),
                              .board_width = CELL * (double)tree->shape.cols,
                              .board_height = CELL * (double)tree->shape.rows};
    drawing.row = drawing.board_height + lines * TEXT + ROW_GAP;
    drawing.column = drawing.board_width + LINK;
    text.failed = drawing.y == NULL || drawing.minor == NULL;
    if (!text.failed) {
        mark_minor_moves(&drawing);
        begin_svg(&drawing, set_rows(&drawing));
        for (size_t i = 0; i < tree->count; i++)
            draw_link(&drawing, i);
        for (size_t i = 0; i < tree->count; i++) {
            draw_board(&drawing, i);
            draw_value(&drawing, i);
        }
        trey_text_add(&text, "</svg>\n");
    }
    free(drawing.y);
    free(drawing.minor);
    return trey_text_take(&text, result, size_bytes, error);
}
