/* How many processors this process may use. */
#ifndef TREY_BASE_PROCESSORS_H
#define TREY_BASE_PROCESSORS_H

#include <stdbool.h>
#include <stddef.h>

/* At least 1: the processors in the affinity mask of this process, and no more
 * than its control groups grant it time for, rounded up. */
unsigned trey_processors(void);

/* The parts of it, for tests; 0 means no limit. */

/* Number of processors that a quota of time grants: both in microseconds, as in the two
 * files of version 1 ("150000", "100000" is 1.5). A quota that is none ("-1", "max") or
 * cannot be read is no limit. */
double trey_quota(const char *quota_us, const char *period_us);

/* The group of this process under a controller, from the text of /proc/self/cgroup:
 * "cpu" in version 1, "" for the one hierarchy of version 2. False if there is none or it
 * does not fit. */
bool trey_cgroup_of(const char *cgroups, const char *controller, char *path,
                    size_t size_bytes);

/* The narrowest quota of the groups that the text names and of all above them, their
 * files lying below `mount` (/sys/fs/cgroup), for both versions. */
double trey_cgroup_limit(const char *cgroups, const char *mount);

#endif
