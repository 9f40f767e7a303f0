#include "sequence/outcomes.h"
#include "base/store.h"

static const struct trey_store_table runs = {
    .make =
        "CREATE TABLE IF NOT EXISTS run (player TEXT NOT NULL, input TEXT NOT NULL,"
        " limits TEXT NOT NULL, version TEXT NOT NULL, name TEXT NOT NULL,"
        " score INTEGER NOT NULL, bound INTEGER NOT NULL, moves INTEGER NOT NULL,"
        " positions INTEGER NOT NULL, switches INTEGER NOT NULL,"
        " peak_bytes INTEGER NOT NULL, seconds REAL NOT NULL, optimal INTEGER NOT NULL,"
        " PRIMARY KEY (player, input, limits, version))",
    .find = "SELECT score, bound, moves, positions, switches, peak_bytes, seconds,"
            " optimal FROM run"
            " WHERE player = ?1 AND input = ?2 AND limits = ?3 AND version = ?4",
    .add = "INSERT OR REPLACE INTO run (player, input, limits, version, name, score,"
           " bound, moves, positions, switches, peak_bytes, seconds, optimal)"
           " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    .columns = 8,
};

static enum trey_status read_row(void *context, const struct trey_cell *row,
                                 struct trey_error *error)
{
    (void)error;
    *(struct trey_outcome *)context = (struct trey_outcome){
        .score = (uint64_t)row[0].whole,
        .bound = (uint64_t)row[1].whole,
        .moves = (uint64_t)row[2].whole,
        .positions = (uint64_t)row[3].whole,
        .switches = (uint64_t)row[4].whole,
        .peak_bytes = (uint64_t)row[5].whole,
        .seconds = row[6].real,
        .optimal = row[7].whole != 0,
        .done = true,
    };
    return TREY_OK;
}

enum trey_status trey_outcome_find(struct trey_store *store,
                                   const struct trey_outcome_key *key,
                                   struct trey_outcome *outcome, struct trey_error *error)
{
    const struct trey_cell cells[] = {
        trey_cell_text(key->player), trey_cell_text(key->input),
        trey_cell_text(key->limits), trey_cell_text(trey_version())};
    *outcome = (struct trey_outcome){0};
    return trey_store_find(store, &runs, cells, 4, read_row, outcome, error);
}

enum trey_status trey_outcome_keep(struct trey_store *store,
                                   const struct trey_outcome_key *key, const char *name,
                                   const struct trey_outcome *outcome,
                                   struct trey_error *error)
{
    const struct trey_cell row[] = {
        trey_cell_text(key->player),
        trey_cell_text(key->input),
        trey_cell_text(key->limits),
        trey_cell_text(trey_version()),
        trey_cell_text(name),
        trey_cell_whole(outcome->score),
        trey_cell_whole(outcome->bound),
        trey_cell_whole(outcome->moves),
        trey_cell_whole(outcome->positions),
        trey_cell_whole(outcome->switches),
        trey_cell_whole(outcome->peak_bytes),
        trey_cell_real(outcome->seconds),
        trey_cell_whole(outcome->optimal),
    };
    return trey_store_add(store, &runs, row, sizeof row / sizeof *row, error);
}
