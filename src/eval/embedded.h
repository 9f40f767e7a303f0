/* Networks inside the library (TREY_EMBED_NETWORKS in CMakeLists.txt), for programs that
 * are one file. Files are found first. */
#ifndef TREY_EVAL_EMBEDDED_H
#define TREY_EVAL_EMBEDDED_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of the network of this name ("window-small"), and their number; NULL if it is
 * not in the library. */
const uint8_t *trey_embedded_network(const char *name, size_t *size_bytes);

#endif
