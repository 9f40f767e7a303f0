#include "search/chances.h"

#include "base/check.h"
#include "base/random.h"
#include "rules/chance.h"

#include <string.h>

/* True if the tiles of each hint, and the hints, are all that may come. */
TREY_ASSERT_ONLY bool chances_are_whole(const struct trey_chances *chances)
{
    double hints = 0.0;
    for (int hint = 0; hint < chances->hints; hint++) {
        double tiles = 0.0;
        for (int at = chances->begin[hint]; at < chances->begin[hint + 1]; at++)
            tiles += (double)chances->share[at];
        if (!trey_is_whole(tiles, 1e-5))
            return false;
        hints += (double)chances->probability[hint];
    }
    return trey_is_whole(hints, 1e-5);
}

/* Adds a hint and, from the rules, the tiles that it may mean. */
static void add_hint(const struct trey_rules *rules, trey_board board, trey_next next,
                     trey_deck deck, double probability, struct trey_chances *chances)
{
    struct trey_chance tiles[TREY_MAX_CHANCES];
    int count = trey_rules_tiles(rules, board, next, deck, tiles);
    unsigned at = chances->begin[chances->hints];
    assert(chances->hints < TREY_CHANCES_HINTS && trey_is_share(probability));
    assert(at + (unsigned)count <= TREY_CHANCES_PAIRS);
    for (int i = 0; i < count; i++, at++) {
        unsigned rank = tiles[i].what;
        chances->rank[at] = (uint8_t)rank;
        chances->share[at] = (float)tiles[i].probability;
        chances->ranks |= (uint16_t)(1U << rank);
        chances->deck[rank] = tiles[i].deck;
        chances->chance[rank] += (float)(probability * tiles[i].probability);
    }
    chances->probability[chances->hints++] = (float)probability;
    chances->begin[chances->hints] = (uint8_t)at;
}

void trey_chances_shown(const struct trey_rules *rules, trey_board board, trey_next next,
                        trey_deck deck, struct trey_chances *chances)
{
    *chances = (struct trey_chances){0};
    add_hint(rules, board, next, deck, 1.0, chances);
    assert(chances_are_whole(chances));
}

/* The hints of cards come first. Those of bonus tiles are many, and one in 21 is shown:
 * where they are rarer than RARE, a search may leave them aside. */
static void find_usual(const struct trey_rules *rules, struct trey_chances *chances)
{
    static const float rare = 0.1F;
    float share = 0.0F;
    unsigned ranks = 0;
    int count = 0;
    for (; count < chances->hints; count++) {
        unsigned at = chances->begin[count], rank = chances->rank[at];
        if (at + 1 != chances->begin[count + 1] ||
            trey_next_card(rules, (trey_next)(1U << rank)) == 0)
            break;
        share += chances->probability[count];
        ranks |= 1U << rank;
    }
    bool enough = count > 0 && share >= 1.0F - rare;
    chances->usual = enough ? (uint8_t)count : chances->hints;
    chances->usual_ranks = enough ? (uint16_t)ranks : chances->ranks;
    chances->usual_share = enough ? share : 1.0F;
    assert((chances->usual_ranks & ~chances->ranks) == 0);
}

static void make(const struct trey_rules *rules, trey_board board, trey_deck deck,
                 struct trey_chances *chances)
{
    struct trey_chance hints[TREY_MAX_CHANCES];
    int count = trey_rules_nexts(rules, board, deck, hints);
    *chances = (struct trey_chances){0};
    for (int i = 0; i < count; i++)
        add_hint(rules, board, (trey_next)hints[i].what, hints[i].deck,
                 hints[i].probability, chances);
    assert(chances_are_whole(chances));
    find_usual(rules, chances);
}

const struct trey_chances *trey_chances_of(struct trey_chance_cache *kept,
                                           const struct trey_rules *rules,
                                           trey_board board, trey_deck deck,
                                           struct trey_chances *space)
{
    uint32_t key = 1U << 31 | trey_largest_rank(board) << 16 | deck;
    uint32_t at = (uint32_t)(trey_mix64(key) % TREY_CHANCES_SLOTS);
    while (kept->key[at] != 0 && kept->key[at] != key)
        at = (at + 1) % TREY_CHANCES_SLOTS;
    if (kept->key[at] == key)
        return &kept->slot[at];
    /* A free slot is left, so that the loop above ends. */
    if (kept->count < TREY_CHANCES_SLOTS * 3 / 4) {
        kept->key[at] = key;
        kept->count++;
        space = &kept->slot[at];
    }
    assert(kept->count < TREY_CHANCES_SLOTS);
    make(rules, board, deck, space);
    return space;
}

void trey_chance_cache_trim(struct trey_chance_cache *kept)
{
    if (kept->count <= TREY_CHANCES_SLOTS / 2)
        return;
    memset(kept->key, 0, sizeof kept->key);
    kept->count = 0;
}
