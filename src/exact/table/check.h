/* State of the verification of a table while it goes through the layers. See verify.c. */
#ifndef TREY_EXACT_TABLE_CHECK_H
#define TREY_EXACT_TABLE_CHECK_H

#include "base/threads.h"
#include "exact/table/plain.h"
#include "exact/table/solution.h"

enum trey_check_fault {
    TREY_NO_FAULT,
    TREY_NOT_SMALLEST,
    TREY_MISSING,
    TREY_WRONG_VALUE,
    TREY_FAULTS
};

/* Result of a chunk of a layer. */
struct trey_check_finding {
    enum trey_check_fault fault;
    trey_board board;
    double stored, computed;
    uint32_t orbits, terminal, top_rank;
};

struct trey_check_frame {
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
    struct trey_check_frame frame[TREY_OPEN_SLOTS];
    struct trey_check_frame *current; /* the frame being filled or checked */
    struct trey_check_finding *findings;
    double root, first[3];
};

/* The frame of a slot, if it is open. */
static inline struct trey_check_frame *trey_check_frame_of(struct trey_checker *checker,
                                                           unsigned number)
{
    return &checker->frame[number % TREY_OPEN_SLOTS];
}

/* Marks a successor as reached and returns its mean over the hints; NULL if the table
 * lacks it. */
const struct trey_exact_value *trey_check_successor(struct trey_checker *checker,
                                                    unsigned slot, trey_board board);

/* Checks a board of the current frame at place `place` in its layer; averages may differ
 * by `allowed`. Thread-safe if each thread has its own `finding`. */
enum trey_check_fault trey_check_board(struct trey_checker *checker, trey_board board,
                                       uint64_t place, double allowed,
                                       struct trey_check_finding *finding);

#endif
