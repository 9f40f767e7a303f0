/* Moves files: what was read can be written and read again unchanged. */
#include "fuzz.h"
#include "trey/sequence.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *moves = NULL, *again = NULL;
    size_t count = 0, count_again = 0, text_size = 0;
    char *text = NULL;
    if (trey_moves_parse((const char *)data, size, &moves, &count, NULL) != TREY_OK)
        return 0;
    FUZZ_CHECK(count <= size);
    for (size_t i = 0; i < count; i++)
        FUZZ_CHECK(moves[i] < 4);
    if (trey_moves_format(moves, count, "LRUD\nLRUD", "no moves here: U", &text,
                          &text_size, NULL) == TREY_OK) {
        FUZZ_CHECK(trey_moves_parse(text, text_size, &again, &count_again, NULL) ==
                   TREY_OK);
        FUZZ_CHECK(count_again == count && memcmp(again, moves, count) == 0);
    }
    trey_free(again);
    trey_free(text);
    trey_free(moves);
    return 0;
}
