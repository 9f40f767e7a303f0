#include "base/memory.h"

#include "base/check.h"
#include "os/os.h"

#include <stdint.h>

enum { LARGE_PAGE = 2 << 20, SMALL_PAGE = 4096 };

/* Below one large page there is nothing to gain and much to waste. */
static size_t page_of(size_t bytes)
{
    return bytes < LARGE_PAGE ? SMALL_PAGE : LARGE_PAGE;
}

static size_t rounded(size_t bytes)
{
    size_t page = page_of(bytes);
    return (bytes + page - 1) / page * page;
}

void *trey_large_new(size_t bytes)
{
    size_t page = page_of(bytes), size = rounded(bytes);
    if (size < bytes || size + page < size || bytes == 0)
        return NULL;
    void *memory = trey_os_pages_new(size, page);
    assert(trey_is_aligned(memory, page));
    return memory;
}

void trey_large_free(void *memory, size_t bytes)
{
    if (memory != NULL)
        trey_os_pages_free(memory, rounded(bytes));
}
