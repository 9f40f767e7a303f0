#include "base/error.h"
#include "base/place.h"
#include "eval/network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char network_prefix[] = "network:";

enum { PATH_ROOM = TREY_EVALUATOR_PATH };

#if defined(TREY_WITH_ZSTD)
static bool readable(char path[PATH_ROOM], const char *folder, const char *below,
                     const char *name)
{
    return snprintf(path, PATH_ROOM, "%s%s/%s.network", folder, below, name) <
               PATH_ROOM &&
           access(path, R_OK) == 0;
}

/* In share/trey of the folder that the library or the program lies in, or of one of those
 * above: of PREFIX for PREFIX/bin/trey and PREFIX/lib/x86_64-linux-gnu/libtrey.so, and of
 * the folder of a build, whose share/trey is a link to data/. */
static bool find_beside(char path[PATH_ROOM], const char *name)
{
    enum { LEVELS = 3 };
    char folder[PATH_ROOM];
    bool there = trey_place(folder, sizeof folder);
    for (int i = 0; there && i < LEVELS; i++) {
        if (readable(path, folder, "/share/trey", name))
            return true;
        there = trey_place_up(folder);
    }
    return false;
}
#endif

/* Where the shipped network of a board is, `kind` being "" or "-small"; false if there is
 * none. */
static bool find_network(const char *kind, struct trey_shape shape,
                         enum trey_eval_family family, char path[PATH_ROOM])
{
#if defined(TREY_WITH_ZSTD)
    bool threes = family == TREY_EVAL_THREES, is_4x4 = shape.rows == 4 && shape.cols == 4;
    char name[40];
    if (threes && is_4x4)
        snprintf(name, sizeof name, "window%s", kind);
    else
        snprintf(name, sizeof name, "%s-%dx%d%s", trey_eval_tiles(family)->name,
                 shape.rows, shape.cols, kind);
    const char *chosen = getenv("TREY_NETWORKS");
    return (chosen != NULL && readable(path, chosen, "", name)) ||
           find_beside(path, name) || readable(path, TREY_DATA_INSTALLED, "", name);
#else
    (void)kind;
    (void)shape;
    (void)family;
    (void)path;
    return false;
#endif
}

const char *trey_evaluator_default(struct trey_shape shape, enum trey_eval_family family)
{
    char path[PATH_ROOM];
    return find_network("", shape, family, path) ? "network" : "heuristic";
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
    struct trey_shape of = network->base.shape;
    if (of.rows != shape.rows || of.cols != shape.cols) {
        trey_evaluator_free(&network->base);
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "%s: a network for %d x %d cells",
                         path, of.rows, of.cols);
    }
    const char *title = trey_eval_tiles(network->base.family)->title;
    if (network->base.family != family) {
        trey_evaluator_free(&network->base);
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "%s: a network for %s, not for %s",
                         path, title, trey_eval_tiles(family)->title);
    }
    *evaluator = &network->base;
    return TREY_OK;
}

enum trey_status trey_evaluator_named(const char *name, struct trey_shape shape,
                                      enum trey_eval_family family,
                                      struct trey_evaluator **evaluator,
                                      struct trey_error *error)
{
    char path[PATH_ROOM];
    if (strcmp(name, "default") == 0)
        name = trey_evaluator_default(shape, family);
    if (strcmp(name, "network") == 0 || strcmp(name, "network-small") == 0) {
        if (find_network(name + strlen("network"), shape, family, path))
            return read_network(path, shape, family, evaluator, error);
        return trey_fail(
            error, TREY_ERR_ARGUMENT, 0,
            "trey has no network of its own for such boards; trey train makes one, "
            "for network:FILE");
    }
    if (strcmp(name, "heuristic") == 0)
        return trey_evaluator_heuristic(shape, family, evaluator, error);
    if (strcmp(name, "points") == 0)
        return trey_evaluator_points(shape, family, evaluator, error);
    if (strncmp(name, network_prefix, strlen(network_prefix)) == 0)
        return read_network(name + strlen(network_prefix), shape, family, evaluator,
                            error);
    return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                     "no evaluation \"%s\": there are heuristic, points, network, "
                     "network-small, network:FILE",
                     name);
}

bool trey_evaluator_file(const char *name, struct trey_shape shape,
                         enum trey_eval_family family, char path[TREY_EVALUATOR_PATH])
{
    if (strcmp(name, "default") == 0)
        name = trey_evaluator_default(shape, family);
    if (strcmp(name, "network") == 0 || strcmp(name, "network-small") == 0)
        return find_network(name + strlen("network"), shape, family, path);
    if (strncmp(name, network_prefix, strlen(network_prefix)) != 0)
        return false;
    return snprintf(path, PATH_ROOM, "%s", name + strlen(network_prefix)) < PATH_ROOM;
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
