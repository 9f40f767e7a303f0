#include "judge_moves.h"

#include "base/error.h"
#include "common.h"

enum trey_status cli_judge_moves(const struct trey_sequence *sequence, const char *path,
                                 trey_replay_fn replay, void *context,
                                 struct trey_verdict *verdict, struct trey_error *error)
{
    uint8_t *moves = NULL;
    size_t count = 0;
    enum trey_status status = trey_moves_read(path, &moves, &count, error);
    if (status != TREY_OK)
        return status;
    if (count == 0)
        trey_sequence_judge(sequence, moves, count, NULL, NULL, verdict);
    if (count == 0 && verdict->end == TREY_END_OUT_OF_MOVES)
        status = trey_fail(error, TREY_ERR_INPUT, 0, "no moves from line 3 on");
    else
        trey_sequence_judge(sequence, moves, count, replay, context, verdict);
    trey_free(moves);
    return status;
}

enum trey_status cli_judge_listed(const struct trey_sequence *sequence, const char *path,
                                  struct trey_verdict *verdict, struct trey_error *error)
{
    if (cli_is_special(path))
        return trey_fail(error, TREY_ERR_INPUT, 0, "not a regular file");
    return cli_judge_moves(sequence, path, NULL, NULL, verdict, error);
}
