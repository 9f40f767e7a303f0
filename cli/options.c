/* Parsing of a command line: argp does it, after a check for mistyped long options,,
 * which argp only calls unrecognized. */
#include "common.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_OPTIONS = 256 };

/* The options of a command: shown ones first, then hidden ones. argp has no context for a
 * list of names, and a process parses one command line. */
static struct {
    const char *name; /* NULL: only a letter, which is hidden */
    int key;          /* the letter, if it is one */
    bool has_argument;
} known[MAX_OPTIONS];

static int known_count;
static int shown_count;

static const char *shown_at(int index)
{
    return index >= 0 && index < shown_count ? known[index].name : NULL;
}

static bool is_end(const struct argp_option *option)
{
    return option->key == 0 && option->name == NULL && option->doc == NULL &&
           option->group == 0;
}

static void add_option(const char *name, int key, bool has_argument)
{
    if (known_count == MAX_OPTIONS || (name == NULL && key == 0))
        return;
    known[known_count].name = name;
    known[known_count].key = key;
    known[known_count++].has_argument = has_argument;
}

/* Adds the options of `argp` and its children that are hidden, or that are shown. */
static void add_options(const struct argp *argp, bool hidden)
{
    bool has_argument = false;
    for (const struct argp_option *option = argp->options;
         option != NULL && !is_end(option); option++) {
        if ((option->flags & OPTION_ALIAS) == 0)
            has_argument =
                option->arg != NULL && (option->flags & OPTION_ARG_OPTIONAL) == 0;
        if (((option->flags & OPTION_HIDDEN) != 0) == hidden)
            add_option(option->name, option->key, has_argument);
    }
    for (const struct argp_child *child = argp->children;
         child != NULL && child->argp != NULL; child++)
        add_options(child->argp, hidden);
}

static void list_options(const struct argp *argp)
{
    static const char *const common[] = {"help", "usage", "version"};
    known_count = 0;
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        add_option(common[i], 0, false);
    add_options(argp, false);
    shown_count = known_count;
    add_options(argp, true);
}

/* The option with this name or, if it is the only one, that begins with it; -1 if there
 * is none, -2 if several names begin with it, which getopt refuses. */
static int find_option(const char *name)
{
    int found = -1;
    const size_t length = strlen(name);
    for (int i = 0; i < known_count; i++) {
        if (known[i].name == NULL || strncmp(known[i].name, name, length) != 0)
            continue;
        if (known[i].name[length] == '\0')
            return i;
        found = found == -1 ? i : -2;
    }
    return found;
}

/* Ends the program after "unknown option" and what was typed, with the option that was
 * probably meant. */
_Noreturn static void refuse_option(const char *title, const char *hyphens,
                                    const char *name)
{
    const char *closest = name[0] == '\0' ? NULL : trey_names_closest(name, shown_at);
    fprintf(stderr, "%s: unknown option '%s%s'", title, hyphens, cli_shown(name));
    if (closest != NULL && strcmp(hyphens, "--") == 0)
        fprintf(stderr, "; did you mean '--%s'?", closest);
    putc('\n', stderr);
    cli_print_hint(title);
    exit(CLI_USAGE);
}

/* True if the argument of the option that these letters end with is the next word. */
static bool takes_next(const char *letters)
{
    for (int i = 0; i < known_count; i++) {
        const bool is_letter = known[i].key > 0 && known[i].key < 128;
        const char *letter =
            is_letter && known[i].has_argument ? strchr(letters, known[i].key) : NULL;
        if (letter != NULL)
            return letter[1] == '\0';
    }
    return false;
}

/* getopt prints an unknown letter unescaped: refuses one that is not printable ASCII. */
static void check_letters(const char *title, const char *letters)
{
    /* -q, which takes no value, may stand before others. */
    const char letter = letters[strspn(letters, "q")];
    if (letter != '\0' && (letter < ' ' || letter > '~'))
        refuse_option(title, "-", letters);
}

/* Checks --NAME or --NAME=VALUE; returns true if the next word is its value. */
static bool check_name(const char *title, const char *word)
{
    char name[64];
    const size_t length = strcspn(word, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    const int option = length < sizeof name ? find_option(name) : -1;
    /* getopt also prints an ambiguous word unescaped. */
    if (option == -1 || (option == -2 && cli_shown(word) != word))
        refuse_option(title, "--", name);
    return option >= 0 && known[option].has_argument && word[length] == '\0';
}

static void check_options(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *word = argv[i];
        bool next = false;
        if (strncmp(word, "--", 2) == 0) {
            next = check_name(argv[0], word + 2);
        } else if (word[0] == '-' && word[1] != '\0') {
            check_letters(argv[0], word + 1);
            next = takes_next(word + 1);
        }
        i += next;
    }
}

error_t cli_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    list_options(argp);
    check_options(argc, argv);
    return argp_parse(argp, argc, argv, 0, NULL, input);
}
