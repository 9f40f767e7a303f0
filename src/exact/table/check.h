/* What the check of a table knows while it goes through the layers. See verify.c. */
#ifndef TREY_EXACT_TABLE_CHECK_H
#define TREY_EXACT_TABLE_CHECK_H

#include "base/threads.h"
#include "exact/table/plain.h"
#include "exact/table/solution.h"

enum trey_fault {
    TREY_NO_FAULT,
    TREY_NOT_SMALLEST,
    TREY_MISSING,
    TREY_WRONG_VALUE,
    TREY_FAULTS
};

/* What a chunk of a layer found. */
struct trey_finding {
    enum trey_fault fault;
    trey_board board;
    double stored, computed;
    uint32_t kinds, ended, top_rank;
};

struct trey_checked {
    unsigned number;
    const struct trey_layer *layer; /* NULL: no states */
    uint32_t size;
    struct trey_rows *rows;
    struct trey_set set, reached;
    struct trey_exact_value *mean; /* by board */
};

struct trey_checker {
    const struct trey_exact *exact;
    struct trey_plain plain;
    struct trey_threads *threads;
    struct trey_checked frame[TREY_OPEN_SLOTS];
    struct trey_checked *now; /* the frame that is checked, or filled */
    struct trey_finding *findings;
    double root, first[3];
};

/* The frame of a slot, if it is open. */
static inline struct trey_checked *trey_checked_of(struct trey_checker *checker,
                                                   unsigned number)
{
    return &checker->frame[number % TREY_OPEN_SLOTS];
}

/* A board that comes about with this slot: marks it as reached and gives its mean over
 * the hints; NULL if it is not there. */
const struct trey_exact_value *trey_check_follow(struct trey_checker *checker,
                                                 unsigned slot, trey_board board);

/* Checks a board of the frame in hand, number `place` in its layer; averages may be
 * `allowed` apart. Several threads may, each with a finding of its own. */
enum trey_fault trey_check_board(struct trey_checker *checker, trey_board board,
                                 uint64_t place, double allowed,
                                 struct trey_finding *finding);

#endif
