/* A store for one test, in a new file. */
#ifndef TREY_TESTS_STORE_CASE_H
#define TREY_TESTS_STORE_CASE_H

/* Skips the test without SQLite, after checking that trey_store_open refuses. */
void case_need_store(void);

/* A path unique to this process; the test removes the file. */
void case_store_path(char path[64]);

#endif
