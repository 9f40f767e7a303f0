/* Available memory. Linux reports it in text files; a missing file means no limit. Limits
 * of control groups apply to all groups below, so all groups up to the root are read. */
#include "base/machine.h"

#include "os/os.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 4096 };

static void lower_limit(uint64_t *limit, uint64_t other)
{
    if (other < *limit)
        *limit = other;
}

/* Lowers the limit to the number that a file begins with; other content, such as "max",
 * is no limit. */
static void lower_by_file(uint64_t *limit, const char *directory, const char *name)
{
    char path[PATH_ROOM];
    unsigned long long number;
    if (snprintf(path, sizeof path, "%s/%s", directory, name) >= (int)sizeof path)
        return;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return;
    if (fscanf(file, "%llu", &number) == 1)
        lower_limit(limit, number);
    fclose(file);
}

/* Reads the file of the group and of all groups above it. */
static void lower_by_groups(uint64_t *limit, const char *root, const char *group,
                            const char *name)
{
    char directory[PATH_ROOM];
    if (snprintf(directory, sizeof directory, "%s%s", root, group) >=
        (int)sizeof directory)
        return;
    for (;;) {
        lower_by_file(limit, directory, name);
        char *slash = strrchr(directory, '/');
        if (slash == NULL || (size_t)(slash - directory) < strlen(root))
            return;
        *slash = '\0';
    }
}

/* Lines of /proc/self/cgroup are NUMBER:CONTROLLERS:GROUP; version 2 lists no
 * controllers. */
static void lower_by_cgroup(uint64_t *limit)
{
    char line[PATH_ROOM];
    FILE *file = fopen("/proc/self/cgroup", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *group = controllers == NULL ? NULL : strchr(controllers + 1, ':');
        if (group == NULL)
            continue;
        *group++ = '\0';
        controllers++;
        if (*controllers == '\0')
            lower_by_groups(limit, "/sys/fs/cgroup", group, "memory.max");
        else if (strcmp(controllers, "memory") == 0)
            lower_by_groups(limit, "/sys/fs/cgroup/memory", group,
                            "memory.limit_in_bytes");
    }
    if (file != NULL)
        fclose(file);
}

/* MemAvailable includes what the system could free; old kernels have only MemFree. */
static void lower_by_system(uint64_t *limit)
{
    char line[256];
    unsigned long long kib;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1 && kib < UINT64_MAX >> 10)
            lower_limit(limit, (uint64_t)kib << 10);
    if (file != NULL)
        fclose(file);
}

size_t trey_memory_available(void)
{
    const uint64_t unknown = (uint64_t)1 << 30;
    uint64_t limit = UINT64_MAX;
    lower_by_system(&limit);
    lower_by_cgroup(&limit);
    lower_limit(&limit, trey_os_memory_limit());
    if (limit == UINT64_MAX)
        limit = unknown;
    lower_limit(&limit, SIZE_MAX);
    return limit == 0 ? 1 : (size_t)limit;
}
