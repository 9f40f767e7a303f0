/* cmocka, with the headers that it needs before it. Every test includes this file. */
#ifndef TREY_TESTS_TEST_H
#define TREY_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
