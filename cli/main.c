/* trey: finds the command in the table of commands.h and runs it with the remaining
 * arguments. `trey help COMMAND` is run as `trey COMMAND --help`. */
#include "base/names.h"
#include "commands.h"
#include "common.h"
#include "mpi/processes.h"
#include "os/os.h"
#include "processes.h"

#include <stdio.h>
#include <string.h>

struct command {
    const char *name, *title, *help;
    int (*run)(int argc, char **argv);
};

static const struct command commands[] = {
#define CLI_ROW(name, help) {#name, "trey " #name, help, cmd_##name},
    CLI_COMMANDS(CLI_ROW)
#undef CLI_ROW
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_usage(FILE *out)
{
    fputs("Usage: trey COMMAND [OPTION...]\n"
          "Threes! and its family of sliding-tile games: play, plan, judge, draw.\n\n"
          "Commands:\n",
          out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].help);
    fputs("\n'trey COMMAND --help' lists the options of a command; 'trey version' "
          "prints\n"
          "the version. Exit status: 0 done, 1 failed, 2 wrong usage.\n",
          out);
}

static const struct command *find_command(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static const char *command_at(int index)
{
    return index >= 0 && index < COMMAND_COUNT ? commands[index].name : NULL;
}

/* True for commands that share their work among the processes of mpirun. */
static bool works_as_processes(const char *name)
{
    static const char *const names[] = {"selfplay", "solve", "train"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    static char help_option[] = "--help";
    /* A write beyond the limit of `ulimit -f` must fail with a message, not kill us. */
    trey_os_start();
    cli_watch_json();
    cli_processes_begin(argc, argv);
    if (argc < 2) {
        print_usage(stderr);
        return CLI_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0 ||
        (strcmp(name, "version") == 0 && argc == 2)) {
        printf("trey %s\n", trey_version());
        return cli_finish();
    }
    bool wants_help = strcmp(name, "help") == 0;
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 ||
        (wants_help && argc == 2)) {
        print_usage(stdout);
        return cli_finish();
    }
    const struct command *command = find_command(wants_help ? argv[2] : name);
    if (command == NULL) {
        char text[512];
        trey_names_unknown("command", wants_help ? argv[2] : name, command_at, text,
                           sizeof text);
        fprintf(stderr, "trey: %s\n", cli_shown(text));
        return CLI_USAGE;
    }
    if (trey_processes_launched() > 1 && !wants_help &&
        !(trey_processes_supported() && works_as_processes(command->name)))
        return cli_processes_refuse(command->name);
    /* Messages begin with argv[0]. */
    char title[32];
    snprintf(title, sizeof title, "%s", command->title);
    char *help_arguments[] = {title, help_option, NULL};
    if (wants_help)
        return command->run(2, help_arguments);
    argv[1] = title;
    return command->run(argc - 1, argv + 1);
}
