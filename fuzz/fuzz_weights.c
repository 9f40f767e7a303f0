/* Weights of other programs: .w of TDL2048+, weights.bin, .npz. The first byte is
 * options, the rest the file. What has tuples can be imported or is refused; all imported
 * weights are finite, and setting them again changes nothing. */
#define _GNU_SOURCE
#include "fuzz.h"
#include "trey/learn.h"

#include <math.h>
#include <unistd.h>

enum {
    MAX_CELLS = 4, /* of a tuple: larger ones take too much memory for each input */
    MAX_WEIGHTS = 1 << (4 * MAX_CELLS),
    HIGH = 1,
    ONCE = 2,
    STAGES = 4,
};

/* Writes the input to a temporary file, the same one for all inputs. */
static const char *file_with(const uint8_t *data, size_t size)
{
    static char path[] = "/tmp/trey-fuzz-XXXXXX";
    static int file = -1;
    if (file < 0)
        FUZZ_CHECK((file = mkstemp(path)) >= 0);
    FUZZ_CHECK(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == (ssize_t)size);
    return path;
}

/* Checks the weights of a tuple, or of the deck. */
static void check_weights(struct trey_learner *learner, int stage, int tuple,
                          uint32_t count)
{
    static float weights[MAX_WEIGHTS], again[MAX_WEIGHTS];
    FUZZ_CHECK(trey_learner_get_weights(learner, stage, tuple, weights, NULL) == TREY_OK);
    for (uint32_t i = 0; i < count; i++)
        FUZZ_CHECK(isfinite(weights[i]));
    FUZZ_CHECK(trey_learner_set_weights(learner, stage, tuple, weights, 1.0, NULL) ==
               TREY_OK);
    FUZZ_CHECK(trey_learner_get_weights(learner, stage, tuple, again, NULL) == TREY_OK);
    for (uint32_t i = 0; i < count; i++)
        FUZZ_CHECK(again[i] == weights[i]);
}

/* Sizes of the tuples; false if one has too many cells. */
static bool tuple_sizes(const char *text, uint32_t sizes[TREY_WEIGHTS_TEXT], int *count)
{
    for (*count = 0; *text != '\0'; (*count)++) {
        text += strspn(text, " ");
        size_t cells = strcspn(text, " ");
        if (cells > MAX_CELLS)
            return false;
        sizes[*count] = (uint32_t)1 << (4 * cells);
        text += cells;
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct trey_learn_options learn;
    struct trey_learner *learner = NULL;
    struct trey_error error;
    char tuples[TREY_WEIGHTS_TEXT];
    uint32_t sizes[TREY_WEIGHTS_TEXT];
    double trust[TREY_LEARN_MAX_STAGES] = {1.0};
    int stages, count;
    if (size < 1)
        return 0;
    const struct trey_weights_options options = {
        .tuples = "01 5", .high_first = data[0] & HIGH, .once = data[0] & ONCE};
    const char *path = file_with(data + 1, size - 1);
    if (trey_weights_tuples(path, &options, tuples, &stages, &error) != TREY_OK) {
        FUZZ_CHECK(error.message[0] != '\0');
        return 0;
    }
    FUZZ_CHECK(stages >= 1 && stages <= TREY_LEARN_MAX_STAGES);
    if (!tuple_sizes(tuples, sizes, &count))
        return 0;
    trey_learn_defaults(&learn);
    FUZZ_CHECK(trey_rules_named("2048", &learn.rules, NULL) == TREY_OK);
    learn.tuples = tuples;
    learn.stages = data[0] & STAGES ? "64" : "none";
    learn.alpha = 1.0;
    FUZZ_CHECK(trey_learner_new(&learn, &learner, NULL) == TREY_OK);
    if (trey_learner_import_weights(learner, path, &options, trust, &error) == TREY_OK) {
        for (int stage = 0; stage < (data[0] & STAGES ? 2 : 1); stage++) {
            check_weights(learner, stage, TREY_WEIGHTS_DECK, TREY_WEIGHTS_DECK_COUNT);
            for (int i = 0; i < count; i++)
                check_weights(learner, stage, i, sizes[i]);
        }
    } else {
        FUZZ_CHECK(error.message[0] != '\0');
    }
    trey_learner_free(learner);
    return 0;
}
