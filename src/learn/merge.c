/* Weights learnt apart, put together.
 *
 * Each process plays its own games by weights of its own and knows what all had in common
 * the last time (`base`). Of each weight the processes' changes since are
 *
 *     added up, but to no more than TWICE their mean,
 *
 * in which each counts by how much that process taught the weight. While weights move
 * little between two merges, the sum is what one learner would have made of all those
 * games. Where they move far, each process has gone all the way to where they should be,
 * and a sum would go beyond, by so many times as there are processes, and back, and never
 * settle; a mean is always safe, and twice the mean errs by no more than what was
 * missing. docs/cluster.md has what was measured. A weight that one process alone has met
 * moves as far as it did there.
 *
 * Their pasts, by which temporal coherence finds the rates, add up: they are those of one
 * learner that was taught all of it. With a fixed rate there are no pasts, and those that
 * changed a weight count alike.
 *
 * A few in a thousand weights change between two merges, all over the tables: these go by
 * small pages, of which each process marks those that it changed by a bit, and only what
 * is marked is sent. Sums come in batches of bounded size. */
#include "learn/merge.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/threads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 8,           /* entries */
    WORD = 64,          /* pages that a word of marks has */
    BATCH_WORDS = 1024, /* a batch is of so many times 64 pages: 8 MiB */
    BATCH_PAGES = BATCH_WORDS * WORD,
    SUMS = 4,  /* floats an entry, see enum sum */
    TWICE = 2, /* see above */
    TABLES = 2 /* of a stage */
};

/* What processes sum up of an entry. With a fixed rate, those that changed it are
 * taught 1.
 */
enum sum { CHANGE, TAUGHT_CHANGE, ERROR, TAUGHT };

/* Weights with their pasts, or without. */
struct table {
    float *now, *base;
    size_t entries, words;
    uint32_t stride;
};

struct trey_merge {
    struct trey_learner *learner;
    struct trey_processes *processes;
    struct trey_threads *threads;
    struct table table[TABLES * TREY_NETWORK_MAX_STAGES];
    int tables;
    uint64_t games, slides, begun; /* of all processes, the last time */

    const struct table *at; /* what all below is of */
    uint64_t *marked;       /* bits by page: a process changed it */
    uint32_t *page;         /* the marked ones of a batch, in order, */
    size_t pages;           /* so many, */
    float *sums;            /* and what processes say of them */
};

/* --- the beginning ---------------------------------------------------------------------
 */

/* What a new learner has. */
static bool copy_base(struct table *table, float initial)
{
    size_t floats = table->entries * table->stride;
    table->words = (table->entries + PAGE * WORD - 1) / (PAGE * WORD);
    table->base = trey_large_new(floats * sizeof *table->base);
    for (size_t i = 0; table->base != NULL && initial != 0.0F && i < floats;
         i += table->stride)
        table->base[i] = initial;
    return table->base != NULL;
}

static bool make_lists(struct trey_merge *merge)
{
    struct trey_learner *learner = merge->learner;
    float initial = trey_learner_initial(learner);
    size_t most = 1;
    bool fine = true;
    merge->tables = TABLES * learner->stages.count;
    for (int i = 0; i < merge->tables; i++) {
        struct trey_learner_stage *stage = &learner->stage[i / TABLES];
        bool deck = i % TABLES == 0;
        merge->table[i] =
            (struct table){.now = deck ? stage->deck : stage->weights,
                           .entries = deck ? TREY_NETWORK_DECK_ENTRIES : learner->entries,
                           .stride = deck ? TREY_LEARNER_RECORD : learner->stride};
        fine = copy_base(&merge->table[i], initial) && fine;
        most = merge->table[i].words > most ? merge->table[i].words : most;
    }
    merge->marked = malloc(most * sizeof *merge->marked);
    merge->page = malloc(BATCH_PAGES * sizeof *merge->page);
    merge->sums = malloc((size_t)BATCH_PAGES * PAGE * SUMS * sizeof *merge->sums);
    merge->threads = trey_threads_new(learner->threads);
    return fine && merge->marked != NULL && merge->page != NULL && merge->sums != NULL &&
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
    /* The options of a learner have lost their texts: its own tables say the size. */
    if (made == NULL || !make_lists(made))
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
    size_t from = page * PAGE;
    return from >= table->entries         ? 0
           : table->entries - from < PAGE ? table->entries - from
                                          : PAGE;
}

static void mark(void *context, size_t word)
{
    struct trey_merge *merge = context;
    const struct table *table = merge->at;
    uint64_t bits = 0;
    for (size_t i = 0; i < WORD; i++) {
        size_t page = word * WORD + i, from = page * PAGE * table->stride;
        size_t size = entries_of(table, page) * table->stride * sizeof(float);
        if (size > 0 && memcmp(table->now + from, table->base + from, size) != 0)
            bits |= (uint64_t)1 << i;
    }
    merge->marked[word] = bits;
}

/* What this process has to say of a page. */
static void take_changes(struct trey_merge *merge, size_t number)
{
    const struct table *table = merge->at;
    size_t page = merge->page[number], count = entries_of(table, page);
    const float *now = table->now + page * PAGE * table->stride;
    const float *base = table->base + page * PAGE * table->stride;
    float *sum = merge->sums + number * PAGE * SUMS;
    memset(sum, 0, PAGE * SUMS * sizeof *sum);
    for (size_t i = 0; i < count;
         i++, now += table->stride, base += table->stride, sum += SUMS) {
        bool past = table->stride > 1;
        float change = now[0] - base[0];
        sum[CHANGE] = change;
        sum[TAUGHT] = past ? now[TREY_LEARNER_TOTAL] - base[TREY_LEARNER_TOTAL]
                      : change != 0.0F ? 1.0F
                                       : 0.0F;
        sum[TAUGHT_CHANGE] = sum[TAUGHT] * change;
        sum[ERROR] = past ? now[TREY_LEARNER_ERROR] - base[TREY_LEARNER_ERROR] : 0.0F;
    }
}

/* How far a weight moves. */
static float together(const float sum[SUMS])
{
    float most = TWICE * sum[TAUGHT_CHANGE] / sum[TAUGHT];
    return fabsf(sum[CHANGE]) < fabsf(most) ? sum[CHANGE] : most;
}

/* What all said of a page. A checkpoint may be read from the weights meanwhile. */
static void make_changes(struct trey_merge *merge, size_t number)
{
    const struct table *table = merge->at;
    size_t page = merge->page[number], count = entries_of(table, page);
    float *now = table->now + page * PAGE * table->stride;
    float *base = table->base + page * PAGE * table->stride;
    const float *sum = merge->sums + number * PAGE * SUMS;
    for (size_t i = 0; i < count;
         i++, now += table->stride, base += table->stride, sum += SUMS) {
        if (!(sum[TAUGHT] > 0.0F))
            continue;
        base[0] += together(sum);
        if (table->stride > 1) {
            base[TREY_LEARNER_ERROR] += sum[ERROR];
            base[TREY_LEARNER_TOTAL] += sum[TAUGHT];
        }
        for (uint32_t part = 0; part < table->stride; part++)
            trey_weight_set(&now[part], base[part]);
    }
}

/* Loops over a batch, 64 pages a turn. */
static void take_some(void *context, size_t turn)
{
    struct trey_merge *merge = context;
    for (size_t i = turn * WORD; i < (turn + 1) * WORD && i < merge->pages; i++)
        take_changes(merge, i);
}

static void make_some(void *context, size_t turn)
{
    struct trey_merge *merge = context;
    for (size_t i = turn * WORD; i < (turn + 1) * WORD && i < merge->pages; i++)
        make_changes(merge, i);
}

static size_t turns_of(const struct trey_merge *merge)
{
    return (merge->pages + WORD - 1) / WORD;
}

static void mark_pages(struct trey_merge *merge, const struct table *table)
{
    merge->at = table;
    trey_parallel_for(merge->threads, table->words, mark, merge);
    trey_processes_or_u64(merge->processes, merge->marked, table->words);
}

/* The next batch of marked pages, from this word of marks on; false after the last. */
static bool next_batch(struct trey_merge *merge, size_t *word)
{
    merge->pages = 0;
    for (; *word < merge->at->words && merge->pages + WORD <= BATCH_PAGES; ++*word)
        for (uint64_t bits = merge->marked[*word]; bits != 0; bits &= bits - 1)
            merge->page[merge->pages++] =
                (uint32_t)(*word * WORD + (size_t)__builtin_ctzll(bits));
    return merge->pages > 0;
}

static void merge_table(struct trey_merge *merge, const struct table *table)
{
    size_t word = 0;
    mark_pages(merge, table);
    while (next_batch(merge, &word)) {
        trey_parallel_for(merge->threads, turns_of(merge), take_some, merge);
        trey_processes_sum_f32(merge->processes, merge->sums, merge->pages * PAGE * SUMS);
        trey_parallel_for(merge->threads, turns_of(merge), make_some, merge);
    }
}

/* Each process counts on from what all had. */
static void merge_counts(struct trey_merge *merge)
{
    struct trey_learner *learner = merge->learner;
    uint64_t more[] = {atomic_load(&learner->games) - merge->games,
                       atomic_load(&learner->slides) - merge->slides,
                       atomic_load(&learner->begun) - merge->begun};
    trey_processes_sum_u64(merge->processes, more, sizeof more / sizeof *more);
    atomic_store(&learner->games, merge->games += more[0]);
    atomic_store(&learner->slides, merge->slides += more[1]);
    atomic_store(&learner->begun, merge->begun += more[2]);
}

void trey_merge_weights(struct trey_merge *merge)
{
    for (int i = 0; i < merge->tables; i++)
        merge_table(merge, &merge->table[i]);
    merge_counts(merge);
}

/* --- what process 0 knows
 * -----------------------------------------------------------------
 */

static void copy_page(struct trey_merge *merge, size_t number, bool take)
{
    const struct table *table = merge->at;
    size_t page = merge->page[number];
    float *now = table->now + page * PAGE * table->stride;
    float *base = table->base + page * PAGE * table->stride;
    float *copy = merge->sums + number * PAGE * SUMS;
    size_t size = entries_of(table, page) * table->stride * sizeof *copy;
    memcpy(take ? copy : now, take ? now : copy, size);
    if (!take)
        memcpy(base, copy, size);
}

static void share_table(struct trey_merge *merge, const struct table *table)
{
    size_t word = 0;
    mark_pages(merge, table);
    while (next_batch(merge, &word)) {
        for (size_t i = 0; i < merge->pages; i++)
            copy_page(merge, i, true);
        trey_processes_broadcast(merge->processes, 0, merge->sums,
                                 merge->pages * PAGE * SUMS * sizeof *merge->sums);
        for (size_t i = 0; i < merge->pages; i++)
            copy_page(merge, i, false);
    }
}

void trey_merge_share(struct trey_merge *merge)
{
    struct trey_learner *learner = merge->learner;
    for (int i = 0; i < merge->tables; i++)
        share_table(merge, &merge->table[i]);
    merge_counts(merge);
    pthread_mutex_lock(&learner->lock);
    trey_processes_broadcast(merge->processes, 0, learner->spans,
                             TREY_LEARNER_SPANS * sizeof *learner->spans);
    pthread_mutex_unlock(&learner->lock);
}
