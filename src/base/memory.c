#define _GNU_SOURCE /* MAP_ANONYMOUS, madvise */
#include "base/memory.h"

#include "base/check.h"

#include <stdint.h>
#include <sys/mman.h>

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
    uint8_t *mapped = mmap(NULL, size + page, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED)
        return NULL;
    size_t before = (page - (uintptr_t)mapped % page) % page;
    if (before > 0)
        munmap(mapped, before);
    munmap(mapped + before + size, page - before);
#if defined(MADV_HUGEPAGE)
    if (page == LARGE_PAGE)
        madvise(mapped + before, size, MADV_HUGEPAGE);
#endif
    assert(trey_is_aligned(mapped + before, page) && before < page);
    return mapped + before;
}

void trey_large_free(void *memory, size_t bytes)
{
    if (memory != NULL)
        munmap(memory, rounded(bytes));
}
