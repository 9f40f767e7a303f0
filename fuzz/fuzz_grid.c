/* Files of data sets: what was read is in range and can be written and read again; its
 * slides and reports follow the rules. */
#include "extras/grid/contest.h"
#include "fuzz.h"
#include "grid/command.h"
#include "trey/grid.h"

#include <string.h>

static uint64_t tile_sum(const struct trey_grid *grid)
{
    uint64_t sum = 0; /* may wrap around, equally before and after */
    for (int cell = 0; cell < grid->rows * grid->cols; cell++)
        sum += trey_grid_tile_of_rank(grid->rank[cell]);
    return sum;
}

static int count_tiles(const struct trey_grid *grid)
{
    int tiles = 0;
    for (int cell = 0; cell < grid->rows * grid->cols; cell++)
        tiles += grid->rank[cell] != 0;
    return tiles;
}

static void check_moves(const struct trey_grid *grid,
                        const struct trey_grid_analysis *analysis)
{
    bool any = false;
    for (int direction = 0; direction < 4; direction++) {
        const struct trey_grid_move *move = &analysis->move[direction];
        any = any || move->legal;
        FUZZ_CHECK(tile_sum(&move->after) == tile_sum(grid));
        FUZZ_CHECK(count_tiles(&move->after) == count_tiles(grid) - move->merges);
        FUZZ_CHECK(!move->legal || move->largest_rank >= trey_grid_largest(grid));
        FUZZ_CHECK(move->corner_distance >= 0 && move->corner_distance <= 6);
    }
    for (int hint = 0; hint < TREY_HINT_COUNT; hint++) {
        unsigned best = trey_grid_best(analysis, (enum trey_hint)hint);
        FUZZ_CHECK((best != 0) == any && best < 16);
        for (int direction = 0; direction < 4; direction++)
            FUZZ_CHECK((best >> direction & 1) == 0 || analysis->move[direction].legal);
    }
}

static void check_dataset(const struct trey_grid_dataset *dataset, size_t number)
{
    struct trey_grid_analysis analysis;
    FUZZ_CHECK(trey_grid_analyse(&dataset->grid, dataset->win_rank, &analysis, NULL) ==
               TREY_OK);
    if (analysis.state == TREY_GRID_OPEN)
        check_moves(&dataset->grid, &analysis);
    for (unsigned layout = 0; layout < 4; layout++) {
        char *text = NULL;
        size_t size = 0;
        if (trey_grid_report(dataset, number, layout, &text, &size, NULL) != TREY_OK)
            continue;
        FUZZ_CHECK(size == strlen(text) && size > 0 && text[size - 1] == '\n');
        FUZZ_CHECK(strstr(text, " \n") == NULL);
        trey_free(text);
    }
}

static void check_round_trip(const struct trey_grid_file *file)
{
    /* 3 + 64 numbers per data set, of at most 19 digits */
    static char text[(1 + TREY_GRID_MAX_DATASETS * 67) * 20 + 1];
    size_t used = (size_t)snprintf(text, sizeof text, "%zu\n", file->count);
    for (size_t i = 0; i < file->count; i++) {
        const struct trey_grid *grid = &file->dataset[i].grid;
        used += (size_t)snprintf(
            text + used, sizeof text - used, "%d\n%d\n%llu\n", grid->rows, grid->cols,
            (unsigned long long)trey_grid_tile_of_rank(file->dataset[i].win_rank));
        for (int cell = 0; cell < grid->rows * grid->cols; cell++)
            used += (size_t)snprintf(
                text + used, sizeof text - used, "%llu%c",
                (unsigned long long)trey_grid_tile_of_rank(grid->rank[cell]),
                (cell + 1) % grid->cols == 0 ? '\n' : ' ');
    }
    struct trey_grid_file again;
    FUZZ_CHECK(trey_grid_parse(text, used, &again, NULL) == TREY_OK);
    FUZZ_CHECK(again.count == file->count);
    for (size_t i = 0; i < file->count; i++) {
        const struct trey_grid_dataset *a = &again.dataset[i], *b = &file->dataset[i];
        FUZZ_CHECK(a->win_rank == b->win_rank && a->grid.rows == b->grid.rows);
        FUZZ_CHECK(a->grid.cols == b->grid.cols);
        FUZZ_CHECK(memcmp(a->grid.rank, b->grid.rank, sizeof a->grid.rank) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct trey_grid_file file;
    struct trey_error error = {0};
    enum trey_status status = trey_grid_parse((const char *)data, size, &file, &error);
    FUZZ_CHECK(file.count <= file.announced);
    FUZZ_CHECK(file.announced <= TREY_GRID_MAX_DATASETS);
    FUZZ_CHECK(status != TREY_OK || (file.count == file.announced && file.count > 0));
    FUZZ_CHECK(status == TREY_OK || (error.line > 0 && error.message[0] != '\0'));
    for (size_t i = 0; i < file.count; i++)
        check_dataset(&file.dataset[i], i + 1);
    if (file.count > 0)
        check_round_trip(&file);
    return 0;
}
