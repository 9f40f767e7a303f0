/* Where the library lies on the disk. */
#ifndef TREY_BASE_PLACE_H
#define TREY_BASE_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/* The folder, as an absolute path, of the shared library that holds this function, or of
 * the program where it is linked statically. False where the system does not tell, or it
 * does not fit. */
bool trey_place(char *folder, size_t size_bytes);

/* Takes the last part away: "/usr/lib" becomes "/usr". False, and nothing is changed, at
 * the root. */
bool trey_place_up(char *folder);

#endif
