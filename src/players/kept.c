#include "players/kept.h"
#include "base/error.h"
#include "base/store.h"

#include <stdlib.h>
#include <string.h>

static const struct trey_store_table games = {
    .make = "CREATE TABLE IF NOT EXISTS game (rules TEXT NOT NULL, player TEXT NOT NULL,"
            " seed INTEGER NOT NULL, number INTEGER NOT NULL, version TEXT NOT NULL,"
            " score INTEGER NOT NULL, moves INTEGER NOT NULL, largest INTEGER NOT NULL,"
            " seconds REAL NOT NULL, slowest_ms REAL NOT NULL, spread BLOB NOT NULL,"
            " record TEXT, PRIMARY KEY (rules, player, seed, number, version))",
    .find = "SELECT score, moves, largest, seconds, slowest_ms, spread, record FROM game"
            " WHERE rules = ?1 AND player = ?2 AND seed = ?3 AND number = ?4"
            " AND version = ?5",
    .add = "INSERT OR IGNORE INTO game (rules, player, seed, number, version, score,"
           " moves, largest, seconds, slowest_ms, spread, record)"
           " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    .columns = 7,
};

enum { KEY_CELLS = 5, PAIR_BYTES = 8 };

/* Times are kept as (bin, count) pairs of little-endian 32 bits: most bins are empty. */
static size_t pack_spread(const uint32_t spread[TREY_MS_BINS], uint8_t packed[])
{
    size_t size = 0;
    for (uint32_t bin = 0; bin < TREY_MS_BINS; bin++)
        if (spread[bin] != 0)
            for (int byte = 0; byte < PAIR_BYTES; byte++) {
                uint32_t word = byte < 4 ? bin : spread[bin];
                packed[size++] = (uint8_t)(word >> (8 * (byte % 4)));
            }
    return size;
}

static void unpack_spread(const uint8_t *packed, size_t size,
                          uint32_t spread[TREY_MS_BINS])
{
    for (size_t at = 0; at + PAIR_BYTES <= size; at += PAIR_BYTES) {
        uint32_t word[2] = {0, 0};
        for (int byte = 0; byte < PAIR_BYTES; byte++)
            word[byte / 4] |= (uint32_t)packed[at + (size_t)byte] << (8 * (byte % 4));
        if (word[0] < TREY_MS_BINS)
            spread[word[0]] = word[1];
    }
}

static void fill_key(const struct trey_kept_key *key, struct trey_cell cells[KEY_CELLS])
{
    cells[0] = trey_cell_text(key->rules);
    cells[1] = trey_cell_text(key->player);
    cells[2] = trey_cell_whole(key->seed);
    cells[3] = trey_cell_whole(key->number);
    cells[4] = trey_cell_text(trey_version());
}

struct found {
    struct trey_game_result *result;
    char **text;
};

static enum trey_status read_row(void *context, const struct trey_cell *row,
                                 struct trey_error *error)
{
    struct found *found = context;
    struct trey_game_result *result = found->result;
    result->score = (uint64_t)row[0].whole;
    result->moves = (uint64_t)row[1].whole;
    result->largest = (uint8_t)row[2].whole;
    result->seconds = row[3].real;
    result->slowest_ms = row[4].real;
    if (row[5].kind == TREY_CELL_BYTES)
        unpack_spread(row[5].bytes, row[5].size, result->spread);
    if (found->text != NULL && row[6].kind == TREY_CELL_TEXT) {
        *found->text = strdup(row[6].bytes);
        if (*found->text == NULL)
            return trey_fail_memory(error, strlen(row[6].bytes) + 1);
    }
    result->done = true;
    return TREY_OK;
}

enum trey_status trey_kept_find(struct trey_store *store, const struct trey_kept_key *key,
                                struct trey_game_result *result, char **text,
                                struct trey_error *error)
{
    struct trey_cell cells[KEY_CELLS];
    struct found found = {result, text};
    *result = (struct trey_game_result){0};
    if (text != NULL)
        *text = NULL;
    fill_key(key, cells);
    return trey_store_find(store, &games, cells, KEY_CELLS, read_row, &found, error);
}

enum trey_status trey_kept_add(struct trey_store *store, const struct trey_kept_key *key,
                               const struct trey_game_result *result, const char *record,
                               struct trey_error *error)
{
    uint8_t packed[PAIR_BYTES * TREY_MS_BINS];
    struct trey_cell row[KEY_CELLS + 7];
    fill_key(key, row);
    row[5] = trey_cell_whole(result->score);
    row[6] = trey_cell_whole(result->moves);
    row[7] = trey_cell_whole(result->largest);
    row[8] = trey_cell_real(result->seconds);
    row[9] = trey_cell_real(result->slowest_ms);
    row[10] = trey_cell_bytes(packed, pack_spread(result->spread, packed));
    row[11] = trey_cell_text(record);
    return trey_store_add(store, &games, row, sizeof row / sizeof *row, error);
}
