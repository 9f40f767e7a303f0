/* Stages of the game: parsing and formatting, and how they follow each other. */
#include "eval/stages.h"
#include "base/check.h"
#include "base/error.h"
#include "board/cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parses tiles joined by +, descending. Returns their number; 0 if the text is invalid.
 */
static int parse_stage(const char **text, enum trey_eval_family family,
                       uint8_t rank[TREY_NETWORK_MAX_PARTS])
{
    for (int parts = 0; parts < TREY_NETWORK_MAX_PARTS; (*text)++) {
        char *end;
        if (**text < '0' || **text > '9')
            return 0;
        uint64_t tile = strtoull(*text, &end, 10);
        int found = family == TREY_EVAL_2048 ? trey_exponent_of_tile(tile)
                                             : trey_rank_of_tile(tile);
        if (found < 4 || found > 15 || (parts > 0 && found > rank[parts - 1]))
            return 0;
        rank[parts++] = (uint8_t)found;
        *text = end;
        if (*end != '+')
            return parts;
    }
    return 0;
}

static uint64_t tile_of(const struct trey_stages *stages, int rank)
{
    return stages->family == TREY_EVAL_2048 ? (uint64_t)1 << rank
                                            : trey_tile_of_rank(rank);
}

unsigned trey_stages_end_rank(const struct trey_stages *stages, int stage, unsigned max)
{
    for (int i = stage + 1; i < stages->count; i++)
        if (stages->parts[i] == 1 && stages->rank[i][0] > stages->rank[stage][0])
            return stages->rank[i][0];
    assert(stage >= 0 && stage < stages->count);
    return max;
}

trey_board trey_stages_min_board(const struct trey_stages *stages, int stage)
{
    trey_board board = 0;
    for (int part = 0; part < stages->parts[stage]; part++)
        board = trey_board_with(board, part, stages->rank[stage][part]);
    return board;
}

int trey_stages_parent(const struct trey_stages *stages, int stage)
{
    assert(stage > 0 && stage < stages->count);
    struct trey_stages without = *stages;
    without.count = stage; /* no later stage has its smallest board */
    return trey_stage_of(&without, trey_stages_min_board(stages, stage));
}

/* True if no bonus tile, an eighth of the largest tile at most, can be one that the stage
 * requires. */
static bool excludes_bonus_tiles(const struct trey_stages *stages, int stage)
{
    unsigned largest = trey_stages_end_rank(stages, stage, 15) - 1;
    for (int part = 1; part < stages->parts[stage]; part++)
        if (stages->rank[stage][part] + 3u <= largest)
            return false;
    return true;
}

enum trey_status trey_stages_parse(const char *text, enum trey_eval_family family,
                                   struct trey_stages *stages, struct trey_error *error)
{
    *stages = (struct trey_stages){.family = family, .count = 1};
    if (strcmp(text, "none") == 0)
        return TREY_OK;
    for (;;) {
        text += strspn(text, " ,");
        if (*text == '\0')
            break;
        int number = stages->count;
        const char *start = text;
        uint8_t rank[TREY_NETWORK_MAX_PARTS] = {0};
        int parts = parse_stage(&text, family, rank);
        if (parts == 0 || strchr(" ,", *text) == NULL ||
            number == TREY_NETWORK_MAX_STAGES ||
            memcmp(rank, stages->rank[number - 1], sizeof rank) <= 0)
            return trey_fail(
                error, TREY_ERR_ARGUMENT, 0,
                "\"%.16s\": stages must begin at tiles of %s (%s), in ascending order, "
                "and there may be at most %d of them",
                start, trey_eval_tiles(family)->title,
                family == TREY_EVAL_2048 ? "16, 32, 64, ... 32768"
                                         : "6, 12, 24, ... 12288",
                TREY_NETWORK_MAX_STAGES - 1);
        memcpy(stages->rank[number], rank, sizeof rank);
        stages->parts[number] = parts;
        assert(parts <= TREY_NETWORK_MAX_PARTS && number < TREY_NETWORK_MAX_STAGES);
        stages->count++;
    }
    for (int i = 1; family == TREY_EVAL_THREES && i < stages->count; i++)
        if (!excludes_bonus_tiles(stages, i))
            return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                             "stage %d begins at a tile that may spawn as a bonus tile",
                             i + 1);
    return TREY_OK;
}

bool trey_stages_is_likely(const struct trey_stages *stages, int stage, trey_board board)
{
    int largest = (int)trey_largest_rank(board);
    uint64_t sum = 0, required = 0;
    for (int cell = 0; cell < 16; cell++) {
        int rank = (int)(board >> (4 * cell) & 15);
        sum += rank > 0 ? tile_of(stages, rank) : 0;
    }

    /* 1. Merges lead to later stages if the tiles on the board suffice, together with
     * tiles that spawn meanwhile: cards, and a bonus tile of at most an eighth of the
     * largest tile. */
    for (int part = 0; part < stages->parts[stage]; part++)
        required += tile_of(stages, stages->rank[stage][part]);
    if (stage > trey_stage_of(stages, board))
        return required <= sum + sum / 8 + 64;

    /* 2. A merge leads to an earlier stage only if it joins the two largest tiles. */
    int next = largest < 15 ? largest + 1 : 15;
    return tile_of(stages, next) <= sum &&
           stage == trey_stage_of(stages, (trey_board)next);
}

void trey_stages_format(const struct trey_stages *stages, char *text)
{
    size_t used = 0;
    if (stages->count == 1)
        snprintf(text, TREY_STAGES_TEXT, "none");
    for (int i = 1; i < stages->count; i++)
        for (int part = 0; part < stages->parts[i]; part++)
            used += (size_t)snprintf(
                text + used, TREY_STAGES_TEXT - used, "%s%llu",
                part > 0 ? "+"
                : i > 1  ? " "
                         : "",
                (unsigned long long)tile_of(stages, stages->rank[i][part]));
}
