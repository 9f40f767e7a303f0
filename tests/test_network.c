/* N-tuple networks: symmetry, fast evaluation against the plain one, files and damage.
 *
 * The oracle adds one weight per tuple and image, cell by cell. Networks here have random
 * weights, small stages and a few tuples. */
#include "base/threads.h"
#include "eval/eval.h"
#include "eval/tied_weights.h"
#include "support/exchanged.h"
#include "support/random_case.h"
#include "support/test.h"
#include "trey/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct trey_tuples tuples_of(const char *text)
{
    struct trey_tuples tuples;
    assert_int_equal(trey_tuples_parse(text, (struct trey_shape){4, 4}, &tuples, NULL),
                     TREY_OK);
    return tuples;
}

/* A random weight: of a fully trained network, or of one with few and coarse weights. */
static int16_t random_weight(struct random_case *random, int sparse)
{
    if (sparse == 0)
        return (int16_t)(case_below(random, 2000) - 1000);
    if (case_below(random, sparse) > 0)
        return 0;
    return (int16_t)((case_below(random, 63) - 31) * (1 << case_below(random, 9)));
}

static struct trey_network *random_network(struct random_case *random, const char *text,
                                           const char *stages_text)
{
    int sparse = case_below(random, 3) * case_below(random, 40);
    struct trey_tuples tuples = tuples_of(text);
    struct trey_network *network = NULL;
    struct trey_stages stages;
    assert_int_equal(trey_stages_parse(stages_text, TREY_EVAL_THREES, &stages, NULL),
                     TREY_OK);
    assert_int_equal(
        trey_network_new(&tuples, &stages, TREY_EVAL_THREES, 0, &network, NULL), TREY_OK);
    network->unit = 0.5F;
    network->swap_symmetric = case_below(random, 2) != 0;
    bool fewer = case_below(random, 2) != 0;
    for (int i = 0; i < stages.count; i++) {
        struct trey_network_stage *stage = &network->stage[i];
        if (fewer)
            trey_network_truncate_tuples(network, i,
                                         1 + case_below(random, tuples.count));
        for (int tuple = 0; tuple < stage->tuples; tuple++) {
            for (uint32_t k = 0; k < stage->size[tuple]; k++)
                stage->weights[tuple][k] = random_weight(random, sparse);
            trey_tied_weights_expand(network, i, tuple, stage->weights[tuple]);
        }
        for (int k = 0; k < TREY_NETWORK_DECK_ENTRIES; k++)
            stage->deck[k] = case_below(random, 1000000) - 500000;
    }
    return network;
}

static trey_board board_of(struct random_case *random)
{
    trey_board board = 0;
    for (int cell = 0; cell < 16; cell++)
        board =
            trey_board_with(board, cell, case_below(random, 3) * case_below(random, 8));
    return board;
}

static void test_tuples(void **state)
{
    (void)state;
    struct trey_tuples tuples = tuples_of(" 543210,fba  0 ");
    char text[TREY_TUPLES_TEXT];
    trey_tuples_format(&tuples, text);
    assert_string_equal(text, "012345 abf 0");
    assert_int_equal(tuples.count, 3);
    assert_int_equal(tuples.size[0], 1 << 24);
    assert_int_equal(tuples.shift[1][0xb], 4);
    assert_int_equal(tuples.shift[1][0], -1);
    static const char seventeen[] = "0 1 2 3 4 5 6 7 8 9 a b c d e f 0";
    static const char *const wrong[] = {"", " ", "01g", "00", "01234567", seventeen};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(
            trey_tuples_parse(wrong[i], (struct trey_shape){4, 4}, &tuples, NULL),
            TREY_ERR_ARGUMENT);
}

/* Tuples given twice are found, in any order of the cells and on any image. The default
 * tuples of all boards are different. */
static void test_distinct(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        struct trey_shape shape;
        enum trey_status status;
    } cases[] = {
        {"012345 456789 012456 45689a 01567a 01259a 01589d", {4, 4}, TREY_OK},
        {"012345 456789 12569d", {4, 4}, TREY_ERR_ARGUMENT}, /* at the diagonal */
        {"0123456 0123457 0123458 0123459 012345a 012345b", {4, 4}, TREY_OK},
        {"012 012", {4, 4}, TREY_ERR_ARGUMENT},
        {"012 210", {4, 4}, TREY_ERR_ARGUMENT},
        {"012 345 cde", {4, 4}, TREY_ERR_ARGUMENT}, /* upside down */
        {"012 345 123", {4, 4}, TREY_ERR_ARGUMENT}, /* mirrored: 012 becomes 321 */
        {"012 345 124", {4, 4}, TREY_OK},
        {"0123 05 048c", {4, 4}, TREY_ERR_ARGUMENT},
        {"0145 2367", {4, 4}, TREY_ERR_ARGUMENT},
        {"0145 1256", {4, 4}, TREY_OK},
        {"01 03", {2, 3}, TREY_OK}, /* a board that is not square is not transposed */
        {"01 34", {2, 3}, TREY_ERR_ARGUMENT},
        {"012 01 0123", {4, 4}, TREY_OK},
    };
    struct trey_tuples tuples;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(trey_tuples_parse(cases[i].text, cases[i].shape, &tuples, NULL),
                         TREY_OK);
        assert_int_equal(trey_tuples_check_distinct(&tuples, NULL), cases[i].status);
    }
    for (uint8_t rows = 1; rows <= 8; rows++)
        for (uint8_t cols = 1; cols <= 16 / rows; cols++) {
            struct trey_shape shape = {rows, cols};
            assert_int_equal(trey_tuples_parse(NULL, shape, &tuples, NULL), TREY_OK);
            assert_int_equal(trey_tuples_check_distinct(&tuples, NULL), TREY_OK);
        }
}

/* The last stage whose tiles do not exceed the board's, both in descending order. */
static int slow_stage(const struct trey_stages *stages, trey_board board)
{
    int count[16] = {0}, found = 0;
    for (int cell = 0; cell < 16; cell++)
        count[trey_board_rank(board, cell)]++;
    for (int stage = 1; stage < stages->count; stage++) {
        bool in = true;
        for (int part = 0; part < stages->parts[stage]; part++) {
            int large = 0;
            for (int rank = stages->rank[stage][part]; rank < 16; rank++)
                large += count[rank];
            in = in && large > part;
        }
        found = in ? stage : found;
    }
    return found;
}

static void test_stages(void **state)
{
    (void)state;
    struct random_case random = case_start();
    static const struct {
        const char *text, *formatted;
    } right[] = {{"none", "none"},
                 {"", "none"},
                 {"192, 1536 12288", "192 1536 12288"},
                 {"6 12 24 48 96 192 384", "6 12 24 48 96 192 384"},
                 {"1536 3072 3072+1536 3072+1536+768 6144", "1536 3072 3072+1536 "
                                                            "3072+1536+768 6144"},
                 {"48 48+48,48+48+48+24 96", "48 48+48 48+48+48+24 96"},
                 {"3072+3072+3072+3072 6144+3072+3072+3072 6144+6144+6144+6144",
                  "3072+3072+3072+3072 6144+3072+3072+3072 6144+6144+6144+6144"},
                 {"3072 6144+3072 12288", "3072 6144+3072 12288"}};
    struct trey_stages stages;
    char text[TREY_STAGES_TEXT];
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        assert_int_equal(
            trey_stages_parse(right[i].text, TREY_EVAL_THREES, &stages, NULL), TREY_OK);
        trey_stages_format(&stages, text);
        assert_string_equal(text, right[i].formatted);
        for (int k = 0; k < 3000; k++) {
            trey_board board = 0;
            int most = 1 + case_below(&random, 16);
            for (int large = case_below(&random, 6); large > 0; large--)
                board = trey_board_with(board, case_below(&random, 16),
                                        case_below(&random, most));
            int stage = trey_stage_of(&stages, board);
            assert_int_equal(stage, slow_stage(&stages, board));
            int end = (int)trey_stages_end_rank(&stages, stage, 16);
            for (int cell = 0; cell < 16; cell++)
                assert_true(trey_board_rank(board, cell) < end);
        }
    }
    static const char *const wrong[] = {"3",         "5",
                                        "96 48",     "96 96",
                                        "24576",     "-6",
                                        "96x",       "6 12 24 48 96 192 384 768",
                                        "x",         "96+",
                                        "+96",       "96+96+96+96+96",
                                        "1536+3072", "3072+1536 3072",
                                        "3072+768",  "3072+384 6144"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(trey_stages_parse(wrong[i], TREY_EVAL_THREES, &stages, NULL),
                         TREY_ERR_ARGUMENT);
}

/* A stage that one move can reach is recognised on the board before it, so that it is
 * unpacked before the clock starts; a distant one is not. */
static void test_stages_ahead(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_stages stages;
    struct trey_rules rules;
    int entered = 0;
    assert_int_equal(trey_rules_named("window", &rules, NULL), TREY_OK);
    assert_int_equal(
        trey_stages_parse("24 48+24 96 96+48 192", TREY_EVAL_THREES, &stages, NULL),
        TREY_OK);
    for (uint64_t number = 0; number < 200; number++) {
        struct trey_game game;
        trey_game_begin(&game, &rules, case_next(&random), number);
        for (unsigned legal; (legal = trey_rules_legal(&rules, game.view.board)) != 0;) {
            trey_board board = game.view.board;
            int direction = case_below(&random, 4);
            if ((legal >> direction & 1) == 0)
                continue;
            trey_game_slide(&game, (enum trey_direction)direction, NULL);
            int stage = trey_stage_of(&stages, game.view.board);
            if (stage == trey_stage_of(&stages, board))
                continue;
            assert_true(trey_stages_is_likely(&stages, stage, board));
            entered++;
        }
    }
    assert_true(entered > 0);

    static const trey_board small = 0x4321, both = 0xee;
    assert_int_equal(
        trey_stages_parse("3072 6144 6144+1536", TREY_EVAL_THREES, &stages, NULL),
        TREY_OK);
    for (int stage = 1; stage < stages.count; stage++)
        assert_false(trey_stages_is_likely(&stages, stage, small));
    assert_true(trey_stages_is_likely(&stages, 2, both)); /* a single 12288 */
    assert_false(trey_stages_is_likely(&stages, 1, both));
}

/* Each cell of an image has the tile of its source cell on the board, by rows and
 * columns; tuples for a shape lie within it. */
static void test_images(void **state)
{
    (void)state;
    struct random_case random = case_start();
    for (uint8_t rows = 1; rows <= 8; rows++)
        for (uint8_t cols = 1; cols <= 16 / rows; cols++) {
            struct trey_shape shape = {rows, cols};
            struct trey_tuples tuples;
            assert_int_equal(trey_tuples_parse(NULL, shape, &tuples, NULL), TREY_OK);
            trey_board board = 0, image[TREY_NETWORK_IMAGES], slow[TREY_NETWORK_IMAGES];
            for (int cell = 0; cell < rows * cols; cell++)
                board = trey_board_with(board, cell, case_below(&random, 16));
            trey_network_images(&tuples, board, image);
            trey_network_any_images(&tuples, board, slow);
            for (int i = 0; i < TREY_NETWORK_IMAGES; i++) {
                assert_true(image[i] == slow[i]);
                for (int row = 0; row < rows; row++)
                    for (int col = 0; col < cols; col++) {
                        int r = (i & 4) != 0 ? rows - 1 - row : row;
                        int c = (i & 1) != 0 ? cols - 1 - col : col;
                        bool turned = (i & 2) != 0 && rows == cols;
                        assert_int_equal(
                            trey_board_rank(image[i], row * cols + col),
                            trey_board_rank(board, turned ? c * cols + r : r * cols + c));
                    }
            }
            for (int tuple = 0; tuple < tuples.count; tuple++)
                for (int cell = rows * cols; cell < 16; cell++)
                    assert_int_equal(tuples.shift[tuple][cell], -1);
        }
}

/* One of the indices of eight equal boards. */
static uint32_t index_of(const struct trey_tuples *tuples, int tuple, trey_board board)
{
    trey_board image[TREY_NETWORK_IMAGES];
    uint32_t index[TREY_NETWORK_IMAGES];
    for (int i = 0; i < TREY_NETWORK_IMAGES; i++)
        image[i] = board;
    trey_network_index(tuples, tuple, image, index);
    for (int i = 1; i < TREY_NETWORK_IMAGES; i++)
        assert_int_equal(index[i], index[0]);
    return index[0];
}

/* The gather instruction and the loops. */
static void test_index(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_tuples fast = tuples_of("012345 456789 048c 37bf a"), slow = fast;
    slow.pext = false;
    for (int i = 0; i < 1000; i++) {
        trey_board board = board_of(&random);
        for (int tuple = 0; tuple < fast.count; tuple++) {
            uint32_t index = index_of(&slow, tuple, board);
            assert_int_equal(index_of(&fast, tuple, board), index);
            for (int cell = 0; cell < 16; cell++)
                if (fast.shift[tuple][cell] >= 0)
                    assert_int_equal(index >> fast.shift[tuple][cell] & 15,
                                     trey_board_rank(board, cell));
        }
    }
}

/* Every index of a stage, packed and unpacked. */
static void test_pack(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_network *network = random_network(&random, "048c", "24 192");
    const uint32_t radix[] = {6, 9, 15};
    for (int i = 0; i < 3; i++) {
        const struct trey_network_stage *stage = &network->stage[i];
        assert_int_equal(stage->radix, radix[i]);
        assert_int_equal(stage->size[0], radix[i] * radix[i] * radix[i] * radix[i]);
        for (uint32_t k = 0; k < stage->size[0]; k++)
            assert_int_equal(trey_network_pack(stage, trey_network_unpack(stage, k)), k);
    }
    trey_evaluator_free(&network->base);
}

/* Four images at a time, or one after the other: the same weights, for tuples of any
 * length, for the ranks of all stages and for both families. */
static void check_find(enum trey_eval_family family, struct trey_shape shape,
                       const char *text, const char *stages_text)
{
    struct random_case random = case_start();
    struct trey_tuples tuples;
    struct trey_stages stages;
    struct trey_network *network = NULL;
    assert_int_equal(trey_tuples_parse(text, shape, &tuples, NULL), TREY_OK);
    assert_int_equal(trey_stages_parse(stages_text, family, &stages, NULL), TREY_OK);
    assert_int_equal(trey_network_new(&tuples, &stages, family, 0, &network, NULL),
                     TREY_OK);
    for (int i = 0; network->use_avx2 && i < 3000; i++) {
        const struct trey_network_stage *stage = &network->stage[i % stages.count];
        const int16_t *found[TREY_NETWORK_MAX_INDICES];
        uint32_t expected[TREY_NETWORK_MAX_INDICES];
        trey_board board = 0;
        for (int cell = 0; cell < shape.rows * shape.cols; cell++)
            board = trey_board_with(board, cell, case_below(&random, (int)stage->radix));
        trey_network_find_avx2(network, stage, board, found);
        int count = trey_network_indices(&tuples, tuples.count, board, expected);
        for (int k = 0; k < count; k++)
            assert_ptr_equal(found[k], stage->weights[k / TREY_NETWORK_IMAGES] +
                                           trey_network_pack(stage, expected[k]));
    }
    trey_evaluator_free(&network->base);
}

static void test_find(void **state)
{
    (void)state;
    struct trey_shape square = {4, 4}, flat = {2, 5};
    check_find(TREY_EVAL_THREES, square, "012345 45689a", "24 192");
    check_find(TREY_EVAL_THREES, square, "02468ac 05af f 159", "none");
    check_find(TREY_EVAL_2048, square, "012345 0145", "128 1024");
    check_find(TREY_EVAL_2048, flat, "01256 789", "none");
}

/* --- downgraded boards -------------------------------------------------------------- */

/* On tile values: halves all tiles above the largest missing one. */
static void halve_above_missing(unsigned tile[16], unsigned from)
{
    for (;;) {
        unsigned largest = 0, missing;
        for (int i = 0; i < 16; i++)
            largest = tile[i] > largest ? tile[i] : largest;
        for (missing = largest / 2; missing > 1; missing /= 2) {
            bool there = false;
            for (int i = 0; i < 16; i++)
                there = there || tile[i] == missing;
            if (!there)
                break;
        }
        if (largest < from || missing < 2)
            return;
        for (int i = 0; i < 16; i++)
            tile[i] = tile[i] > missing ? tile[i] / 2 : tile[i];
    }
}

/* Against tiles halved one by one; legal moves stay legal. */
static void test_downgraded(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_rules rules;
    assert_int_equal(trey_rules_named("2048", &rules, NULL), TREY_OK);
    for (int i = 0; i < 20000; i++) {
        trey_board board = 0, expected = 0;
        int most = 2 + case_below(&random, 14), from = 1 + case_below(&random, 15);
        unsigned tile[16];
        for (int cell = 0; cell < 16; cell++) {
            int rank = case_below(&random, 3) == 0 ? 0 : case_below(&random, most);
            board = trey_board_with(board, cell, rank);
            tile[cell] = rank == 0 ? 0 : 1U << rank;
        }
        trey_board found = trey_eval_downgraded(board, from);
        halve_above_missing(tile, 1U << from);
        for (int cell = 0; cell < 16; cell++)
            expected = trey_board_with(expected, cell,
                                       tile[cell] == 0 ? 0 : __builtin_ctz(tile[cell]));
        assert_true(found == expected);
        assert_true(trey_eval_downgraded(board, 0) == board);
        unsigned before = trey_rules_legal(&rules, board);
        assert_int_equal(trey_rules_legal(&rules, found) & before, before);
    }
}

static struct trey_network *network_2048(struct random_case *random, int downgrade)
{
    struct trey_tuples tuples = tuples_of("0123 0145");
    struct trey_stages stages;
    struct trey_network *network = NULL;
    assert_int_equal(trey_stages_parse("64", TREY_EVAL_2048, &stages, NULL), TREY_OK);
    if (trey_network_new(&tuples, &stages, TREY_EVAL_2048, downgrade, &network, NULL) !=
        TREY_OK)
        return NULL;
    for (int i = 0; i < 2; i++)
        for (int tuple = 0; tuple < 2; tuple++) {
            int16_t *weights = network->stage[i].weights[tuple];
            for (uint32_t k = 0; k < network->stage[i].size[tuple]; k++)
                weights[k] = (int16_t)(case_below(random, 2000) - 1000);
            trey_tied_weights_expand(network, i, tuple, weights);
        }
    return network;
}

static struct trey_search *search_of(const struct trey_evaluator *evaluator)
{
    struct trey_search *search = NULL;
    struct trey_rules rules;
    assert_int_equal(trey_rules_named("2048", &rules, NULL), TREY_OK);
    assert_int_equal(
        trey_search_new(&rules, evaluator, TREY_SEARCH_TABLE_BYTES, &search, NULL),
        TREY_OK);
    return search;
}

/* Value by one ply of a move on a board that is already downgraded: its points plus the
 * value of the board after it, downgraded again if the move may have made such a tile. */
static double value_downgraded(const struct trey_network *network,
                               const struct trey_mechanics *mechanics, trey_board board,
                               int slide)
{
    uint64_t made;
    trey_board after = trey_mechanics_slide_merges(mechanics, board, slide, &made);
    if (after == board)
        return 0.0;
    if (trey_points_2048(made) >= 512)
        after = trey_eval_downgraded(after, 9);
    return (double)((float)trey_points_2048(made) +
                    trey_evaluator_value(&network->base, after));
}

/* Moves that end the game at once, a bit 1 << direction each. */
static unsigned ends_of(const struct trey_rules *rules, trey_board board)
{
    unsigned ends = 0;
    for (unsigned i = 0; i < 4; i++)
        if (trey_rules_ends(rules,
                            trey_rules_slide(rules, board, (enum trey_direction)i)))
            ends |= 1U << i;
    return ends & trey_rules_legal(rules, board);
}

static double gain_of(const struct trey_rules *rules, trey_board board, int slide)
{
    return (double)trey_rules_gain(rules, board, (enum trey_direction)slide);
}

static double next_below(float value)
{
    return (double)nextafterf(value, 0.0F);
}

/* A board that cannot be downgraded, because all tiles below its 32768 are there, is
 * looked up with 16384 in its place. */
static void test_full_chain(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_network *network = network_2048(&random, 15);
    assert_int_equal(network->stage[1].radix, 15);
    trey_board full = 0x0fedcba987654321u, looked_up = 0x0eedcba987654321u;
    assert_true(trey_eval_downgraded(full, 15) == full);
    assert_true(trey_evaluator_value(&network->base, full) ==
                trey_evaluator_value(&network->base, looked_up));
    trey_evaluator_free(&network->base);
    network = network_2048(&random, 0);
    assert_int_equal(network->stage[1].radix, 16);
    trey_evaluator_free(&network->base);
}

/* The file stores the tile from which boards are downgraded. Searching such a board gives
 * the result of the downgraded one, except that moves that end the game have their own
 * value and all others less; it is never exact. */
static void test_downgrade(void **state)
{
    (void)state;
    char path[] = "/tmp/trey-test-XXXXXX";
    struct random_case random = case_start();
    assert_null(network_2048(&random, 6));
    assert_null(network_2048(&random, 16));
    struct trey_network *network = network_2048(&random, 9), *read = NULL;
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    enum trey_status status = trey_network_write(network, path, NULL);
    if (status == TREY_ERR_LIMIT)
        skip();
    assert_int_equal(trey_network_read(path, &read, NULL), TREY_OK);
    unlink(path);
    assert_int_equal(read->base.downgrade, 9);
    network->base.downgrade = 0; /* the oracle downgrades boards itself */
    struct trey_search *search = search_of(&read->base);
    struct trey_search_limits limits;
    trey_search_limits_defaults(&limits);
    int ended = 0;
    for (int i = 0; i < 1000; i++) {
        struct trey_search_result once, again;
        struct trey_view view = {0};
        struct trey_mechanics mechanics;
        assert_int_equal(trey_rules_named("2048", &view.rules, NULL), TREY_OK);
        trey_mechanics_make(&view.rules, &mechanics);
        int empty = 0;
        for (int cell = 0; cell < 16; cell++) {
            int rank = case_below(&random, 3) == 0 ? 0 : case_below(&random, 13);
            if (i % 2 == 0 && case_below(&random, 8) == 0)
                rank = 15;
            view.board = trey_board_with(view.board, cell, rank);
            empty += rank == 0;
        }
        if (trey_rules_ends(&view.rules, view.board))
            continue;
        unsigned ends = ends_of(&view.rules, view.board);
        trey_board whole = view.board, lower = trey_eval_downgraded(view.board, 9);
        assert_true(trey_evaluator_value(&read->base, whole) ==
                    trey_evaluator_value(&network->base, lower));
        ended += ends != 0;
        limits.depth_plies = 1 + (unsigned)(i % 2);
        assert_int_equal(trey_search_run(search, &view, &limits, &once, NULL), TREY_OK);
        view.board = lower;
        assert_int_equal(trey_search_run(search, &view, &limits, &again, NULL), TREY_OK);
        float most = 0.0F;
        for (int slide = 0; slide < 4; slide++)
            if ((ends >> slide & 1) != 0)
                most = fmaxf(most, (float)gain_of(&view.rules, whole, slide));
        if (ends != 0 && whole != lower)
            assert_true((ends >> once.best & 1) != 0);
        else
            assert_int_equal(once.best, again.best);
        assert_false(once.exact && once.legal != 0);
        for (int slide = 0; slide < 4; slide++) {
            if (ends != 0 && whole != lower) {
                bool is = (ends >> slide & 1) != 0;
                assert_true(once.value[slide] ==
                            (is ? gain_of(&view.rules, whole, slide)
                                : fmin(again.value[slide], next_below(most))));
                continue;
            }
            assert_true(once.value[slide] == again.value[slide]);
            if (limits.depth_plies > 1 || empty < 2) /* a tile may end the game at once */
                continue;
            double values = value_downgraded(network, &mechanics, lower, slide);
            assert_true(fabs(once.value[slide] - values) < 0.01);
        }
    }
    assert_true(ended > 10);
    trey_search_free(search);
    trey_evaluator_free(&read->base);
    trey_evaluator_free(&network->base);
}

/* A board and its images have the same value. */
static void test_symmetry(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_network *network = random_network(&random, "0123 0145 456", "24 48");
    for (int i = 0; i < 200; i++) {
        trey_board board = board_of(&random), image[TREY_NETWORK_IMAGES];
        float value = trey_evaluator_value(&network->base, board);
        trey_network_images(&network->tuples, board, image);
        for (int k = 0; k < TREY_NETWORK_IMAGES; k++)
            assert_true(trey_evaluator_value(&network->base, image[k]) == value);
    }
    trey_evaluator_free(&network->base);
}

/* A stage without its last tuples equals one in which their weights are 0. */
static void test_first_tuples(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_network *network = random_network(&random, "0123 0145 456", "24 48");
    struct trey_network *whole = NULL;
    assert_int_equal(trey_network_new(&network->tuples, &network->stages,
                                      TREY_EVAL_THREES, 0, &whole, NULL),
                     TREY_OK);
    whole->unit = network->unit;
    for (int i = 0; i < network->stages.count; i++) {
        struct trey_network_stage *stage = &network->stage[i];
        if (i == 1)
            trey_network_truncate_tuples(network, i, 1);
        for (int tuple = 0; tuple < stage->tuples; tuple++)
            memcpy(whole->stage[i].weights[tuple], stage->weights[tuple],
                   stage->size[tuple] * sizeof(int16_t));
        memcpy(whole->stage[i].deck, stage->deck,
               TREY_NETWORK_DECK_ENTRIES * sizeof *stage->deck);
    }
    for (int i = 0; i < 500; i++) {
        uint16_t decks[16] = {0};
        float values[16], expected[16];
        trey_board board = board_of(&random);
        assert_true(trey_evaluator_value(&network->base, board) ==
                    trey_evaluator_value(&whole->base, board));
        int cell = 0;
        while (cell < 16 && trey_board_rank(board, cell) != 0)
            cell++;
        if (cell == 16)
            continue;
        uint64_t cells = (uint64_t)1 << (4 * cell);
        struct trey_eval_spawn spawn = {board, cells, 2 | 4, decks, values};
        network->base.spawn_values(&network->base, &spawn, 1);
        spawn.values = expected;
        whole->base.spawn_values(&whole->base, &spawn, 1);
        assert_true(values[1] == expected[1] && values[2] == expected[2]);
    }
    trey_evaluator_free(&network->base);
    trey_evaluator_free(&whole->base);
}

/* Pairs of equal weights are looked up once; the value is the sum over all images. */
static void test_pairs(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_network *network =
        random_network(&random, "0145 0123 05af 569a 456 1256", "24 48");
    const struct trey_tuples *tuples = &network->tuples;
    for (int tuple = 0; tuple < tuples->count; tuple++)
        assert_int_equal(tuples->is_paired[tuple], tuple != 4);
    for (int i = 0; i < 500; i++) {
        uint32_t index[TREY_NETWORK_MAX_INDICES];
        trey_board board = board_of(&random);
        const struct trey_network_stage *stage =
            &network->stage[trey_stage_of(&network->stages, board)];
        int count = trey_network_indices(tuples, stage->tuples, board, index);
        int32_t sum = stage->deck[trey_network_deck_entry(0xf000, board)];
        for (int k = 0; k < count; k++)
            sum += stage->weights[k / TREY_NETWORK_IMAGES]
                                 [trey_network_pack(stage, index[k])];
        float expected = (float)sum * network->unit +
                         trey_eval_tiles_value(network->base.measure, board);
        assert_true(trey_evaluator_value(&network->base, board) == expected);
    }
    trey_evaluator_free(&network->base);
    struct trey_tuples wide;
    assert_int_equal(trey_tuples_parse("012 014", (struct trey_shape){3, 4}, &wide, NULL),
                     TREY_OK);
    assert_true(wide.is_paired[0] && wide.is_paired[1]);
}

/* The values of a move's spawns are the means over the boards one by one. */
static void check_spawn(const struct trey_evaluator *evaluator,
                        const struct trey_eval_spawn *spawn)
{
    for (unsigned rank = 1; rank < 16; rank++) {
        if ((spawn->ranks >> rank & 1) == 0)
            continue;
        double sum = 0.0;
        int count = 0;
        for (uint64_t left = spawn->cells; left != 0; left &= left - 1, count++)
            sum += (double)trey_evaluator_value(evaluator,
                                                spawn->after | (left & -left) * rank);
        /* Sums of several thousands may cancel out. */
        assert_true(fabs(sum / count - (double)spawn->values[rank]) <
                    0.01 + 1e-4 * fabs(sum / count));
    }
}

/* Spawns of one to four moves at once. */
static void test_spawns(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_network *network =
        random_network(&random, "0123 0145 456789", "24 48 48+24 96");
    const struct trey_evaluator *evaluator = &network->base;
    uint16_t decks[16];
    for (int rank = 0; rank < 16; rank++)
        decks[rank] = 0xf000;
    for (int i = 0; i < 500; i++) {
        struct trey_eval_spawn spawns[TREY_EVAL_MAX_SPAWNS];
        float values[TREY_EVAL_MAX_SPAWNS][16];
        int count = 0, wanted = 1 + case_below(&random, TREY_EVAL_MAX_SPAWNS);
        while (count < wanted) {
            trey_board after = board_of(&random);
            uint64_t cells = 0;
            for (int cell = 0; cell < 16; cell++)
                if (trey_board_rank(after, cell) == 0 && case_below(&random, 3) == 0)
                    cells |= (uint64_t)1 << (4 * cell);
            unsigned ranks = 1U << (1 + case_below(&random, 3)) | 1U << 5;
            spawns[count] =
                (struct trey_eval_spawn){after, cells, ranks, decks, values[count]};
            count += cells != 0;
        }
        evaluator->spawn_values(evaluator, spawns, count);
        for (int k = 0; k < count; k++)
            check_spawn(evaluator, &spawns[k]);
    }
    trey_evaluator_free(&network->base);
}

/* The deck counts: of equal boards the value includes the deck's entry. */
static void test_deck(void **state)
{
    (void)state;
    trey_board board = 0x0000000000332112u;
    uint32_t known = trey_network_deck_entry(3 | 2 << 4 | 1 << 8, board);
    assert_int_equal(known, ((3 * 25 + 2 * 5 + 1) * 7 + 2) * 7 + 2);
    assert_int_equal(trey_network_deck_entry(0xf000, board), (125 * 7 + 2) * 7 + 2);
    assert_int_equal(trey_network_deck_entry(0, 0x1111111111111111u), 6 * 7);
    struct random_case random = case_start();
    for (int i = 0; i < 1000; i++) { /* with 1s and 2s exchanged, cards too */
        uint16_t ones = (uint16_t)case_below(&random, 5);
        uint16_t twos = (uint16_t)case_below(&random, 5);
        uint16_t rest = (uint16_t)(case_below(&random, 5) << 8);
        uint16_t deck = (uint16_t)(ones | twos << 4 | rest);
        uint16_t other = (uint16_t)(twos | ones << 4 | rest);
        if (case_below(&random, 8) == 0)
            deck = other = 0xf000;
        board = board_of(&random);
        assert_int_equal(
            trey_network_deck_swap_1_2((int)trey_network_deck_entry(deck, board)),
            trey_network_deck_entry(other, exchanged_board(board)));
    }
}

/* --- files -------------------------------------------------------------------------- */

static char *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = malloc((size_t)1 << 22);
    *size = fread(bytes, 1, (size_t)1 << 22, file);
    fclose(file);
    return bytes;
}

static void write_all(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/* The index with these digits in another base; UINT32_MAX if it has no such digits. */
static uint32_t index_by_digits(const struct trey_network_stage *from, uint32_t index,
                                const uint8_t *tied, const struct trey_network_stage *to)
{
    uint32_t made = 0;
    for (int digit = 0; digit < TREY_NETWORK_MAX_CELLS; digit++, index /= from->radix) {
        if (index % from->radix >= to->radix)
            return UINT32_MAX;
        made += index % from->radix * to->step[tied[digit]];
    }
    return made;
}

static void test_stage_before(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_network *network =
        random_network(&random, "0123 4569", "768 768+768 1536");
    static const uint8_t same[] = {0, 1, 2, 3, 4, 5, 6};
    static const int before[] = {0, 0, 1, 1};
    for (int number = 1; number < 4; number++) {
        const struct trey_network_stage *stage = &network->stage[number];
        for (int tuple = 0; tuple < 2; tuple++) {
            int16_t *sum = calloc(stage->size[tuple], sizeof *sum);
            assert_non_null(sum);
            trey_network_add_stage(network, network->parent[number], number, tuple, -1,
                                   sum);
            for (uint32_t i = 0; i < stage->size[tuple]; i++) {
                const struct trey_network_stage *base = &network->stage[before[number]];
                uint32_t at = tuple < base->tuples ? index_by_digits(stage, i, same, base)
                                                   : UINT32_MAX;
                assert_int_equal(sum[i],
                                 at == UINT32_MAX ? 0 : -base->weights[tuple][at]);
            }
            free(sum);
        }
    }
    trey_evaluator_free(&network->base);
}

/* Exchanges 1s and 2s digit by digit. */
static uint32_t exchanged_by_digits(const struct trey_network_stage *stage,
                                    uint32_t index)
{
    uint32_t made = 0;
    for (int digit = 0; digit < TREY_NETWORK_MAX_CELLS; digit++, index /= stage->radix) {
        uint32_t rank = index % stage->radix;
        rank = rank == 1 ? 2 : rank == 2 ? 1 : rank;
        made += rank * stage->step[digit];
    }
    return made;
}

/* The mirror image of each of the eight indices of a board is among them. Unfolding gives
 * all equivalent indices the weight of the lowest one, and changes no others. */
static void check_equivalents(struct random_case *random, bool exchanged)
{
    struct trey_network *network = random_network(random, "0123 4589 456 0145", "48");
    const struct trey_tuples *tuples = &network->tuples;
    const struct trey_network_stage *stage = &network->stage[1];
    network->swap_symmetric = exchanged;
    for (int i = 0; i < 200; i++) {
        uint32_t index[TREY_NETWORK_MAX_INDICES];
        int count = trey_network_indices(tuples, tuples->count, board_of(random), index);
        for (int k = 0; k < count; k++) {
            int tuple = k / TREY_NETWORK_IMAGES, found = 0;
            uint32_t packed = trey_network_pack(stage, index[k]);
            uint32_t tied = index_by_digits(stage, packed, tuples->partner[tuple], stage);
            for (int j = tuple * TREY_NETWORK_IMAGES; j < (tuple + 1) * 8; j++)
                found += trey_network_pack(stage, index[j]) == tied;
            assert_true(found > 0);
        }
    }
    static const bool turned[] = {true, true, false, true};
    for (int tuple = 0; tuple < 4; tuple++) {
        uint32_t size = stage->size[tuple];
        int16_t *weights = malloc(size * sizeof *weights);
        int16_t *kept = malloc(size * sizeof *weights);
        assert_true(weights != NULL && kept != NULL);
        assert_int_equal(trey_tuple_is_symmetric(tuples, tuple), turned[tuple]);
        for (uint32_t i = 0; i < size; i++)
            weights[i] = kept[i] = (int16_t)case_below(random, 30000);
        trey_tied_weights_expand(network, 1, tuple, weights);
        for (uint32_t i = 0; i < size; i++) {
            uint32_t first = i;
            for (int change = 1; change < 4; change++) {
                uint32_t tied = i;
                if ((change & 1) != 0)
                    tied = index_by_digits(stage, tied, tuples->partner[tuple], stage);
                if ((change & 2) != 0 && exchanged)
                    tied = exchanged_by_digits(stage, tied);
                first = tied < first ? tied : first;
            }
            assert_int_equal(weights[i], kept[first]);
        }
        free(weights);
        free(kept);
    }
    trey_evaluator_free(&network->base);
}

static void test_twins(void **state)
{
    (void)state;
    struct random_case random = case_start();
    check_equivalents(&random, false);
    check_equivalents(&random, true);
}

/* Sets some weights to any number that fits. */
static void set_large_weights(struct random_case *random, struct trey_network *network)
{
    for (int i = 0; i < network->stages.count; i++) {
        const struct trey_network_stage *stage = &network->stage[i];
        for (int tuple = 0; tuple < stage->tuples; tuple++) {
            for (uint32_t k = 0; k < stage->size[tuple];
                 k += 1 + (uint32_t)case_below(random, 100))
                stage->weights[tuple][k] = (int16_t)(case_below(random, 65535) - 32767);
            trey_tied_weights_expand(network, i, tuple, stage->weights[tuple]);
        }
    }
}

/* Writes a network, reads it back, with or without AVX2, and compares; the file remains.
 * NULL without zstd. */
static struct trey_network *check_file(struct random_case *random, const char *path)
{
    struct trey_network *network =
                            random_network(random, "0123 456 4589", "768 768+384 1536"),
                        *again = NULL;
    if (case_below(random, 2) == 0)
        set_large_weights(random, network);
    enum trey_status status = trey_network_write(network, path, NULL);
    if (status == TREY_ERR_LIMIT) {
        trey_evaluator_free(&network->base);
        return NULL;
    }
    assert_int_equal(status, TREY_OK);
    assert_int_equal(trey_network_read(path, &again, NULL), TREY_OK);
    again->use_avx2 = again->use_avx2 && case_below(random, 2) == 0;
    for (int i = again->stages.count - 1; i >= 0; i--) { /* each needs the earlier ones */
        assert_false(i == again->stages.count - 1 && again->stage[i].ready);
        assert_int_equal(trey_network_prepare(again, i, NULL), TREY_OK);
        assert_true(again->stage[i].ready);
        assert_true(i == 0 || !again->stage[0].ready); /* released unless used */
    }
    assert_int_equal(again->stages.count, 4);
    assert_true(again->unit == network->unit);
    assert_int_equal(again->swap_symmetric, network->swap_symmetric);
    for (int i = 0; i < 4; i++) {
        const struct trey_network_stage *a = &again->stage[i], *b = &network->stage[i];
        assert_int_equal(a->tuples, b->tuples);
        for (int tuple = 0; tuple < a->tuples; tuple++)
            assert_memory_equal(a->weights[tuple], b->weights[tuple],
                                a->size[tuple] * sizeof(int16_t));
        assert_memory_equal(a->deck, b->deck,
                            TREY_NETWORK_DECK_ENTRIES * sizeof *a->deck);
    }
    trey_evaluator_free(&again->base);
    return network;
}

static void test_files(void **state)
{
    (void)state;
    struct random_case random = case_start();
    char path[] = "/tmp/trey-test-XXXXXX", name[64];
    struct trey_network *network = NULL, *again = NULL;
    close(mkstemp(path));
    for (int i = 0; i < 8; i++) {
        if (network != NULL)
            trey_evaluator_free(&network->base);
        network = check_file(&random, path);
        if (network == NULL)
            skip();
    }

    struct trey_evaluator *evaluator = NULL;
    struct trey_shape shape = {4, 4}, small = {3, 3};
    snprintf(name, sizeof name, "network:%s", path);
    assert_int_equal(
        trey_evaluator_named(name, shape, TREY_EVAL_THREES, &evaluator, NULL), TREY_OK);
    assert_true(trey_evaluator_counts_points(evaluator));
    trey_evaluator_free(evaluator);
    assert_int_equal(
        trey_evaluator_named(name, small, TREY_EVAL_THREES, &evaluator, NULL),
        TREY_ERR_ARGUMENT);
    assert_int_equal(trey_evaluator_named(name, shape, TREY_EVAL_2048, &evaluator, NULL),
                     TREY_ERR_ARGUMENT);

    /* A file that is truncated anywhere, or has any bit flipped, is refused. */
    size_t size;
    char *bytes = read_all(path, &size);
    for (int i = 0; i < 300; i++) {
        struct trey_error error = {0};
        size_t at = i < 100 ? (size_t)i : (size_t)case_below(&random, (int)size);
        char kept = bytes[at];
        if (i % 3 == 0) {
            write_all(path, bytes, at);
        } else {
            bytes[at] = (char)(bytes[at] ^ 1 << case_below(&random, 8));
            write_all(path, bytes, size);
            bytes[at] = kept;
        }
        if (trey_network_read(path, &again, &error) == TREY_OK)
            fail_msg("taken though damaged at byte %zu", at);
        assert_true(error.message[0] != '\0' && strchr(error.message, '\n') == NULL);
    }
    free(bytes);
    unlink(path);
    assert_int_equal(trey_network_read(path, &again, NULL), TREY_ERR_IO);
    trey_evaluator_free(&network->base);
}

/* Several threads evaluate boards of all stages of a newly read network. */
struct asking {
    const struct trey_evaluator *fresh, *known;
    const trey_board *boards;
    int count, wrong[8];
};

static void evaluate_boards(void *context, size_t index)
{
    struct asking *asking = context;
    for (int i = 0; i < asking->count; i++) {
        trey_board board = asking->boards[(i + 7 * (int)index) % asking->count];
        asking->wrong[index] += trey_evaluator_value(asking->fresh, board) !=
                                trey_evaluator_value(asking->known, board);
    }
}

/* Reading from memory equals reading a file, and the memory may be freed afterwards. */
static void test_bytes(void **state)
{
    (void)state;
    enum { BOARDS = 200, THREADS = 4 };
    struct random_case random = case_start();
    struct trey_network *network = random_network(&random, "0123 456", "24 96 96+96 192");
    struct trey_evaluator *fresh = NULL;
    struct trey_error error;
    char path[32] = "/tmp/trey-test-XXXXXX";
    close(mkstemp(path));
    if (trey_network_write(network, path, NULL) == TREY_ERR_LIMIT)
        skip();
    size_t size;
    char *bytes = read_all(path, &size);
    unlink(path);
    assert_int_equal(trey_evaluator_from_bytes(bytes, size, &fresh, NULL), TREY_OK);
    assert_int_equal(trey_evaluator_from_bytes(bytes, size - 1, &fresh, &error),
                     TREY_ERR_INPUT);
    bytes[size / 2] ^= 1;
    assert_int_equal(trey_evaluator_from_bytes(bytes, size, &fresh, &error),
                     TREY_ERR_INPUT);
    assert_int_equal(trey_evaluator_from_bytes(bytes, 0, &fresh, &error), TREY_ERR_INPUT);
    memset(bytes, 0, size);
    free(bytes);
    assert_int_equal(trey_evaluator_shape(fresh).rows, 4);
    assert_int_equal(trey_evaluator_shape(fresh).cols, 4);
    assert_int_equal(trey_evaluator_family(fresh), TREY_EVAL_THREES);

    trey_board boards[BOARDS];
    for (int i = 0; i < BOARDS; i++)
        boards[i] = board_of(&random);
    struct asking asking = {fresh, &network->base, boards, BOARDS, {0}};
    struct trey_threads *threads = trey_threads_new(THREADS);
    trey_parallel_for(threads, THREADS, evaluate_boards, &asking);
    trey_threads_free(threads);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(asking.wrong[i], 0);
    trey_evaluator_free(fresh);
    trey_evaluator_free(&network->base);
}

/* Moving a run of cells together equals pext. */
static void test_runs(void **state)
{
    (void)state;
    struct random_case random = case_start();
    struct trey_tuples tuples;
    struct trey_shape shape = {4, 4};
    assert_int_equal(
        trey_tuples_parse("012345 45689a 02468ac 05af f", shape, &tuples, NULL), TREY_OK);
    for (int i = 0; i < 1000; i++) {
        trey_board board = board_of(&random);
        for (int tuple = 0; tuple < tuples.count; tuple++) {
            uint32_t expected = 0;
            for (int cell = 0; cell < 16; cell++)
                if (tuples.shift[tuple][cell] >= 0)
                    expected |= (uint32_t)trey_board_rank(board, cell)
                                << tuples.shift[tuple][cell];
            tuples.pext = false;
            assert_int_equal(index_of(&tuples, tuple, board), expected);
        }
    }
}

/* A shipped network is for the board and game in its name, and is found there. */
static void test_shipped(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        struct trey_shape shape;
        enum trey_eval_family family;
    } shipped[] = {
        {"network:data/window.network", {4, 4}, TREY_EVAL_THREES},
        {"network:data/threes-3x4.network", {3, 4}, TREY_EVAL_THREES},
        {"network:data/threes-3x3.network", {3, 3}, TREY_EVAL_THREES},
        {"network:data/threes-2x4.network", {2, 4}, TREY_EVAL_THREES},
        {"network:data/2048-4x4.network", {4, 4}, TREY_EVAL_2048},
    };
    struct trey_evaluator *network = NULL;
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++) {
        enum trey_status status = trey_evaluator_named(shipped[i].path, shipped[i].shape,
                                                       shipped[i].family, &network, NULL);
        if (status == TREY_ERR_LIMIT) /* a build that reads none */
            skip();
        assert_int_equal(status, TREY_OK);
        trey_evaluator_free(network);
        assert_string_equal(trey_evaluator_default(shipped[i].shape, shipped[i].family),
                            "network");
    }
    assert_string_equal(trey_evaluator_default((struct trey_shape){3, 4}, TREY_EVAL_2048),
                        "heuristic");
}

static void randomise(struct trey_network *network, struct random_case *random, int zero)
{
    for (int i = 0; i < network->stages.count; i++) {
        struct trey_network_stage *stage = &network->stage[i];
        for (int tuple = 0; tuple < stage->tuples; tuple++)
            for (uint32_t k = 0; k < stage->size[tuple]; k++)
                stage->weights[tuple][k] =
                    (int16_t)(i == zero ? 0 : case_next(random) >> 48);
        memset(stage->deck, 0, TREY_NETWORK_DECK_ENTRIES * sizeof *stage->deck);
    }
}

/* Random weights and stages without weights are reported as doubtful, trained networks
 * are not. */
static void test_doubt(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        struct trey_shape shape;
    } trained[] = {
        {"network:data/window-small.network", {4, 4}},
        {"network:data/threes-3x4.network", {3, 4}},
        {"network:data/threes-3x3.network", {3, 3}},
        {"network:data/threes-2x4.network", {2, 4}},
    };
    struct random_case random = case_start();
    struct trey_network *network = random_network(&random, "0123 4567", "1536");
    for (int unit = 0; unit < 3; unit++) {
        static const float units[] = {0.01F, 1.0F, 1e8F};
        network->unit = units[unit];
        randomise(network, &random, -1);
        assert_non_null(trey_evaluator_untrained(&network->base, true));
    }
    network->unit = 1.0F;
    for (int zero = 0; zero < 2; zero++) {
        randomise(network, &random, zero);
        assert_non_null(trey_evaluator_untrained(&network->base, true));
        assert_non_null(trey_evaluator_warning(&network->base));
    }
    trey_evaluator_free(&network->base);
    for (size_t i = 0; i < sizeof trained / sizeof *trained; i++) {
        struct trey_evaluator *evaluator = NULL;
        enum trey_status status = trey_evaluator_named(
            trained[i].path, trained[i].shape, TREY_EVAL_THREES, &evaluator, NULL);
        if (status == TREY_ERR_LIMIT) /* a build that reads none */
            skip();
        assert_int_equal(status, TREY_OK);
        assert_null(trey_evaluator_warning(evaluator)); /* no stage is unpacked */
        assert_null(trey_evaluator_untrained(evaluator, true));
        assert_null(trey_evaluator_warning(evaluator));
        assert_string_equal(trey_evaluator_name(evaluator), trained[i].path);
        trey_evaluator_free(evaluator);
        assert_int_equal(trey_evaluator_heuristic(trained[i].shape, TREY_EVAL_THREES,
                                                  &evaluator, NULL),
                         TREY_OK);
        assert_null(trey_evaluator_untrained(evaluator, true));
        assert_null(trey_evaluator_warning(evaluator));
        assert_string_equal(trey_evaluator_name(evaluator), "heuristic");
        trey_evaluator_free(evaluator);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shipped),      cmocka_unit_test(test_tuples),
        cmocka_unit_test(test_images),       cmocka_unit_test(test_stages),
        cmocka_unit_test(test_stages_ahead), cmocka_unit_test(test_index),
        cmocka_unit_test(test_symmetry),     cmocka_unit_test(test_pack),
        cmocka_unit_test(test_pairs),        cmocka_unit_test(test_spawns),
        cmocka_unit_test(test_deck),         cmocka_unit_test(test_stage_before),
        cmocka_unit_test(test_twins),        cmocka_unit_test(test_files),
        cmocka_unit_test(test_bytes),        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_first_tuples), cmocka_unit_test(test_find),
        cmocka_unit_test(test_downgraded),   cmocka_unit_test(test_downgrade),
        cmocka_unit_test(test_full_chain),   cmocka_unit_test(test_doubt),
        cmocka_unit_test(test_distinct),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
