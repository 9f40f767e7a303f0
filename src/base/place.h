/* Directories of the library and of the program, from which files installed beside them
 * are found. Both functions return false where the system does not report the path, or it
 * is longer than the buffer; the directory is absolute. Thread-safe. */
#ifndef TREY_BASE_PLACE_H
#define TREY_BASE_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/* Directory of the shared library that contains this function, by dladdr(). In a program
 * that is linked statically, false or the program's directory. */
bool trey_place_library(char *directory, size_t size_bytes);

/* Directory of the running program, by the /proc file system. */
bool trey_place_program(char *directory, size_t size_bytes);

/* Removes the last component: "/usr/lib" becomes "/usr". False, with nothing changed, at
 * the root. */
bool trey_place_up(char *directory);

#endif
