/* Network files: a damaged one is refused, and nothing is taken for it beyond what its
 * tuples need. */
#include "fuzz.h"
#include "trey/eval.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char name[] = "network:/tmp/trey-fuzz-XXXXXX", *path = name + strlen("network:");
    int file = mkstemp(path);
    struct trey_shape shape = {4, 4};
    struct trey_evaluator *network = NULL;
    struct trey_error error = {0};
    FUZZ_CHECK(file >= 0 && write(file, data, size) == (ssize_t)size);
    close(file);
    if (trey_evaluator_named(name, shape, TREY_EVAL_THREES, &network, &error) == TREY_OK)
        trey_evaluator_free(network);
    else
        FUZZ_CHECK(error.message[0] != '\0');
    unlink(path);
    return 0;
}
