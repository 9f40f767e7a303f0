/* Number of usable processors. A container is limited in two ways: by a set of processors
 * (its affinity), or by a quota of processor time per period, set for its control group
 * (cgroup) or for a group above it. With more threads than that, threads only wait for
 * each other.
 *
 * Files: in version 2, cpu.max contains "QUOTA PERIOD", with QUOTA "max" for no limit;
 * version 1 has cpu.cfs_quota_us (-1 for no limit) and cpu.cfs_period_us. A container
 * often sees its own group as the root of the tree, while /proc/self/cgroup still
 * contains the path outside of it: missing files are skipped on the way to the root.
 * (Linux: Documentation/admin-guide/cgroup-v2.rst, Documentation/scheduler/sched-bwc.rst)
 */
#include "base/processors.h"

#include "os/os.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 4096, TEXT_ROOM = 8192 };

/* --- quotas ------------------------------------------------------------------------ */

double trey_quota(const char *quota_us, const char *period_us)
{
    double quota = strtod(quota_us, NULL), period = strtod(period_us, NULL);
    return quota > 0.0 && period > 0.0 && isfinite(quota / period) ? quota / period : 0.0;
}

/* True if a comma-separated list of names contains this one. */
static bool list_contains(const char *list, size_t size, const char *name)
{
    size_t length = strlen(name);
    for (size_t at = 0; at <= size;) {
        const char *comma = memchr(list + at, ',', size - at);
        size_t end = comma == NULL ? size : (size_t)(comma - list);
        if (end - at == length && memcmp(list + at, name, length) == 0)
            return true;
        at = end + 1;
    }
    return false;
}

/* Lines are NUMBER:CONTROLLERS:PATH. */
bool trey_cgroup_of(const char *cgroups, const char *controller, char *path,
                    size_t size_bytes)
{
    for (const char *line = cgroups; *line != '\0';) {
        const char *end = line + strcspn(line, "\n");
        const char *list = memchr(line, ':', (size_t)(end - line));
        const char *group =
            list == NULL ? NULL : memchr(list + 1, ':', (size_t)(end - list - 1));
        if (group != NULL &&
            list_contains(list + 1, (size_t)(group - list - 1), controller)) {
            size_t length = (size_t)(end - group - 1);
            if (length >= size_bytes)
                return false;
            memcpy(path, group + 1, length);
            path[length] = '\0';
            return true;
        }
        line = *end == '\n' ? end + 1 : end;
    }
    return false;
}

static bool read_text(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    size_t got = fread(text, 1, size - 1, file);
    fclose(file);
    text[got] = '\0';
    return got > 0;
}

static bool read_file_of(const char *mount, const char *group, const char *name,
                         char *text, size_t size)
{
    char path[PATH_ROOM];
    return snprintf(path, sizeof path, "%s%s/%s", mount, group, name) < PATH_ROOM &&
           read_text(path, text, size);
}

static double quota_of_group(const char *mount, const char *group, bool second)
{
    char quota[64], period[64];
    if (!second)
        return read_file_of(mount, group, "cpu.cfs_quota_us", quota, sizeof quota) &&
                       read_file_of(mount, group, "cpu.cfs_period_us", period,
                                    sizeof period)
                   ? trey_quota(quota, period)
                   : 0.0;
    if (!read_file_of(mount, group, "cpu.max", quota, sizeof quota))
        return 0.0;
    const char *blank = strchr(quota, ' ');
    return blank == NULL ? 0.0 : trey_quota(quota, blank + 1);
}

/* The smallest quota of the group and of those above it. Overwrites `group`. */
static double narrowest(const char *mount, char *group, bool second)
{
    double least = 0.0;
    for (;;) {
        size_t length = strlen(group);
        while (length > 0 && group[length - 1] == '/')
            group[--length] = '\0';
        double here = quota_of_group(mount, group, second);
        if (here > 0.0 && (least <= 0.0 || here < least))
            least = here;
        char *slash = strrchr(group, '/');
        if (slash == NULL)
            return least;
        *slash = '\0';
    }
}

double trey_cgroup_limit(const char *cgroups, const char *mount)
{
    char group[PATH_ROOM], directory[PATH_ROOM];
    double least = 0.0;
    if (trey_cgroup_of(cgroups, "", group, sizeof group))
        least = narrowest(mount, group, true);
    if (trey_cgroup_of(cgroups, "cpu", group, sizeof group) &&
        snprintf(directory, sizeof directory, "%s/cpu", mount) < PATH_ROOM) {
        double first = narrowest(directory, group, false);
        if (first > 0.0 && (least <= 0.0 || first < least))
            least = first;
    }
    return least;
}

unsigned trey_processors(void)
{
    char cgroups[TEXT_ROOM];
    unsigned count = trey_os_processors();
    double limit = read_text("/proc/self/cgroup", cgroups, sizeof cgroups)
                       ? ceil(trey_cgroup_limit(cgroups, "/sys/fs/cgroup"))
                       : 0.0;
    return limit > 0.0 && limit < (double)count ? (unsigned)limit : count;
}
