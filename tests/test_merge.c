/* Merging the learners of several processes, against a slow merge of all weights of all
 * processes. Run directly there is one process and nothing to merge; tests/mpi.sh runs it
 * under mpirun. */
#include "learn/merge.h"
#include "support/processes_case.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct trey_processes *processes;

enum { TABLES = 2 };

/* Copies of the tables of a stage. */
struct copy {
    float *table[TABLES];
};

static float *table_of(const struct trey_learner *learner, int table)
{
    return table == 0 ? learner->stage[0].weights : learner->stage[0].deck;
}

static size_t floats_of(const struct trey_learner *learner, int table)
{
    return table == 0 ? trey_learner_floats(learner) : TREY_LEARNER_DECK_FLOATS;
}

static struct copy copy_of(const struct trey_learner *learner)
{
    struct copy copy;
    for (int i = 0; i < TABLES; i++) {
        size_t size = floats_of(learner, i) * sizeof(float);
        copy.table[i] = malloc(size);
        assert_non_null(copy.table[i]);
        memcpy(copy.table[i], table_of(learner, i), size);
    }
    return copy;
}

static void free_copy(struct copy *copy)
{
    for (int i = 0; i < TABLES; i++)
        free(copy->table[i]);
}

/* All processes have the weights of process 0, to the last bit. */
static void check_same(const struct trey_learner *learner)
{
    struct copy first = copy_of(learner);
    for (int i = 0; i < TABLES; i++) {
        size_t size = floats_of(learner, i) * sizeof(float);
        trey_processes_broadcast(processes, 0, first.table[i], size);
        assert_memory_equal(first.table[i], table_of(learner, i), size);
    }
    free_copy(&first);
}

/* The result of applying the changes of all processes to `base`. */
static void merge_slowly(const struct trey_learner *learner, const struct copy *base,
                         const struct copy *mine, int table, float *merged)
{
    size_t floats = floats_of(learner, table);
    size_t stride = table == 0 ? learner->stride : TREY_TC_RECORD;
    struct {
        double changes, by_updates, errors, updates;
    } *sum = calloc(floats, sizeof *sum);
    float *other = malloc(floats * sizeof *other);
    assert_true(sum != NULL && other != NULL);
    for (unsigned process = 0; process < trey_process_count(processes); process++) {
        memcpy(other, mine->table[table], floats * sizeof *other);
        trey_processes_broadcast(processes, process, other, floats * sizeof *other);
        for (size_t i = 0; i < floats; i += stride) {
            const float *was = base->table[table] + i;
            double change = (double)(other[i] - was[0]);
            double updates =
                stride == 1 ? change != 0.0 : (double)(other[i + 2] - was[2]);
            sum[i].changes += change;
            sum[i].by_updates += updates * change;
            sum[i].errors += stride == 1 ? 0.0 : (double)(other[i + 1] - was[1]);
            sum[i].updates += updates;
        }
    }
    memcpy(merged, base->table[table], floats * sizeof *merged);
    for (size_t i = 0; i < floats; i += stride)
        if (sum[i].updates > 0.0) {
            double mean = sum[i].by_updates / sum[i].updates;
            bool far = fabs(sum[i].changes) > 2.0 * fabs(mean);
            merged[i] += (float)(far ? 2.0 * mean : sum[i].changes);
            if (stride > 1) {
                merged[i + 1] += (float)sum[i].errors;
                merged[i + 2] += (float)sum[i].updates;
            }
        }
    free(sum);
    free(other);
}

static bool nearly_equal(float a, float b)
{
    return fabsf(a - b) <= 1e-4F * (1.0F + fabsf(a) + fabsf(b));
}

static void check_merge(double alpha)
{
    struct trey_learn_options options;
    struct trey_learner *learner;
    struct trey_merge *merge;
    unsigned here = trey_process_index(processes), count = trey_process_count(processes);
    uint64_t games = 30;
    if (trey_processes_single(processes))
        skip();
    trey_learn_defaults(&options);
    options.tuples = "012 3456";
    options.alpha = alpha;
    options.restarts = 0.5;
    assert_int_equal(trey_learner_new(&options, &learner, NULL), TREY_OK);
    if (here == 0)
        assert_int_equal(trey_learner_run(learner, games, 0.0, NULL, NULL), TREY_OK);
    assert_int_equal(trey_merge_new(learner, processes, &merge, NULL), TREY_OK);
    trey_merge_broadcast(merge);
    check_same(learner);
    for (int round = 0; round < 3; round++) {
        struct copy base = copy_of(learner);
        assert_int_equal(trey_learner_run(learner, 5 + here, 0.0, NULL, NULL), TREY_OK);
        struct copy mine = copy_of(learner);
        trey_merge_weights(merge);
        check_same(learner);
        for (int i = 0; i < TABLES; i++) {
            size_t floats = floats_of(learner, i), wrong = 0;
            float *merged = malloc(floats * sizeof *merged);
            assert_non_null(merged);
            merge_slowly(learner, &base, &mine, i, merged);
            for (size_t at = 0; at < floats; at++)
                wrong += !nearly_equal(merged[at], table_of(learner, i)[at]);
            assert_int_equal(wrong, 0);
            free(merged);
        }
        free_copy(&base);
        free_copy(&mine);
        games += 5 * count + count * (count - 1) / 2;
        assert_int_equal(atomic_load(&learner->games), games);
    }
    trey_merge_free(merge);
    trey_merge_free(NULL);
    trey_learner_free(learner);
}

static void test_coherence(void **state)
{
    (void)state;
    check_merge(0.0);
}

static void test_fixed_rate(void **state)
{
    (void)state;
    check_merge(0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coherence),
        cmocka_unit_test(test_fixed_rate),
    };
    processes = processes_enter();
    return processes_leave(processes, cmocka_run_group_tests(tests, NULL, NULL));
}
