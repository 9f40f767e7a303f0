/* Outcomes of runs in a store: one row for each run, with its key, the name of the input,
 * and the fields of struct trey_outcome. */
#include "extras/baselines/outcomes.h"
#include "base/error.h"
#include "base/store.h"

#include <stdio.h>

/* Columns of a row. */
enum {
    PLAYER,
    INPUT,
    LIMITS,
    VERSION,
    KEY_CELLS,
    NAME = KEY_CELLS,
    SCORE,
    BOUND,
    MOVES,
    POSITIONS,
    SWITCHES,
    PEAK_BYTES,
    SECONDS,
    OPTIMAL,
    ROW_CELLS
};

static void name_row(const struct trey_cell *row, char text[TREY_STORE_ROW_NAME])
{
    snprintf(text, TREY_STORE_ROW_NAME, "the run of %.40s on %.40s",
             trey_cell_string(&row[PLAYER]), trey_cell_string(&row[NAME]));
}

static enum trey_status check_row(void *context, const struct trey_cell *row,
                                  struct trey_error *error)
{
    (void)context;
    if ((uint64_t)row[SCORE].whole > (uint64_t)row[BOUND].whole)
        return trey_fail(error, TREY_ERR_INPUT, 0, "the score is above its bound");
    return TREY_OK;
}

static const struct trey_store_table runs = {
    .name = "run",
    .columns = {[PLAYER] = {"player", "TEXT NOT NULL"},
                [INPUT] = {"input", "TEXT NOT NULL"},
                [LIMITS] = {"limits", "TEXT NOT NULL"},
                [VERSION] = {"version", "TEXT NOT NULL"},
                [NAME] = {"name", "TEXT NOT NULL"},
                [SCORE] = {"score", "INTEGER NOT NULL"},
                [BOUND] = {"bound", "INTEGER NOT NULL"},
                [MOVES] = {"moves", "INTEGER NOT NULL"},
                [POSITIONS] = {"positions", "INTEGER NOT NULL"},
                [SWITCHES] = {"switches", "INTEGER NOT NULL"},
                [PEAK_BYTES] = {"peak_bytes", "INTEGER NOT NULL"},
                [SECONDS] = {"seconds", "REAL NOT NULL"},
                [OPTIMAL] = {"optimal", "INTEGER NOT NULL"}},
    .key_columns = KEY_CELLS,
    .column_count = ROW_CELLS,
    .replaces = true,
    .name_row = name_row,
    .check_row = check_row,
};

static enum trey_status read_row(void *context, const struct trey_cell *row,
                                 struct trey_error *error)
{
    (void)error;
    *(struct trey_outcome *)context = (struct trey_outcome){
        .score = (uint64_t)row[SCORE].whole,
        .bound = (uint64_t)row[BOUND].whole,
        .moves = (uint64_t)row[MOVES].whole,
        .positions = (uint64_t)row[POSITIONS].whole,
        .switches = (uint64_t)row[SWITCHES].whole,
        .peak_bytes = (uint64_t)row[PEAK_BYTES].whole,
        .seconds = row[SECONDS].real,
        .optimal = row[OPTIMAL].whole != 0,
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
    return trey_store_find(store, &runs, cells, read_row, outcome, error);
}

enum trey_status trey_outcome_save(struct trey_store *store,
                                   const struct trey_outcome_key *key, const char *name,
                                   const struct trey_outcome *outcome,
                                   struct trey_error *error)
{
    const struct trey_cell row[ROW_CELLS] = {
        [PLAYER] = trey_cell_text(key->player),
        [INPUT] = trey_cell_text(key->input),
        [LIMITS] = trey_cell_text(key->limits),
        [VERSION] = trey_cell_text(trey_version()),
        [NAME] = trey_cell_text(name),
        [SCORE] = trey_cell_whole(outcome->score),
        [BOUND] = trey_cell_whole(outcome->bound),
        [MOVES] = trey_cell_whole(outcome->moves),
        [POSITIONS] = trey_cell_whole(outcome->positions),
        [SWITCHES] = trey_cell_whole(outcome->switches),
        [PEAK_BYTES] = trey_cell_whole(outcome->peak_bytes),
        [SECONDS] = trey_cell_real(outcome->seconds),
        [OPTIMAL] = trey_cell_whole(outcome->optimal),
    };
    return trey_store_add(store, &runs, row, error);
}

enum trey_status trey_compare_verify(struct trey_store *store, uint64_t *runs_checked,
                                     struct trey_error *error)
{
    return trey_store_check_all(store, &runs, NULL, runs_checked, error);
}
