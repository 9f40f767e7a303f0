/* Merges weights that processes trained separately.
 *
 * Each process plays its own games with its own weights and has a copy of the weights
 * that all had in common after the last merge (`base`). The changes of a weight since
 * then are
 *
 *     added up, but to at most TWICE their mean,
 *
 * in which each counts by how much that process updated the weight. While weights
 * change little between two merges, the sum is what one learner would have made of all
 * those games. Where they change far, each process has gone all the way to the target;
 * a sum would overshoot by as many times as there are processes, back and forth, and
 * never settle. A mean is always safe, and twice the mean errs by no more than what
 * was missing. docs/notes/2026-11-26-cluster.md has the measurements. A weight that
 * only one process has visited changes as it did there.
 *
 * TC statistics, which set the learning rates, are added up: they are those of one
 * learner that made all the updates. With a fixed rate there are none, and all processes
 * that changed a weight count alike.
 *
 * A few in a thousand weights change between two merges, all over the tables. So tables
 * are divided into small pages; each process marks those that it changed by a bit, and
 * only marked pages are sent. Sums are exchanged in batches of bounded size. */
#include "learn/merge.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/threads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE_ENTRIES = 8,   /* entries */
    WORD_PAGES = 64,    /* pages per word of marks */
    BATCH_WORDS = 1024, /* words of marks per batch, which then has 8 MiB */
    BATCH_PAGES = BATCH_WORDS * WORD_PAGES,
    SUMS = 4,            /* floats per entry, see enum sum */
    TWICE = 2,           /* see above */
    TABLES_PER_STAGE = 2 /* per stage */
};

/* The floats of an entry that processes sum up. With a fixed rate UPDATES is 1 for those
 * that changed it. */
enum sum { CHANGE, WEIGHTED_CHANGE, ERROR, UPDATES };

/* A table of entries, with or without TC statistics. */
struct table {
    float *now, *base;
    size_t entries, words;
    uint32_t stride;
};

struct trey_merge {
    struct trey_learner *learner;
    struct trey_processes *processes;
    struct trey_threads *threads;
    struct table table[TABLES_PER_STAGE * TREY_NETWORK_MAX_STAGES];
    int tables;
    uint64_t games, moves, begun; /* of all processes, after the last merge */

    const struct table *current; /* the table to which all fields below refer */
    uint64_t *marked;            /* one bit per page: changed by a process */
    uint32_t *page;              /* marked pages of a batch, in order */
    size_t pages;                /* number of them */
    float *sums;                 /* their sums, over all processes */
};

/* --- making --------------------------------------------------------------------------
 */

/* Allocates `base`, with the weights of a new learner. */
static bool make_base(struct table *table, float initial)
{
    size_t floats = table->entries * table->stride;
    table->words =
        (table->entries + PAGE_ENTRIES * WORD_PAGES - 1) / (PAGE_ENTRIES * WORD_PAGES);
    table->base = trey_large_new(floats * sizeof *table->base);
    for (size_t i = 0; table->base != NULL && initial != 0.0F && i < floats;
         i += table->stride)
        table->base[i] = initial;
    return table->base != NULL;
}

static bool allocate(struct trey_merge *merge)
{
    struct trey_learner *learner = merge->learner;
    float initial = trey_learner_initial(learner);
    size_t max_words = 1;
    bool ok = true;
    merge->tables = TABLES_PER_STAGE * learner->stages.count;
    for (int i = 0; i < merge->tables; i++) {
        struct trey_learner_stage *stage = &learner->stage[i / TABLES_PER_STAGE];
        bool deck = i % TABLES_PER_STAGE == 0;
        merge->table[i] =
            (struct table){.now = deck ? stage->deck : stage->weights,
                           .entries = deck ? TREY_NETWORK_DECK_ENTRIES : learner->entries,
                           .stride = deck ? TREY_TC_RECORD : learner->stride};
        ok = make_base(&merge->table[i], initial) && ok;
        max_words = merge->table[i].words > max_words ? merge->table[i].words : max_words;
    }
    merge->marked = malloc(max_words * sizeof *merge->marked);
    merge->page = malloc(BATCH_PAGES * sizeof *merge->page);
    merge->sums = malloc((size_t)BATCH_PAGES * PAGE_ENTRIES * SUMS * sizeof *merge->sums);
    merge->threads = trey_threads_new(learner->threads);
    return ok && merge->marked != NULL && merge->page != NULL && merge->sums != NULL &&
           merge->threads != NULL;
}

enum trey_status trey_merge_new(struct trey_learner *learner,
                                struct trey_processes *processes,
                                struct trey_merge **merge, struct trey_error *error)
{
    struct trey_merge *made = calloc(1, sizeof *made);
    enum trey_status status = TREY_OK;
    if (made != NULL) {
        made->learner = learner;
        made->processes = processes;
        learner->process = trey_process_index(processes);
    }
    /* learner->options has no texts, so the size comes from the tables. */
    if (made == NULL || !allocate(made))
        status =
            trey_fail_memory(error, (size_t)learner->stages.count *
                                        trey_learner_floats(learner) * sizeof(float));
    status = trey_processes_agree(processes, status, error);
    if (status != TREY_OK) {
        trey_merge_free(made);
        return status;
    }
    *merge = made;
    return TREY_OK;
}

void trey_merge_free(struct trey_merge *merge)
{
    if (merge == NULL)
        return;
    for (int i = 0; i < merge->tables; i++)
        trey_large_free(merge->table[i].base,
                        merge->table[i].entries * merge->table[i].stride * sizeof(float));
    trey_threads_free(merge->threads);
    free(merge->marked);
    free(merge->page);
    free(merge->sums);
    free(merge);
}

/* --- weights ---------------------------------------------------------------------------
 */

static size_t entries_of(const struct table *table, size_t page)
{
    size_t from = page * PAGE_ENTRIES;
    return from >= table->entries                 ? 0
           : table->entries - from < PAGE_ENTRIES ? table->entries - from
                                                  : PAGE_ENTRIES;
}

static void mark_word(void *context, size_t word)
{
    struct trey_merge *merge = context;
    const struct table *table = merge->current;
    uint64_t bits = 0;
    for (size_t i = 0; i < WORD_PAGES; i++) {
        size_t page = word * WORD_PAGES + i, from = page * PAGE_ENTRIES * table->stride;
        size_t size = entries_of(table, page) * table->stride * sizeof(float);
        if (size > 0 && memcmp(table->now + from, table->base + from, size) != 0)
            bits |= (uint64_t)1 << i;
    }
    merge->marked[word] = bits;
}

/* Computes this process's summands of a page. */
static void collect_changes(struct trey_merge *merge, size_t number)
{
    const struct table *table = merge->current;
    size_t page = merge->page[number], count = entries_of(table, page);
    const float *now = table->now + page * PAGE_ENTRIES * table->stride;
    const float *base = table->base + page * PAGE_ENTRIES * table->stride;
    float *sum = merge->sums + number * PAGE_ENTRIES * SUMS;
    memset(sum, 0, PAGE_ENTRIES * SUMS * sizeof *sum);
    for (size_t i = 0; i < count;
         i++, now += table->stride, base += table->stride, sum += SUMS) {
        bool has_tc_stats = table->stride > 1;
        float change = now[0] - base[0];
        sum[CHANGE] = change;
        sum[UPDATES] = has_tc_stats     ? now[TREY_TC_TOTAL] - base[TREY_TC_TOTAL]
                       : change != 0.0F ? 1.0F
                                        : 0.0F;
        sum[WEIGHTED_CHANGE] = sum[UPDATES] * change;
        sum[ERROR] = has_tc_stats ? now[TREY_TC_ERROR] - base[TREY_TC_ERROR] : 0.0F;
    }
}

/* The merged change of a weight. */
static float merged_change(const float sum[SUMS])
{
    float limit = TWICE * sum[WEIGHTED_CHANGE] / sum[UPDATES];
    return fabsf(sum[CHANGE]) < fabsf(limit) ? sum[CHANGE] : limit;
}

/* Applies the sums of a page. A checkpoint may be read from the weights meanwhile. */
static void apply_changes(struct trey_merge *merge, size_t number)
{
    const struct table *table = merge->current;
    size_t page = merge->page[number], count = entries_of(table, page);
    float *now = table->now + page * PAGE_ENTRIES * table->stride;
    float *base = table->base + page * PAGE_ENTRIES * table->stride;
    const float *sum = merge->sums + number * PAGE_ENTRIES * SUMS;
    for (size_t i = 0; i < count;
         i++, now += table->stride, base += table->stride, sum += SUMS) {
        if (!(sum[UPDATES] > 0.0F))
            continue;
        base[0] += merged_change(sum);
        if (table->stride > 1) {
            base[TREY_TC_ERROR] += sum[ERROR];
            base[TREY_TC_TOTAL] += sum[UPDATES];
        }
        for (uint32_t part = 0; part < table->stride; part++)
            trey_weight_set(&now[part], base[part]);
    }
}

/* Loops over a batch, 64 pages per turn. */
static void collect_turn(void *context, size_t turn)
{
    struct trey_merge *merge = context;
    for (size_t i = turn * WORD_PAGES; i < (turn + 1) * WORD_PAGES && i < merge->pages;
         i++)
        collect_changes(merge, i);
}

static void apply_turn(void *context, size_t turn)
{
    struct trey_merge *merge = context;
    for (size_t i = turn * WORD_PAGES; i < (turn + 1) * WORD_PAGES && i < merge->pages;
         i++)
        apply_changes(merge, i);
}

static size_t count_turns(const struct trey_merge *merge)
{
    return (merge->pages + WORD_PAGES - 1) / WORD_PAGES;
}

static void mark_pages(struct trey_merge *merge, const struct table *table)
{
    merge->current = table;
    trey_parallel_for(merge->threads, table->words, mark_word, merge);
    trey_processes_or_u64(merge->processes, merge->marked, table->words);
}

/* The next batch of marked pages, from this word of marks on; false after the last. */
static bool next_batch(struct trey_merge *merge, size_t *word)
{
    merge->pages = 0;
    for (; *word < merge->current->words && merge->pages + WORD_PAGES <= BATCH_PAGES;
         ++*word)
        for (uint64_t bits = merge->marked[*word]; bits != 0; bits &= bits - 1)
            merge->page[merge->pages++] =
                (uint32_t)(*word * WORD_PAGES + (size_t)__builtin_ctzll(bits));
    return merge->pages > 0;
}

static void merge_table(struct trey_merge *merge, const struct table *table)
{
    size_t word = 0;
    mark_pages(merge, table);
    while (next_batch(merge, &word)) {
        trey_parallel_for(merge->threads, count_turns(merge), collect_turn, merge);
        trey_processes_sum_f32(merge->processes, merge->sums,
                               merge->pages * PAGE_ENTRIES * SUMS);
        trey_parallel_for(merge->threads, count_turns(merge), apply_turn, merge);
    }
}

/* Adds up the counts of all processes. */
static void merge_counts(struct trey_merge *merge)
{
    struct trey_learner *learner = merge->learner;
    uint64_t more[] = {atomic_load(&learner->games) - merge->games,
                       atomic_load(&learner->moves) - merge->moves,
                       atomic_load(&learner->games_begun) - merge->begun};
    trey_processes_sum_u64(merge->processes, more, sizeof more / sizeof *more);
    atomic_store(&learner->games, merge->games += more[0]);
    atomic_store(&learner->moves, merge->moves += more[1]);
    atomic_store(&learner->games_begun, merge->begun += more[2]);
}

void trey_merge_weights(struct trey_merge *merge)
{
    for (int i = 0; i < merge->tables; i++)
        merge_table(merge, &merge->table[i]);
    merge_counts(merge);
}

/* --- copying from process 0 ----------------------------------------------------------
 */

static void copy_page(struct trey_merge *merge, size_t number, bool save)
{
    const struct table *table = merge->current;
    size_t page = merge->page[number];
    float *now = table->now + page * PAGE_ENTRIES * table->stride;
    float *base = table->base + page * PAGE_ENTRIES * table->stride;
    float *copy = merge->sums + number * PAGE_ENTRIES * SUMS;
    size_t size = entries_of(table, page) * table->stride * sizeof *copy;
    memcpy(save ? copy : now, save ? now : copy, size);
    if (!save)
        memcpy(base, copy, size);
}

static void broadcast_table(struct trey_merge *merge, const struct table *table)
{
    size_t word = 0;
    mark_pages(merge, table);
    while (next_batch(merge, &word)) {
        for (size_t i = 0; i < merge->pages; i++)
            copy_page(merge, i, true);
        trey_processes_broadcast(merge->processes, 0, merge->sums,
                                 merge->pages * PAGE_ENTRIES * SUMS *
                                     sizeof *merge->sums);
        for (size_t i = 0; i < merge->pages; i++)
            copy_page(merge, i, false);
    }
}

void trey_merge_broadcast(struct trey_merge *merge)
{
    struct trey_learner *learner = merge->learner;
    for (int i = 0; i < merge->tables; i++)
        broadcast_table(merge, &merge->table[i]);
    merge_counts(merge);
    pthread_mutex_lock(&learner->lock);
    trey_processes_broadcast(merge->processes, 0, learner->spans,
                             TREY_LEARNER_SPANS * sizeof *learner->spans);
    pthread_mutex_unlock(&learner->lock);
}
