/* Evaluators by name, and the files of the networks that come with trey. "network" and
 * "network-small" stand for a file by board and rules, or if there is none for a network
 * inside the library; "default" is the first of "network" and "network-small" that is
 * found, else the heuristic, with a warning. */
#include "base/error.h"
#include "base/hash.h"
#include "base/names.h"
#include "base/place.h"
#include "base/text.h"
#include "eval/embedded.h"
#include "eval/eval.h"
#include "eval/network.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char network_prefix[] = "network:";

enum { MAX_PATH_BYTES = TREY_EVALUATOR_PATH };

/* Files of the networks that come with trey, without ".network". */
static const char *const shipped[] = {"window",        "window-small", "threes-3x4",
                                      "threes-3x3",    "threes-2x4",   "2048-4x4",
                                      "2048-4x4-small"};

/* A search for the file of "network" or "network-small" for some boards. */
struct lookup {
    struct trey_shape shape;
    enum trey_eval_family family;
    bool small;
    char file[40]; /* its name, without ".network" */
    char path[MAX_PATH_BYTES];
    struct trey_text *searched; /* optional: the directories, for messages */
};

static void begin_lookup(struct lookup *lookup, const char *name, struct trey_shape shape,
                         enum trey_eval_family family)
{
    *lookup = (struct lookup){.shape = shape, .family = family};
    lookup->small = strcmp(name, "network-small") == 0;
    bool is_4x4 = shape.rows == 4 && shape.cols == 4;
    const char *kind = lookup->small ? "-small" : "";
    if (family == TREY_EVAL_THREES && is_4x4)
        snprintf(lookup->file, sizeof lookup->file, "window%s", kind);
    else
        snprintf(lookup->file, sizeof lookup->file, "%s-%dx%d%s",
                 trey_eval_tiles(family)->name, shape.rows, shape.cols, kind);
}

static bool is_shipped(const struct lookup *lookup)
{
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++)
        if (strcmp(shipped[i], lookup->file) == 0)
            return true;
    return false;
}

#if defined(TREY_WITH_ZSTD)

static bool is_readable(struct lookup *lookup, const char *directory,
                        const char *subdirectory)
{
    return snprintf(lookup->path, MAX_PATH_BYTES, "%s%s/%s.network", directory,
                    subdirectory, lookup->file) < MAX_PATH_BYTES &&
           access(lookup->path, R_OK) == 0;
}

__attribute__((format(printf, 2, 3))) static void note_searched(struct lookup *lookup,
                                                                const char *format, ...)
{
    va_list arguments;
    char text[MAX_PATH_BYTES + 80];
    if (lookup->searched == NULL)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    trey_text_printf(lookup->searched, "%s%s", lookup->searched->size > 0 ? ", " : "",
                     text);
}

/* Searches share/trey of a directory and of the two above it: of PREFIX for
 * PREFIX/bin/trey and PREFIX/lib/x86_64-linux-gnu/libtrey.so, and of a build directory,
 * whose share/trey is a link to data/. */
static bool search_upwards(struct lookup *lookup, const char *start)
{
    enum { LEVELS = 3 };
    char directory[MAX_PATH_BYTES];
    snprintf(directory, sizeof directory, "%s", start);
    note_searched(lookup, "share/trey in %s and the two directories above", start);
    for (int i = 0; i < LEVELS; i++) {
        if (is_readable(lookup, directory, "/share/trey"))
            return true;
        if (!trey_place_up(directory))
            break;
    }
    return false;
}

/* Searches in an order that does not depend on the C library; a source that the system
 * does not have is skipped. */
static bool find_shipped(struct lookup *lookup)
{
    char library[MAX_PATH_BYTES] = "", program[MAX_PATH_BYTES] = "";
    const char *chosen = getenv("TREY_NETWORKS");
    if (chosen != NULL && chosen[0] != '\0') {
        note_searched(lookup, "%s", chosen);
        if (is_readable(lookup, chosen, ""))
            return true;
    }
    if (trey_place_library(library, sizeof library) && search_upwards(lookup, library))
        return true;
    if (trey_place_program(program, sizeof program) && strcmp(program, library) != 0 &&
        search_upwards(lookup, program))
        return true;
    note_searched(lookup, "%s", TREY_DATA_INSTALLED);
    return is_readable(lookup, TREY_DATA_INSTALLED, "");
}

static enum trey_status fail_missing(struct lookup *lookup, struct trey_text *text,
                                     struct trey_error *error)
{
    struct trey_text searched = {0};
    lookup->searched = &searched;
    find_shipped(lookup);
    lookup->searched = NULL;
    trey_text_printf(text, "%s.network was not found; searched: %s", lookup->file,
                     searched.data != NULL ? searched.data : "");
    text->failed = text->failed || searched.failed;
    trey_text_clear(&searched);
    if (text->failed)
        return trey_fail_memory(error, MAX_PATH_BYTES);
    return trey_fail(error, TREY_ERR_IO, 0, "the network's file %s", text->data);
}

#else

static bool find_shipped(struct lookup *lookup)
{
    (void)lookup;
    return false;
}

static enum trey_status fail_missing(struct lookup *lookup, struct trey_text *text,
                                     struct trey_error *error)
{
    trey_text_printf(text, "%s.network cannot be read: this trey was built without zstd",
                     lookup->file);
    if (text->failed)
        return trey_fail_memory(error, sizeof lookup->file);
    return trey_fail(error, TREY_ERR_LIMIT, 0, "the network's file %s", text->data);
}

#endif

/* The error for a network that does not come with trey or was not found; *text gets the
 * part of the message that follows "the network's file". */
static enum trey_status fail_not_found(struct lookup *lookup, struct trey_text *text,
                                       struct trey_error *error)
{
    const char *title = trey_eval_tiles(lookup->family)->title;
    if (is_shipped(lookup))
        return fail_missing(lookup, text, error);
    if (!trey_network_supports(lookup->family))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "networks are for Threes! and 2048, not for %s", title);
    return trey_fail(
        error, TREY_ERR_ARGUMENT, 0,
        "trey has no %snetwork for %s on %d x %d cells; train one with 'trey "
        "train' and use it as network:FILE",
        lookup->small ? "small " : "", title, lookup->shape.rows, lookup->shape.cols);
}

static bool is_found(struct lookup *lookup)
{
    size_t size_bytes;
    return find_shipped(lookup) ||
           trey_embedded_network(lookup->file, &size_bytes) != NULL;
}

const char *trey_evaluator_default(struct trey_shape shape, enum trey_eval_family family)
{
    struct lookup lookup;
    begin_lookup(&lookup, "network", shape, family);
    if (is_found(&lookup))
        return "network";
    begin_lookup(&lookup, "network-small", shape, family); /* the npm package has it */
    return is_found(&lookup) ? "network-small" : "heuristic";
}

static enum trey_status read_network(const char *path, struct trey_shape shape,
                                     enum trey_eval_family family,
                                     struct trey_evaluator **evaluator,
                                     struct trey_error *error)
{
    struct trey_network *network = NULL;
    struct trey_error why = {0};
    enum trey_status status = trey_network_read(path, &network, &why);
    if (status != TREY_OK)
        return trey_fail(error, status, 0, "%s: %s", path, why.message);
    struct trey_shape network_shape = network->base.shape;
    if (network_shape.rows != shape.rows || network_shape.cols != shape.cols) {
        trey_evaluator_free(&network->base);
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "%s: the network is for %d x %d cells", path, network_shape.rows,
                         network_shape.cols);
    }
    const char *title = trey_eval_tiles(network->base.family)->title;
    if (network->base.family != family) {
        trey_evaluator_free(&network->base);
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "%s: the network is for %s, not for %s", path, title,
                         trey_eval_tiles(family)->title);
    }
    *evaluator = &network->base;
    return TREY_OK;
}

const char *trey_evaluator_name_at(int index)
{
    static const char *const names[] = {"network", "network-small", "network:FILE",
                                        "heuristic", "points"};
    enum { COUNT = sizeof names / sizeof *names };
    return index >= 0 && index < COUNT ? names[index] : NULL;
}

static bool is_network(const char *name)
{
    return strcmp(name, "network") == 0 || strcmp(name, "network-small") == 0;
}

static enum trey_status make_evaluator(const char *name, struct trey_shape shape,
                                       enum trey_eval_family family,
                                       struct trey_evaluator **evaluator,
                                       struct trey_error *error)
{
    if (is_network(name)) {
        struct lookup lookup;
        struct trey_text unused = {0};
        begin_lookup(&lookup, name, shape, family);
        if (find_shipped(&lookup))
            return read_network(lookup.path, shape, family, evaluator, error);
        size_t size_bytes;
        const uint8_t *bytes = trey_embedded_network(lookup.file, &size_bytes);
        if (bytes != NULL)
            return trey_evaluator_from_bytes(bytes, size_bytes, evaluator, error);
        enum trey_status status = fail_not_found(&lookup, &unused, error);
        trey_text_clear(&unused);
        return status;
    }
    if (strcmp(name, "heuristic") == 0)
        return trey_evaluator_heuristic(shape, family, evaluator, error);
    if (strcmp(name, "points") == 0)
        return trey_evaluator_points(shape, family, evaluator, error);
    if (strncmp(name, network_prefix, strlen(network_prefix)) == 0)
        return read_network(name + strlen(network_prefix), shape, family, evaluator,
                            error);
    return trey_fail_unknown(error, "player", name, trey_evaluator_name_at);
}

/* The warning of an evaluator that replaces a network that comes with trey: NULL if there
 * is no such network, or memory runs out. */
static char *describe_missing(struct trey_shape shape, enum trey_eval_family family)
{
    struct lookup lookup;
    struct trey_text reason = {0}, text = {0};
    struct trey_error error;
    char *data = NULL;
    size_t size;
    begin_lookup(&lookup, "network", shape, family);
    if (fail_not_found(&lookup, &reason, &error) != TREY_ERR_ARGUMENT) {
        trey_text_printf(&text, "weaker than the network, whose file %s",
                         reason.data != NULL ? reason.data : "was not found");
        if (trey_text_take(&text, &data, &size, NULL) != TREY_OK)
            data = NULL;
    }
    trey_text_clear(&reason);
    return data;
}

enum trey_status trey_evaluator_named(const char *name, struct trey_shape shape,
                                      enum trey_eval_family family,
                                      struct trey_evaluator **evaluator,
                                      struct trey_error *error)
{
    bool use_default = strcmp(name, "default") == 0;
    struct trey_evaluator *made = NULL;
    if (use_default)
        name = trey_evaluator_default(shape, family);
    enum trey_status status = make_evaluator(name, shape, family, &made, error);
    if (status != TREY_OK)
        return status;
    made->name = strdup(name);
    if (made->name == NULL) {
        trey_evaluator_free(made);
        return trey_fail_memory(error, strlen(name) + 1);
    }
    if (use_default && !trey_network_is(made))
        made->fallback_warning = describe_missing(shape, family);
    *evaluator = made;
    return TREY_OK;
}

bool trey_evaluator_file(const char *name, struct trey_shape shape,
                         enum trey_eval_family family, char path[TREY_EVALUATOR_PATH])
{
    if (strcmp(name, "default") == 0)
        name = trey_evaluator_default(shape, family);
    if (is_network(name)) {
        struct lookup lookup;
        begin_lookup(&lookup, name, shape, family);
        bool found = find_shipped(&lookup);
        memcpy(path, lookup.path, sizeof lookup.path);
        return found;
    }
    if (strncmp(name, network_prefix, strlen(network_prefix)) != 0)
        return false;
    return snprintf(path, MAX_PATH_BYTES, "%s", name + strlen(network_prefix)) <
           MAX_PATH_BYTES;
}

bool trey_evaluator_embedded_hash(const char *name, struct trey_shape shape,
                                  enum trey_eval_family family, uint64_t *hash)
{
    struct lookup lookup;
    size_t size_bytes;
    const uint8_t *bytes = NULL;
    if (strcmp(name, "default") == 0)
        name = trey_evaluator_default(shape, family);
    if (is_network(name)) {
        begin_lookup(&lookup, name, shape, family);
        bytes = trey_embedded_network(lookup.file, &size_bytes);
    }
    if (bytes != NULL)
        *hash = trey_bytes_hash(bytes, size_bytes, 0);
    return bytes != NULL;
}

enum trey_status trey_evaluator_from_bytes(const void *bytes, size_t size_bytes,
                                           struct trey_evaluator **evaluator,
                                           struct trey_error *error)
{
    struct trey_network *network = NULL;
    uint8_t *copy = malloc(size_bytes + 1);
    if (copy == NULL)
        return trey_fail_memory(error, size_bytes);
    memcpy(copy, bytes, size_bytes);
    enum trey_status status = trey_network_parse(copy, size_bytes, &network, error);
    if (status == TREY_OK)
        *evaluator = &network->base;
    else
        free(copy);
    return status;
}
