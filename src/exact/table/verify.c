/* Verifies a table, layer by layer, upwards. When a layer is checked, all layers that
 * lead to it have been, so the boards that they reached must be exactly the layer's
 * boards. The layers that it leads to are open, so Bellman's equation can be computed
 * from their values:
 *
 *     board and hint:  max over slides of the mean over spawn cells of mean[new board],
 *                      or the board's points if no slide is legal,
 *     mean[board]:     mean over its hints.
 *
 * Stored averages are rounded by at most half their layer's step, so the two sides may
 * differ by half the step of the layer plus half the largest step among its successors,
 * and by no more. The steps are checked too: a layer's values must use the full range of
 * its codes.
 *
 * The numbering of boards and their images are shared with the solver; damage cannot make
 * these agree with the rules by chance. Slides, spawns, bags and points are those of
 * plain.c. Nine layers are open at a time. */
#include "base/error.h"
#include "exact/table/check.h"
#include "exact/table/command.h"
#include "os/clock.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- opening a layer -------------------------------------------------------------------
 */

static void fill_means(void *context, size_t chunk)
{
    const struct trey_checker *checker = context;
    const struct trey_check_frame *frame = checker->current;
    const struct trey_layer *layer = frame->layer;
    enum { CHUNK_BOARDS = 1 << 14 };
    uint64_t first = chunk * CHUNK_BOARDS, end = first + CHUNK_BOARDS;
    end = end < layer->boards ? end : layer->boards;
    for (uint64_t i = first; i < end; i++) {
        struct trey_exact_value mean = {HUGE_VAL, 0, -HUGE_VAL}, one;
        for (unsigned column = 0; column < layer->columns; column++) {
            trey_values_decode(layer, checker->exact->store.exact_values,
                               i * layer->columns + column, &one);
            mean.min = fmin(mean.min, one.min);
            mean.max = fmax(mean.max, one.max);
            mean.avg += one.avg;
        }
        mean.avg /= layer->columns;
        frame->mean[i] = mean;
    }
}

static enum trey_status fail_layer(const struct trey_layer *layer, const char *what,
                                   struct trey_error *error)
{
    return trey_fail(error, TREY_ERR_INPUT, 0, "damaged table: %s of tile sum %u", what,
                     layer->slot / 2);
}

/* True if the codes extend from 0 to the largest, as they do if the step is minimal; a
 * longer step would accept wrong values. */
static bool codes_are_spread(const struct trey_layer *layer)
{
    const uint32_t *code = layer->values_block;
    uint64_t count = (uint64_t)layer->boards * layer->columns;
    uint32_t min = UINT32_MAX, max = 0;
    for (uint64_t i = 0; i < count; i++) {
        min = code[i] < min ? code[i] : min;
        max = code[i] > max ? code[i] : max;
    }
    return layer->step == 0 || (min == 0 && max == UINT32_MAX);
}

static enum trey_status open_layer(struct trey_checker *checker,
                                   struct trey_check_frame *frame,
                                   struct trey_error *error)
{
    enum { CHUNK_BOARDS = 1 << 14 };
    const struct trey_layers *store = &checker->exact->store;
    const struct trey_layer *layer = frame->layer;
    struct trey_packed packed;
    if (trey_layer_checksum(store, layer) != layer->checksum)
        return fail_layer(layer, "wrong checksum", error);
    trey_layer_packed(layer, &packed);
    if (!trey_packed_check(&packed))
        return fail_layer(layer, "invalid list of boards", error);
    if (!store->exact_values && !codes_are_spread(layer))
        return fail_layer(layer, "wrongly rounded values", error);
    trey_unpack(&packed, &frame->set);
    checker->current = frame;
    trey_parallel_for(checker->threads, ((size_t)layer->boards - 1) / CHUNK_BOARDS + 1,
                      fill_means, checker);
    return TREY_OK;
}

/* Opens the frame of a slot, with no board reached yet. */
static enum trey_status open_frame(struct trey_checker *checker, unsigned number,
                                   struct trey_error *error)
{
    const struct trey_exact *exact = checker->exact;
    struct trey_check_frame *frame = trey_check_frame_of(checker, number);
    struct trey_slot slot;
    trey_slot_make(&exact->game, number, &slot);
    frame->number = number;
    frame->layer = NULL;
    frame->size =
        slot.columns == 0 ? 0 : trey_ranking_rows(&exact->ranking, &slot, frame->rows);
    if (number >= exact->store.slots || exact->store.layer[number].boards == 0)
        frame->size = 0;
    else
        frame->layer = &exact->store.layer[number];
    trey_set_reset(&frame->set, frame->size);
    trey_set_reset(&frame->reached, frame->size);
    return frame->layer != NULL ? open_layer(checker, frame, error) : TREY_OK;
}

/* --- a layer ---------------------------------------------------------------------------
 */

/* Tolerance between stored and computed averages of the current layer. */
static double layer_tolerance(const struct trey_checker *checker)
{
    double next = 0;
    for (int i = 0; i < TREY_OPEN_SLOTS; i++) {
        const struct trey_check_frame *frame = &checker->frame[i];
        if (frame->layer != NULL && frame != checker->current)
            next = fmax(next, frame->layer->step);
    }
    return 0.50001 * (next + checker->current->layer->step) + 1e-8;
}

static void check_chunk(void *context, size_t chunk)
{
    struct trey_checker *checker = context;
    const struct trey_check_frame *frame = checker->current;
    struct trey_check_finding *finding = &checker->findings[chunk];
    trey_board boards[TREY_BATCH];
    struct trey_scan scan;
    double allowed = layer_tolerance(checker);
    *finding = (struct trey_check_finding){0};
    trey_scan_begin(&scan, &checker->exact->ranking, frame->rows, &frame->set, chunk);
    uint64_t at = frame->set.before[scan.word];
    for (size_t count; (count = trey_scan_next(&scan, boards)) > 0; at += count)
        for (size_t i = 0; i < count; i++) {
            finding->board = boards[i];
            finding->fault =
                trey_check_board(checker, boards[i], at + i, allowed, finding);
            if (finding->fault != TREY_NO_FAULT)
                return;
        }
}

/* --- the table -------------------------------------------------------------------------
 */

static enum trey_status fail_board(const struct trey_checker *checker,
                                   const struct trey_check_finding *finding,
                                   struct trey_error *error)
{
    static const char *const what[TREY_FAULTS] = {"", "is not the smallest of its images",
                                                  "lacks a successor",
                                                  "has a wrong value"};
    char text[64] = "";
    for (int cell = 0, size = 0; cell < checker->plain.cells; cell++)
        size += snprintf(text + size, sizeof text - (size_t)size, "%s%" PRIu32,
                         cell == 0 ? "" : " ",
                         checker->exact->game.tile[finding->board >> (4 * cell) & 15]);
    if (finding->fault == TREY_WRONG_VALUE)
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "damaged table: %s has the value %.10g, which should be %.10g",
                         text, finding->stored, finding->computed);
    return trey_fail(error, TREY_ERR_INPUT, 0, "damaged table: %s %s", text,
                     what[finding->fault]);
}

/* Checks that a layer holds exactly the boards that were reached. */
static enum trey_status check_reached(const struct trey_checker *checker,
                                      struct trey_error *error)
{
    const struct trey_check_frame *frame = checker->current;
    for (uint32_t i = 0; i < frame->set.words; i++)
        if (frame->set.bits[i] != frame->reached.bits[i])
            return fail_layer(frame->layer, "unreachable states", error);
    return TREY_OK;
}

static enum trey_status check_layer(struct trey_checker *checker,
                                    struct trey_error *error)
{
    const struct trey_layer *layer = checker->current->layer;
    size_t chunks = trey_set_chunks(&checker->current->set);
    enum trey_status status = check_reached(checker, error);
    if (status != TREY_OK)
        return status;
    trey_parallel_for(checker->threads, chunks, check_chunk, checker);
    struct trey_check_finding all = {0};
    for (size_t i = 0; i < chunks; i++) {
        const struct trey_check_finding *one = &checker->findings[i];
        if (one->fault != TREY_NO_FAULT)
            return fail_board(checker, one, error);
        all.orbits += one->orbits;
        all.terminal += one->terminal;
        all.top_rank = one->top_rank > all.top_rank ? one->top_rank : all.top_rank;
    }
    if (all.orbits != layer->orbits || all.terminal != layer->terminal ||
        all.top_rank != layer->top_rank)
        return fail_layer(layer, "wrong counts", error);
    return TREY_OK;
}

/* Marks start boards in the current frame as reached. */
static void add_start(void *context, trey_board board, unsigned slot, double chance)
{
    struct trey_checker *checker = context;
    const struct trey_exact_game *game = &checker->exact->game;
    trey_board kept = board;
    if (trey_slot_canonicalise(game, slot, &kept) != checker->current->number)
        return;
    const struct trey_exact_value *value = trey_check_successor(checker, slot, board);
    double earned = game->is_2048 ? (double)trey_exact_points(game, board) : 0;
    double avg = value != NULL ? value->avg - earned : (double)NAN;
    checker->root += chance * avg;
    if (game->start == 1 && !game->is_2048)
        checker->first[slot / 2 - 1] += TREY_HINTS * chance * avg;
}

static bool root_agrees(const struct trey_checker *checker)
{
    const struct trey_exact_counts *counts = &checker->exact->counts;
    double allowed = counts->rounding * 1.00001 + 1e-8;
    bool good = fabs(checker->root - counts->root_value) <= allowed;
    for (int i = 0; i < 3; i++)
        good = good && fabs(checker->first[i] - counts->first[i]) <= allowed;
    return good;
}

static enum trey_status check_slots(struct trey_checker *checker,
                                    const struct trey_exact_check *how,
                                    struct trey_error *error)
{
    const struct trey_exact *exact = checker->exact;
    enum trey_status status = TREY_OK;
    double begun_s = trey_clock_monotonic(), boards = 0, done = 0;
    for (unsigned i = 0; i < exact->store.slots; i++)
        boards += exact->store.layer[i].boards;
    for (unsigned i = 0; status == TREY_OK && i < TREY_OPEN_SLOTS; i++)
        status = open_frame(checker, i, error);
    for (unsigned i = 0; status == TREY_OK && i < exact->store.slots; i++) {
        checker->current = trey_check_frame_of(checker, i);
        if (i <= 8 * exact->game.start + 1) /* start tiles are 4 at most */
            trey_exact_starts(&exact->game, checker, add_start);
        if (checker->current->layer != NULL)
            status = check_layer(checker, error);
        if (checker->current->layer != NULL)
            done += checker->current->layer->boards;
        if (status == TREY_OK && trey_cancel_raised(how->cancel))
            return trey_fail(error, TREY_ERR_CANCELLED, 0, "cancelled");
        if (how->report != NULL && checker->current->layer != NULL)
            how->report(how->context,
                        &(struct trey_exact_progress){
                            done / boards, trey_clock_monotonic() - begun_s, true});
        if (status == TREY_OK)
            status = open_frame(checker, i + TREY_OPEN_SLOTS, error);
    }
    if (status == TREY_OK && !root_agrees(checker))
        return trey_fail(error, TREY_ERR_INPUT, 0,
                         "damaged table: the value of the root is wrong");
    return status;
}

static enum trey_status allocate(struct trey_checker *checker, struct trey_error *error)
{
    const struct trey_layers *store = &checker->exact->store;
    uint32_t size = 0, boards = 0;
    for (unsigned i = 0; i < store->slots; i++) {
        const struct trey_layer *layer = &store->layer[i];
        size = layer->boards > 0 && layer->size > size ? layer->size : size;
        boards = layer->boards > boards ? layer->boards : boards;
    }
    size_t chunks = size / (64 * TREY_CHUNK_WORDS) + (size_t)1;
    checker->findings = malloc(chunks * sizeof *checker->findings);
    bool good = checker->findings != NULL;
    for (int i = 0; i < TREY_OPEN_SLOTS && good; i++) {
        struct trey_check_frame *frame = &checker->frame[i];
        frame->rows = malloc(trey_rows_bytes(&checker->exact->ranking));
        frame->mean = malloc((boards + (size_t)1) * sizeof *frame->mean);
        good = frame->rows != NULL && frame->mean != NULL &&
               trey_set_new(&frame->set, size, NULL) == TREY_OK &&
               trey_set_new(&frame->reached, size, NULL) == TREY_OK;
    }
    return good ? TREY_OK : trey_fail_memory(error, (size_t)size / 2);
}

static void checker_clear(struct trey_checker *checker)
{
    for (int i = 0; i < TREY_OPEN_SLOTS; i++) {
        free(checker->frame[i].rows);
        free(checker->frame[i].mean);
        trey_set_clear(&checker->frame[i].set);
        trey_set_clear(&checker->frame[i].reached);
    }
    free(checker->findings);
    trey_threads_free(checker->threads);
    free(checker);
}

enum trey_status trey_table_verify(const struct trey_exact *exact,
                                   const struct trey_exact_check *how,
                                   struct trey_error *error)
{
    struct trey_checker *checker = calloc(1, sizeof *checker);
    if (checker == NULL)
        return trey_fail_memory(error, sizeof *checker);
    checker->exact = exact;
    checker->plain = (struct trey_plain){exact->game.shape.rows, exact->game.shape.cols,
                                         (int)exact->game.cells, exact->game.is_2048};
    unsigned threads = how->threads != 0 ? how->threads : trey_processors();
    if (threads > 1 && exact->game.cells > 6)
        checker->threads = trey_threads_new(threads);
    enum trey_status status = allocate(checker, error);
    if (status == TREY_OK)
        status = check_slots(checker, how, error);
    checker_clear(checker);
    return status;
}
