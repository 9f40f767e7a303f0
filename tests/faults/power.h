/* The power fails: what a machine that loses it finds on its disk afterwards. */
#ifndef TREY_TESTS_POWER_H
#define TREY_TESTS_POWER_H

#include "faults.h"

#include <stdbool.h>

/* Makes, and removes, the folder in which is kept what is on the disk for good. */
void power_begin(void);
void power_end(void);

/* Forgets all that was kept. */
void power_forget(void);

/* A file that was on the disk before anything ran. */
void power_keep(const char *path);

/* In the process that is watched: a file or folder is brought to the disk; a file is made
 * anew, perhaps with the number of one that is gone; a name is about to be changed. */
void power_sync(int descriptor);
void power_made(int descriptor);
void power_rename(const char *from, const char *to);

/* What the process that was watched left behind becomes what is found afterwards: of each
 * file in this folder that `touched` names, what was last brought to the disk, and
 * nothing if that never was. With `undo` a name that was changed without its folder being
 * brought to the disk afterwards is as before. */
void power_cut(bool undo, const struct fault_plan *plan,
               bool (*touched)(const char *name));

#endif
