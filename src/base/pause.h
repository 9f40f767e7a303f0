/* Pauses of long work in a program without threads (WebAssembly). */
#ifndef TREY_BASE_PAUSE_H
#define TREY_BASE_PAUSE_H

/* Called at least every few hundredths of a second by work that is not divided into
 * slices. It does nothing on systems with threads. In WebAssembly, which has one thread,
 * the module's caller may suspend the work here, handle messages, and resume it later.
 * This works only if the build has prepared every function on the stack: those that reach
 * this call by direct calls, and those listed in web/engine/CMakeLists.txt. Prepared
 * functions are slower, so an outer loop calls this, never an inner one. */
#if defined(__wasi__) && !defined(TREY_WASI_FILES)
__attribute__((import_module("trey"), import_name("pause"))) void trey_pause(void);
#else
static inline void trey_pause(void)
{
}
#endif

#endif
