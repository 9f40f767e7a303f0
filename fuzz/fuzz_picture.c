/* Picture files and pixels: the decoder of PNG and JPEG files with its limits, and the
 * reader of positions on arbitrary pixels. What was read is a position with confidences
 * in range and can be converted to a view.
 *
 * The first byte selects the input: even, the rest is a file; odd, the rest are colours
 * of the game, two blocks per byte, which are painted over a board. If its second bit is
 * set, a dark edge surrounds them, as on a photograph of a screen. */
#include "fuzz.h"
#include "trey/picture.h"

#ifdef TREY_WITH_PICTURES
#include "cli/picture_file.h"
#endif

enum { SIDE = 160, MAX_PIXELS = 1 << 20 };

static void check_position(const struct trey_pixels *pixels)
{
    struct trey_picture_position position;
    struct trey_rules rules;
    trey_board board;
    trey_next next;
    FUZZ_CHECK(trey_picture_read(pixels, &position, NULL) == TREY_OK);
    FUZZ_CHECK(position.overall >= 0 && position.overall <= 1);
    FUZZ_CHECK(position.next_confidence >= 0 && position.next_confidence <= 1);
    FUZZ_CHECK(position.next_count <= 3);
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        FUZZ_CHECK(position.rank[cell] >= -1 && position.rank[cell] <= TREY_MAX_RANK);
        FUZZ_CHECK(position.confidence[cell] >= 0 && position.confidence[cell] <= 1);
        FUZZ_CHECK(position.rank[cell] >= 0 || position.problem != TREY_PICTURE_FINE);
    }
    if (position.problem != TREY_PICTURE_FINE) {
        FUZZ_CHECK(position.overall == 0);
        return;
    }
    trey_picture_view(&position, &rules, &board, &next);
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        FUZZ_CHECK(trey_board_rank(board, cell) == position.rank[cell]);
}

static void read_file(const uint8_t *data, size_t size)
{
#ifdef TREY_WITH_PICTURES
    struct trey_pixels pixels;
    struct trey_error error;
    const enum trey_status status = cli_decode_picture(data, size, &pixels, &error);
    if (status != TREY_OK) {
        FUZZ_CHECK(error.message[0] != '\0');
        return;
    }
    FUZZ_CHECK(pixels.width > 0 && pixels.height > 0);
    if ((size_t)pixels.width * pixels.height <= MAX_PIXELS)
        check_position(&pixels);
    free((void *)(uintptr_t)pixels.rgba);
#else
    (void)data;
    (void)size;
#endif
}

static void read_pixels(const uint8_t *data, size_t size, bool dark_edge)
{
    static const uint8_t colors[8][3] = {
        {187, 217, 217}, {202, 225, 219}, {102, 204, 255}, {255, 102, 128},
        {255, 255, 255}, {0, 0, 0},       {255, 204, 102}, {119, 110, 101}};
    enum { HEIGHT = SIDE * 4 / 3 };
    static uint8_t rgba[SIDE * HEIGHT * 4];
    for (size_t at = 0; at < (size_t)SIDE * HEIGHT; at++) {
        const size_t x = at % SIDE, y = at / SIDE;
        int color = x < 5 || x >= 155 || y < 5 || y >= HEIGHT - 5 ? 1 : 0;
        const size_t block = y / 4 * (SIDE / 4) + x / 4;
        if (size > 0 && block / 2 < size)
            color = data[block / 2] >> (block % 2 * 4) & 7;
        if (dark_edge && (x < 5 || x >= 155 || y < 5 || y >= HEIGHT - 5))
            color = 5;
        for (size_t c = 0; c < 3; c++)
            rgba[at * 4 + c] = colors[color][c];
        rgba[at * 4 + 3] = 255;
    }
    check_position(&(struct trey_pixels){rgba, SIDE, HEIGHT, 0});
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    if (data[0] % 2 == 0)
        read_file(data + 1, size - 1);
    else
        read_pixels(data + 1, size - 1, (data[0] & 2) != 0);
    return 0;
}
