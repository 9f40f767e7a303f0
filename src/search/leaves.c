/* The last ply: boards that are evaluated.
 *
 * A tile that enters changes one line along the slide and one across it, the trailing
 * edge. With an evaluation by line tables on 4x4, the other lines are added up once a
 * slide, and a leaf costs two look-ups. What is more, the tables are so laid out that all
 * ranks a cell may have lie in one line of the cache (see eval/eval.h): a cell is done
 * for 16 ranks at once.
 *
 * The slide is looked at from its trailing edge: `along` is the board turned so that row
 * i is line i of the slide and its lowest cell is on the edge; `edge` is the edge. */
#include "base/check.h"
#include "search/expand.h"

#include <string.h>

typedef int32_t quad __attribute__((vector_size(16)));

/* The values of 16 ranks, side by side. */
struct values {
    quad part[4];
};

static inline struct values values_at(const int32_t *table)
{
    struct values values;
    memcpy(&values, table, sizeof values);
    return values;
}

/* For a cell of the edge, where in the tables its 16 ranks are. */
static inline const int32_t *edge_ranks(const struct trey_eval_table *lines,
                                        unsigned edge, unsigned mirrored, int cell)
{
    switch (cell) {
    case 0:
        return lines->end + edge;
    case 1:
        return lines->middle + trey_eval_swap(edge);
    case 2:
        return lines->middle + trey_eval_swap(mirrored);
    default:
        return lines->end + mirrored;
    }
}

static void leaves_by_lines(const struct trey_search *search,
                            const struct trey_search_entry *entry, float worth[16])
{
    const struct trey_eval_lines *lines = search->evaluator->lines;
    trey_board rows = entry->after, cols = trey_eval_transpose(rows);
    int32_t whole = trey_eval_rows(lines, rows) + trey_eval_rows(lines, cols);

    bool upright = entry->direction == TREY_UP || entry->direction == TREY_DOWN;
    bool far = entry->direction == TREY_UP || entry->direction == TREY_LEFT;
    trey_board along = upright ? cols : rows, across = upright ? rows : cols;
    along = far ? trey_eval_mirror(along) : along;
    unsigned edge = (unsigned)(across >> (far ? 48 : 0) & 0xffff);
    unsigned mirrored = (unsigned)(trey_eval_mirror(edge) & 0xffff);

    struct values sum = {0};
    int32_t rest = 0, count = 0;
    uint64_t cells = entry->cells >> (far ? (upright ? 48 : 12) : 0);
    for (int line = 0; line < 4; line++) {
        if ((cells >> (upright ? 4 * line : 16 * line) & 1) == 0)
            continue;
        const int32_t *first = (line % 3 == 0 ? lines->wall.end : lines->inside.end) +
                               (along >> (16 * line) & 0xffff);
        const int32_t *second = edge_ranks(&lines->wall, edge, mirrored, line);
        struct values a = values_at(first), b = values_at(second);
        for (int i = 0; i < 4; i++)
            sum.part[i] += a.part[i] + b.part[i];
        rest += whole - first[0] - second[0]; /* rank 0: the cell as it was */
        count++;
    }
    assert(count == (int)trey_flags_count(entry->cells)); /* the edge has them all */
    float scale = lines->unit / (float)count;
    for (int rank = 0; rank < 16; rank++)
        worth[rank] = (float)(sum.part[rank / 4][rank % 4] + rest) * scale;
}

static void leaves_by_calls(const struct trey_search *search,
                            const struct trey_search_entry *entry, unsigned ranks,
                            float worth[16])
{
    trey_board boards[TREY_MAX_CELLS * 16] = {0};
    float values[TREY_MAX_CELLS * 16];
    int count = 0;
    for (unsigned left = ranks; left != 0; left &= left - 1)
        for (uint64_t cells = entry->cells; cells != 0; cells &= cells - 1)
            boards[count++] =
                entry->after | (cells & -cells) * (unsigned)__builtin_ctz(left);
    if (count == 0) /* never: a legal slide has an entry, chances a rank */
        return;
    assert(count <= TREY_MAX_CELLS * 16);
    search->evaluator->values(search->evaluator, boards, count, values);

    int each = (int)trey_flags_count(entry->cells), at = 0;
    for (unsigned left = ranks; left != 0; left &= left - 1) {
        float sum = 0.0F;
        for (int i = 0; i < each; i++)
            sum += values[at++];
        worth[__builtin_ctz(left)] = sum / (float)each;
    }
    assert(at == count);
}

/* Where the board after the slide is all that is valued. */
static void leaves_of_slide(struct trey_search *search,
                            const struct trey_search_entry *entry, unsigned ranks,
                            const trey_deck deck[16], float worth[16])
{
    uint64_t mixed = entry->after * 0x9e3779b97f4a7c15u;
    struct trey_search_recent *recent =
        &search->recent[mixed >> (64 - TREY_SEARCH_RECENT_BITS)];
    if (recent->after != entry->after || recent->run != search->run) {
        float values[16];
        unsigned one = ranks & -ranks;
        search->evaluator->spawn_values(search->evaluator, entry->after, entry->cells, one,
                                   deck, values);
        *recent = (struct trey_search_recent){entry->after, values[__builtin_ctz(one)],
                                              search->run};
    }
    for (unsigned left = ranks; left != 0; left &= left - 1)
        worth[__builtin_ctz(left)] = recent->value;
}

void trey_search_leaves(struct trey_search *search, const struct trey_search_entry *entry,
                        unsigned ranks, const trey_deck deck[16], float worth[16])
{
    uint64_t kinds = 0;
    assert(entry->cells != 0 && ranks != 0 && (ranks & 1) == 0 && ranks < 1U << 16);
    assert((entry->cells & trey_nonzero_nibbles(entry->after)) == 0);
    for (unsigned left = ranks; left != 0; left &= left - 1)
        kinds++;
    search->leaves += trey_flags_count(entry->cells) * kinds;
    if (search->by_lines)
        leaves_by_lines(search, entry, worth);
    else if (search->evaluator->ignores_spawn)
        leaves_of_slide(search, entry, ranks, deck, worth);
    else if (search->evaluator->spawn_values != NULL)
        search->evaluator->spawn_values(search->evaluator, entry->after, entry->cells, ranks,
                                   deck, worth);
    else
        leaves_by_calls(search, entry, ranks, worth);

    /* Where there is a hole beside a tile, something moves: the game can only be over if
     * the tile fills the last hole, which is then the one cell that it can enter. */
    uint64_t holes = search->mechanics.cells & ~trey_nonzero_nibbles(entry->after);
    if (trey_flags_count(holes) > 1)
        return;
    for (; ranks != 0; ranks &= ranks - 1) {
        unsigned rank = (unsigned)__builtin_ctz(ranks);
        trey_board board = entry->after | entry->cells * rank;
        if (trey_mechanics_moving(&search->mechanics, board) == 0)
            worth[rank] = trey_search_over(search, board);
    }
}
