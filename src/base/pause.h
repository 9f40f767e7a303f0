/* Where long work yields its thread. */
#ifndef TREY_BASE_PAUSE_H
#define TREY_BASE_PAUSE_H

/* Called again and again, at least every few hundredths of a second, by work that is not
 * cut into slices. Threads see to that by themselves. In WebAssembly there is one, and
 * the caller of the module gets it: it may put the stack aside here, let messages in and
 * go on later. Only functions that the build knows of may be on the stack then: those
 * that lead here by direct calls, and those named in web/engine/CMakeLists.txt. So no
 * inner loop calls this; one around it does, and its body stays as fast as it was. */
#if defined(__wasi__)
__attribute__((import_module("trey"), import_name("pause"))) void trey_pause(void);
#else
static inline void trey_pause(void)
{
}
#endif

#endif
