/* trey/status.h - how functions of the library report success and failure.
 *
 * Every function that can fail returns an enum trey_status and takes, as its last
 * parameter, an optional struct trey_error that describes the problem in words. The
 * library never prints, never exits, and never aborts because of its input.
 *
 * These conventions hold for all headers unless a function documents an exception:
 *   NULL     only `error` and the argument of a function that frees may be NULL.
 *   const    data behind a pointer to const is only read, and not kept after the call.
 *   results  out-parameters belong to the caller. The caller frees an object or a text
 *            that a function made, with the function named for it; on failure there is
 *            nothing to free, and the pointer must not be used.
 *   enum     one of the named values; an index of a list, a direction or a cell is in
 *            range.
 *   threads  a function accesses only its arguments. Any number of threads may call it at
 *            once with different objects, or with objects that are only read. Only one
 *            thread at a time may use an object that a call can change. Callbacks run in
 *            the thread of the call that they were passed to.
 *   context  an opaque pointer that is passed to a callback; it may be NULL. Fields that
 *            are documented as optional may be NULL, too.
 *   text     a text with a small maximum is written to the caller's `char *text` of
 *            `size_bytes` bytes, terminating zero included: truncated if it is longer,
 *            nothing is written if `size_bytes` is 0. TREY_..._TEXT bytes fit any text.
 *            Other texts are returned as `char **text`, zero-terminated, for trey_free;
 *            their `size_bytes`, without the zero, may be NULL.
 *   options  a struct of options is set by its function ..._defaults, or by {0} if there
 *            is none, before members are changed. It ends in `reserved`, which is 0 then:
 *            room for later members, so that a program works with a newer library of the
 *            same minor version.
 *   names    a list of names is read by index 0, 1, ... Any index beyond it returns NULL.
 *            Names are constant. */
#ifndef TREY_STATUS_H
#define TREY_STATUS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TREY_API __attribute__((visibility("default")))
#else
#define TREY_API
#endif

/* Version of the headers; trey_version() returns that of the linked library. Versions
 * with equal major and minor numbers are interchangeable. */
#define TREY_VERSION_MAJOR 0
#define TREY_VERSION_MINOR 3
#define TREY_VERSION_PATCH 0
#define TREY_VERSION       "0.3.0"

/* Number of reserved members of structs of options. A later member takes the place of one
 * or, if it is larger, of several; the size stays (tests/test_layout.c). */
#define TREY_RESERVED 8

/* Status of a function that can fail. */
enum trey_status {
    TREY_OK = 0,
    TREY_ERR_ARGUMENT,  /* an argument is out of its documented range */
    TREY_ERR_INPUT,     /* a file or text is malformed; error.line says where */
    TREY_ERR_IO,        /* the operating system could not read or write */
    TREY_ERR_MEMORY,    /* out of memory */
    TREY_ERR_LIMIT,     /* a limit set by the caller is too small for the task */
    TREY_ERR_CANCELLED, /* cancelled by the caller (struct trey_cancel) */
};

/* Description of an error. Owned by the caller; filled only if the status is not
 * TREY_OK. */
struct trey_error {
    enum trey_status code;
    size_t line;       /* line of the input, from 1; 0: not about a line */
    char message[240]; /* one line without newline and file name */
};

/* A fixed English phrase for a status ("out of memory"); never NULL. Thread-safe. */
TREY_API const char *trey_status_text(enum trey_status status);

/* Request to stop work, raised by another thread or a signal handler while the work runs.
 * Zero-initialise it. Functions that can be cancelled take a pointer to one, or NULL, and
 * document what they return then. Owned by the caller; it must outlive the work. */
struct trey_cancel {
    int raised; /* private: use the functions below */
};

/* Requests cancellation. May be called from any thread and from signal handlers. */
TREY_API void trey_cancel_raise(struct trey_cancel *cancel);

/* Resets the request, for new work. */
TREY_API void trey_cancel_clear(struct trey_cancel *cancel);

/* True if cancellation was requested; false for NULL. May be called from any thread. */
TREY_API bool trey_cancel_raised(const struct trey_cancel *cancel);

/* Version of the library, for instance "0.3.0". Thread-safe. */
TREY_API const char *trey_version(void);

/* Frees memory that a function of the library returned to the caller. NULL is allowed. */
TREY_API void trey_free(void *memory);

#ifdef __cplusplus
}
#endif
#endif
