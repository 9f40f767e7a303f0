/* The table of games in a store: one row per game, found by rules, player, seed, number
 * and version of the library. A check of the store replays each row's record. */
#include "players/game_store.h"
#include "base/error.h"
#include "base/store.h"
#include "players/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns of a row. */
enum {
    RULES,
    PLAYER,
    SEED,
    NUMBER,
    VERSION,
    KEY_CELLS,
    SCORE = KEY_CELLS,
    MOVES,
    LARGEST,
    SECONDS,
    SLOWEST_MS,
    SPREAD,
    RECORD,
    ROW_CELLS
};

enum { PAIR_BYTES = 8 };

/* Times are stored as (bin, count) pairs of little-endian 32-bit numbers: most bins are
 * empty. */
static size_t pack_times(const uint32_t spread[TREY_MS_BINS], uint8_t packed[])
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

static void unpack_times(const uint8_t *packed, size_t size,
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

static void fill_key(const struct trey_game_store_key *key,
                     struct trey_cell cells[KEY_CELLS])
{
    cells[RULES] = trey_cell_text(key->rules);
    cells[PLAYER] = trey_cell_text(key->player);
    cells[SEED] = trey_cell_whole(key->seed);
    cells[NUMBER] = trey_cell_whole(key->number);
    cells[VERSION] = trey_cell_text(trey_version());
}

/* --- the table -------------------------------------------------------------------------
 */

static void name_row(const struct trey_cell *row, char text[TREY_STORE_ROW_NAME])
{
    snprintf(text, TREY_STORE_ROW_NAME, "game %" PRId64 " of seed %" PRId64 ", %.24s, %s",
             row[NUMBER].whole, row[SEED].whole, trey_cell_string(&row[RULES]),
             trey_cell_string(&row[PLAYER]));
}

/* Checks that a row agrees with its record, which ends in `end`. */
static enum trey_status compare_record(const struct trey_cell *row,
                                       const struct trey_record *record,
                                       const struct trey_view *end,
                                       struct trey_error *error)
{
    char rules[TREY_RULES_TEXT];
    const int largest = trey_rules_largest(&end->rules, end->board);
    trey_rules_format(&record->start.rules, rules, sizeof rules);
    if (strcmp(rules, trey_cell_string(&row[RULES])) != 0)
        return trey_fail(error, TREY_ERR_INPUT, 0, "its record has different rules");
    if (record->seed != (uint64_t)row[SEED].whole ||
        record->number != (uint64_t)row[NUMBER].whole)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "its record is of game %" PRIu64 " of seed %" PRIu64,
                         record->number, record->seed);
    if (end->score != (uint64_t)row[SCORE].whole)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "score %" PRId64 ", but %" PRIu64 " in its record",
                         row[SCORE].whole, end->score);
    if (largest != row[LARGEST].whole)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "largest tile of rank %" PRId64 ", but %d in its record",
                         row[LARGEST].whole, largest);
    if (record->count != (uint64_t)row[MOVES].whole)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "%" PRId64 " moves, but %zu in its record", row[MOVES].whole,
                         record->count);
    return TREY_OK;
}

/* Replays a row's record. `context` is a struct trey_selfplay_verified or NULL. */
static enum trey_status check_row(void *context, const struct trey_cell *row,
                                  struct trey_error *error)
{
    struct trey_selfplay_verified *counts = context;
    struct trey_record record = {0};
    struct trey_view end;
    struct trey_error wrong;
    if (row[RECORD].kind != TREY_CELL_TEXT)
        return TREY_OK;
    enum trey_status status = trey_record_parse(row[RECORD].bytes, NULL, &record, &wrong);
    if (status == TREY_OK)
        status = trey_record_replay(&record, true, &end, &wrong);
    /* another version may draw other tiles from the same seed */
    if (status == TREY_OK && strcmp(trey_cell_string(&row[VERSION]), trey_version()) == 0)
        status = trey_record_check_seed(&record, &wrong);
    if (status == TREY_ERR_INPUT)
        trey_fail(error, status, 0, "its record: %.200s", wrong.message);
    else if (status != TREY_OK)
        trey_fail(error, status, 0, "%s", wrong.message);
    else
        status = compare_record(row, &record, &end, error);
    if (status == TREY_OK && counts != NULL)
        counts->replayed++;
    trey_record_clear(&record);
    return status;
}

static const struct trey_store_table games = {
    .name = "game",
    .columns = {[RULES] = {"rules", "TEXT NOT NULL"},
                [PLAYER] = {"player", "TEXT NOT NULL"},
                [SEED] = {"seed", "INTEGER NOT NULL"},
                [NUMBER] = {"number", "INTEGER NOT NULL"},
                [VERSION] = {"version", "TEXT NOT NULL"},
                [SCORE] = {"score", "INTEGER NOT NULL"},
                [MOVES] = {"moves", "INTEGER NOT NULL"},
                [LARGEST] = {"largest", "INTEGER NOT NULL"},
                [SECONDS] = {"seconds", "REAL NOT NULL"},
                [SLOWEST_MS] = {"slowest_ms", "REAL NOT NULL"},
                [SPREAD] = {"spread", "BLOB NOT NULL"},
                [RECORD] = {"record", "TEXT"}},
    .key_columns = KEY_CELLS,
    .column_count = ROW_CELLS,
    .name_row = name_row,
    .check_row = check_row,
};

/* --- rows ------------------------------------------------------------------------------
 */

struct found {
    struct trey_game_result *result;
    char **text;
};

static enum trey_status read_row(void *context, const struct trey_cell *row,
                                 struct trey_error *error)
{
    struct found *found = context;
    struct trey_game_result *result = found->result;
    result->score = (uint64_t)row[SCORE].whole;
    result->moves = (uint64_t)row[MOVES].whole;
    result->largest = (uint8_t)row[LARGEST].whole;
    result->seconds = row[SECONDS].real;
    result->slowest_ms = row[SLOWEST_MS].real;
    if (row[SPREAD].kind == TREY_CELL_BYTES)
        unpack_times(row[SPREAD].bytes, row[SPREAD].size, result->spread);
    if (found->text != NULL && row[RECORD].kind == TREY_CELL_TEXT) {
        *found->text = strdup(row[RECORD].bytes);
        if (*found->text == NULL)
            return trey_fail_memory(error, row[RECORD].size + 1);
    }
    result->done = true;
    return TREY_OK;
}

enum trey_status trey_game_store_find(struct trey_store *store,
                                      const struct trey_game_store_key *key,
                                      struct trey_game_result *result, char **text,
                                      struct trey_error *error)
{
    struct trey_cell cells[KEY_CELLS];
    struct found found = {result, text};
    *result = (struct trey_game_result){0};
    if (text != NULL)
        *text = NULL;
    fill_key(key, cells);
    return trey_store_find(store, &games, cells, read_row, &found, error);
}

enum trey_status trey_game_store_add(struct trey_store *store,
                                     const struct trey_game_store_key *key,
                                     const struct trey_game_result *result,
                                     const char *record, struct trey_error *error)
{
    uint8_t packed[PAIR_BYTES * TREY_MS_BINS];
    struct trey_cell row[ROW_CELLS];
    fill_key(key, row);
    row[SCORE] = trey_cell_whole(result->score);
    row[MOVES] = trey_cell_whole(result->moves);
    row[LARGEST] = trey_cell_whole(result->largest);
    row[SECONDS] = trey_cell_real(result->seconds);
    row[SLOWEST_MS] = trey_cell_real(result->slowest_ms);
    row[SPREAD] = trey_cell_bytes(packed, pack_times(result->spread, packed));
    row[RECORD] = trey_cell_text(record);
    return trey_store_add(store, &games, row, error);
}

enum trey_status trey_selfplay_verify(struct trey_store *store,
                                      struct trey_selfplay_verified *verified,
                                      struct trey_error *error)
{
    *verified = (struct trey_selfplay_verified){0};
    return trey_store_check_all(store, &games, verified, &verified->games, error);
}
