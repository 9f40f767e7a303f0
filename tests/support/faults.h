/* A file system that fails: programs linked with the options of trey_add_faults in
 * tests/CMakeLists.txt call these instead of the system's open, write, pwrite, fsync,
 * ftruncate, fchmod, rename and close. */
#ifndef TREY_TESTS_FAULTS_H
#define TREY_TESTS_FAULTS_H

#include <stdbool.h>

/* From now on, the call number `which` from 0 fails with this errno, and if `ever` all
 * that follow; opens for reading alone do not count. */
void faults_begin(unsigned which, int error_number, bool ever);

/* Back to a file system that works. Returns how many calls there were. */
unsigned faults_end(void);

#endif
