/* Fault injection: runs a command again and again, each time with another call failing,
 * and reports each violation of these rules, which hold whatever fails:
 * - it exits with status 0 and the results of a run without failures, or with status 1
 *   and a message; never by a signal, with wrong usage, or in an endless loop;
 * - an output file is complete, or the earlier file is unchanged;
 * - no other files are left, except those that a later run resumes from (-k);
 * - no memory leaks (LeakSanitizer, in builds that have it).
 * In mode kill the command is killed before a call, then run again without failures on
 * the files that it left, and must give the same results. In mode power the machine
 * stops, too: the next run finds only what was synced, with and without the last rename.
 * Everything that the command reported as done must be there (power.c).
 *
 * The command runs in a process forked from this one, which has no threads.
 *
 * Usage: faults [OPTION]... memory|file once|on|kill|power -- COMMAND
 * Options:
 * - -o FILE: an output of the command, in the current directory;
 * - -k FILE: a file that an unfinished run may leave; removed before the next run;
 * - -i FILE: standard input of the command;
 * - -n: numbers on standard output (times) differ from run to run;
 * - -N: contents of the outputs differ from run to run, too;
 * - -a: the command answers lines: an error is an answer, after which it continues.
 *
 * Usage with several processes: mpirun ... faults -c N -p P memory once|on -- COMMAND
 * runs the command once, in the processes of mpirun, with call N of process P failing
 * (0: none). tests/mpi.sh checks the result. Without a failing call each process prints
 * its number of calls on standard error. */
#define _GNU_SOURCE
#include "faults.h"
#include "power.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int trey_main(int argc, char **argv);

static struct fault_plan *fault_plan;

enum { FILES = 8, LEAKED = 23, PATIENCE_S = 60, ALL_UP_TO = 150, ALL_UP_TO_POWER = 40 };

static const char out_name[] = "faults.out", err_name[] = "faults.err";
static const char old_text[] = "what was there before\n";

static struct {
    const char *output[FILES], *kept[FILES], *input;
    int outputs, kepts;
    bool numbers_vary, outputs_vary, answers;
    bool in_place;      /* -c: once, in this process, which mpirun started */
    unsigned long call; /* that fails there */
    int process;        /* in which it fails */
    char **command;
    int words;
} task;

static struct trial {
    unsigned long number;
    bool complained;
} trial;

static int complaints;

static void report_violation(const char *what, const char *name)
{
    if (!trial.complained)
        printf("call %lu fails:\n", trial.number);
    printf("    %s%s%s\n", what, name != NULL ? ": " : "", name != NULL ? name : "");
    trial.complained = true;
}

/* --- files -------------------------------------------------------------------------- */

struct text {
    char *bytes; /* NULL: no such file */
    size_t size;
};

static struct text read_file(const char *path)
{
    struct text text = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return text;
    text.bytes = calloc(1, 1);
    char block[4096];
    for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;) {
        text.bytes = realloc(text.bytes, text.size + got + 1);
        if (text.bytes == NULL)
            exit(3);
        memcpy(text.bytes + text.size, block, got);
        text.size += got;
        text.bytes[text.size] = '\0';
    }
    fclose(file);
    return text;
}

static bool same_text(struct text a, struct text b)
{
    return a.bytes != NULL && b.bytes != NULL && a.size == b.size &&
           memcmp(a.bytes, b.bytes, a.size) == 0;
}

/* Replaces each number, and the blanks that align it in a column, by one blank and a
 * 0. */
static void blank_numbers(struct text *text)
{
    char *to = text->bytes, *from = text->bytes;
    while (from != NULL && *from != '\0') {
        if (*from >= '0' && *from <= '9') {
            from += strspn(from, "0123456789.e+-");
            *to++ = '0';
        } else if (*from == ' ') {
            from += strspn(from, " ");
            *to++ = ' ';
        } else {
            *to++ = *from++;
        }
    }
    if (to != NULL)
        *to = '\0';
    text->size = (size_t)(to - text->bytes);
}

static void write_old(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL || fputs(old_text, file) < 0 || fclose(file) != 0)
        exit(3);
}

static bool is_listed(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Names that were in the directory before anything ran. */
static char *first_names[256];
static int first_count;

static bool is_initial(const char *name)
{
    for (int i = 0; i < first_count; i++)
        if (strcmp(name, first_names[i]) == 0)
            return true;
    return false;
}

static void list_directory(void)
{
    DIR *directory = opendir(".");
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        if (first_count < 256)
            first_names[first_count++] = strdup(entry->d_name);
    closedir(directory);
}

/* Reports and removes every new file that is not expected. */
static void remove_new_files(bool tolerant)
{
    DIR *directory = opendir(".");
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        const char *name = entry->d_name;
        if (is_initial(name) || is_listed(name, task.output, task.outputs) ||
            strcmp(name, out_name) == 0 || strcmp(name, err_name) == 0)
            continue;
        if (!is_listed(name, task.kept, task.kepts) && !tolerant) {
            report_violation("a file is left behind", name);
            unlink(name);
        }
    }
    closedir(directory);
}

static void prepare_files(bool with_old)
{
    for (int i = 0; i < task.kepts; i++)
        unlink(task.kept[i]);
    for (int i = 0; i < task.outputs; i++) {
        unlink(task.output[i]);
        if (with_old)
            write_old(task.output[i]);
    }
    if (fault_plan->mode != FAULT_POWER)
        return;
    power_forget();
    for (int i = 0; with_old && i < task.outputs; i++)
        power_keep(task.output[i]);
}

/* True if the file belongs to the command. Only these depend on the state of the disk. */
static bool is_touched(const char *name)
{
    return !is_initial(name) && strcmp(name, out_name) != 0 &&
           strcmp(name, err_name) != 0;
}

/* --- runs --------------------------------------------------------------------------- */

static void redirect(const char *path, int flags, int to)
{
    int fd = open(path, flags | O_CLOEXEC, 0666);
    if (fd < 0 || dup2(fd, to) < 0)
        _exit(3);
    close(fd);
}

/* Runs the command with its call `target` failing; returns its wait status. */
static int run_command(unsigned long target)
{
    fault_plan->target = target;
    atomic_store(&fault_plan->calls, 0);
    atomic_store(&fault_plan->blocks, 0);
    fault_plan->from[0] = '\0';
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        exit(3);
    if (child == 0) {
        redirect(task.input != NULL ? task.input : "/dev/null", O_RDONLY, 0);
        redirect(out_name, O_WRONLY | O_CREAT | O_TRUNC, 1);
        redirect(err_name, O_WRONLY | O_CREAT | O_TRUNC, 2);
        /* Processor time: a busy machine makes no difference. */
        setrlimit(RLIMIT_CPU, &(struct rlimit){PATIENCE_S, PATIENCE_S});
        fault_armed = fault_plan;
        int status = trey_main(task.words, task.command);
        fault_armed = NULL;
        exit(status);
    }
    int status;
    if (waitpid(child, &status, 0) != child)
        exit(3);
    return status;
}

static struct text reference[FILES + 1];

static void check_done(void)
{
    struct text out = read_file(out_name);
    if (task.numbers_vary)
        blank_numbers(&out);
    if (!task.answers && !same_text(out, reference[task.outputs]))
        report_violation("status 0, but its output is another", NULL);
    free(out.bytes);
    for (int i = 0; i < task.outputs; i++) {
        struct text got = read_file(task.output[i]);
        if (got.bytes == NULL || strcmp(got.bytes, old_text) == 0 ||
            (!task.outputs_vary && !same_text(got, reference[i])))
            report_violation("status 0, but not this file", task.output[i]);
        free(got.bytes);
    }
}

/* Check for varying contents: a text of whole lines, or something of about the same
 * size. */
static bool is_whole(struct text got, struct text expected)
{
    return got.size > 0 &&
           (got.size * 2 > expected.size || (got.bytes[got.size - 1] == '\n' &&
                                             expected.bytes[expected.size - 1] == '\n'));
}

/* An unfinished run may leave its outputs untouched or complete, nothing in between. */
static void check_outputs(bool had_old)
{
    for (int i = 0; i < task.outputs; i++) {
        struct text got = read_file(task.output[i]);
        bool untouched = got.bytes == NULL ? !had_old : strcmp(got.bytes, old_text) == 0;
        bool whole = task.outputs_vary ? is_whole(got, reference[i])
                                       : same_text(got, reference[i]);
        if (!untouched && !whole)
            report_violation(got.bytes == NULL ? "what was there is lost" : "half a file",
                             task.output[i]);
        free(got.bytes);
    }
}

static void check_killed(bool had_old)
{
    check_outputs(had_old);
    int status = run_command(0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        report_violation("killed there, it does not go on", NULL);
    else
        check_done();
}

static void check_results(int status, bool had_old)
{
    struct text err = read_file(err_name);
    bool dies = fault_plan->mode == FAULT_KILL || fault_plan->mode == FAULT_POWER;
    if (WIFSIGNALED(status) && dies && WTERMSIG(status) == SIGKILL) {
        check_killed(had_old);
    } else if (WIFSIGNALED(status)) {
        report_violation(WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL
                             ? "it does not end"
                             : "killed by signal",
                         strsignal(WTERMSIG(status)));
    } else if (WEXITSTATUS(status) == 0) {
        check_done();
    } else if (WEXITSTATUS(status) == 1) {
        check_outputs(had_old);
        if (err.size == 0 || strchr(err.bytes, '\n') == NULL)
            report_violation("status 1 without a message", NULL);
    } else {
        report_violation(WEXITSTATUS(status) == LEAKED ? "sanitizer" : "a wrong status",
                         err.bytes);
    }
    if (trial.complained && err.size > 0 && WEXITSTATUS(status) != LEAKED)
        printf("    its output: %.2000s", err.bytes);
    free(err.bytes);
    remove_new_files(dies);
}

static void make_reference(void)
{
    prepare_files(false);
    int status = run_command(0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        struct text err = read_file(err_name);
        printf("not ok: it fails without faults: %s\n", err.bytes);
        exit(1);
    }
    for (int i = 0; i < task.outputs; i++)
        reference[i] = read_file(task.output[i]);
    reference[task.outputs] = read_file(out_name);
    if (task.numbers_vary)
        blank_numbers(&reference[task.outputs]);
}

/* Tries every one of the first calls; calls in loops come later and are sampled ever more
 * thinly. */
static unsigned long next_target(unsigned long number)
{
    unsigned long all = fault_plan->mode == FAULT_POWER ? ALL_UP_TO_POWER : ALL_UP_TO;
    return number < all ? number + 1 : number + 1 + number / 20;
}

/* Once with the earlier files and once without; for a power failure also with and without
 * the last rename. */
static void test_call(unsigned long number)
{
    bool power = fault_plan->mode == FAULT_POWER;
    for (int turn = 0; turn < (power ? 4 : 1); turn++) {
        bool had_old = power ? turn % 2 == 0 : number % 2 == 0;
        trial = (struct trial){.number = number};
        prepare_files(had_old);
        int status = run_command(number);
        if (power)
            power_cut(turn < 2, fault_plan, is_touched);
        check_results(status, had_old);
        complaints += trial.complained;
    }
}

static bool read_options(int argc, char **argv)
{
    for (int option; (option = getopt(argc, argv, "+anNc:p:i:o:k:")) != -1;)
        if (option == 'a')
            task.answers = true;
        else if (option == 'n')
            task.numbers_vary = true;
        else if (option == 'N')
            task.outputs_vary = true;
        else if (option == 'c') {
            task.in_place = true;
            task.call = strtoul(optarg, NULL, 10);
        } else if (option == 'p')
            task.process = atoi(optarg);
        else if (option == 'i')
            task.input = optarg;
        else if (option == 'o' && task.outputs < FILES)
            task.output[task.outputs++] = optarg;
        else if (option == 'k' && task.kepts < FILES)
            task.kept[task.kepts++] = optarg;
        else
            return false;
    if (argc - optind < 3)
        return false;
    fault_plan->kind = strcmp(argv[optind], "file") == 0 ? FAULT_FILE : FAULT_MEMORY;
    fault_plan->mode = strcmp(argv[optind + 1], "on") == 0      ? FAULT_ON
                       : strcmp(argv[optind + 1], "kill") == 0  ? FAULT_KILL
                       : strcmp(argv[optind + 1], "power") == 0 ? FAULT_POWER
                                                                : FAULT_ONCE;
    optind += 2;
    if (strcmp(argv[optind], "--") == 0)
        optind++;
    task.command = argv + optind;
    task.words = argc - optind;
    return true;
}

/* Under mpirun, where the command cannot run in a forked process. */
static int run_in_place(void)
{
    const char *number = getenv("OMPI_COMM_WORLD_RANK");
    bool chosen = number != NULL && atoi(number) == task.process;
    fault_plan->target = chosen ? task.call : 0;
    fault_armed = fault_plan;
    int status = trey_main(task.words, task.command);
    fault_armed = NULL;
    if (task.call == 0)
        fprintf(stderr, "faults: process %s made %lu calls\n",
                number != NULL ? number : "?", atomic_load(&fault_plan->calls));
    return status;
}

int main(int argc, char **argv)
{
    fault_plan = mmap(NULL, sizeof *fault_plan, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fault_plan == MAP_FAILED || !read_options(argc, argv)) {
        fprintf(stderr, "usage: see tests/faults/driver.c\n");
        return 2;
    }
    if (task.in_place)
        return run_in_place();
    bool power = fault_plan->mode == FAULT_POWER;
    if (power)
        power_begin();
    list_directory();
    make_reference();
    unsigned long tried = 0, calls = atomic_load(&fault_plan->calls);
    for (unsigned long n = 1; n <= calls; n = next_target(n), tried++)
        test_call(n);
    if (power) /* when all is done */
        test_call(calls + 1);
    prepare_files(false);
    if (power)
        power_end();
    printf("%s %lu of %lu calls:", complaints == 0 ? "ok    " : "not ok", tried, calls);
    for (int i = 0; i < task.words; i++)
        printf(" %s", task.command[i]);
    printf("\n");
    return complaints != 0;
}
