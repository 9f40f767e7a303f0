/* A file system that fails. Programs linked with the options of trey_add_faults
 * (tests/CMakeLists.txt) call these functions instead of the system's open, write,
 * pwrite, fsync, ftruncate, fchmod, rename and close. */
#ifndef TREY_TESTS_FAULTS_H
#define TREY_TESTS_FAULTS_H

#include <stdbool.h>

/* Call number `which`, from 0, will fail with this errno, and with `ever` all later ones.
 * Opening for reading alone does not count. */
void faults_begin(unsigned which, int error_number, bool ever);

/* Ends the failures. Returns the number of calls so far. */
unsigned faults_end(void);

#endif
