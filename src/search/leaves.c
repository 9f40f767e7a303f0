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

/* The cards, as ranks. */
static const unsigned cards = 1U << 1 | 1U << 2 | 1U << 3;

/* All that the values of a move depend on besides its afterstate: the spawn cells, ranks,
 * and the deck after each card. */
static uint64_t key_of(const struct trey_search_leaf_move *leaves,
                       const trey_deck deck[16])
{
    uint64_t key = (uint64_t)trey_flags_cells(leaves->move->cells) << 3 |
                   (leaves->ranks & cards) >> 1;
    for (int rank = 1; rank <= 3; rank++)
        key = key << 13 | (deck[rank] & 0x1fffu); /* as in trey_table_tag */
    return key;
}

static struct trey_search_spawn *spawn_slot(struct trey_search *search, trey_board after,
                                            uint64_t key)
{
    uint64_t mixed = (after ^ (key >> 42)) * 0x9e3779b97f4a7c15u;
    return &search->spawns[mixed >> (64 - TREY_SEARCH_SPAWN_BITS)];
}

static void copy_values(const struct trey_search *search,
                        const struct trey_search_spawn *spawn,
                        const struct trey_search_leaf_move *leaves)
{
    if (!search->evaluator->ignores_spawn)
        memcpy(&leaves->values[1], spawn->value, sizeof spawn->value);
    else
        for (unsigned left = leaves->ranks; left != 0; left &= left - 1)
            leaves->values[__builtin_ctz(left)] = spawn->value[0];
}

static void leaves_by_spawns(struct trey_search *search,
                             const struct trey_search_leaf_move *moves, int count,
                             const trey_deck deck[16])
{
    const struct trey_evaluator *evaluator = search->evaluator;
    struct trey_eval_spawn wanted[TREY_EVAL_MAX_SPAWNS];
    struct trey_search_spawn *slots[TREY_EVAL_MAX_SPAWNS];
    uint64_t keys[TREY_EVAL_MAX_SPAWNS];
    int wanted_count = 0;
    for (int i = 0; i < count; i++) {
        const struct trey_search_move *move = moves[i].move;
        uint64_t key = evaluator->ignores_spawn ? 0 : key_of(&moves[i], deck);
        struct trey_search_spawn *slot = NULL;
        if (evaluator->ignores_spawn || (moves[i].ranks & ~cards) == 0) {
            slot = spawn_slot(search, move->after, key);
            if (slot->after == move->after && slot->key == key &&
                slot->search_number == search->search_number) {
                copy_values(search, slot, &moves[i]);
                continue;
            }
        }
        wanted[wanted_count] = (struct trey_eval_spawn){
            move->after, move->cells, moves[i].ranks, deck, moves[i].values};
        slots[wanted_count] = slot;
        keys[wanted_count] = key;
        wanted_count++;
    }
    if (wanted_count == 0)
        return;
    evaluator->spawn_values(evaluator, wanted, wanted_count);
    for (int i = 0; i < wanted_count; i++) {
        if (slots[i] == NULL)
            continue;
        *slots[i] = (struct trey_search_spawn){.after = wanted[i].after,
                                               .key = keys[i],
                                               .search_number = search->search_number};
        if (evaluator->ignores_spawn)
            slots[i]->value[0] = wanted[i].values[__builtin_ctz(wanted[i].ranks)];
        else
            memcpy(slots[i]->value, &wanted[i].values[1], sizeof slots[i]->value);
    }
}

/* A board with an empty cell always has a legal move: the game can only be over if the
 * tile fills the last empty cell, which is then the only spawn cell. */
static void set_lost_values(const struct trey_search *search,
                            const struct trey_search_leaf_move *leaves)
{
    const struct trey_search_move *move = leaves->move;
    uint64_t empty_cells = search->mechanics.cells & ~trey_nonzero_nibbles(move->after);
    if (trey_flags_count(empty_cells) > 1)
        return;
    for (unsigned left = leaves->ranks; left != 0; left &= left - 1) {
        unsigned rank = (unsigned)__builtin_ctz(left);
        trey_board board = move->after | move->cells * rank;
        if (trey_mechanics_moving(&search->mechanics, board) == 0)
            leaves->values[rank] = trey_search_final_value(search, board);
    }
}

void trey_search_leaves(struct trey_search *search,
                        const struct trey_search_leaf_move *moves, int count,
                        const trey_deck deck[16])
{
    assert(count >= 1 && count <= TREY_EVAL_MAX_SPAWNS);
    for (int i = 0; i < count; i++) {
        const struct trey_search_move *move = moves[i].move;
        unsigned ranks = moves[i].ranks;
        assert(move->cells != 0 && ranks != 0 && (ranks & 1) == 0 && ranks < 1U << 16);
        assert((move->cells & trey_nonzero_nibbles(move->after)) == 0);
        for (unsigned left = ranks; left != 0; left &= left - 1)
            search->leaves += trey_flags_count(move->cells);
        if (search->use_line_tables)
            evaluate_by_lines(search, move, moves[i].values);
        else if (search->evaluator->spawn_values == NULL)
            leaves_by_calls(search, move, ranks, moves[i].values);
    }
    if (!search->use_line_tables && search->evaluator->spawn_values != NULL)
        leaves_by_spawns(search, moves, count, deck);
    for (int i = 0; i < count; i++)
        set_lost_values(search, &moves[i]);
}
