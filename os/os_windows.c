/* The operating-system layer for Windows (64 bits, mingw-w64).
 *
 * Files are opened by CreateFile with all sharing, so that an open file can be renamed
 * and removed as on POSIX systems; the C library's descriptor belongs to that handle.
 * Paths are passed to the functions for the process's code page, as fopen does:
 * trey.exe's manifest makes it UTF-8 (Windows 10, version 1903 and later). */
#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#define _WIN32_WINNT 0x0A00 /* Windows 10 */
#include "os/os.h"

#include <windows.h>

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <psapi.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Sets errno for the last failed call; returns -1. */
static int fail(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
        errno = ENOENT;
        break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_WRITE_PROTECT:
        errno = EACCES;
        break;
    case ERROR_LOCK_VIOLATION:
    case ERROR_IO_PENDING:
        errno = EAGAIN;
        break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        errno = EEXIST;
        break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        errno = ENOSPC;
        break;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_COMMITMENT_LIMIT:
        errno = ENOMEM;
        break;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
        errno = EPIPE;
        break;
    default:
        errno = EIO;
    }
    return -1;
}

static HANDLE handle_of(int file)
{
    return (HANDLE)_get_osfhandle(file);
}

/* --- paths -----------------------------------------------------------------------------
 */

char *trey_os_last_separator(const char *path)
{
    char *last = NULL;
    for (const char *at = path; *at != '\0'; at++)
        if (*at == '/' || *at == '\\')
            last = (char *)(uintptr_t)at;
    return last;
}

bool trey_os_is_absolute(const char *path)
{
    return path[0] == '/' || path[0] == '\\' || (path[0] != '\0' && path[1] == ':');
}

/* Windows' symbolic links are left to the system. */
char *trey_os_follow_links(const char *path)
{
    return strdup(path);
}

static void use_slashes(char *path)
{
    for (char *at = path; *at != '\0'; at++)
        if (*at == '\\')
            *at = '/';
}

char *trey_os_real_path(const char *path)
{
    char *full = _fullpath(NULL, path, 0);
    if (full != NULL)
        use_slashes(full);
    return full;
}

const char *trey_os_temporary_directory(void)
{
    static const char *const names[] = {"TMPDIR", "TEMP", "TMP"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *directory = getenv(names[i]);
        if (directory != NULL && *directory != '\0')
            return directory;
    }
    return ".";
}

static bool module_path(HMODULE module, char *path, size_t size_bytes)
{
    DWORD room = size_bytes < MAXDWORD ? (DWORD)size_bytes : MAXDWORD;
    DWORD length = GetModuleFileNameA(module, path, room);
    if (length == 0 || length >= room)
        return false;
    use_slashes(path);
    return true;
}

bool trey_os_program_path(char *path, size_t size_bytes)
{
    return module_path(NULL, path, size_bytes);
}

bool trey_os_library_path(char *path, size_t size_bytes)
{
    static const char here;
    HMODULE module;
    return GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                                  GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                              &here, &module) &&
           module_path(module, path, size_bytes);
}

int trey_os_make_directory(const char *path, bool private)
{
    (void)private; /* a new directory inherits the access rights of its parent */
    return mkdir(path);
}

bool trey_os_exists(const char *path)
{
    return GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES;
}

/* Access rights of directories take effect when a file is created. */
bool trey_os_may_create_in(const char *directory)
{
    DWORD attributes = GetFileAttributesA(directory);
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        fail();
        return false;
    }
    errno = ENOTDIR;
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

uint64_t trey_os_free_bytes(const char *directory)
{
    ULARGE_INTEGER available;
    return GetDiskFreeSpaceExA(directory, &available, NULL, NULL) ? available.QuadPart
                                                                  : UINT64_MAX;
}

/* --- files -----------------------------------------------------------------------------
 */

/* CreateFile with all sharing, as a descriptor. */
static int open_shared(const char *path, DWORD access, DWORD how, DWORD attributes,
                       int mode)
{
    HANDLE handle =
        CreateFileA(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    NULL, how, attributes, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return fail();
    int file = _open_osfhandle((intptr_t)handle, mode | _O_BINARY | _O_NOINHERIT);
    if (file < 0)
        CloseHandle(handle);
    return file;
}

int trey_os_open(const char *path, unsigned flags)
{
    bool reads = (flags & TREY_OS_READ) != 0, writes = (flags & TREY_OS_WRITE) != 0;
    /* Deleting includes renaming. */
    DWORD access =
        (reads ? GENERIC_READ : 0) | (writes ? GENERIC_WRITE | GENERIC_READ | DELETE : 0);
    DWORD how = (flags & TREY_OS_NEW) != 0      ? CREATE_NEW
                : (flags & TREY_OS_CREATE) != 0 ? OPEN_ALWAYS
                                                : OPEN_EXISTING;
    int mode = !writes ? _O_RDONLY : reads ? _O_RDWR : _O_WRONLY;
    int file = open_shared(path, access, how, FILE_ATTRIBUTE_NORMAL, mode);
    if (file < 0 && errno == EACCES && writes) /* devices such as NUL have no DELETE */
        file =
            open_shared(path, access & ~(DWORD)DELETE, how, FILE_ATTRIBUTE_NORMAL, mode);
    return file;
}

int trey_os_open_nameless(const char *prefix)
{
    enum { TRIES = 100, ROOM = 20 };
    static atomic_uint count;
    size_t size = strlen(prefix) + ROOM;
    char *path = malloc(size);
    int file = -1;
    errno = path == NULL ? ENOMEM : EEXIST;
    for (int i = 0; i < TRIES && path != NULL && file < 0 && errno == EEXIST; i++) {
        snprintf(path, size, "%s%lx-%x", prefix, GetCurrentProcessId() & 0xffffff,
                 atomic_fetch_add(&count, 1) & 0xffff);
        file = open_shared(path, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW,
                           FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, _O_RDWR);
    }
    free(path);
    return file;
}

/* Locks a byte far behind the end: a lock keeps other processes from the bytes. */
int trey_os_lock(int file)
{
    OVERLAPPED at = {.OffsetHigh = 0x7fffffff};
    return LockFileEx(handle_of(file),
                      LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
               ? 0
               : fail();
}

int trey_os_sync(int file)
{
    return FlushFileBuffers(handle_of(file)) ? 0 : fail();
}

/* NTFS writes names to its journal. */
int trey_os_sync_directory_of(const char *path)
{
    (void)path;
    return 0;
}

int trey_os_rename(const char *from, const char *to)
{
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)
               ? 0
               : fail();
}

int trey_os_copy_permissions(int file, const char *path)
{
    (void)file, (void)path;
    return 0;
}

int trey_os_truncate(int file, uint64_t size_bytes)
{
    FILE_END_OF_FILE_INFO end = {.EndOfFile.QuadPart = (LONGLONG)size_bytes};
    return SetFileInformationByHandle(handle_of(file), FileEndOfFileInfo, &end,
                                      sizeof end)
               ? 0
               : fail();
}

static OVERLAPPED offset_of(uint64_t at)
{
    return (OVERLAPPED){.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
}

/* The size of a single read or write: MAXDWORD is the system's limit. */
static DWORD io_size(size_t size_bytes)
{
    const size_t most = (size_t)1 << 30;
    return (DWORD)(size_bytes < most ? size_bytes : most);
}

long long trey_os_read_at(int file, void *bytes, size_t size_bytes, uint64_t at)
{
    OVERLAPPED where = offset_of(at);
    DWORD got = 0;
    if (ReadFile(handle_of(file), bytes, io_size(size_bytes), &got, &where))
        return got;
    return GetLastError() == ERROR_HANDLE_EOF ? 0 : fail();
}

long long trey_os_write_at(int file, const void *bytes, size_t size_bytes, uint64_t at)
{
    OVERLAPPED where = offset_of(at);
    DWORD put = 0;
    return WriteFile(handle_of(file), bytes, io_size(size_bytes), &put, &where)
               ? (long long)put
               : fail();
}

bool trey_os_describe_open(int file, struct trey_os_about *about)
{
    enum { TO_1970_S = 11644473600 / 100, TICKS = 10000000, TICK_NS = 100 };
    BY_HANDLE_FILE_INFORMATION found;
    HANDLE handle = handle_of(file);
    *about = (struct trey_os_about){0};
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    if (GetFileType(handle) != FILE_TYPE_DISK)
        return true; /* a pipe or a device */
    if (!GetFileInformationByHandle(handle, &found))
        return false;
    uint64_t changed = (uint64_t)found.ftLastWriteTime.dwHighDateTime << 32 |
                       found.ftLastWriteTime.dwLowDateTime;
    bool directory = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    *about = (struct trey_os_about){
        .device = found.dwVolumeSerialNumber,
        .file = {(uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow, 0},
        .size_bytes = (uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow,
        .changed_ns = ((int64_t)changed - (int64_t)TO_1970_S * 100 * TICKS) * TICK_NS,
        .regular = !directory,
        .directory = directory,
    };
    return true;
}

/* BACKUP_SEMANTICS opens directories too. */
bool trey_os_describe(const char *path, struct trey_os_about *about)
{
    int file = open_shared(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING,
                           FILE_FLAG_BACKUP_SEMANTICS, _O_RDONLY);
    if (file < 0)
        return false;
    bool good = trey_os_describe_open(file, about);
    _close(file);
    return good;
}

void *trey_os_map(int file, size_t size_bytes)
{
    HANDLE mapping = CreateFileMappingA(handle_of(file), NULL, PAGE_READONLY, 0, 0, NULL);
    void *memory =
        mapping == NULL ? NULL : MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size_bytes);
    if (memory == NULL)
        fail();
    if (mapping != NULL)
        CloseHandle(mapping); /* the view keeps it */
    return memory;
}

void trey_os_unmap(void *memory, size_t size_bytes)
{
    (void)size_bytes;
    UnmapViewOfFile(memory);
}

/* The stream is a temporary file, which is read at the end. */
bool trey_os_memory_open(struct trey_os_memory_stream *stream)
{
    char prefix[MAX_PATH];
    int size = snprintf(prefix, sizeof prefix, "%s/trey-", trey_os_temporary_directory());
    *stream = (struct trey_os_memory_stream){0};
    int file = size > 0 && size < (int)sizeof prefix ? trey_os_open_nameless(prefix) : -1;
    if (file < 0)
        return false;
    stream->file = _fdopen(file, "w+b");
    if (stream->file == NULL)
        _close(file);
    return stream->file != NULL;
}

bool trey_os_memory_close(struct trey_os_memory_stream *stream)
{
    long end = fflush(stream->file) == 0 ? ftell(stream->file) : -1;
    bool good = end >= 0 && !ferror(stream->file);
    size_t size = good ? (size_t)end : 0;
    stream->text = good ? malloc(size + 1) : NULL;
    rewind(stream->file);
    good = stream->text != NULL && fread(stream->text, 1, size, stream->file) == size;
    if (good) {
        stream->text[size] = '\0';
        stream->size_bytes = size;
    } else {
        free(stream->text);
        stream->text = NULL;
    }
    fclose(stream->file);
    return good;
}

/* --- memory ----------------------------------------------------------------------------
 */

void *trey_os_aligned_new(size_t alignment, size_t size_bytes)
{
    return _aligned_malloc(size_bytes, alignment);
}

void trey_os_aligned_free(void *memory)
{
    _aligned_free(memory);
}

/* Windows aligns to 64 KiB; large pages need a privilege that users do not have. */
void *trey_os_pages_new(size_t size_bytes, size_t alignment)
{
    if (alignment <= 1 << 16)
        return VirtualAlloc(NULL, size_bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    /* Reserve too much, and reserve again where the address is a multiple: another thread
     * may have taken it meanwhile. */
    for (int i = 0; i < 8; i++) {
        char *wide =
            VirtualAlloc(NULL, size_bytes + alignment, MEM_RESERVE, PAGE_NOACCESS);
        if (wide == NULL)
            return NULL;
        uintptr_t at = ((uintptr_t)wide + alignment - 1) / alignment * alignment;
        VirtualFree(wide, 0, MEM_RELEASE);
        void *memory = VirtualAlloc((void *)at, size_bytes, MEM_RESERVE | MEM_COMMIT,
                                    PAGE_READWRITE);
        if (memory != NULL)
            return memory;
    }
    return NULL;
}

void trey_os_pages_free(void *memory, size_t size_bytes)
{
    (void)size_bytes;
    VirtualFree(memory, 0, MEM_RELEASE);
}

uint64_t trey_os_memory_limit(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    if (!GlobalMemoryStatusEx(&status))
        return UINT64_MAX;
    return status.ullAvailPhys < status.ullAvailPageFile ? status.ullAvailPhys
                                                         : status.ullAvailPageFile;
}

void trey_os_limit_memory(size_t more_bytes)
{
    (void)more_bytes;
}

/* --- processors and time ---------------------------------------------------------------
 */

unsigned trey_os_processors(void)
{
    DWORD_PTR own = 0, system = 0;
    unsigned count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &own, &system) && own != 0)
        count = (unsigned)__builtin_popcountll(own);
    else /* a process in several groups of 64 processors */
        count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return count > 0 ? count : 1;
}

static double seconds_of(const FILETIME *time)
{
    return 1e-7 * (double)((uint64_t)time->dwHighDateTime << 32 | time->dwLowDateTime);
}

double trey_os_cpu_seconds(void)
{
    FILETIME begun, ended, system, user;
    if (!GetProcessTimes(GetCurrentProcess(), &begun, &ended, &system, &user))
        return 0.0;
    return seconds_of(&system) + seconds_of(&user);
}

double trey_os_thread_seconds(void)
{
    FILETIME begun, ended, system, user;
    if (!GetThreadTimes(GetCurrentThread(), &begun, &ended, &system, &user))
        return 0.0;
    return seconds_of(&user);
}

uint64_t trey_os_peak_bytes(void)
{
    PROCESS_MEMORY_COUNTERS counters = {.cb = sizeof counters};
    return K32GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters)
               ? counters.PeakWorkingSetSize
               : 0;
}

uint64_t trey_os_seed(void)
{
    FILETIME now;
    LARGE_INTEGER ticks;
    GetSystemTimePreciseAsFileTime(&now);
    QueryPerformanceCounter(&ticks);
    return ((uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime) ^
           (uint64_t)ticks.QuadPart << 20 ^ (uint64_t)GetCurrentProcessId() << 32;
}

/* --- this process ----------------------------------------------------------------------
 */

static void use_escape_sequences(DWORD stream)
{
    DWORD mode;
    HANDLE console = GetStdHandle(stream);
    if (GetConsoleMode(console, &mode))
        SetConsoleMode(console, mode | ENABLE_PROCESSED_OUTPUT |
                                    ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

void trey_os_start(void)
{
    static const int streams[] = {0, 1, 2};
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
        _setmode(streams[i], _O_BINARY);
    _fmode = _O_BINARY;
    SetConsoleOutputCP(CP_UTF8);
    SetConsoleCP(CP_UTF8);
    use_escape_sequences(STD_OUTPUT_HANDLE);
    use_escape_sequences(STD_ERROR_HANDLE);
}

void trey_os_unset_variable(const char *name)
{
    _putenv_s(name, "");
}

void trey_os_ignore_broken_pipes(void)
{
    /* Windows has no signal for them. */
}

static void (*_Atomic end_handler)(void);

/* Runs in a thread of its own. The first event is handled; for the second one the system
 * ends the process. */
static BOOL WINAPI on_event(DWORD event)
{
    void (*handler)(void) = atomic_exchange(&end_handler, NULL);
    if (handler == NULL)
        return FALSE;
    handler();
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
        Sleep(INFINITE); /* the process ends when this function returns */
    return TRUE;
}

void trey_os_on_end(enum trey_os_end what, void (*handler)(void))
{
    if (what == TREY_OS_END_HANGUP)
        return; /* the system ends a process whose console is closed */
    atomic_store(&end_handler, handler);
    SetConsoleCtrlHandler(on_event, TRUE);
}

void trey_os_end_at_once(void)
{
    atomic_store(&end_handler, NULL);
}

int trey_os_silence(void)
{
    int nowhere = trey_os_open("NUL", TREY_OS_WRITE), saved = _dup(2);
    if (nowhere >= 0 && saved >= 0) {
        _dup2(nowhere, 1);
        _dup2(nowhere, 2);
    }
    if (nowhere >= 0)
        _close(nowhere);
    return saved;
}

void trey_os_unsilence(int saved)
{
    _dup2(saved, 2);
    _close(saved);
}

int trey_os_terminal_columns(FILE *terminal)
{
    CONSOLE_SCREEN_BUFFER_INFO screen;
    if (!GetConsoleScreenBufferInfo(handle_of(_fileno(terminal)), &screen))
        return 0;
    return screen.srWindow.Right - screen.srWindow.Left + 1;
}

/* Pipes cannot be waited for, so they are polled. A console is ready at any event, and
 * reading from it waits for the end of the line. */
int trey_os_wait_input(int file, int timeout_ms)
{
    enum { REST_MS = 2 };
    HANDLE handle = handle_of(file);
    if (GetFileType(handle) == FILE_TYPE_CHAR) {
        DWORD wait = timeout_ms < 0 ? INFINITE : (DWORD)timeout_ms;
        return WaitForSingleObject(handle, wait) == WAIT_OBJECT_0;
    }
    if (GetFileType(handle) != FILE_TYPE_PIPE)
        return 1;
    ULONGLONG end = GetTickCount64() + (ULONGLONG)(timeout_ms > 0 ? timeout_ms : 0);
    for (;;) {
        DWORD waiting = 0;
        if (!PeekNamedPipe(handle, NULL, 0, NULL, &waiting, NULL) || waiting > 0)
            return 1;
        if (timeout_ms >= 0 && GetTickCount64() >= end)
            return 0;
        Sleep(REST_MS);
    }
}

/* The C library sets errno to EINVAL for the last two codes; _doserrno has the code. */
bool trey_os_reader_gone(int error)
{
    return (error == EPIPE || error == EINVAL) &&
           (_doserrno == ERROR_BROKEN_PIPE || _doserrno == ERROR_NO_DATA ||
            _doserrno == ERROR_PIPE_NOT_CONNECTED);
}

#endif
