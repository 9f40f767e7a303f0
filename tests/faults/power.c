/* A simulated disk that keeps only what was synced.
 *
 * fsync() copies the file into a directory, under its inode number, which survives
 * renames. When the power fails, each file becomes its copy: all later writes are lost,
 * which is the most that a file system may lose. Names are harder: a file system may
 * write a new name long before the data, or only when the directory is synced. The tests
 * try both; in the first case the file has its full length and lost data reads as zeros.
 * Creating and removing names takes effect at once. */
#define _GNU_SOURCE
#include "power.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_ROOM = 64 };

static const char directory[] = "faults.disk", old_name[] = "faults.disk/old";

/* The real calls, which are not simulated. */
int __real_open(const char *path, int flags, ...);
int __real_close(int descriptor);
ssize_t __real_read(int descriptor, void *to, size_t size);
ssize_t __real_write(int descriptor, const void *from, size_t size);
int __real_rename(const char *from, const char *to);
int __real_mkdir(const char *path, mode_t mode);

static void saved_name(const struct stat *about, char name[NAME_ROOM])
{
    snprintf(name, NAME_ROOM, "%s/%lu", directory, (unsigned long)about->st_ino);
}

static void copy_file(const char *from, const char *to)
{
    char block[1 << 16];
    int in = __real_open(from, O_RDONLY | O_CLOEXEC);
    int out = __real_open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (in < 0 || out < 0)
        abort();
    for (ssize_t got; (got = __real_read(in, block, sizeof block)) > 0;)
        if (__real_write(out, block, (size_t)got) != got)
            abort();
    __real_close(in);
    __real_close(out);
}

void power_begin(void)
{
    if (__real_mkdir(directory, 0777) != 0)
        abort();
}

void power_forget(void)
{
    DIR *all = opendir(directory);
    for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;)
        unlinkat(dirfd(all), entry->d_name, 0);
    closedir(all);
}

void power_end(void)
{
    power_forget();
    rmdir(directory);
}

void power_keep(const char *path)
{
    struct stat about;
    char name[NAME_ROOM];
    if (stat(path, &about) != 0)
        abort();
    saved_name(&about, name);
    copy_file(path, name);
}

void power_sync(int descriptor)
{
    struct stat about;
    char from[NAME_ROOM], to[NAME_ROOM];
    if (fstat(descriptor, &about) != 0)
        abort();
    if (S_ISDIR(about.st_mode))
        fault_armed->from[0] = '\0';
    if (!S_ISREG(about.st_mode))
        return;
    snprintf(from, sizeof from, "/proc/self/fd/%d", descriptor);
    saved_name(&about, to);
    copy_file(from, to);
}

void power_made(int descriptor)
{
    struct stat about;
    char name[NAME_ROOM];
    if (fstat(descriptor, &about) != 0)
        abort();
    saved_name(&about, name);
    unlink(name);
}

void power_rename(const char *from, const char *to)
{
    unlink(old_name);
    if (link(to, old_name) != 0 && access(to, F_OK) == 0)
        abort();
    snprintf(fault_armed->from, sizeof fault_armed->from, "%s", from);
    snprintf(fault_armed->to, sizeof fault_armed->to, "%s", to);
}

void power_cut(bool undo, const struct fault_plan *plan,
               bool (*touched)(const char *name))
{
    char kept[NAME_ROOM];
    struct stat about;
    if (undo && plan->from[0] != '\0' && __real_rename(plan->to, plan->from) == 0 &&
        access(old_name, F_OK) == 0 && __real_rename(old_name, plan->to) != 0)
        abort();
    DIR *all = opendir(".");
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
        if (!touched(entry->d_name) || stat(entry->d_name, &about) != 0 ||
            !S_ISREG(about.st_mode))
            continue;
        saved_name(&about, kept);
        if (access(kept, F_OK) == 0)
            copy_file(kept, entry->d_name);
        else if (truncate(entry->d_name, 0) != 0)
            abort();
        if (!undo && truncate(entry->d_name, about.st_size) != 0)
            abort();
    }
    closedir(all);
}
