/* The referee: plays and judges known-sequence games by the rules, one move at a time. It
 * shares the slide and the choice of the spawn line with the planner (step.h). */
#include "base/check.h"
#include "sequence/sequence.h"
#include "sequence/step.h"

static uint64_t score_of(const struct trey_wide *board)
{
    uint64_t score = 0;
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        score += trey_sequence_points(board->rank[cell]);
    return score;
}

void trey_sequence_begin(const struct trey_sequence *sequence,
                         struct trey_position *position)
{
    *position = (struct trey_position){.board = sequence->start,
                                       .score = score_of(&sequence->start)};
}

int trey_sequence_next(const struct trey_sequence *sequence,
                       const struct trey_position *position)
{
    return position->moves < sequence->count ? sequence->tiles[position->moves] : 0;
}

/* Slides the board. Returns the spawn cell; -1 if nothing moved. */
static int slide(const struct trey_wide *board, enum trey_direction direction,
                 struct trey_wide *after)
{
    trey_flags merged;
    trey_bytes frame = trey_frame(trey_bytes_load(board), direction);
    trey_bytes slid = trey_slide_frame(frame, &merged);
    trey_lanes spawn = trey_spawn_lane(frame, slid, trey_last_lane_wins(direction));
    int lane = 0;
    while (lane < 4 && spawn[lane] == 0)
        lane++;
    if (lane == 4)
        return -1;
    trey_bytes_store(trey_unframe(slid, direction), after);
    return trey_unframe_cell(4 * lane + 3, direction);
}

/* As trey_sequence_play, but also returns the board before the spawn. */
static int play_move(const struct trey_sequence *sequence, struct trey_position *position,
                     enum trey_direction direction, struct trey_wide *before_spawn)
{
    if (position->moves >= sequence->count)
        return -1;
    int cell = slide(&position->board, direction, before_spawn);
    if (cell < 0)
        return -1;
    assert(before_spawn->rank[cell] == 0); /* a line that moved has an empty last cell */
    position->board = *before_spawn;
    position->board.rank[cell] = sequence->tiles[position->moves++];
    position->score = score_of(&position->board);
    return cell;
}

int trey_sequence_play(const struct trey_sequence *sequence,
                       struct trey_position *position, enum trey_direction direction)
{
    struct trey_wide before_spawn;
    return play_move(sequence, position, direction, &before_spawn);
}

static bool can_move(const struct trey_wide *board)
{
    struct trey_wide after;
    for (int direction = 0; direction < 4; direction++)
        if (slide(board, (enum trey_direction)direction, &after) >= 0)
            return true;
    return false;
}

/* The reason why a game ends in this position, with or without given moves left. */
static enum trey_end end_of(const struct trey_sequence *sequence,
                            const struct trey_position *position, bool moves_left)
{
    if (!can_move(&position->board))
        return TREY_END_NO_MOVE;
    if (position->moves == sequence->count)
        return TREY_END_OUT_OF_TILES;
    return moves_left ? TREY_END_ILLEGAL_MOVE : TREY_END_OUT_OF_MOVES;
}

void trey_sequence_judge(const struct trey_sequence *sequence, const uint8_t *moves,
                         size_t move_count, trey_replay_fn replay, void *context,
                         struct trey_verdict *verdict)
{
    struct trey_position position;
    trey_sequence_begin(sequence, &position);
    bool going = true;
    if (replay != NULL)
        going = replay(context, &position, TREY_UP, &position.board, -1);
    size_t i = 0;
    for (; i < move_count && going; i++) {
        struct trey_wide before_spawn;
        enum trey_direction direction = (enum trey_direction)(moves[i] & 3);
        int cell = play_move(sequence, &position, direction, &before_spawn);
        if (cell < 0)
            break;
        if (replay != NULL)
            going = replay(context, &position, direction, &before_spawn, cell);
    }
    *verdict = (struct trey_verdict){
        .final = position,
        .moves_given = move_count,
        .end = end_of(sequence, &position, going && i < move_count),
    };
}

const char *trey_end_text(enum trey_end end)
{
    switch (end) {
    case TREY_END_ILLEGAL_MOVE:
        return "the next move is illegal";
    case TREY_END_NO_MOVE:
        return "no move is possible";
    case TREY_END_OUT_OF_MOVES:
        return "the moves ran out";
    case TREY_END_OUT_OF_TILES:
        return "the tiles ran out";
    }
    return "unknown";
}
