/* The `steps` command: the position before each move of the game, and the move's effects.
 * A front end that shows a game then needs no request per move, and can step through it
 * while a review runs. */
#include "engine/commands.h"
#include "engine/position.h"
#include "os/clock.h"

#include <stdlib.h>

struct steps {
    const struct trey_record *record; /* the game's; unchanged while the job runs */
    size_t done;
    struct trey_view views[]; /* before each move */
};

/* Adds a view; the deck is known, or the number of possible decks is not computed. */
static void add_view(struct trey_text *text, const struct trey_view *view)
{
    trey_engine_add_view(text, view, view->next != TREY_NEXT_HIDDEN,
                         view->deck != TREY_DECK_UNKNOWN ? 1 : -1);
}

static void send_step(struct trey_engine *engine, const struct steps *steps)
{
    const struct trey_step *step = &steps->record->steps[steps->done];
    const struct trey_view *view = &steps->views[steps->done];
    struct trey_text *text = trey_answer(engine, true);
    trey_json_uint(text, "slide", steps->done + 1);
    trey_engine_add_step(text, view, step, false);
    add_view(text, view);
    trey_answer_send(engine);
}

static void send_summary(struct trey_engine *engine, const struct steps *steps)
{
    const struct trey_record *record = steps->record;
    struct trey_text *text = trey_answer(engine, false);
    bool stopped = steps->done < record->count;
    if (stopped)
        trey_json_bool(text, "stopped", true);
    trey_json_uint(text, "slides", record->count);
    if (!stopped) {
        const struct trey_step *step = &record->steps[record->count - 1];
        struct trey_view view = steps->views[record->count - 1];
        if (trey_view_advance(&view, (enum trey_direction)step->direction, step->cell,
                              step->rank, step->next, NULL) == TREY_OK)
            add_view(text, &view);
    }
    trey_answer_send(engine);
}

static bool send_steps(struct trey_engine *engine, double end_s)
{
    struct steps *steps = engine->job.state;
    while (steps->done < steps->record->count && !trey_engine_stopping(engine)) {
        send_step(engine, steps);
        steps->done++;
        if (trey_clock_monotonic() >= end_s)
            return true;
    }
    send_summary(engine, steps);
    return false;
}

void trey_command_steps(struct trey_engine *engine, char *rest)
{
    struct trey_error error = {0};
    if (trey_refuse_more(engine, rest))
        return;
    const struct trey_record *record = trey_engine_record(engine);
    if (record == NULL || record->count == 0) {
        trey_refuse(engine, "state", "no move was made yet");
        return;
    }
    struct steps *steps =
        malloc(sizeof *steps + record->count * sizeof(struct trey_view));
    if (steps == NULL) {
        trey_refuse(engine, "limit", "out of memory");
        return;
    }
    steps->record = record;
    steps->done = 0;
    if (trey_review_views(record, steps->views, &error) != TREY_OK) {
        free(steps);
        trey_refuse_error(engine, &error);
        return;
    }
    trey_engine_start_job(engine, send_steps, steps);
}
