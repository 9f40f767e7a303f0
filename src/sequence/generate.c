/* Random instances in the style of the course: tiles from shuffled decks of 12 cards or
 * bags of 30, or the official mix, which is one shuffled list with fixed shares. */
#include "base/error.h"
#include "base/random.h"
#include "sequence/sequence.h"

#include <stdlib.h>

/* Ranks of the tiles 1, 2, 3, 6, 12 and 24, and their number in a bag of 30. */
static const uint8_t bag_ranks[6] = {1, 2, 3, 4, 5, 6};
static const uint8_t bag_counts[6] = {12, 12, 3, 1, 1, 1};

static void shuffle(struct trey_random *random, uint8_t *ranks, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = trey_random_below(random, (uint32_t)i);
        uint8_t swapped = ranks[i - 1];
        ranks[i - 1] = ranks[j];
        ranks[j] = swapped;
    }
}

/* Fills `ranks` with cards of shuffled 12-card decks (4 each of 1, 2, 3). */
static void deal_decks(struct trey_random *random, uint8_t *ranks, size_t count)
{
    uint8_t deck[12];
    for (size_t i = 0; i < count; i++) {
        if (i % 12 == 0) {
            for (uint8_t card = 0; card < 12; card++)
                deck[card] = (uint8_t)(card / 4 + 1);
            shuffle(random, deck, 12);
        }
        ranks[i] = deck[i % 12];
    }
}

/* Replaces one card in 21 by a 6, 12 or 24. */
static void add_bonus_tiles(struct trey_random *random, uint8_t *ranks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (trey_random_below(random, 21) == 0)
            ranks[i] = (uint8_t)(4 + trey_random_below(random, 3));
}

static void deal_bags(struct trey_random *random, uint8_t *ranks, size_t count)
{
    uint8_t bag[30];
    for (size_t i = 0; i < count; i++) {
        if (i % 30 == 0) {
            size_t filled = 0;
            for (int kind = 0; kind < 6; kind++)
                for (int k = 0; k < bag_counts[kind]; k++)
                    bag[filled++] = bag_ranks[kind];
            shuffle(random, bag, 30);
        }
        ranks[i] = bag[i % 30];
    }
}

/* Number of tiles of a kind: its share, rounded. */
static size_t official_share(size_t count, int kind)
{
    return (count * bag_counts[kind] + 15) / 30;
}

static size_t deal_official(struct trey_random *random, uint8_t *ranks, size_t count)
{
    size_t filled = 0;
    for (int kind = 0; kind < 6; kind++)
        for (size_t k = official_share(count, kind); k > 0; k--)
            ranks[filled++] = bag_ranks[kind];
    shuffle(random, ranks, filled);
    return filled;
}

/* Puts the first cards on random cells of the start board. */
static void place_start(struct trey_random *random, const uint8_t *cards, int count,
                        struct trey_wide *start)
{
    uint8_t cells[TREY_MAX_CELLS];
    for (uint8_t cell = 0; cell < TREY_MAX_CELLS; cell++)
        cells[cell] = cell;
    shuffle(random, cells, TREY_MAX_CELLS);
    *start = (struct trey_wide){{0}};
    for (int i = 0; i < count; i++)
        start->rank[cells[i]] = cards[i];
}

enum trey_status trey_sequence_generate(enum trey_mix mix, size_t tile_count,
                                        uint64_t seed, struct trey_sequence **sequence,
                                        struct trey_error *error)
{
    /* The rounded shares of the official mix can sum to a few tiles more. */
    enum { START_CARDS = 9, SPARE = START_CARDS };
    if (tile_count > TREY_MAX_TILES - SPARE)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "more than %zu tiles",
                         TREY_MAX_TILES - SPARE);
    uint8_t *cards = malloc(tile_count + SPARE);
    if (cards == NULL)
        return trey_fail_memory(error, tile_count + SPARE);

    struct trey_random random;
    trey_random_seed(&random, trey_mix64(seed) + (uint64_t)mix);
    struct trey_wide start = {{0, 0, 0, 0, 0, 1, 2, 0, 0, 2, 1, 0, 0, 0, 0, 0}};
    uint8_t *tiles = cards;
    if (mix == TREY_MIX_OFFICIAL) {
        tile_count = deal_official(&random, cards, tile_count);
    } else {
        void (*deal)(struct trey_random *, uint8_t *, size_t) =
            mix == TREY_MIX_DECK ? deal_decks : deal_bags;
        deal(&random, cards, tile_count + START_CARDS);
        place_start(&random, cards, START_CARDS, &start);
        tiles = cards + START_CARDS;
        if (mix == TREY_MIX_DECK)
            add_bonus_tiles(&random, tiles, tile_count);
    }
    enum trey_status status =
        trey_sequence_new(&start, tiles, tile_count, sequence, error);
    free(cards);
    return status;
}
