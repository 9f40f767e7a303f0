/* Exchange of messages between processes, against values that each process can compute
 * alone. Run directly, the program is one process; tests/mpi.sh runs it under mpirun. */
#include "base/error.h"
#include "base/random.h"
#include "mpi/exchange.h"
#include "mpi/processes.h"
#include "support/processes_case.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct trey_processes *processes; /* of this program: shared by all tests */

enum { ITEMS = 5000, LIMIT = 100 /* bytes a batch: many rounds */ };

/* The items of a process, and the owner of each. */
static uint64_t item_of(unsigned process, unsigned number)
{
    return trey_mix64((uint64_t)process << 32 | number);
}

static unsigned owner_of(uint64_t item)
{
    return (unsigned)(item % trey_process_count(processes));
}

static void test_numbers(void **state)
{
    (void)state;
    unsigned count = trey_process_count(processes), here = trey_process_index(processes);
    uint64_t sum[2] = {here + 1, 7}, most = (uint64_t)1 << (40 + here);
    double halves = here + 0.5;
    float quarters[3] = {0.25F, (float)here, 1.0F};
    assert_true(here < count);
    assert_int_equal(trey_process_index(processes), here);
    assert_int_equal(trey_process_count(processes), count);
    trey_processes_sum_u64(processes, sum, 2);
    assert_int_equal(sum[0], count * (count + 1) / 2);
    assert_int_equal(sum[1], 7 * count);
    trey_processes_max_u64(processes, &most, 1);
    assert_int_equal(most, (uint64_t)1 << (39 + count));
    most = (uint64_t)1 << here;
    trey_processes_or_u64(processes, &most, 1);
    assert_int_equal(most, ((uint64_t)1 << count) - 1);
    trey_processes_sum_f64(processes, &halves, 1);
    assert_true(halves == count * count / 2.0);
    halves = here;
    trey_processes_max_f64(processes, &halves, 1);
    assert_true(halves == count - 1);
    trey_processes_sum_f32(processes, quarters, 3);
    assert_true(quarters[0] == 0.25F * (float)count && quarters[2] == (float)count);
    assert_true(quarters[1] == (float)(count * (count - 1) / 2));
}

/* Longer than one message. */
static void test_broadcast(void **state)
{
    (void)state;
    size_t size = ((size_t)1 << 24) + 12345;
    unsigned root = trey_process_count(processes) - 1;
    uint8_t *bytes = malloc(size);
    assert_non_null(bytes);
    for (size_t i = 0; i < size; i++)
        bytes[i] = trey_process_index(processes) == root ? (uint8_t)(i * 31 >> 3) : 0;
    trey_processes_broadcast(processes, root, bytes, size);
    size_t wrong = 0;
    for (size_t i = 0; i < size; i++)
        wrong += bytes[i] != (uint8_t)(i * 31 >> 3);
    assert_int_equal(wrong, 0);
    free(bytes);
    trey_processes_barrier(processes);
}

static void test_agree(void **state)
{
    (void)state;
    struct trey_error error = {0};
    unsigned last = trey_process_count(processes) - 1,
             here = trey_process_index(processes);
    assert_int_equal(trey_processes_agree(processes, TREY_OK, &error), TREY_OK);
    enum trey_status status = TREY_OK;
    if (here == last)
        status = trey_fail(&error, TREY_ERR_LIMIT, 3, "too small");
    else if (here == 0)
        status = trey_fail(&error, TREY_ERR_CANCELLED, 0, "cancelled");
    assert_int_equal(trey_processes_agree(processes, status, &error), TREY_ERR_LIMIT);
    assert_int_equal(error.line, 3);
    assert_non_null(strstr(error.message, "too small"));
    status =
        here == last ? trey_fail(&error, TREY_ERR_CANCELLED, 0, "cancelled") : TREY_OK;
    assert_int_equal(trey_processes_agree(processes, status, NULL), TREY_ERR_CANCELLED);
}

/* Each item goes to its owner, which asks the sender for the item's number and compares
 * it: requests with answers. */
static void test_rounds(void **state)
{
    (void)state;
    struct trey_exchange *items, *answers;
    unsigned count = trey_process_count(processes), here = trey_process_index(processes),
             next = 0;
    uint64_t got = 0, checked = 0, expected = 0, sum = 0, expected_sum = 0, rounds = 0;
    bool more = true;
    assert_int_equal(trey_exchange_new(processes, LIMIT, &items, NULL), TREY_OK);
    assert_int_equal(trey_exchange_new(processes, LIMIT, &answers, NULL), TREY_OK);
    for (unsigned process = 0; process < count; process++)
        for (unsigned i = 0; i < ITEMS; i++)
            if (owner_of(item_of(process, i)) == here) {
                expected++;
                expected_sum += item_of(process, i);
            }
    while (more) {
        unsigned first = next;
        void *room;
        for (; next < ITEMS; next++) {
            uint64_t item = item_of(here, next);
            if ((room = trey_exchange_reserve(items, owner_of(item), sizeof item)) ==
                NULL)
                break;
            memcpy(room, &item, sizeof item);
        }
        trey_exchange_run(items, next < ITEMS, &more);
        for (unsigned from = 0; from < count; from++) {
            size_t size;
            const char *bytes = trey_exchange_received(items, from, &size);
            for (uint64_t item; size > 0; size -= sizeof item, bytes += sizeof item) {
                memcpy(&item, bytes, sizeof item);
                got++;
                sum += item;
                item = ~item;
                room = trey_exchange_reserve(answers, from, sizeof item);
                assert_non_null(room);
                memcpy(room, &item, sizeof item);
            }
        }
        bool any;
        trey_exchange_run(answers, false, &any);
        assert_false(any);
        size_t used[64] = {0};
        for (; first < next; first++) {
            uint64_t item = item_of(here, first), answer;
            size_t size;
            const char *bytes = trey_exchange_received(answers, owner_of(item), &size);
            assert_true(used[owner_of(item)] < size);
            memcpy(&answer, bytes + used[owner_of(item)], sizeof answer);
            used[owner_of(item)] += sizeof answer;
            assert_true(answer == ~item);
            checked++;
        }
        rounds++;
    }
    assert_int_equal(got, expected);
    assert_true(sum == expected_sum);
    assert_int_equal(checked, ITEMS);
    assert_true(rounds >= ITEMS * sizeof(uint64_t) / LIMIT / count);
    trey_exchange_free(items);
    trey_exchange_free(answers);
}

static void test_exchange_limits(void **state)
{
    (void)state;
    struct trey_exchange *exchange;
    struct trey_error error;
    assert_int_equal(trey_exchange_new(processes, 0, &exchange, &error), TREY_ERR_LIMIT);
    assert_int_equal(
        trey_exchange_new(processes, ((size_t)1 << 30) + 1, &exchange, &error),
        TREY_ERR_LIMIT);
    assert_int_equal(trey_exchange_new(processes, 16, &exchange, &error), TREY_OK);
    assert_int_equal(trey_exchange_available(exchange, 0), 16);
    assert_non_null(trey_exchange_reserve(exchange, 0, 10));
    assert_null(trey_exchange_reserve(exchange, 0, 7));
    assert_non_null(trey_exchange_reserve(exchange, 0, 6));
    assert_int_equal(trey_exchange_available(exchange, 0), 0);
    assert_int_equal(trey_exchange_bytes(processes, 16),
                     32 * trey_process_count(processes));
    trey_exchange_free(exchange);
    trey_exchange_free(NULL);
}

/* Every process sends to every other; messages of all sizes arrive in order. */
static void test_messages(void **state)
{
    (void)state;
    enum { MESSAGES = 20, MAX_BYTES = 1 << MESSAGES };
    unsigned count = trey_process_count(processes), here = trey_process_index(processes);
    unsigned next[64] = {0}, left = (count - 1) * MESSAGES;
    char *bytes = malloc(MAX_BYTES);
    struct trey_message message;
    bool taken;
    assert_non_null(bytes);
    memset(bytes, (int)here, MAX_BYTES);
    for (unsigned i = 0; i < MESSAGES; i++)
        for (unsigned to = 0; to < count; to++)
            if (to != here)
                assert_int_equal(trey_message_send(processes, to, (int)i, bytes,
                                                   ((size_t)1 << i) - 1, NULL),
                                 TREY_OK);
    while (left > 0) {
        assert_int_equal(trey_message_receive(processes, &message, &taken, NULL),
                         TREY_OK);
        if (!taken)
            continue;
        assert_true(message.from < count && message.from != here);
        assert_int_equal(message.kind, next[message.from]);
        assert_int_equal(message.size, ((size_t)1 << next[message.from]++) - 1);
        for (size_t i = 0; i < message.size; i += 997)
            assert_int_equal(((char *)message.bytes)[i], message.from);
        free(message.bytes);
        left--;
    }
    assert_int_equal(trey_message_receive(processes, &message, &taken, NULL), TREY_OK);
    assert_false(taken);
    free(bytes);
    trey_processes_barrier(processes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),  cmocka_unit_test(test_broadcast),
        cmocka_unit_test(test_agree),    cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_messages), cmocka_unit_test(test_exchange_limits),
    };
    processes = processes_enter();
    return processes_leave(processes, cmocka_run_group_tests(tests, NULL, NULL));
}
