/* The files that `trey serve` serves: those of web/, built into the command by
 * cmake/embed-site.cmake. It never reads files from disk. */
#ifndef TREY_CLI_SERVE_SITE_H
#define TREY_CLI_SERVE_SITE_H

#include <stddef.h>

struct serve_file {
    const char *path; /* as in a request: "/js/main.js" */
    const char *type; /* for Content-Type */
    const char *bytes;
    size_t size_bytes;
};

extern const struct serve_file serve_site[];
extern const size_t serve_site_count;

#endif
