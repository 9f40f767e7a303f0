/* Splits a text into the cells of a board, before the shape of the board is known. */
#ifndef TREY_BOARD_CELL_SCAN_H
#define TREY_BOARD_CELL_SCAN_H

#include "trey/board.h"

/* Maxima above those of any board, including blank fields and a table's header. */
enum { TREY_SCAN_CELLS = 80, TREY_SCAN_ROWS = 24, TREY_BLANK_CELL = -1 };

/* A row: a line of the text, or the contents of an innermost bracket. */
struct trey_cell_row {
    uint8_t first, count; /* cells between its first and last delimiter */
    uint8_t dashes;       /* those of them that are written as - */
    bool lead, trail;     /* begins or ends with a delimiter */
    bool ruled;           /* followed by a border line */
};

struct trey_cell_scan {
    int8_t rank[TREY_SCAN_CELLS]; /* TREY_BLANK_CELL: a blank field */
    struct trey_cell_row row[TREY_SCAN_ROWS + 1];
    int cells, rows;
    int written;    /* cells that are not blank fields */
    char delimiter; /* of fields: | , ; or a tab; 0: only blanks separate cells */
    bool crowded;   /* a field holds several cells, so fields are not cells */
    bool open;      /* a bracket is not closed */
};

/* Splits the text into cells, with at most `max_written` non-blank ones. rank_of returns
 * the rank of a tile (-1: no such tile), `largest` is the tile of rank 15. TREY_ERR_INPUT
 * with a message if a part of the text cannot belong to a board. Reads each byte a
 * bounded number of times and stops at the first error. */
enum trey_status trey_scan_cells(const char *text, int rank_of(uint64_t tile),
                                 uint64_t largest, int max_written,
                                 struct trey_cell_scan *scan, struct trey_error *error);

/* Number of hex digits if the text is one word of hex digits, otherwise 0; *word is its
 * start. */
size_t trey_scan_hex(const char *text, const char **word);

#endif
