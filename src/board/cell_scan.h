/* A text cut into the cells of a board, before the shape of the board is known. */
#ifndef TREY_BOARD_CELL_SCAN_H
#define TREY_BOARD_CELL_SCAN_H

#include "trey/board.h"

/* More than any board has, blank fields and a table's header included. */
enum { TREY_SCAN_CELLS = 80, TREY_SCAN_ROWS = 24, TREY_BLANK_CELL = -1 };

/* A line of the text, or the innermost bracket of nested ones. */
struct trey_cell_row {
    uint8_t first, count; /* cells between its first and last delimiter */
    uint8_t dashes;       /* of these, written as - */
    bool lead, trail;     /* it begins or ends with a delimiter */
    bool ruled;           /* a border line follows */
};

struct trey_cell_scan {
    int8_t rank[TREY_SCAN_CELLS]; /* TREY_BLANK_CELL: a field with nothing in it */
    struct trey_cell_row row[TREY_SCAN_ROWS + 1];
    int cells, rows;
    int written;    /* cells that are not blank fields */
    char delimiter; /* of fields: | , ; or a tab; 0: blanks alone part the cells */
    bool crowded;   /* a field holds several cells, so fields are not cells */
    bool open;      /* a bracket is not closed */
};

/* Cuts the text into cells, with at most `max_written` of them written out. rank_of gives
 * the rank of a tile (-1: no such tile), `largest` is the tile of rank 15.
 * TREY_ERR_INPUT with a message if something in the text cannot be part of a board. Reads
 * each byte a bounded number of times, and stops at the first fault. */
enum trey_status trey_scan_cells(const char *text, int rank_of(uint64_t tile),
                                 uint64_t largest, int max_written,
                                 struct trey_cell_scan *scan, struct trey_error *error);

/* Number of hex digits if the text is one word of them, else 0; *word is its start. */
size_t trey_scan_hex(const char *text, const char **word);

#endif
