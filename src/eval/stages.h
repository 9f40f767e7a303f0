/* Stages: parts of the game that have weights of their own, by the largest tiles on the
 * board. */
#ifndef TREY_EVAL_STAGES_H
#define TREY_EVAL_STAGES_H

#include "board/slide.h"
#include "eval/eval.h"

enum {
    TREY_NETWORK_MAX_STAGES = 8,
    TREY_NETWORK_MAX_PARTS = 4, /* tiles that a stage requires */
};

/* A stage requires tiles, in descending order. A board has them if its largest tile is at
 * least the first, its second largest at least the second, and so on; it belongs to the
 * last stage whose tiles it has. Stages are in lexical order; the first requires none. */
struct trey_stages {
    enum trey_eval_family family;       /* of the tiles */
    int count;                          /* at least 1 */
    int parts[TREY_NETWORK_MAX_STAGES]; /* number of tiles that each stage requires */
    uint8_t rank[TREY_NETWORK_MAX_STAGES][TREY_NETWORK_MAX_PARTS]; /* their ranks */
};

/* Parses "1536 3072 3072+1536" (2048: "16384 16384+8192"), the tiles of the second and
 * each further stage; "" and "none" are one stage. TREY_ERR_ARGUMENT for anything else,
 * and in Threes! if the spawn of a bonus tile could change the stage: tiles after a +
 * must be more than an eighth of the largest tile of the stage. */
enum trey_status trey_stages_parse(const char *text, enum trey_eval_family family,
                                   struct trey_stages *stages, struct trey_error *error);

/* Writes at most TREY_STAGES_TEXT bytes, with the terminating zero; one stage is "none".
 */
#define TREY_STAGES_TEXT 128
void trey_stages_format(const struct trey_stages *stages, char *text);

/* Returns the smallest rank that no tile of the stage can have: where a later stage
 * begins that requires one larger tile only; `max` if there is none. */
unsigned trey_stages_end_rank(const struct trey_stages *stages, int stage, unsigned max);

/* Returns the parent of a stage other than the first: the stage to which its smallest
 * board would belong if the stage did not exist. Weights are stored as differences to
 * those of the parent. */
int trey_stages_parent(const struct trey_stages *stages, int stage);

/* True if a search from a board is likely to reach boards of a stage. A heuristic: it
 * decides which stages are unpacked before a search starts. */
bool trey_stages_is_likely(const struct trey_stages *stages, int stage, trey_board board);

/* Returns a board with just the tiles that a stage requires. */
trey_board trey_stages_min_board(const struct trey_stages *stages, int stage);

/* Returns the stage of a board. */
static inline int trey_stage_of(const struct trey_stages *stages, trey_board board)
{
    const uint64_t nibbles = 0x0f0f0f0f0f0f0f0fu, ones = 0x0101010101010101u;
    uint64_t even = board & nibbles, odd = board >> 4 & nibbles;
    int stage = 0;
    for (int i = 1; i < stages->count; i++) {
        int part = 0;
        for (; part < stages->parts[i]; part++) {
            uint64_t short_of = (16u - stages->rank[i][part]) * ones;
            uint64_t found = (even + short_of) & ones
                                                     << 4; /* carries: one bit per tile */
            found |= (odd + short_of) >> 4 & ones;
            for (int k = 0; k < part; k++)
                found &= found - 1;
            if (found == 0)
                break;
        }
        if (part == 0) /* later stages require as large a tile */
            break;
        stage = part == stages->parts[i] ? i : stage;
    }
    assert(stage < stages->count);
    return stage;
}

#endif
