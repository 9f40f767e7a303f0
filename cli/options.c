/* Parsing of a command line: argp does it, after a check for mistyped long options, for
 * which argp only says that they are unrecognized. */
#include "common.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_OPTIONS = 256 };

/* The long options of a command. argp has no context for a list of names, and a process
 * parses one command line. */
static struct {
    const char *name;
    bool has_argument;
} known[MAX_OPTIONS];

static int known_count;
static int shown_count; /* those before it are not hidden */

static const char *shown_at(int index)
{
    return index >= 0 && index < shown_count ? known[index].name : NULL;
}

static bool is_end(const struct argp_option *option)
{
    return option->key == 0 && option->name == NULL && option->doc == NULL &&
           option->group == 0;
}

static void add_name(const char *name, bool has_argument)
{
    if (name == NULL || known_count == MAX_OPTIONS)
        return;
    known[known_count].name = name;
    known[known_count++].has_argument = has_argument;
}

/* Adds the long options of `argp` and its children that are hidden, or are not. */
static void add_options(const struct argp *argp, bool hidden)
{
    bool has_argument = false;
    for (const struct argp_option *option = argp->options;
         option != NULL && !is_end(option); option++) {
        if ((option->flags & OPTION_ALIAS) == 0)
            has_argument =
                option->arg != NULL && (option->flags & OPTION_ARG_OPTIONAL) == 0;
        if (((option->flags & OPTION_HIDDEN) != 0) == hidden)
            add_name(option->name, has_argument);
    }
    for (const struct argp_child *child = argp->children;
         child != NULL && child->argp != NULL; child++)
        add_options(child->argp, hidden);
}

/* The option that `name`, or the beginning of it, stands for; -1 if none. getopt refuses
 * an ambiguous beginning itself. */
static int find_option(const char *name)
{
    int found = -1;
    const size_t length = strlen(name);
    for (int i = 0; i < known_count; i++) {
        if (strcmp(known[i].name, name) == 0)
            return i;
        if (strncmp(known[i].name, name, length) == 0)
            found = i;
    }
    return found;
}

/* Prints what is wrong with an unknown option, as getopt would, and ends the program. */
_Noreturn static void refuse_option(const char *title, const char *name)
{
    const char *closest = trey_names_closest(name, shown_at);
    fprintf(stderr, "%s: unknown option '--%s'", title, cli_shown(name));
    if (closest != NULL)
        fprintf(stderr, "; did you mean '--%s'?", closest);
    fprintf(stderr, "\nTry `%s --help' or `%s --usage' for more information.\n", title,
            title);
    exit(CLI_USAGE);
}

/* The letters after a single hyphen end in an option whose argument is the next word. */
static bool takes_next(const struct argp *argp, const char *letters)
{
    bool has_argument = false;
    for (const struct argp_option *option = argp->options;
         option != NULL && !is_end(option); option++) {
        if ((option->flags & OPTION_ALIAS) == 0)
            has_argument =
                option->arg != NULL && (option->flags & OPTION_ARG_OPTIONAL) == 0;
        if (has_argument && option->key > 0 && option->key < 128 &&
            (option->flags & OPTION_DOC) == 0) {
            const char *letter = strchr(letters, option->key);
            if (letter != NULL)
                return letter[1] == '\0';
        }
    }
    for (const struct argp_child *child = argp->children;
         child != NULL && child->argp != NULL; child++)
        if (takes_next(child->argp, letters))
            return true;
    return false;
}

/* True for the beginning of several names, which getopt refuses: it quotes the word. */
static bool is_ambiguous(const char *name)
{
    const size_t length = strlen(name);
    int count = 0;
    for (int i = 0; i < known_count; i++) {
        if (strcmp(known[i].name, name) == 0)
            return false;
        count += strncmp(known[i].name, name, length) == 0;
    }
    return count > 1;
}

/* getopt quotes an unknown letter as it is: refuses one that is not printable ASCII. */
static void check_letters(const char *title, const char *letters)
{
    /* -q, which takes no value, may stand before others. */
    const char letter = letters[strspn(letters, "q")];
    if (letter == '\0' || (letter >= ' ' && letter <= '~'))
        return;
    fprintf(stderr,
            "%s: unknown option '-%s'\nTry `%s --help' or `%s --usage' for more "
            "information.\n",
            title, cli_shown(letters), title, title);
    exit(CLI_USAGE);
}

static void check_options(const struct argp *argp, int argc, char **argv)
{
    static const char *const common[] = {"help", "usage", "version"};
    known_count = 0;
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        add_name(common[i], false);
    add_options(argp, false);
    shown_count = known_count;
    add_options(argp, true);
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *word = argv[i];
        if (word[0] != '-' || word[1] == '\0')
            continue;
        if (word[1] != '-') {
            check_letters(argv[0], word + 1);
            if (takes_next(argp, word + 1))
                i++;
            continue;
        }
        char name[64];
        const size_t length = strcspn(word + 2, "=");
        snprintf(name, sizeof name, "%.*s", (int)length, word + 2);
        const int option = length < sizeof name ? find_option(name) : -1;
        if (option < 0 || (cli_shown(word) != word && is_ambiguous(name)))
            refuse_option(argv[0], name);
        if (known[option].has_argument && word[2 + length] == '\0')
            i++;
    }
}

error_t cli_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    check_options(argp, argc, argv);
    return argp_parse(argp, argc, argv, 0, NULL, input);
}
