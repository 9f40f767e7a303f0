/* Simulates a power failure: which files a machine finds on its disk afterwards. */
#ifndef TREY_TESTS_POWER_H
#define TREY_TESTS_POWER_H

#include "faults.h"

#include <stdbool.h>

/* Creates and removes the directory that holds the synced state of all files. */
void power_begin(void);
void power_end(void);

/* Forgets all synced state. */
void power_forget(void);

/* Records a file that was on the disk before the test. */
void power_keep(const char *path);

/* Calls in the watched process: a file or directory is synced; a file is created anew,
 * perhaps with the inode number of a removed one; a name is about to change. */
void power_sync(int descriptor);
void power_made(int descriptor);
void power_rename(const char *from, const char *to);

/* Replaces the files that the watched process left by what a machine finds after a power
 * failure: for each file in this directory that `touched` accepts, the last synced
 * contents, or no file if it was never synced. With `undo` a rename whose directory was
 * not synced afterwards is undone. */
void power_cut(bool undo, const struct fault_plan *plan,
               bool (*touched)(const char *name));

#endif
