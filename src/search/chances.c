/* Possible hints and tiles: made from the rules, and cached by deck and largest tile in a
 * hash table with linear probing. */
#include "search/chances.h"

#include "base/check.h"
#include "base/random.h"
#include "rules/chance.h"

#include <string.h>

/* True if the probabilities of all hints, and of each hint's tiles, add up to 1. */
TREY_ASSERT_ONLY bool chances_are_whole(const struct trey_chances *chances)
{
    double hints = 0.0;
    for (int hint = 0; hint < chances->hints; hint++) {
        double tiles = 0.0;
        for (int at = chances->begin[hint]; at < chances->begin[hint + 1]; at++)
            tiles += (double)chances->rank_probability[at];
        if (!trey_is_whole(tiles, 1e-5))
            return false;
        hints += (double)chances->probability[hint];
    }
    return trey_is_whole(hints, 1e-5);
}

/* Adds a hint and the tiles that it allows by the rules. */
static void add_hint(const struct trey_rules *rules, trey_board board, trey_next next,
                     trey_deck deck, double probability, struct trey_chances *chances)
{
    struct trey_chance tiles[TREY_MAX_CHANCES];
    int count = trey_rules_tiles(rules, board, next, deck, tiles);
    unsigned at = chances->begin[chances->hints];
    assert(chances->hints < TREY_CHANCES_MAX_HINTS && trey_is_share(probability));
    assert(at + (unsigned)count <= TREY_CHANCES_MAX_PAIRS);
    for (int i = 0; i < count; i++, at++) {
        unsigned rank = tiles[i].what;
        chances->rank[at] = (uint8_t)rank;
        chances->rank_probability[at] = (float)tiles[i].probability;
        chances->ranks |= (uint16_t)(1U << rank);
        chances->deck[rank] = tiles[i].deck;
        chances->chance[rank] += (float)(probability * tiles[i].probability);
    }
    chances->probability[chances->hints++] = (float)probability;
    chances->begin[chances->hints] = (uint8_t)at;
}

void trey_chances_make_shown(const struct trey_rules *rules, trey_board board,
                             trey_next next, trey_deck deck, struct trey_chances *chances)
{
    *chances = (struct trey_chances){0};
    add_hint(rules, board, next, deck, 1.0, chances);
    assert(chances_are_whole(chances));
}

/* Hints of cards come first. Hints of bonus tiles are many, but one in 21 is shown: where
 * they are together less likely than `rare`, a search may prune them. */
static void find_card_hints(const struct trey_rules *rules, struct trey_chances *chances)
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
    chances->card_hints = enough ? (uint8_t)count : chances->hints;
    chances->card_ranks = enough ? (uint16_t)ranks : chances->ranks;
    chances->card_probability = enough ? share : 1.0F;
    assert((chances->card_ranks & ~chances->ranks) == 0);
}

static void make_hidden_chances(const struct trey_rules *rules, trey_board board,
                                trey_deck deck, struct trey_chances *chances)
{
    struct trey_chance hints[TREY_MAX_CHANCES];
    int count = trey_rules_nexts(rules, board, deck, hints);
    *chances = (struct trey_chances){0};
    for (int i = 0; i < count; i++)
        add_hint(rules, board, (trey_next)hints[i].what, hints[i].deck,
                 hints[i].probability, chances);
    assert(chances_are_whole(chances));
    find_card_hints(rules, chances);
}

const struct trey_chances *trey_chances_find(struct trey_chance_cache *cache,
                                             const struct trey_rules *rules,
                                             trey_board board, trey_deck deck,
                                             struct trey_chances *space)
{
    uint32_t key = 1U << 31 | trey_largest_rank(board) << 16 | deck;
    uint32_t at = (uint32_t)(trey_mix64(key) % TREY_CHANCES_CACHE_SLOTS);
    while (cache->key[at] != 0 && cache->key[at] != key)
        at = (at + 1) % TREY_CHANCES_CACHE_SLOTS;
    if (cache->key[at] == key)
        return &cache->slot[at];
    /* A quarter of the slots stays free, so that the loop above ends. */
    if (cache->count < TREY_CHANCES_CACHE_SLOTS * 3 / 4) {
        cache->key[at] = key;
        cache->count++;
        space = &cache->slot[at];
    }
    assert(cache->count < TREY_CHANCES_CACHE_SLOTS);
    make_hidden_chances(rules, board, deck, space);
    return space;
}

void trey_chance_cache_trim(struct trey_chance_cache *cache)
{
    if (cache->count <= TREY_CHANCES_CACHE_SLOTS / 2)
        return;
    memset(cache->key, 0, sizeof cache->key);
    cache->count = 0;
}
