/* trey/status.h - how functions of the library report success and failure.
 *
 * Every function that can fail returns an enum trey_status and takes, last, an optional
 * struct trey_error that says in words what was wrong. The library never prints, never
 * exits and never aborts on account of its input.
 *
 * What holds of every parameter in all these headers, unless its function says otherwise:
 *   NULL     `error` may be NULL, and so may what a function frees; nothing else.
 *   const    what a pointer to const leads to is only read, and not kept after the call.
 *   results  out-parameters are the caller's. An object or a text that was made is the
 *            caller's to free, by the function named for it; on failure there is nothing
 *            to free, and the pointer to it is not to be used.
 *   enum     one of the values named; an index of a list, a direction or a cell in range.
 *   threads  a function touches nothing but its arguments, so that any number of threads
 *            may call it at once with objects of their own, or with objects that are
 *            only read. An object that a call may change is for one thread at a time.
 *            Callbacks are called in the thread of the call that they were given to.
 *   context  what is to be handed to a callback; the library does not look at it, and it
 *            may be NULL. So may what the comment of a field calls optional, or NULL.
 *   text     what has a small bound is written to the caller's `char *text` of so many
 *            bytes, `size_bytes`, the zero included: never more than that, cut short if
 *            it is longer, nothing at all if that is 0; TREY_..._TEXT is room for any.
 *            Other text is handed over as `char **text`, with a zero at its end, for
 *            trey_free; its `size_bytes`, the zero not counted, may be NULL.
 *   names    a list of names is asked by index 0, 1, ... and ends with NULL, which any
 *            other index gives too. Names are constant. */
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

/* Version of the headers; trey_version() is that of the library linked. Versions with
 * equal major and minor numbers can stand for each other. */
#define TREY_VERSION_MAJOR 0
#define TREY_VERSION_MINOR 2
#define TREY_VERSION_PATCH 0
#define TREY_VERSION       "0.2.0"

enum trey_status {
    TREY_OK = 0,
    TREY_ERR_ARGUMENT,  /* an argument is out of its documented range */
    TREY_ERR_INPUT,     /* a file or text is malformed; error.line says where */
    TREY_ERR_IO,        /* the system refused to read or write */
    TREY_ERR_MEMORY,    /* memory could not be had */
    TREY_ERR_LIMIT,     /* a limit set by the caller is too small for the task */
    TREY_ERR_CANCELLED, /* the caller wished it, by struct trey_cancel */
};

/* What went wrong. Owned by the caller; filled only when the status is not TREY_OK. */
struct trey_error {
    enum trey_status code;
    size_t line;       /* line of the input, from 1; 0 where no line is meant */
    char message[240]; /* one line without a final newline, no file name in it */
};

/* A fixed English phrase for a status ("out of memory"); never NULL. Thread-safe. */
TREY_API const char *trey_status_text(enum trey_status status);

/* A wish that work end soon, which a signal handler or another thread may express while
 * it runs. Zero-initialise; every function that can be cancelled takes a pointer to one,
 * or NULL, and fails or ends early as it says. It is the caller's and must outlive the
 * work. */
struct trey_cancel {
    int raised; /* for the functions below alone */
};

/* From any thread, and from signal handlers. */
TREY_API void trey_cancel_raise(struct trey_cancel *cancel);

/* For new work. */
TREY_API void trey_cancel_clear(struct trey_cancel *cancel);

/* false for NULL. From any thread. */
TREY_API bool trey_cancel_raised(const struct trey_cancel *cancel);

/* The version of the library, for instance "0.2.0". Thread-safe. */
TREY_API const char *trey_version(void);

/* Frees memory that a function of the library handed to the caller. NULL is taken. */
TREY_API void trey_free(void *memory);

#ifdef __cplusplus
}
#endif
#endif
