/* Calls of the C library that fail when they are told to. */
#ifndef TREY_TESTS_FAULTS_H
#define TREY_TESTS_FAULTS_H

#include <stdatomic.h>

enum fault_kind {
    FAULT_MEMORY, /* memory, and threads, which are memory too */
    FAULT_FILE,   /* files: opening, reading, writing, flushing, closing, naming */
};

enum fault_mode {
    FAULT_ONCE, /* one call fails */
    FAULT_ON,   /* it and all after it, as on a full disk */
    FAULT_KILL, /* the process is killed before that call */
    FAULT_POWER /* so is the machine: power.h */
};

/* Shared by the process that makes a plan and the one that meets with it. */
struct fault_plan {
    enum fault_kind kind;
    enum fault_mode mode;
    unsigned long target; /* the call's number, from 1; 0: none fails */
    atomic_ulong calls;   /* of this kind so far */
    /* FAULT_POWER: the last change of a name whose folder is not yet on the disk, or ""
     */
    char from[256], to[256];
    atomic_ulong blocks; /* put into tables so far */
};

/* Where it is NULL, nothing is counted and nothing fails. */
extern struct fault_plan *fault_armed;

#endif
