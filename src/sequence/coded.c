/* Coded lines, and the lines from which a slide can make them.
 *
 * A slide towards cell 0 finds the first cell that the next tile can enter: an empty one,
 * or one with which that tile merges. Everything behind it moves up by one. The code does
 * not show which large tiles are equal, so two large neighbours may or may not merge, and
 * a line has several outcomes. The tables list all of them, indexed by outcome. */
#include "sequence/coded.h"

#include <stdlib.h>

/* At most eight codes a cell and four outcomes a line. */
enum { MAX_ORIGINS = 4 * TREY_CODED_LINES };

struct listing {
    struct trey_coded_origin origin[MAX_ORIGINS];
    uint16_t after[MAX_ORIGINS];
    int count;
    struct trey_coded_tables *tables;
};

static unsigned pack(const int cell[4])
{
    return (unsigned)(cell[0] | cell[1] << 3 | cell[2] << 6 | cell[3] << 9);
}

/* Adds an outcome: cells from `at` + 1 on move up by one, and cell `at` - 1 becomes
 * `merged` unless that is 0. */
static void add_moved(struct listing *listing, const int cell[4], int at, int merged,
                      struct trey_coded_origin origin)
{
    int after[4] = {cell[0], cell[1], cell[2], cell[3]};
    if (at > 0 && merged != 0)
        after[at - 1] = merged;
    for (int i = at; i < 3; i++)
        after[i] = cell[i + 1];
    after[3] = 0;
    origin.line = (uint16_t)pack(cell);
    listing->after[listing->count] = (uint16_t)pack(after);
    listing->origin[listing->count++] = origin;
}

static void list_outcomes(struct listing *listing, const int cell[4])
{
    const int large = listing->tables->large;
    const struct trey_coded_origin plain = {0}, promotion = {.promotions = 1},
                                   large_merge = {.large_merges = 1};
    for (int i = 0; i < 4; i++) {
        int before = i > 0 ? cell[i - 1] : 0, here = cell[i];
        if (here == 0) {
            bool beyond = false;
            for (int j = i + 1; j < 4; j++)
                beyond |= cell[j] != 0;
            if (beyond) {
                add_moved(listing, cell, i, 0, plain);
                return;
            }
            break;
        }
        bool one_two = (before == 1 && here == 2) || (before == 2 && here == 1);
        if (one_two || (before == here && here >= 3 && here < large)) {
            int made = one_two ? 3 : here + 1;
            add_moved(listing, cell, i, made, made == large ? promotion : plain);
            return;
        }
        if (before == large && here == large)
            add_moved(listing, cell, i, large, large_merge);
    }
    listing->tables->can_stay[pack(cell)] = true;
}

static void list_all(struct listing *listing)
{
    int codes = listing->tables->large + 1;
    for (int i = 0; i < codes * codes * codes * codes; i++) {
        int cell[4] = {i % codes, i / codes % codes, i / (codes * codes) % codes,
                       i / (codes * codes * codes)};
        list_outcomes(listing, cell);
    }
}

struct trey_coded_tables *trey_coded_tables_new(int large)
{
    struct trey_coded_tables *tables =
        calloc(1, sizeof *tables + MAX_ORIGINS * sizeof(struct trey_coded_origin));
    struct listing *listing = malloc(sizeof *listing);
    if (tables == NULL || listing == NULL) {
        free(tables);
        free(listing);
        return NULL;
    }
    listing->count = 0;
    listing->tables = tables;
    tables->large = large;
    list_all(listing);
    uint16_t put = 0;
    for (unsigned line = 0; line < TREY_CODED_LINES; line++) {
        tables->first[line] = put;
        for (int i = 0; i < listing->count; i++)
            if (listing->after[i] == line)
                tables->origins[put++] = listing->origin[i];
        for (int i = 0; i < 4; i++)
            tables->turned[line] |= (trey_coded)(line >> (3 * i) & 7) << (12 * i + 9);
    }
    tables->first[TREY_CODED_LINES] = put;
    free(listing);
    return tables;
}

trey_coded trey_coded_of_board(trey_bytes board, int large)
{
    uint8_t ranks[TREY_MAX_CELLS];
    trey_coded coded = 0;
    memcpy(ranks, &board, sizeof ranks);
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        coded |= (trey_coded)trey_coded_of_rank(ranks[cell], large) << (3 * cell);
    return coded;
}

trey_coded trey_coded_coarsen(trey_coded board, int large)
{
    trey_coded coarser = 0;
    for (int shift = 0; shift < 3 * TREY_MAX_CELLS; shift += 3)
        coarser |= (trey_coded)trey_coded_of_rank(board >> shift & 7, large) << shift;
    return coarser;
}

trey_multiset trey_coded_small_tiles(trey_coded board, int large)
{
    trey_coded plane[3] = {board & TREY_CODED_CELLS, board >> 1 & TREY_CODED_CELLS,
                           board >> 2 & TREY_CODED_CELLS};
    trey_multiset set = 0;
    for (int rank = 1; rank < large; rank++) {
        trey_coded cells = TREY_CODED_CELLS;
        for (int bit = 0; bit < 3; bit++)
            cells &= rank >> bit & 1 ? plane[bit] : ~plane[bit];
        set += trey_multiset_of(rank, __builtin_popcountll(cells));
    }
    return set;
}

trey_pattern trey_coded_pattern(trey_coded board)
{
    /* Gather every third bit: into pairs, then fours, then eights. */
    uint64_t cells = (board | board >> 1 | board >> 2) & TREY_CODED_CELLS;
    cells = (cells | cells >> 2) & 0x30c30c30c30c30c3u;
    cells = (cells | cells >> 4) & 0xf00f00f00f00f00fu;
    cells = (cells | cells >> 8) & 0x00ff0000ff0000ffu;
    return (trey_pattern)(cells | cells >> 16);
}

struct trey_cover trey_coded_cover(trey_coded board)
{
    int rows = 0, columns = 0;
    for (int i = 0; i < 4; i++) {
        rows += trey_coded_row(board, i) != 0;
        columns += (board & UINT64_C(0x7007007007) << (3 * i)) != 0;
    }
    return (struct trey_cover){(uint8_t)(rows < columns ? rows : columns),
                               (uint8_t)(rows < columns ? columns : rows)};
}
