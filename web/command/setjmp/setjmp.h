/* setjmp and longjmp, which the C library of WebAssembly lacks. The compiler translates
 * the calls in files that are compiled with -wasm-enable-sjlj; see setjmp.c. */
#ifndef TREY_WEB_SETJMP_H
#define TREY_WEB_SETJMP_H

typedef unsigned jmp_buf[1];

int setjmp(jmp_buf place) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf place, int value);

#endif
