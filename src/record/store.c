/* The result store: a table of runs on known sequences, a table of games.
 *
 * The key of a row is all that decides what is played: player, content of the input,
 * limits, version of the library; of a game rules, player, seed, number, version. Each
 * row is a transaction of its own, so that a program that is killed loses only the runs
 * at hand. The write-ahead log makes that cheap: a power cut may lose the last rows, but
 * never harms the file. */
#include "base/error.h"
#include "trey/record.h"

#if defined(TREY_WITH_SQLITE)

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct trey_store {
    sqlite3 *base;
    sqlite3_stmt *find, *add, *find_game, *add_game;
};

enum { BUSY_TIMEOUT_MS = 10000 };

static const char schema[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
    "CREATE TABLE IF NOT EXISTS run (player TEXT NOT NULL, input TEXT NOT NULL,"
    " limits TEXT NOT NULL, version TEXT NOT NULL, name TEXT NOT NULL,"
    " score INTEGER NOT NULL, bound INTEGER NOT NULL, moves INTEGER NOT NULL,"
    " positions INTEGER NOT NULL, switches INTEGER NOT NULL,"
    " peak_bytes INTEGER NOT NULL, seconds REAL NOT NULL, optimal INTEGER NOT NULL,"
    " PRIMARY KEY (player, input, limits, version));"
    "CREATE TABLE IF NOT EXISTS game (rules TEXT NOT NULL, player TEXT NOT NULL,"
    " seed INTEGER NOT NULL, number INTEGER NOT NULL, version TEXT NOT NULL,"
    " score INTEGER NOT NULL, moves INTEGER NOT NULL, largest INTEGER NOT NULL,"
    " seconds REAL NOT NULL, slowest_ms REAL NOT NULL, spread BLOB NOT NULL,"
    " record TEXT, PRIMARY KEY (rules, player, seed, number, version))";

static const char find_text[] =
    "SELECT score, bound, moves, positions, switches, peak_bytes, seconds, optimal"
    " FROM run WHERE player = ?1 AND input = ?2 AND limits = ?3 AND version = ?4";

static const char add_text[] =
    "INSERT OR REPLACE INTO run (player, input, limits, version, name, score, bound,"
    " moves, positions, switches, peak_bytes, seconds, optimal)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";

static const char find_game_text[] =
    "SELECT score, moves, largest, seconds, slowest_ms, spread, record FROM game"
    " WHERE rules = ?1 AND player = ?2 AND seed = ?3 AND number = ?4 AND version = ?5";

static const char add_game_text[] =
    "INSERT OR IGNORE INTO game (rules, player, seed, number, version, score, moves,"
    " largest, seconds, slowest_ms, spread, record)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";

bool trey_store_available(void)
{
    return true;
}

static enum trey_status fail(const struct trey_store *store, struct trey_error *error)
{
    int code = sqlite3_errcode(store->base);
    return trey_fail(error,
                     code == SQLITE_NOMEM                            ? TREY_ERR_MEMORY
                     : code == SQLITE_NOTADB || code == SQLITE_ERROR ? TREY_ERR_INPUT
                                                                     : TREY_ERR_IO,
                     0, "%s", sqlite3_errmsg(store->base));
}

enum trey_status trey_store_open(const char *path, struct trey_store **store,
                                 struct trey_error *error)
{
    struct trey_store *made = calloc(1, sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    if (sqlite3_open(path, &made->base) != SQLITE_OK ||
        sqlite3_busy_timeout(made->base, BUSY_TIMEOUT_MS) != SQLITE_OK ||
        sqlite3_exec(made->base, schema, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(made->base, find_text, -1, &made->find, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(made->base, add_text, -1, &made->add, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(made->base, find_game_text, -1, &made->find_game, NULL) !=
            SQLITE_OK ||
        sqlite3_prepare_v2(made->base, add_game_text, -1, &made->add_game, NULL) !=
            SQLITE_OK) {
        enum trey_status status = fail(made, error);
        trey_store_close(made);
        return status;
    }
    *store = made;
    return TREY_OK;
}

void trey_store_close(struct trey_store *store)
{
    if (store == NULL)
        return;
    sqlite3_finalize(store->find);
    sqlite3_finalize(store->add);
    sqlite3_finalize(store->find_game);
    sqlite3_finalize(store->add_game);
    sqlite3_close(store->base);
    free(store);
}

/* Parameters 1 to 4. The texts outlive the statement's next use. */
static void bind_key(sqlite3_stmt *statement, const struct trey_store_key *key)
{
    sqlite3_reset(statement);
    sqlite3_bind_text(statement, 1, key->player, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, key->input, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, key->limits, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 4, trey_version(), -1, SQLITE_STATIC);
}

enum trey_status trey_store_find(struct trey_store *store,
                                 const struct trey_store_key *key,
                                 struct trey_outcome *outcome, struct trey_error *error)
{
    sqlite3_stmt *find = store->find;
    bind_key(find, key);
    *outcome = (struct trey_outcome){0};
    int step = sqlite3_step(find);
    if (step == SQLITE_ROW)
        *outcome = (struct trey_outcome){
            .score = (uint64_t)sqlite3_column_int64(find, 0),
            .bound = (uint64_t)sqlite3_column_int64(find, 1),
            .moves = (uint64_t)sqlite3_column_int64(find, 2),
            .positions = (uint64_t)sqlite3_column_int64(find, 3),
            .switches = (uint64_t)sqlite3_column_int64(find, 4),
            .peak_bytes = (uint64_t)sqlite3_column_int64(find, 5),
            .seconds = sqlite3_column_double(find, 6),
            .optimal = sqlite3_column_int(find, 7) != 0,
            .done = true,
        };
    enum trey_status status =
        step == SQLITE_ROW || step == SQLITE_DONE ? TREY_OK : fail(store, error);
    sqlite3_reset(find);
    return status;
}

enum trey_status trey_store_add(struct trey_store *store,
                                const struct trey_store_key *key, const char *name,
                                const struct trey_outcome *outcome,
                                struct trey_error *error)
{
    const uint64_t numbers[] = {outcome->score,    outcome->bound,
                                outcome->moves,    outcome->positions,
                                outcome->switches, outcome->peak_bytes};
    bind_key(store->add, key);
    sqlite3_bind_text(store->add, 5, name, -1, SQLITE_STATIC);
    for (int i = 0; i < 6; i++)
        sqlite3_bind_int64(store->add, 6 + i, (sqlite3_int64)numbers[i]);
    sqlite3_bind_double(store->add, 12, outcome->seconds);
    sqlite3_bind_int(store->add, 13, outcome->optimal);
    enum trey_status status =
        sqlite3_step(store->add) == SQLITE_DONE ? TREY_OK : fail(store, error);
    sqlite3_reset(store->add);
    return status;
}

/* --- games ---------------------------------------------------------------------------
 */

/* Times are kept as (bin, count) pairs of little-endian 32 bits: most bins are empty. */
static int pack_spread(const uint32_t spread[TREY_MS_BINS], uint8_t packed[])
{
    int size = 0;
    for (uint32_t bin = 0; bin < TREY_MS_BINS; bin++)
        if (spread[bin] != 0)
            for (int byte = 0; byte < 8; byte++) {
                uint32_t word = byte < 4 ? bin : spread[bin];
                packed[size++] = (uint8_t)(word >> (8 * (byte % 4)));
            }
    return size;
}

static void unpack_spread(const uint8_t *packed, int size, uint32_t spread[TREY_MS_BINS])
{
    for (int at = 0; at + 8 <= size; at += 8) {
        uint32_t word[2] = {0, 0};
        for (int byte = 0; byte < 8; byte++)
            word[byte / 4] |= (uint32_t)packed[at + byte] << (8 * (byte % 4));
        if (word[0] < TREY_MS_BINS)
            spread[word[0]] = word[1];
    }
}

/* Parameters 1 to 5. */
static void bind_game(sqlite3_stmt *statement, const struct trey_store_game *key)
{
    sqlite3_reset(statement);
    sqlite3_bind_text(statement, 1, key->rules, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, key->player, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 3, (sqlite3_int64)key->seed);
    sqlite3_bind_int64(statement, 4, (sqlite3_int64)key->number);
    sqlite3_bind_text(statement, 5, trey_version(), -1, SQLITE_STATIC);
}

enum trey_status trey_store_find_game(struct trey_store *store,
                                      const struct trey_store_game *key,
                                      struct trey_game_result *result,
                                      struct trey_error *error)
{
    sqlite3_stmt *find = store->find_game;
    bind_game(find, key);
    *result = (struct trey_game_result){0};
    int step = sqlite3_step(find);
    if (step == SQLITE_ROW) {
        result->score = (uint64_t)sqlite3_column_int64(find, 0);
        result->moves = (uint64_t)sqlite3_column_int64(find, 1);
        result->largest = (uint8_t)sqlite3_column_int(find, 2);
        result->seconds = sqlite3_column_double(find, 3);
        result->slowest_ms = sqlite3_column_double(find, 4);
        unpack_spread(sqlite3_column_blob(find, 5), sqlite3_column_bytes(find, 5),
                      result->spread);
        result->done = true;
    }
    enum trey_status status =
        step == SQLITE_ROW || step == SQLITE_DONE ? TREY_OK : fail(store, error);
    sqlite3_reset(find);
    return status;
}

enum trey_status trey_store_game_record(struct trey_store *store,
                                        const struct trey_store_game *key, char **text,
                                        struct trey_error *error)
{
    sqlite3_stmt *find = store->find_game;
    bind_game(find, key);
    *text = NULL;
    enum trey_status status = TREY_OK;
    int step = sqlite3_step(find);
    const char *found =
        step == SQLITE_ROW ? (const char *)sqlite3_column_text(find, 6) : NULL;
    if (found != NULL && (*text = strdup(found)) == NULL)
        status = trey_fail_memory(error, strlen(found) + 1);
    else if (step != SQLITE_ROW && step != SQLITE_DONE)
        status = fail(store, error);
    sqlite3_reset(find);
    return status;
}

enum trey_status trey_store_add_game(struct trey_store *store,
                                     const struct trey_store_game *key,
                                     const struct trey_game_result *result,
                                     const char *record, struct trey_error *error)
{
    sqlite3_stmt *add = store->add_game;
    uint8_t packed[8 * TREY_MS_BINS];
    bind_game(add, key);
    sqlite3_bind_int64(add, 6, (sqlite3_int64)result->score);
    sqlite3_bind_int64(add, 7, (sqlite3_int64)result->moves);
    sqlite3_bind_int(add, 8, result->largest);
    sqlite3_bind_double(add, 9, result->seconds);
    sqlite3_bind_double(add, 10, result->slowest_ms);
    int size = pack_spread(result->spread, packed);
    sqlite3_bind_blob(add, 11, size > 0 ? packed : (const uint8_t *)"", size,
                      SQLITE_TRANSIENT);
    if (record != NULL)
        sqlite3_bind_text(add, 12, record, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(add, 12);
    enum trey_status status =
        sqlite3_step(add) == SQLITE_DONE ? TREY_OK : fail(store, error);
    sqlite3_reset(add);
    sqlite3_clear_bindings(add);
    return status;
}

#else

bool trey_store_available(void)
{
    return false;
}

static enum trey_status refuse(struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_LIMIT, 0,
                     "this trey was built without SQLite and keeps no results");
}

enum trey_status trey_store_open(const char *path, struct trey_store **store,
                                 struct trey_error *error)
{
    (void)path;
    (void)store;
    return refuse(error);
}

void trey_store_close(struct trey_store *store)
{
    (void)store;
}

enum trey_status trey_store_find(struct trey_store *store,
                                 const struct trey_store_key *key,
                                 struct trey_outcome *outcome, struct trey_error *error)
{
    (void)store;
    (void)key;
    (void)outcome;
    return refuse(error);
}

enum trey_status trey_store_add(struct trey_store *store,
                                const struct trey_store_key *key, const char *name,
                                const struct trey_outcome *outcome,
                                struct trey_error *error)
{
    (void)store;
    (void)key;
    (void)name;
    (void)outcome;
    return refuse(error);
}

enum trey_status trey_store_find_game(struct trey_store *store,
                                      const struct trey_store_game *key,
                                      struct trey_game_result *result,
                                      struct trey_error *error)
{
    (void)store;
    (void)key;
    (void)result;
    return refuse(error);
}

enum trey_status trey_store_game_record(struct trey_store *store,
                                        const struct trey_store_game *key, char **text,
                                        struct trey_error *error)
{
    (void)store;
    (void)key;
    (void)text;
    return refuse(error);
}

enum trey_status trey_store_add_game(struct trey_store *store,
                                     const struct trey_store_game *key,
                                     const struct trey_game_result *result,
                                     const char *record, struct trey_error *error)
{
    (void)store;
    (void)key;
    (void)result;
    (void)record;
    return refuse(error);
}

#endif
