/* Slides of random boards, of Threes! and of 2048. */
#include "base/random.h"
#include "bench/bench.h"
#include "board/slide2048.h"
#include "os/clock.h"

enum { BOARDS = 4096 };

/* Random boards with about half of the cells empty. */
static void fill_boards(trey_board boards[BOARDS])
{
    struct trey_random random;
    trey_random_seed(&random, 1);
    for (int i = 0; i < BOARDS; i++)
        boards[i] = trey_random_next(&random) &
                    trey_whole_nibbles(trey_random_next(&random) & TREY_LOW_BITS);
}

enum trey_status trey_bench_slides(double scale, struct trey_bench_result *result,
                                   struct trey_error *error)
{
    trey_board boards[BOARDS];
    (void)error;
    fill_boards(boards);
    uint64_t rounds = trey_bench_work(scale, 10000);
    uint64_t checksum = 0;
    double start = trey_clock_cpu();
    for (uint64_t round = 0; round < rounds; round++)
        for (int i = 0; i < BOARDS; i++) {
            trey_board board = boards[i] + round % 2;
            for (int direction = 0; direction < 4; direction++)
                checksum += trey_slide(board, &trey_slide_4x4[direction]);
        }
    *result = (struct trey_bench_result){rounds * BOARDS * 4, trey_clock_cpu() - start,
                                         checksum};
    return TREY_OK;
}

enum trey_status trey_bench_slides_2048(double scale, struct trey_bench_result *result,
                                        struct trey_error *error)
{
    trey_board boards[BOARDS];
    (void)error;
    fill_boards(boards);
    uint64_t rounds = trey_bench_work(scale, 5000);
    uint64_t checksum = 0, made;
    double start = trey_clock_cpu();
    for (uint64_t round = 0; round < rounds; round++)
        for (int i = 0; i < BOARDS; i++) {
            trey_board board = boards[i] + round % 2;
            for (int direction = 0; direction < 4; direction++)
                checksum += trey_slide_2048(board, &trey_slide_4x4[direction], 0, &made);
        }
    *result = (struct trey_bench_result){rounds * BOARDS * 4, trey_clock_cpu() - start,
                                         checksum};
    return TREY_OK;
}
