/* Failure injection for calls of the C library. */
#ifndef TREY_TESTS_FAULTS_H
#define TREY_TESTS_FAULTS_H

#include <stdatomic.h>

enum fault_kind {
    FAULT_MEMORY, /* memory, and threads, which are memory too */
    FAULT_FILE,   /* files: opening, reading, writing, flushing, closing, naming */
};

enum fault_mode {
    FAULT_ONCE, /* one call fails */
    FAULT_ON,   /* this call and all later ones, as on a full disk */
    FAULT_KILL, /* the process is killed before this call */
    FAULT_POWER /* the power fails before this call: power.h */
};

/* Shared memory: one process sets the plan, the other one runs the command under it. */
struct fault_plan {
    enum fault_kind kind;
    enum fault_mode mode;
    unsigned long target; /* number of the failing call, from 1; 0: none fails */
    atomic_ulong calls;   /* calls of this kind so far */
    /* FAULT_POWER: the last renamed file whose directory is not yet synced, or "" */
    char from[256], to[256];
    atomic_ulong blocks; /* blocks written to tables so far */
};

/* NULL: nothing is counted and nothing fails. */
extern struct fault_plan *fault_armed;

#endif
