/* Slots, decks and hints of Threes! with a deck and bonus tiles.
 *
 * Why slots work. Let a 1s, b 2s and c 3s have been drawn from the present deck. A merge
 * takes a 1 and a 2, and whole decks have as many of both, so the excess of the board is
 * a - b. The sum less the excess is 3b + 3c plus whole decks and bonus tiles, which are
 * multiples of 6: it is a multiple of 3, and a third of it determines whether b + c is
 * even. Of the 125 decks of 12 cards at most 12 remain possible.
 *
 * Exchanging 1s and 2s maps excess e to -e, and the sum to one that is e more; the form
 * with excess >= 0 is kept. Either way a tile increases the sum that is kept: a 2 on a
 * board of excess 0 makes excess -1 and the sum two more, which is kept as excess 1 and
 * one more.
 *
 * The largest tile. Unlike in `course`, the number of cells does not limit it: from a 48
 * on, bonus tiles of up to an eighth of the largest tile spawn, so with luck five cells
 * are enough to make ever larger tiles, up to the one that ends the game. */
#include "exact/played/played_game.h"

#include "base/check.h"
#include "base/error.h"
#include "rules/chance.h"

#include <stdlib.h>
#include <string.h>

/* --- decks -----------------------------------------------------------------------------
 */

/* Lists all decks with an excess and a parity of 2s and 3s, except the empty one. */
static void list_decks(unsigned copies, unsigned excess, unsigned parity,
                       struct trey_decks *decks)
{
    for (unsigned two = 0; two + excess <= copies; two++)
        for (unsigned three = 0; three <= copies; three++) {
            unsigned one = two + excess, drawn = one + two + three;
            if ((two + three) % 2 != parity || drawn == 3 * copies)
                continue;
            unsigned k = decks->count++;
            assert(k < TREY_PLAYED_DECKS);
            double left = 3 * copies - drawn;
            decks->one[k] = (uint8_t)one;
            decks->two[k] = (uint8_t)two;
            decks->three[k] = (uint8_t)three;
            decks->chance[1][k] = (copies - one) / left;
            decks->chance[2][k] = (copies - two) / left;
            decks->chance[3][k] = (copies - three) / left;
            assert(trey_is_whole(
                decks->chance[1][k] + decks->chance[2][k] + decks->chance[3][k], 1e-12));
        }
}

const struct trey_decks *trey_played_decks(const struct trey_played_game *game,
                                           unsigned slot)
{
    unsigned excess = trey_played_excess(game, slot);
    unsigned parity = (trey_played_sum(game, slot) - excess) / 3 % 2;
    return excess > game->rules.copies ? NULL : &game->decks[excess][parity];
}

int trey_played_deck(const struct trey_played_game *game, unsigned slot, unsigned ones,
                     unsigned twos, unsigned threes)
{
    const struct trey_decks *decks = trey_played_decks(game, slot);
    unsigned copies = game->rules.copies;
    if (ones == copies && twos == copies && threes == copies)
        ones = twos = threes = 0;
    for (unsigned k = 0; decks != NULL && k < decks->count; k++)
        if (decks->one[k] == ones && decks->two[k] == twos && decks->three[k] == threes)
            return (int)k;
    return TREY_NO_DECK;
}

/* Computes the decks after a card, for the decks of a slot and for all sets of them. */
static void make_deck_transitions(struct trey_played_game *game, unsigned slot,
                                  unsigned rank)
{
    unsigned excess = trey_played_excess(game, slot);
    unsigned parity = (trey_played_sum(game, slot) - excess) / 3 % 2;
    struct trey_decks *decks = &game->decks[excess][parity];
    struct trey_transition transition = trey_played_transition(game, slot, rank);
    for (unsigned k = 0; k < decks->count; k++) {
        unsigned drawn[TREY_CARDS + 1] = {0, decks->one[k], decks->two[k],
                                          decks->three[k]};
        drawn[rank]++;
        bool there = drawn[rank] <= game->rules.copies;
        unsigned one = drawn[transition.exchange ? 2 : 1],
                 two = drawn[transition.exchange ? 1 : 2];
        decks->to[rank][k] =
            (int8_t)(there ? trey_played_deck(game, transition.slot, one, two, drawn[3])
                           : TREY_NO_DECK);
    }
    uint16_t *follow = game->follow[excess][parity][rank];
    for (unsigned set = 0; set < 1u << decks->count; set++)
        for (unsigned k = 0; k < decks->count; k++)
            if (set >> k & 1 && decks->to[rank][k] != TREY_NO_DECK)
                follow[set] |= (uint16_t)(1u << decks->to[rank][k]);
}

static void make_decks(struct trey_played_game *game)
{
    unsigned copies = game->rules.copies;
    for (unsigned excess = 0; excess <= copies; excess++)
        for (unsigned parity = 0; parity < 2; parity++)
            list_decks(copies, excess, parity, &game->decks[excess][parity]);
    for (unsigned excess = 0; excess <= copies; excess++)
        for (unsigned parity = 0; parity < 2; parity++)
            for (unsigned rank = 1; rank <= TREY_CARDS; rank++) {
                unsigned sum = excess + 3 * parity;
                make_deck_transitions(game, sum * game->excesses + excess, rank);
            }
}

/* --- hints -----------------------------------------------------------------------------
 */

static void make_hint(const struct trey_played_game *game, trey_board board,
                      const struct trey_chance *shown, struct trey_bonus_hint *hint)
{
    struct trey_chance tile[TREY_MAX_CHANCES];
    int count = trey_rules_tiles(&game->rules, board, (trey_next)shown->what,
                                 TREY_DECK_UNKNOWN, tile);
    double bonus = 0;
    for (int i = 0; i < count; i++)
        if (tile[i].what > TREY_CARDS) {
            hint->tile[hint->count++] =
                (struct trey_bonus_tile){tile[i].what, tile[i].probability};
            bonus += tile[i].probability;
        }
    for (unsigned i = 0; i < hint->count; i++)
        hint->tile[i].chance /= bonus;
    hint->chance = shown->probability * bonus;
}

static void make_draw_odds(struct trey_played_game *game, unsigned largest)
{
    struct trey_draw_odds *odds = &game->odds[largest];
    struct trey_chance next[TREY_MAX_CHANCES];
    trey_board board = largest;
    struct trey_bonus_range range = trey_bonus_range_of(&game->rules, board);
    odds->cards = 1 - (range.values > 0 ? 1.0 / game->rules.odds : 0);
    odds->last_rank = TREY_FIRST_BONUS + (unsigned)range.values - 1;
    int count = trey_rules_nexts(&game->rules, board, TREY_DECK_UNKNOWN, next);
    for (int i = 0; range.values > 0 && i < count; i++)
        if (trey_next_card(&game->rules, (trey_next)next[i].what) == 0)
            make_hint(game, board, &next[i], &odds->hint[odds->hints++]);
}

unsigned trey_played_last_bonus(const struct trey_played_game *game, unsigned sum)
{
    unsigned largest = 0;
    while (largest < game->board.top_rank && game->board.tile[largest + 1] <= sum)
        largest++;
    return game->odds[largest].last_rank;
}

/* --- slots -----------------------------------------------------------------------------
 */

struct trey_transition trey_played_transition(const struct trey_played_game *game,
                                              unsigned slot, unsigned rank)
{
    unsigned sum = trey_played_sum(game, slot), excess = trey_played_excess(game, slot);
    if (rank == 2 && excess == 0)
        return (struct trey_transition){(sum + 1) * game->excesses + 1, true};
    excess += (rank == 1) - (unsigned)(rank == 2);
    if (excess == game->excesses)
        return (struct trey_transition){TREY_NO_TRANSITION, false};
    return (struct trey_transition){
        (sum + game->board.tile[rank]) * game->excesses + excess, false};
}

const struct trey_fold *trey_played_fold(const struct trey_played_game *game,
                                         unsigned slot)
{
    return trey_played_excess(game, slot) == 0 ? &game->board.mixed : &game->board.whole;
}

unsigned trey_played_canonicalise(const struct trey_played_game *game, trey_board *board,
                                  bool *exchanged)
{
    int excess = 0;
    for (trey_board rest = *board; rest != 0; rest >>= 4)
        excess += ((rest & 15) == 1) - ((rest & 15) == 2);
    *exchanged = excess < 0;
    if (excess < 0) {
        *board = trey_exchange(*board);
        excess = -excess;
    }
    unsigned sum = (unsigned)trey_exact_sum(&game->board, *board);
    if ((unsigned)excess >= game->excesses || sum >= game->sums)
        return TREY_NO_TRANSITION;
    unsigned slot = sum * game->excesses + (unsigned)excess;
    *board = trey_fold_min(&game->board, trey_played_fold(game, slot), *board);
    return slot;
}

/* --- the start -------------------------------------------------------------------------
 * Start cards are drawn one after another and placed on random cells: all arrangements
 * of a choice of cards are equally likely. */

/* Probability that the first cards drawn consist of these numbers of 1s, 2s and 3s. */
static double draw_chance(unsigned copies, const unsigned drawn[TREY_CARDS + 1])
{
    unsigned before = drawn[1] + drawn[2] + drawn[3];
    if (before == 0)
        return 1;
    unsigned decks = (before - 1) / (3 * copies), size = 3 * copies * (decks + 1);
    double chance = 0;
    for (unsigned rank = 1; rank <= TREY_CARDS; rank++) {
        unsigned less[TREY_CARDS + 1];
        memcpy(less, drawn, sizeof less);
        if (drawn[rank] == 0 || drawn[rank] > copies * (decks + 1))
            continue;
        less[rank]--;
        chance += draw_chance(copies, less) * (copies * (decks + 1) - less[rank]) /
                  (size - before + 1);
    }
    return chance;
}

struct start_visitor {
    const struct trey_played_game *game;
    void *context;
    void (*visit)(void *context, trey_board board, const unsigned drawn[TREY_CARDS + 1],
                  double chance);
    unsigned left[TREY_CARDS + 1]; /* tiles to be placed, by rank; empty cells at 0 */
    unsigned drawn[TREY_CARDS + 1];
    double chance;
};

static void place_tiles(struct start_visitor *starts, unsigned cell, trey_board board)
{
    if (cell == starts->game->board.cells) {
        starts->visit(starts->context, board, starts->drawn, starts->chance);
        return;
    }
    for (unsigned rank = 0; rank <= TREY_CARDS; rank++)
        if (starts->left[rank] > 0) {
            starts->left[rank]--;
            place_tiles(starts, cell + 1, board | (trey_board)rank << (4 * cell));
            starts->left[rank]++;
        }
}

/* Visits all arrangements of these numbers of 1s, 2s and 3s. */
static void visit_arrangements(struct start_visitor *starts, unsigned ones, unsigned twos,
                               unsigned threes)
{
    unsigned copies = starts->game->rules.copies, cells = starts->game->board.cells;
    unsigned left[] = {cells - ones - twos - threes, ones, twos, threes}, placed = 0;
    double ways = 1;
    for (unsigned rank = 0; rank <= TREY_CARDS; rank++)
        for (unsigned i = 1; i <= left[rank]; i++)
            ways = ways * ++placed / i;
    memcpy(starts->left, left, sizeof left);
    starts->chance = draw_chance(copies, left) / ways;
    unsigned decks = (ones + twos + threes) / (3 * copies);
    for (unsigned rank = 1; rank <= TREY_CARDS; rank++)
        starts->drawn[rank] = left[rank] - decks * copies;
    if (starts->chance > 0)
        place_tiles(starts, 0, 0);
}

void trey_played_starts(const struct trey_played_game *game, void *context,
                        void visit(void *context, trey_board board,
                                   const unsigned drawn[TREY_CARDS + 1], double chance))
{
    struct start_visitor starts = {.game = game, .context = context, .visit = visit};
    unsigned tiles = (unsigned)trey_rules_start(&game->rules);
    for (unsigned ones = 0; ones <= tiles; ones++)
        for (unsigned twos = 0; ones + twos <= tiles; twos++)
            visit_arrangements(&starts, ones, twos, tiles - ones - twos);
}

/* --- the game --------------------------------------------------------------------------
 */

enum trey_status trey_played_game_new(const struct trey_played_options *options,
                                      struct trey_played_game *game,
                                      struct trey_error *error)
{
    const struct trey_rules *rules = &options->rules;
    struct trey_exact_options shape = {.shape = rules->shape,
                                       .rules = TREY_EXACT_COURSE,
                                       .keep = TREY_EXACT_KEEP_AVERAGE,
                                       .start = 1};
    *game = (struct trey_played_game){
        .rules = *rules,
        .hidden = rules->hint == TREY_SHOW_NONE,
        .uncounted = options->player == TREY_PLAYED_IGNORES,
        .last_start = 3 * (unsigned)trey_rules_start(rules),
    };
    trey_mechanics_make(rules, &game->mechanics);
    trey_exact_game_make(&shape, &game->board);
    game->end_rank = options->end_rank != 0       ? options->end_rank
                     : rules->top == TREY_TOP_END ? 15
                                                  : 16;
    game->board.top_rank = game->end_rank - 1;
    if (rules->top == TREY_TOP_STOP && game->board.top_rank > 14)
        game->board.top_rank = 14;
    game->excesses = 1 + (game->uncounted ? game->board.cells : rules->copies);
    game->sums = game->board.cells * game->board.tile[game->board.top_rank] + 1;
    for (unsigned largest = 0; largest < TREY_RANKS; largest++)
        make_draw_odds(game, largest);
    game->follow = calloc(rules->copies + 1u, sizeof *game->follow);
    if (game->follow == NULL)
        return trey_fail_memory(error, (rules->copies + 1u) * sizeof *game->follow);
    make_decks(game);
    return trey_ranking_new(&game->board, &game->ranking, error);
}

void trey_played_game_clear(struct trey_played_game *game)
{
    trey_ranking_clear(&game->ranking);
    free(game->follow);
    game->follow = NULL;
}
