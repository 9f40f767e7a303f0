/* The functions that clang 14 calls for setjmp and longjmp (LLVM's pass
 * WebAssemblyLowerEmscriptenEHSjLj describes them).
 *
 * Each call of setjmp gets a number of its own, which jmp_buf stores. A function that
 * calls setjmp has a table of the numbers of its calls and of the labels where they
 * continue; a row with the number 0 ends the table. longjmp throws an exception with the
 * address of the jmp_buf. Each such function catches it and continues at the label if the
 * number is in its table, else throws it again. */
#include <stdlib.h>

struct row {
    unsigned number, label;
};

struct jump {
    unsigned *place;
    int value;
};

/* The second result of saveSetjmp. */
static unsigned second_result;

unsigned getTempRet0(void)
{
    return second_result;
}

void setTempRet0(unsigned value)
{
    second_result = value;
}

/* Adds a row to a table with room for `size` rows and the end. Returns the table, which
 * may have moved, and its size as the second result. */
struct row *saveSetjmp(unsigned *place, unsigned label, struct row *table, unsigned size)
{
    static unsigned newest;
    unsigned used = 0;
    while (table[used].number != 0)
        used++;
    if (used == size) {
        size *= 2;
        table = realloc(table, (size + 1) * sizeof *table);
        if (table == NULL)
            abort();
    }
    *place = ++newest;
    table[used] = (struct row){newest, label};
    table[used + 1].number = 0;
    second_result = size;
    return table;
}

/* The label of a number; 0 if it is that of another function. */
unsigned testSetjmp(unsigned number, const struct row *table, unsigned size)
{
    for (unsigned i = 0; i < size && table[i].number != 0; i++)
        if (table[i].number == number)
            return table[i].label;
    return 0;
}

_Noreturn void __wasm_longjmp(unsigned *place, int value)
{
    enum { LONGJMP = 1 }; /* the kind of the exception */
    static struct jump jump;
    jump = (struct jump){place, value != 0 ? value : 1};
    __builtin_wasm_throw(LONGJMP, &jump);
}
