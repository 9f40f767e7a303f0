/* Child processes on Windows: two anonymous pipes, and a job, which ends the program and
 * all processes that it has started. Anonymous pipes cannot be waited for, so they are
 * polled every few milliseconds. */
#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#define _WIN32_WINNT 0x0A00 /* Windows 10 */
#include "os/os.h"

#include <windows.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PIPE_BYTES = 1 << 16, REST_MS = 1 };

struct trey_os_child {
    HANDLE process, job, input, output; /* this process's ends of the pipes */
};

static void close_handle(HANDLE *handle)
{
    if (*handle != NULL)
        CloseHandle(*handle);
    *handle = NULL;
}

/* Makes the pipes; the ends for the child can be inherited, the others cannot. */
static bool make_pipes(struct trey_os_child *child, HANDLE *child_input,
                       HANDLE *child_output)
{
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    DWORD no_wait = PIPE_READMODE_BYTE | PIPE_NOWAIT;
    return CreatePipe(child_input, &child->input, &inherited, PIPE_BYTES) &&
           CreatePipe(&child->output, child_output, &inherited, PIPE_BYTES) &&
           SetHandleInformation(child->input, HANDLE_FLAG_INHERIT, 0) &&
           SetHandleInformation(child->output, HANDLE_FLAG_INHERIT, 0) &&
           SetNamedPipeHandleState(child->input, &no_wait, NULL, NULL);
}

/* Only the pipes' ends are inherited, not those of other children that are started at the
 * same time. */
static bool create_process(struct trey_os_child *child, char *line, HANDLE input,
                           HANDLE output)
{
    HANDLE error = GetStdHandle(STD_ERROR_HANDLE), inherited[3] = {input, output, error};
    SIZE_T size = 0, count = 2;
    if (error != NULL && error != INVALID_HANDLE_VALUE &&
        SetHandleInformation(error, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT))
        count = 3;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    LPPROC_THREAD_ATTRIBUTE_LIST list = malloc(size);
    if (list == NULL || !InitializeProcThreadAttributeList(list, 1, 0, &size)) {
        free(list);
        return false;
    }
    STARTUPINFOEXA start = {.StartupInfo = {.cb = sizeof start,
                                            .dwFlags = STARTF_USESTDHANDLES,
                                            .hStdInput = input,
                                            .hStdOutput = output,
                                            .hStdError = error},
                            .lpAttributeList = list};
    PROCESS_INFORMATION made;
    bool good =
        UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, inherited,
                                  count * sizeof *inherited, NULL, NULL) &&
        CreateProcessA(NULL, line, NULL, NULL, TRUE,
                       EXTENDED_STARTUPINFO_PRESENT | CREATE_SUSPENDED, NULL, NULL,
                       &start.StartupInfo, &made);
    DeleteProcThreadAttributeList(list);
    free(list);
    if (!good)
        return false;
    child->process = made.hProcess;
    AssignProcessToJobObject(child->job, made.hProcess);
    ResumeThread(made.hThread);
    CloseHandle(made.hThread);
    return true;
}

static bool make_job(struct trey_os_child *child)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE};
    child->job = CreateJobObjectA(NULL, NULL);
    return child->job != NULL &&
           SetInformationJobObject(child->job, JobObjectExtendedLimitInformation, &limits,
                                   sizeof limits);
}

struct trey_os_child *trey_os_child_start(const char *command)
{
    static const char shell[] = "cmd.exe /d /s /c \"%s\"";
    size_t size = strlen(command) + sizeof shell;
    struct trey_os_child *child = calloc(1, sizeof *child);
    char *line = malloc(size);
    HANDLE input = NULL, output = NULL;
    bool good = child != NULL && line != NULL;
    if (good) {
        snprintf(line, size, shell, command);
        good = make_job(child) && make_pipes(child, &input, &output) &&
               create_process(child, line, input, output);
    }
    close_handle(&input);
    close_handle(&output);
    free(line);
    if (good)
        return child;
    if (child != NULL) {
        close_handle(&child->input);
        close_handle(&child->output);
        close_handle(&child->job);
    }
    free(child);
    errno = ENOMEM;
    return NULL;
}

long trey_os_child_write(struct trey_os_child *child, const char *bytes,
                         size_t size_bytes)
{
    DWORD put = 0, size = size_bytes < PIPE_BYTES ? (DWORD)size_bytes : PIPE_BYTES;
    if (child->input == NULL || !WriteFile(child->input, bytes, size, &put, NULL))
        return -1;
    return (long)put; /* 0: the pipe is full */
}

long trey_os_child_read(struct trey_os_child *child, char *bytes, size_t size_bytes)
{
    DWORD got = 0, waiting = 0;
    if (!PeekNamedPipe(child->output, NULL, 0, NULL, &waiting, NULL))
        return -1;
    if (waiting == 0)
        return 0;
    DWORD size = waiting < size_bytes ? waiting : (DWORD)size_bytes;
    return ReadFile(child->output, bytes, size, &got, NULL) ? (long)got : -1;
}

int trey_os_child_wait(struct trey_os_child *child, bool to_write, int timeout_ms)
{
    ULONGLONG end = GetTickCount64() + (ULONGLONG)timeout_ms;
    if (to_write) { /* writing is tried again */
        Sleep(REST_MS);
        return 1;
    }
    for (;;) {
        DWORD waiting = 0;
        if (!PeekNamedPipe(child->output, NULL, 0, NULL, &waiting, NULL) || waiting > 0)
            return 1;
        if (GetTickCount64() >= end)
            return 0;
        Sleep(REST_MS);
    }
}

void trey_os_child_stop(struct trey_os_child *child, double grace_s)
{
    if (child == NULL)
        return;
    close_handle(&child->input);
    WaitForSingleObject(child->process, (DWORD)(1e3 * grace_s));
    TerminateJobObject(child->job, 1);
    close_handle(&child->job);
    close_handle(&child->process);
    close_handle(&child->output);
    free(child);
}

#endif
