/* A store of the test's own, in a file that is not there yet. */
#ifndef TREY_TESTS_STORE_CASE_H
#define TREY_TESTS_STORE_CASE_H

/* Without SQLite holds trey_store_open to its refusal, and skips the test. */
void case_need_store(void);

/* A path of this process; the test removes the file. */
void case_store_path(char path[64]);

#endif
