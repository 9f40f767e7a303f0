/* Groups of slides, and codes for choices among them: a play table must store which
 * slides of a state are best.
 *
 * Slides that lead to the same after-state, up to symmetry, form one group. A slide is
 * *dead* if no slide is possible after it, whatever spawns. It cannot have merged
 * anything, or a hole would be left; so the game ends with the points of the board and
 * those of the spawned tile. Any other slide has at least this value, since a merge never
 * loses points. So if there are other slides, only those need be distinguished; and if
 * all are dead, all are equally good. If several groups remain, the table stores which of
 * them are best: all that are, so that for each image of a board ties are broken by the
 * order of its own slides. On 2x4 this concerns a third of all states. */
#include "exact/table/choice.h"
#include "base/check.h"

#include <string.h>

bool trey_board_slides_make(const struct trey_exact_game *game,
                            const struct trey_ranking *ranking,
                            const struct trey_rows *rows, unsigned number,
                            trey_board board, struct trey_board_slides *slides)
{
    bool exchange = trey_slot_fold(game, number)->exchange;
    *slides = (struct trey_board_slides){0};
    if (!trey_ranking_holds(ranking, rows, board))
        return false;
    for (int d = 0; d < 4; d++) {
        trey_board after = trey_exact_slide(game, board, d);
        if (after == board)
            continue;
        trey_board min = trey_fold_min(game, &game->after[d], after);
        trey_board other =
            exchange ? trey_fold_min(game, &game->after[d], trey_exchange(after)) : min;
        slides->exchanged[d] = other < min;
        min = other < min ? other : min;
        if (!trey_ranking_holds(ranking, rows, min))
            return false;
        slides->legal |= 1u << d;
        slides->after[d] = after;
        slides->key[d] =
            (uint64_t)game->edge[d] << 40 | trey_board_index(ranking, rows, min);
    }
    return true;
}

/* True if no slide is left in any case. With a second hole, a tile beside it could move.
 */
static bool is_dead(const struct trey_exact_game *game, trey_board after, unsigned rank)
{
    uint64_t all = TREY_LOW_BITS & (((uint64_t)1 << (4 * game->cells)) - 1);
    uint64_t holes = all & ~trey_nonzero_nibbles(after);
    if ((holes & (holes - 1)) != 0)
        return false;
    trey_board full = after + holes * rank;
    for (int d = 0; d < 4; d++)
        if (trey_exact_slide(game, full, d) != full)
            return false;
    return true;
}

void trey_slide_groups_make(const struct trey_exact_game *game,
                            const struct trey_board_slides *slides, unsigned rank,
                            unsigned column, unsigned columns,
                            struct trey_slide_groups *groups)
{
    uint64_t key[4] = {0};
    unsigned dead = 0;
    *groups = (struct trey_slide_groups){0};
    for (int d = 0; d < 4; d++)
        if (slides->legal >> d & 1 && is_dead(game, slides->after[d], rank))
            dead |= 1u << d;
    unsigned open = slides->legal & ~dead;
    if (open == 0) {
        groups->count = dead != 0;
        groups->slides[0] = (uint8_t)dead;
        return;
    }
    for (unsigned d = 0; d < 4; d++) {
        if (!(open >> d & 1))
            continue;
        bool exchanged = slides->exchanged[d] && columns > 1 && column < 2;
        uint64_t own = slides->key[d] << 2 | (exchanged ? 1 - column : column);
        unsigned at = 0;
        while (at < groups->count && key[at] < own)
            at++;
        if (at == groups->count || key[at] != own) {
            memmove(key + at + 1, key + at, (groups->count - at) * sizeof *key);
            memmove(groups->slides + at + 1, groups->slides + at, groups->count - at);
            key[at] = own;
            groups->slides[at] = 0;
            groups->count++;
        }
        groups->slides[at] |= (uint8_t)(1u << d);
        assert(groups->count <= 4 && (at == 0 || key[at - 1] < key[at]));
    }
}

/* --- codes -----------------------------------------------------------------------------
 */

/* Index of the first choice with this many groups; number of such choices. */
static unsigned first_choice(unsigned groups)
{
    static const uint8_t first[5] = {0, 0, 0, 3, 10};
    assert(groups >= 2 && groups <= 4);
    return first[groups];
}

static unsigned choice_count(unsigned groups)
{
    return (1u << groups) - 1;
}

unsigned trey_choice_index(unsigned groups, unsigned best)
{
    assert(best >= 1 && best <= choice_count(groups));
    return first_choice(groups) + best - 1;
}

/* Huffman's algorithm: joins the two rarest trees, which makes their codes one bit
 * longer, until one is left. */
static void huffman_lengths(const uint64_t *count, uint8_t *length, unsigned choices)
{
    uint64_t weight[16];
    unsigned member[16], trees = 0; /* bits by choice */
    for (unsigned i = 0; i < choices; i++)
        if (count[i] > 0) {
            weight[trees] = count[i];
            member[trees++] = 1u << i;
        }
    if (trees == 1)
        length[__builtin_ctz(member[0])] = 1;
    while (trees > 1) {
        unsigned a = 0, b = 1; /* the rarest, the next */
        for (unsigned i = 1; i < trees; i++) {
            if (weight[i] < weight[a]) {
                b = a;
                a = i;
            } else if (b == a || (i != a && weight[i] < weight[b])) {
                b = i;
            }
        }
        for (unsigned i = 0; i < choices; i++)
            length[i] = (uint8_t)(length[i] + ((member[a] | member[b]) >> i & 1));
        weight[a] += weight[b];
        member[a] |= member[b];
        weight[b] = weight[--trees];
        member[b] = member[trees];
    }
}

void trey_choice_lengths(const uint64_t count[TREY_CHOICES], uint8_t length[TREY_CHOICES])
{
    memset(length, 0, TREY_CHOICES);
    for (unsigned groups = 2; groups <= 4; groups++)
        huffman_lengths(count + first_choice(groups), length + first_choice(groups),
                        choice_count(groups));
}

/* Canonical code: shorter codes first, those of equal length by index. */
unsigned trey_choice_code(const uint8_t length[TREY_CHOICES], unsigned number)
{
    unsigned groups = number < first_choice(3) ? 2 : number < first_choice(4) ? 3 : 4;
    unsigned first = first_choice(groups), end = first + choice_count(groups), code = 0;
    for (unsigned bits = 1; bits <= length[number]; bits++) {
        code <<= 1;
        for (unsigned i = first; i < end; i++)
            code += length[i] == bits && (bits < length[number] || i < number);
    }
    return code;
}

unsigned trey_choice_read(const uint8_t length[TREY_CHOICES],
                          const struct trey_ribbon *ribbon, trey_board board,
                          unsigned column, unsigned groups)
{
    unsigned first = first_choice(groups), choices = choice_count(groups);
    unsigned code = 0; /* less the number of shorter codes */
    for (unsigned bits = 1; bits < 16; bits++) {
        uint64_t key = trey_choice_key(board, column, bits - 1);
        code = code << 1 | trey_ribbon_bit(ribbon, key);
        for (unsigned i = 0; i < choices; i++)
            if (length[first + i] == bits && code-- == 0)
                return i + 1;
    }
    return 0;
}

void trey_choice_pack(const uint8_t length[TREY_CHOICES], uint8_t packed[16])
{
    memset(packed, 0, 16);
    for (unsigned i = 0; i < TREY_CHOICES; i++)
        packed[i / 2] |= (uint8_t)(length[i] << (4 * (i % 2)));
}

void trey_choice_unpack(const uint8_t packed[16], uint8_t length[TREY_CHOICES])
{
    for (unsigned i = 0; i < TREY_CHOICES; i++)
        length[i] = packed[i / 2] >> (4 * (i % 2)) & 15;
}
