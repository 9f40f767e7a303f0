/* One board as text for the terminal. */
#include "extras/render/render.h"

#include "base/error.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* The width of the widest tile, at least three. */
static int column_width(const struct trey_wide *board)
{
    int width = 3;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        unsigned long long tile = trey_tile_of_rank(board->rank[cell]);
        int digits = snprintf(NULL, 0, "%llu", tile);
        width = digits > width ? digits : width;
    }
    return width;
}

enum trey_status trey_render_text(const struct trey_wide *board, char **text,
                                  struct trey_error *error)
{
    struct trey_text out = {0};
    int width = column_width(board);
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        char tile[24] = ".";
        if (board->rank[cell] != 0)
            snprintf(tile, sizeof tile, "%llu",
                     (unsigned long long)trey_tile_of_rank(board->rank[cell]));
        trey_text_printf(&out, " %*s%s", width, tile, cell % 4 == 3 ? "\n" : "");
    }
    return trey_text_take(&out, text, NULL, error);
}
