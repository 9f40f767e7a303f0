/* Lines for a session: any input is safe, and all answers are JSON or words. Long work is
 * cut short. */
#include "fuzz.h"
#include "trey/engine.h"

#include <string.h>

enum { MAX_BYTES = 4096, STEPS = 400 };

/* True if the lines need much memory, threads, files or minutes, which other
 * tests cover. */
static int is_expensive(const uint8_t *data, size_t size)
{
    static const char *const words[] = {"name", "solve", "file", "plan"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        for (size_t i = 0, n = strlen(words[w]); i + n <= size; i++)
            if (memcmp(data + i, words[w], n) == 0)
                return 1;
    return 0;
}

static void check_line(void *context, const char *line, size_t size)
{
    (void)context;
    FUZZ_CHECK(size > 0 && line[size] == '\0' && strlen(line) == size);
    for (size_t i = 0; i < size; i++)
        FUZZ_CHECK(line[i] >= ' ' && line[i] <= '~');
    if (line[0] == '{')
        FUZZ_CHECK(line[size - 1] == '}');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct trey_engine_options options;
    struct trey_engine *engine;
    if (size > MAX_BYTES || is_expensive(data, size))
        return 0;
    trey_engine_defaults(&options);
    options.player = "heuristic"; /* loading a network takes seconds in this build */
    options.table_bytes = TREY_SEARCH_MIN_TABLE_BYTES;
    options.max_seconds = 0.002;
    FUZZ_CHECK(trey_engine_new(&options, check_line, NULL, &engine, NULL) == TREY_OK);
    const char *text = (const char *)data;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end != NULL ? (size_t)(end - (text + at)) + 1 : size - at;
        trey_engine_line(engine, text + at, length);
        trey_engine_step(engine, 1);
        at += length;
    }
    trey_engine_finish(engine);
    for (int i = 0; i < STEPS && trey_engine_step(engine, 5); i++)
        if (i == STEPS / 2)
            trey_engine_quit(engine);
    trey_engine_free(engine);
    return 0;
}
