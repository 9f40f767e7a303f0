/* Lines for the engine: whatever comes, it goes on to the end of input. Limits that would
 * take long are cut by the end of input, which stops a search. */
#include "fuzz.h"
#include "trey/engine.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 4096 }; /* bytes, so that a pipe holds them all */

/* What takes memory and threads by the thousand is left to other tests. */
static int asks_for_much(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + 4 <= size; i++)
        if (memcmp(data + i, "name", 4) == 0)
            return 1;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int pair[2];
    struct trey_engine_options options;
    if (size > MOST || asks_for_much(data, size) || pipe(pair) != 0)
        return 0;
    int nowhere = open("/dev/null", O_WRONLY);
    trey_engine_defaults(&options);
    options.player = "heuristic"; /* a network takes seconds to read in this build */
    options.table_bytes = TREY_SEARCH_MIN_TABLE_BYTES;
    FUZZ_CHECK(write(pair[1], data, size) == (ssize_t)size);
    close(pair[1]);
    FUZZ_CHECK(trey_engine_serve(pair[0], nowhere, &options, NULL) == TREY_OK);
    close(pair[0]);
    close(nowhere);
    return 0;
}
