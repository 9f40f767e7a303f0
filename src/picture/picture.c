/* Reads a position from a picture, in four steps: find areas that may be a board
 * (frame.c); check that the gaps between the cells are empty, so that no tile is moving;
 * read each cell (cells.c); read the announced tile above (next.c). Of several areas the
 * one with the most readable cells is used.
 *
 * A picture without such an area may be a photograph of a telephone (photo.c).
 *
 * Nothing is learned or tuned at run time. The look of the app is data: a few colours,
 * the app's proportions, and ten templates of digits (glyph_table.c). */
#include "picture/picture_steps.h"

#include "base/error.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The app's layout in units (picture_steps.h). */
#define BOARD_WIDTH  500
#define BOARD_HEIGHT 670
#define CELL_LEFT    20
#define CELL_TOP     21
#define CELL_WIDTH   100
#define CELL_HEIGHT  150
#define FACE_UNITS   140 /* the part of a cell above a tile's edge */
#define PITCH_X      120
#define PITCH_Y      160

/* Position and scale of a board, and what covers it. */
struct board_place {
    const struct trey_pixels *pixels;
    struct rectangle area;
    float unit_x, unit_y; /* pixels per unit */
    struct veil veil;
};

static struct color board_color(const struct board_place *place, float x, float y)
{
    return trey_picture_point(place->pixels, place->area.left + x * place->unit_x,
                              place->area.top + y * place->unit_y, place->veil);
}

/* Measures the white veil by the frame's colour at its left and right edges, which tiles
 * never cover. */
static struct veil measure_veil(struct board_place *place)
{
    const float darkness = (255 - 202) + (255 - 225) + (255 - 219);
    float sum = 0;
    place->veil = NO_VEIL;
    for (int i = 0; i < 40; i++) {
        const float y = 40 + (float)i * (BOARD_HEIGHT - 80) / 40;
        const struct color color =
            board_color(place, i % 2 == 0 ? 10 : BOARD_WIDTH - 10, y);
        sum += (255 - color.r) + (255 - color.g) + (255 - color.b);
    }
    /* The frame fades more than tiles do: (202,225,219) becomes (213,233,226) where blue
     * (102,204,255) becomes (127,213,254). The power corrects that. */
    const float paleness = powf(darkness * 40 / fmaxf(sum, 1), 0.65f);
    return (struct veil){{255, 255, 255},
                         paleness < 0.8f   ? 0.8f
                         : paleness > 1.6f ? 1.6f
                                           : paleness};
}

/* Paints along the middle of a gap between two cells. */
struct gap {
    int tile, other, points;
};

static void add_gap_point(const struct board_place *place, float x, float y,
                          struct gap *gap)
{
    float distance;
    const enum paint paint = trey_picture_paint(board_color(place, x, y), &distance);
    gap->points++;
    gap->tile += paint == WHITE || paint == BLUE || paint == RED;
    gap->other += paint == OTHER;
}

/* Checks all gaps. Returns false if a tile lies across one: an animation is running.
 * *clean receives the share of points that show one of the app's colours. */
static bool gaps_are_free(const struct board_place *place, float *clean)
{
    int other = 0, points = 0;
    bool free_of_tiles = true;
    for (int i = 0; i < 24; i++) {
        /* 12 gaps between columns, then 12 between rows. */
        const int line = i % 12 / 4, across = i % 4;
        struct gap gap = {0, 0, 0};
        for (int k = 0; k < 25; k++) {
            const float part = ((float)k + 0.5f) / 25;
            if (i < 12)
                add_gap_point(place, CELL_LEFT + CELL_WIDTH + 10 + (float)line * PITCH_X,
                              CELL_TOP + (float)across * PITCH_Y + part * CELL_HEIGHT,
                              &gap);
            else
                add_gap_point(place,
                              CELL_LEFT + (float)across * PITCH_X + part * CELL_WIDTH,
                              CELL_TOP + CELL_HEIGHT + 5 + (float)line * PITCH_Y, &gap);
        }
        free_of_tiles = free_of_tiles && gap.tile * 4 < gap.points;
        other += gap.other;
        points += gap.points;
    }
    *clean = 1 - (float)other / (float)points;
    return free_of_tiles;
}

/* Share of the lower edge of an empty cell that has its colour. The edge of a tile is
 * seen there also where something of the cell's colour covers the tile's face. */
static float empty_edge_share(const struct board_place *place, float x, float y)
{
    enum { POINTS = 40 };
    int empty = 0;
    for (int i = 0; i < POINTS; i++) {
        float distance;
        const enum paint paint = trey_picture_paint(
            board_color(place, x + 10 + (float)(i / 2) * 80 / (POINTS / 2),
                        y + FACE_UNITS + (i % 2 == 0 ? 3 : 7)),
            &distance);
        empty += paint == EMPTY || paint == FRAME;
    }
    return (float)empty / POINTS;
}

static void read_threes_cells(const struct board_place *place,
                              struct trey_picture_position *position)
{
    struct face face;
    for (int i = 0; i < TREY_MAX_CELLS; i++) {
        const float x = CELL_LEFT + (float)(i % 4) * PITCH_X;
        const float y = CELL_TOP + (float)(i / 4) * PITCH_Y;
        const struct rectangle area = {
            place->area.left + x * place->unit_x, place->area.top + y * place->unit_y,
            place->area.left + (x + CELL_WIDTH) * place->unit_x,
            place->area.top + (y + FACE_UNITS) * place->unit_y};
        trey_picture_sample(place->pixels, area, place->veil, FACE_WIDTH, FACE_HEIGHT,
                            &face);
        struct cell cell = trey_picture_threes_cell(&face);
        if (cell.rank == 0)
            cell.confidence *=
                trey_picture_grade(empty_edge_share(place, x, y), 0.6f, 0.9f);
        position->rank[i] = cell.rank;
        position->confidence[i] = cell.confidence;
    }
}

static void set_corners(struct rectangle area, struct trey_picture_position *position)
{
    const float corners[4][2] = {{area.left, area.top},
                                 {area.right, area.top},
                                 {area.right, area.bottom},
                                 {area.left, area.bottom}};
    memcpy(position->corners, corners, sizeof corners);
}

/* Sets problem and overall confidence after all cells are read. */
static void rate_cells(struct trey_picture_position *position, float factor)
{
    float lowest = 1;
    for (int i = 0; i < TREY_MAX_CELLS; i++) {
        position->confidence[i] *= factor;
        if (position->rank[i] < 0 && position->problem == TREY_PICTURE_FINE)
            position->problem = TREY_PICTURE_UNREADABLE;
        if (position->confidence[i] < lowest)
            lowest = position->confidence[i];
    }
    position->overall = position->problem == TREY_PICTURE_FINE ? lowest : 0;
}

static void read_threes(const struct trey_pixels *pixels, struct rectangle area,
                        struct trey_picture_position *position)
{
    struct board_place place = {pixels, area, (area.right - area.left) / BOARD_WIDTH,
                                (area.bottom - area.top) / BOARD_HEIGHT, NO_VEIL};
    place.veil = measure_veil(&place);
    position->game = TREY_PICTURE_THREES;
    set_corners(area, position);
    float clean = 0;
    if (!gaps_are_free(&place, &clean))
        position->problem = TREY_PICTURE_NOT_SETTLED;
    read_threes_cells(&place, position);
    rate_cells(position, trey_picture_grade(clean, 0.8f, 0.9f));
    trey_picture_threes_next(pixels, area, place.veil, position);
}

static void read_2048(const struct trey_pixels *pixels, struct rectangle area,
                      struct trey_picture_position *position)
{
    float clean = 0;
    position->game = TREY_PICTURE_2048;
    set_corners(area, position);
    const bool covered = trey_picture_2048_cells(pixels, area, position, &clean);
    rate_cells(position, trey_picture_grade(clean, 0.8f, 0.9f));
    if (covered && position->problem != TREY_PICTURE_FINE)
        position->problem = TREY_PICTURE_COVERED;
}

enum trey_status trey_picture_read(const struct trey_pixels *pixels,
                                   struct trey_picture_position *position,
                                   struct trey_error *error)
{
    *position = (struct trey_picture_position){.problem = TREY_PICTURE_NO_BOARD};
    struct trey_pixels source = *pixels;
    if (source.stride_bytes == 0)
        source.stride_bytes = (size_t)source.width * 4;
    if (source.rgba == NULL || source.width == 0 || source.height == 0 ||
        source.width > TREY_PICTURE_MAX_SIDE || source.height > TREY_PICTURE_MAX_SIDE ||
        source.stride_bytes < (size_t)source.width * 4)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "width and height must be 1 to %d pixels",
                         TREY_PICTURE_MAX_SIDE);

    struct frame frames[MAX_FRAMES];
    int count = 0;
    const enum trey_status status = trey_picture_frames(&source, frames, &count, error);
    if (status != TREY_OK)
        return status;
    int best = TREY_MAX_CELLS / 2; /* a real board has more readable cells */
    for (int i = 0; i < count; i++) {
        struct trey_picture_position candidate = {.problem = TREY_PICTURE_FINE};
        if (frames[i].game == TREY_PICTURE_THREES)
            read_threes(&source, frames[i].area, &candidate);
        else
            read_2048(&source, frames[i].area, &candidate);
        const int readable = trey_picture_readable_cells(&candidate);
        if (readable > best) {
            best = readable;
            *position = candidate;
        }
    }
    if (position->game == TREY_PICTURE_UNKNOWN)
        return trey_picture_photo(&source, position, error);
    return TREY_OK;
}

void trey_picture_view(const struct trey_picture_position *position,
                       struct trey_rules *rules, trey_board *board, trey_next *next)
{
    assert(position->problem == TREY_PICTURE_FINE);
    (void)trey_rules_named(position->game == TREY_PICTURE_2048 ? "2048" : "window", rules,
                           NULL);
    *board = 0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        *board = trey_board_with(*board, cell, position->rank[cell]);
    *next = TREY_NEXT_HIDDEN;
    if (position->next == TREY_PICTURE_NEXT_PLUS) {
        rules->hint = TREY_SHOW_PLUS;
        *next = TREY_NEXT_PLUS;
    }
    for (int i = 0; i < position->next_count; i++)
        *next = (trey_next)(*next | 1u << position->next_ranks[i]);
}

uint64_t trey_picture_tile(enum trey_picture_game game, int rank)
{
    assert(game != TREY_PICTURE_UNKNOWN && rank > 0 && rank <= TREY_MAX_RANK);
    return game == TREY_PICTURE_2048 ? (uint64_t)1 << rank : trey_tile_of_rank(rank);
}

const char *trey_picture_game_name(enum trey_picture_game game)
{
    static const char *const names[] = {"unknown", "threes", "2048"};
    assert(game <= TREY_PICTURE_2048);
    return names[game];
}

const char *trey_picture_problem_text(enum trey_picture_problem problem)
{
    static const char *const texts[] = {
        "the position was read",
        "no board was found",
        "the board is moving; take the picture when it is still",
        "some cells cannot be read",
        "the message at the end of the game covers the board",
    };
    assert(problem <= TREY_PICTURE_COVERED);
    return texts[problem];
}
