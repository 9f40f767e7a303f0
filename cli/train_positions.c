#include "train_positions.h"

#include "learn/command.h"
#include "line_reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUM_STEP = 64 }; /* minimum difference of tile sums of two positions of a game */

static enum trey_status keep_game(struct trey_learner *learner,
                                  const struct trey_record *record, uint64_t *count,
                                  struct trey_error *error)
{
    struct trey_view view = record->start;
    uint64_t next_sum = SUM_STEP;
    for (size_t i = 0; i < record->count; i++) {
        const struct trey_step *step = &record->steps[i];
        enum trey_status status =
            trey_view_advance(&view, (enum trey_direction)step->direction, step->cell,
                              step->rank, step->next, error);
        if (status != TREY_OK)
            return status;
        uint64_t sum = trey_board_sum(view.board);
        if (sum < next_sum || step->cell < 0) /* no cell: the game ended */
            continue;
        next_sum = sum + SUM_STEP;
        trey_learner_add_start(learner, &view);
        *count += 1;
    }
    return TREY_OK;
}

static enum trey_status keep_line(struct trey_learner *learner,
                                  const struct trey_rules *rules, const char *line,
                                  uint64_t *count, struct trey_error *error)
{
    struct trey_record record = {0};
    enum trey_status status = trey_record_parse(line, rules, &record, error);
    if (status == TREY_OK)
        status = keep_game(learner, &record, count, error);
    trey_record_clear(&record);
    return status;
}

int cli_keep_positions(struct trey_learner *learner, const struct trey_rules *rules,
                       const char *path, uint64_t *count)
{
    struct trey_error error = {0};
    struct cli_line_reader reader = {.file = fopen(path, "r"),
                                     .max_bytes = CLI_MAX_RECORD_BYTES};
    if (reader.file == NULL)
        return cli_fail_read(path, errno);
    enum trey_status status = TREY_OK;
    while (status == TREY_OK && cli_line_next(&reader)) {
        status = keep_line(learner, rules, reader.line, count, &error);
        if (status != TREY_OK)
            error.line = reader.number;
    }
    if (status == TREY_OK)
        status = cli_line_finish(&reader, &error);
    cli_line_clear(&reader);
    fclose(reader.file);
    return status == TREY_OK ? 0 : cli_fail(path, &error);
}
