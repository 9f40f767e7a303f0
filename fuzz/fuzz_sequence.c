/* Input files: what was read can be written and read again unchanged, and a game on it
 * follows the rules. */
#include "fuzz.h"
#include "trey/sequence.h"

#include <string.h>

static void check_round_trip(const struct trey_sequence *sequence)
{
    char *text = NULL;
    size_t size = 0;
    struct trey_sequence *again = NULL;
    if (trey_sequence_format(sequence, "a comment", NULL, &text, &size, NULL) != TREY_OK)
        return;
    FUZZ_CHECK(trey_sequence_parse(text, size, &again, NULL) == TREY_OK);
    size_t count = trey_sequence_count(sequence);
    FUZZ_CHECK(trey_sequence_count(again) == count);
    FUZZ_CHECK(count == 0 || memcmp(trey_sequence_tiles(again),
                                    trey_sequence_tiles(sequence), count) == 0);
    FUZZ_CHECK(memcmp(trey_sequence_start(again), trey_sequence_start(sequence),
                      sizeof(struct trey_wide)) == 0);
    trey_sequence_free(again);
    trey_free(text);
}

/* Every legal move increases the score and spawns one tile. */
static bool check_move(void *context, const struct trey_position *position,
                       enum trey_direction direction,
                       const struct trey_wide *before_spawn, int spawn_cell)
{
    (void)direction;
    struct trey_position *last = context;
    if (position->moves > 0) {
        FUZZ_CHECK(position->moves == last->moves + 1);
        FUZZ_CHECK(position->score > last->score);
        FUZZ_CHECK(before_spawn->rank[spawn_cell] == 0);
    }
    *last = *position;
    return true;
}

/* Plays the bytes of the input as moves. */
static void check_game(const struct trey_sequence *sequence, const uint8_t *data,
                       size_t size)
{
    enum { MAX_MOVES = 256 };
    uint8_t moves[MAX_MOVES];
    size_t move_count = size < MAX_MOVES ? size : MAX_MOVES;
    for (size_t i = 0; i < move_count; i++)
        moves[i] = (data[i] ^ (data[i] >> 4)) & 3;

    struct trey_position last = {.moves = 0};
    struct trey_verdict verdict;
    struct trey_bound bound;
    trey_sequence_judge(sequence, moves, move_count, check_move, &last, &verdict);
    FUZZ_CHECK(verdict.final.moves == last.moves && verdict.final.score == last.score);
    FUZZ_CHECK(verdict.moves_given == move_count);
    if (trey_sequence_bound(sequence, &bound, NULL) != TREY_OK)
        return;
    FUZZ_CHECK(verdict.final.score <= bound.score);
    FUZZ_CHECK(bound.score <= bound.packing);
    FUZZ_CHECK(verdict.final.moves <= bound.longest_moves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct trey_sequence *sequence = NULL;
    struct trey_error error = {.code = TREY_OK};
    enum trey_status status =
        trey_sequence_parse((const char *)data, size, &sequence, &error);
    if (status != TREY_OK) {
        FUZZ_CHECK(sequence == NULL && error.code == status && error.message[0] != '\0');
        return 0;
    }
    check_round_trip(sequence);
    check_game(sequence, data, size);
    trey_sequence_free(sequence);
    return 0;
}
