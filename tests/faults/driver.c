/* Runs a command again and again, each time with another call failing, and says where it
 * did what no command may do, whatever fails:
 * - it ends with status 0 and its results are those of a run in which nothing fails, or
 *   with status 1 and a message; no signal, no wrong usage, no endless work;
 * - what it writes is there whole, or what was there before is still there;
 * - it leaves no other files behind, except those that it goes on from (-k);
 * - it loses no memory (LeakSanitizer, in builds that have it).
 * Killed before a call (mode kill), it is run again without faults, from what it left
 * behind, and must then come to the same results. In mode power the machine dies with it:
 * what it left behind is what had been brought to the disk, with the last change of a
 * name and without it; and what it had said that it had done must be there (power.c).
 *
 * The command runs in a process of its own, forked from this one, which has no threads.
 *
 * Usage: faults [OPTION]... memory|file once|on|kill|power -- COMMAND, and of options
 * - -o FILE: an output of the command, in the folder where this runs;
 * - -k FILE: what an unfinished run may leave behind; removed before the next;
 * - -i FILE: its standard input;
 * - -n: numbers on standard output (times) differ from run to run;
 * - -N: so does what is in the outputs;
 * - -a: it answers lines: an error is one more answer, and it goes on.
 *
 * Usage of several processes: mpirun ... faults -c N -p P memory once|on -- COMMAND
 * runs the command once, in the processes that mpirun started, with call N of process P
 * failing (0: none). What must hold then is said in tests/mpi.sh. Without a failing call
 * each process prints on standard error how many calls it made. */
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

static void complain(const char *what, const char *name)
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

static struct text take(const char *path)
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

static bool same(struct text a, struct text b)
{
    return a.bytes != NULL && b.bytes != NULL && a.size == b.size &&
           memcmp(a.bytes, b.bytes, a.size) == 0;
}

/* A number becomes one 0, and the blanks before it, by which it is set in columns, one.
 */
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

static void put_old(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL || fputs(old_text, file) < 0 || fclose(file) != 0)
        exit(3);
}

static bool listed(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Names that were in the folder before anything ran. */
static char *first_names[256];
static int first_count;

static bool is_first(const char *name)
{
    for (int i = 0; i < first_count; i++)
        if (strcmp(name, first_names[i]) == 0)
            return true;
    return false;
}

static void look_around(void)
{
    DIR *folder = opendir(".");
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (first_count < 256)
            first_names[first_count++] = strdup(entry->d_name);
    closedir(folder);
}

/* Removes what is new and not expected, after it has been complained of. */
static void sweep(bool tolerant)
{
    DIR *folder = opendir(".");
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const char *name = entry->d_name;
        if (is_first(name) || listed(name, task.output, task.outputs) ||
            strcmp(name, out_name) == 0 || strcmp(name, err_name) == 0)
            continue;
        if (!listed(name, task.kept, task.kepts) && !tolerant) {
            complain("a file is left behind", name);
            unlink(name);
        }
    }
    closedir(folder);
}

static void prepare(bool with_old)
{
    for (int i = 0; i < task.kepts; i++)
        unlink(task.kept[i]);
    for (int i = 0; i < task.outputs; i++) {
        unlink(task.output[i]);
        if (with_old)
            put_old(task.output[i]);
    }
    if (fault_plan->mode != FAULT_POWER)
        return;
    power_forget();
    for (int i = 0; with_old && i < task.outputs; i++)
        power_keep(task.output[i]);
}

/* Whether a file is the command's, which what is on the disk decides. */
static bool is_touched(const char *name)
{
    return !is_first(name) && strcmp(name, out_name) != 0 && strcmp(name, err_name) != 0;
}

/* --- runs --------------------------------------------------------------------------- */

static void redirect(const char *path, int flags, int to)
{
    int fd = open(path, flags | O_CLOEXEC, 0666);
    if (fd < 0 || dup2(fd, to) < 0)
        _exit(3);
    close(fd);
}

/* The wait status of the command, run with its call `target` failing. */
static int run(unsigned long target)
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
        /* By the processor's clock, so that a busy machine makes no difference. */
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
    struct text out = take(out_name);
    if (task.numbers_vary)
        blank_numbers(&out);
    if (!task.answers && !same(out, reference[task.outputs]))
        complain("status 0, but its output is another", NULL);
    free(out.bytes);
    for (int i = 0; i < task.outputs; i++) {
        struct text got = take(task.output[i]);
        if (got.bytes == NULL || strcmp(got.bytes, old_text) == 0 ||
            (!task.outputs_vary && !same(got, reference[i])))
            complain("status 0, but not this file", task.output[i]);
        free(got.bytes);
    }
}

/* Where contents vary: a text of whole lines, or something about as long. */
static bool is_whole(struct text got, struct text expected)
{
    return got.size > 0 &&
           (got.size * 2 > expected.size || (got.bytes[got.size - 1] == '\n' &&
                                             expected.bytes[expected.size - 1] == '\n'));
}

/* What an unfinished run may have done to its outputs: nothing, or all of it. */
static void check_outputs(bool had_old)
{
    for (int i = 0; i < task.outputs; i++) {
        struct text got = take(task.output[i]);
        bool untouched = got.bytes == NULL ? !had_old : strcmp(got.bytes, old_text) == 0;
        bool whole =
            task.outputs_vary ? is_whole(got, reference[i]) : same(got, reference[i]);
        if (!untouched && !whole)
            complain(got.bytes == NULL ? "what was there is lost" : "half a file",
                     task.output[i]);
        free(got.bytes);
    }
}

static void check_killed(bool had_old)
{
    check_outputs(had_old);
    int status = run(0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        complain("killed there, it does not go on", NULL);
    else
        check_done();
}

static void check(int status, bool had_old)
{
    struct text err = take(err_name);
    bool dies = fault_plan->mode == FAULT_KILL || fault_plan->mode == FAULT_POWER;
    if (WIFSIGNALED(status) && dies && WTERMSIG(status) == SIGKILL) {
        check_killed(had_old);
    } else if (WIFSIGNALED(status)) {
        complain(WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL
                     ? "it does not end"
                     : "killed by signal",
                 strsignal(WTERMSIG(status)));
    } else if (WEXITSTATUS(status) == 0) {
        check_done();
    } else if (WEXITSTATUS(status) == 1) {
        check_outputs(had_old);
        if (err.size == 0 || strchr(err.bytes, '\n') == NULL)
            complain("status 1 without a message", NULL);
    } else {
        complain(WEXITSTATUS(status) == LEAKED ? "sanitizer" : "a wrong status",
                 err.bytes);
    }
    if (trial.complained && err.size > 0 && WEXITSTATUS(status) != LEAKED)
        printf("    it said: %.2000s", err.bytes);
    free(err.bytes);
    sweep(dies);
}

static void make_reference(void)
{
    prepare(false);
    int status = run(0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        struct text err = take(err_name);
        printf("not ok: it fails without faults: %s\n", err.bytes);
        exit(1);
    }
    for (int i = 0; i < task.outputs; i++)
        reference[i] = take(task.output[i]);
    reference[task.outputs] = take(out_name);
    if (task.numbers_vary)
        blank_numbers(&reference[task.outputs]);
}

/* Each of the first calls; of later ones, which are made in loops, ever fewer. */
static unsigned long next_target(unsigned long number)
{
    unsigned long all = fault_plan->mode == FAULT_POWER ? ALL_UP_TO_POWER : ALL_UP_TO;
    return number < all ? number + 1 : number + 1 + number / 20;
}

/* With what was there before and without; where the power fails, with the last change of
 * a name and without it. */
static void try_call(unsigned long number)
{
    bool power = fault_plan->mode == FAULT_POWER;
    for (int turn = 0; turn < (power ? 4 : 1); turn++) {
        bool had_old = power ? turn % 2 == 0 : number % 2 == 0;
        trial = (struct trial){.number = number};
        prepare(had_old);
        int status = run(number);
        if (power)
            power_cut(turn < 2, fault_plan, is_touched);
        check(status, had_old);
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

/* Under mpirun, which a process that was forked could not take part in. */
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
    look_around();
    make_reference();
    unsigned long tried = 0, calls = atomic_load(&fault_plan->calls);
    for (unsigned long n = 1; n <= calls; n = next_target(n), tried++)
        try_call(n);
    if (power) /* when all is done */
        try_call(calls + 1);
    prepare(false);
    if (power)
        power_end();
    printf("%s %lu of %lu calls:", complaints == 0 ? "ok    " : "not ok", tried, calls);
    for (int i = 0; i < task.words; i++)
        printf(" %s", task.command[i]);
    printf("\n");
    return complaints != 0;
}
