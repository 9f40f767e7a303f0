/* How many processors this process may use. */
#ifndef TREY_BASE_PROCESSORS_H
#define TREY_BASE_PROCESSORS_H

#include <stdbool.h>
#include <stddef.h>

/* Number of processors in the affinity mask of this process, at most as many as its
 * control groups grant it time for, rounded up; at least 1. */
unsigned trey_processors(void);

/* Parts of trey_processors, public for tests; 0 means no limit. */

/* Number of processors that a quota of time grants: quota and period in microseconds, as
 * in the two files of version 1 ("150000", "100000" is 1.5). "-1", "max" and invalid
 * numbers are no limit. */
double trey_quota(const char *quota_us, const char *period_us);

/* Finds the group of this process under a controller ("cpu" in version 1, "" in version
 * 2) in `cgroups`, the text of /proc/self/cgroup. False if there is none or its path does
 * not fit. */
bool trey_cgroup_of(const char *cgroups, const char *controller, char *path,
                    size_t size_bytes);

/* The smallest quota, in processors, of the groups in `cgroups` and of all groups above
 * them, for both versions. `mount` is the directory of their files (/sys/fs/cgroup). */
double trey_cgroup_limit(const char *cgroups, const char *mount);

#endif
