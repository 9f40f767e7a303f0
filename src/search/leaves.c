/* The last ply: static evaluation of boards.
 *
 * A spawn changes one line along the move and one across it, the trailing edge. With line
 * tables on 4x4 the other lines are added up once per move, and a leaf costs two
 * look-ups. The tables are laid out so that all ranks of a cell lie in one cache line
 * (eval/eval.h): a cell is evaluated for 16 ranks at once.
 *
 * The board is seen from the trailing edge: `along` is turned so that row i is line i of
 * the move and its lowest cell is on the edge; `edge` is the edge. */
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

/* The part of a table with the 16 ranks of a cell of the edge. */
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

static void evaluate_by_lines(const struct trey_search *search,
                              const struct trey_search_move *move, float values[16])
{
    const struct trey_eval_lines *lines = search->evaluator->lines;
    trey_board rows = move->after, cols = trey_eval_transpose(rows);
    int32_t whole = trey_eval_rows(lines, rows) + trey_eval_rows(lines, cols);

    bool vertical = move->direction == TREY_UP || move->direction == TREY_DOWN;
    bool reversed = move->direction == TREY_UP || move->direction == TREY_LEFT;
    trey_board along = vertical ? cols : rows, across = vertical ? rows : cols;
    along = reversed ? trey_eval_mirror(along) : along;
    unsigned edge = (unsigned)(across >> (reversed ? 48 : 0) & 0xffff);
    unsigned mirrored = (unsigned)(trey_eval_mirror(edge) & 0xffff);

    struct values sum = {0};
    int32_t rest = 0, count = 0;
    uint64_t cells = move->cells >> (reversed ? (vertical ? 48 : 12) : 0);
    for (int line = 0; line < 4; line++) {
        if ((cells >> (vertical ? 4 * line : 16 * line) & 1) == 0)
            continue;
        const int32_t *first = (line % 3 == 0 ? lines->wall.end : lines->inside.end) +
                               (along >> (16 * line) & 0xffff);
        const int32_t *second = edge_ranks(&lines->wall, edge, mirrored, line);
        struct values a = values_at(first), b = values_at(second);
        for (int i = 0; i < 4; i++)
            sum.part[i] += a.part[i] + b.part[i];
        rest += whole - first[0] - second[0]; /* rank 0: the empty cell */
        count++;
    }
    assert(count ==
           (int)trey_flags_count(move->cells)); /* all spawn cells are on the edge */
    float scale = lines->unit / (float)count;
    for (int rank = 0; rank < 16; rank++)
        values[rank] = (float)(sum.part[rank / 4][rank % 4] + rest) * scale;
}

static void leaves_by_calls(const struct trey_search *search,
                            const struct trey_search_move *move, unsigned ranks,
                            float values[16])
{
    trey_board boards[TREY_MAX_CELLS * 16] = {0};
    float board_values[TREY_MAX_CELLS * 16];
    int count = 0;
    for (unsigned left = ranks; left != 0; left &= left - 1)
        for (uint64_t cells = move->cells; cells != 0; cells &= cells - 1)
            boards[count++] =
                move->after | (cells & -cells) * (unsigned)__builtin_ctz(left);
    if (count == 0) /* never: a legal move has a spawn cell, chances have a rank */
        return;
    assert(count <= TREY_MAX_CELLS * 16);
    search->evaluator->values(search->evaluator, boards, count, board_values);

    int each = (int)trey_flags_count(move->cells), at = 0;
    for (unsigned left = ranks; left != 0; left &= left - 1) {
        float sum = 0.0F;
        for (int i = 0; i < each; i++)
            sum += board_values[at++];
        values[__builtin_ctz(left)] = sum / (float)each;
    }
    assert(at == count);
}

/* For evaluators whose values depend on the afterstate only. */
static void leaves_by_afterstate(struct trey_search *search,
                                 const struct trey_search_move *move, unsigned ranks,
                                 const trey_deck deck[16], float values[16])
{
    uint64_t mixed = move->after * 0x9e3779b97f4a7c15u;
    struct trey_search_afterstate *cached =
        &search->afterstates[mixed >> (64 - TREY_SEARCH_AFTERSTATE_BITS)];
    if (cached->after != move->after || cached->search_number != search->search_number) {
        float found[16];
        unsigned one = ranks & -ranks;
        search->evaluator->spawn_values(search->evaluator, move->after, move->cells, one,
                                        deck, found);
        *cached = (struct trey_search_afterstate){move->after, found[__builtin_ctz(one)],
                                                  search->search_number};
    }
    for (unsigned left = ranks; left != 0; left &= left - 1)
        values[__builtin_ctz(left)] = cached->value;
}

void trey_search_leaves(struct trey_search *search, const struct trey_search_move *move,
                        unsigned ranks, const trey_deck deck[16], float values[16])
{
    uint64_t rank_count = 0;
    assert(move->cells != 0 && ranks != 0 && (ranks & 1) == 0 && ranks < 1U << 16);
    assert((move->cells & trey_nonzero_nibbles(move->after)) == 0);
    for (unsigned left = ranks; left != 0; left &= left - 1)
        rank_count++;
    search->leaves += trey_flags_count(move->cells) * rank_count;
    if (search->use_line_tables)
        evaluate_by_lines(search, move, values);
    else if (search->evaluator->ignores_spawn)
        leaves_by_afterstate(search, move, ranks, deck, values);
    else if (search->evaluator->spawn_values != NULL)
        search->evaluator->spawn_values(search->evaluator, move->after, move->cells,
                                        ranks, deck, values);
    else
        leaves_by_calls(search, move, ranks, values);

    /* A board with an empty cell always has a legal move: the game can only be over if
     * the tile fills the last empty cell, which is then the only spawn cell. */
    uint64_t empty_cells = search->mechanics.cells & ~trey_nonzero_nibbles(move->after);
    if (trey_flags_count(empty_cells) > 1)
        return;
    for (; ranks != 0; ranks &= ranks - 1) {
        unsigned rank = (unsigned)__builtin_ctz(ranks);
        trey_board board = move->after | move->cells * rank;
        if (trey_mechanics_moving(&search->mechanics, board) == 0)
            values[rank] = trey_search_final_value(search, board);
    }
}
