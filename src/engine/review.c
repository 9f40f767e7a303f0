/* The `review` command: rates each move of the game by a search, one line per move. The
 * rating rules are in trey/review.h. */
#include "advise/review.h"
#include "engine/commands.h"
#include "engine/position.h"
#include "engine/values.h"

#include <stdlib.h>
#include <string.h>

enum { WORST = 20 };

struct review {
    struct trey_review_options options;
    size_t count, done;
    bool searching;
    struct trey_search_result last,
        earlier;             /* the last two depths of the current search */
    struct trey_view *views; /* these three share one allocation */
    struct trey_reviewed_move *slides;
    uint8_t *played;
};

static void record_depth(void *context, const struct trey_search_result *result)
{
    struct review *review = context;
    review->earlier = review->last;
    review->last = *result;
}

static void report_move(struct trey_engine *engine, const struct review *review,
                        size_t index)
{
    const struct trey_reviewed_move *slide = &review->slides[index];
    struct trey_text *text = trey_answer(engine, true);
    trey_json_uint(text, "slide", index + 1);
    trey_json_string(text, "played", trey_direction_key(slide->played));
    trey_add_best(text, slide->best);
    trey_add_by_move(text, "values", slide->legal, slide->value);
    trey_json_uint(text, "score", slide->score);
    trey_json_real(text, "loss", slide->loss);
    trey_json_string(text, "mark", trey_mark_text(slide->mark));
    trey_json_bool(text, "forced", slide->forced);
    trey_json_uint(text, "done", review->done);
    if (slide->mark != TREY_MARK_NONE)
        trey_engine_add_reasons(text, &review->views[index]);
    trey_answer_send(engine);
}

static bool send_summary(struct trey_engine *engine, const struct review *review)
{
    struct trey_review_summary sum;
    size_t worst[WORST];
    size_t count = trey_review_worst(review->slides, review->count, worst, WORST);
    trey_review_summary(review->slides, review->count, &sum);
    struct trey_text *text = trey_answer(engine, false);
    if (trey_cancel_raised(&engine->cancel))
        trey_json_bool(text, "stopped", true);
    trey_json_uint(text, "slides", review->count);
    trey_json_uint(text, "done", sum.valued);
    trey_json_bool(text, "points", engine->analyser.points);
    trey_json_real(text, "accuracy", sum.accuracy);
    trey_json_real(text, "loss", sum.loss);
    trey_json_open(text, "marks", '{');
    for (int mark = TREY_MARK_INACCURACY; mark < TREY_MARKS; mark++)
        trey_json_uint(text, trey_mark_text((enum trey_mark)mark), sum.marks[mark]);
    trey_json_close(text, '}');
    trey_json_open(text, "worst", '[');
    for (size_t i = 0; i < count; i++)
        trey_json_uint(text, NULL, worst[i] + 1);
    trey_json_close(text, ']');
    trey_engine_add_player(engine, text);
    trey_answer_send(engine);
    return false;
}

static bool step_review(struct trey_engine *engine, double end_s)
{
    struct review *review = engine->job.state;
    struct trey_search_result result;
    if (review->done == review->count ||
        (!review->searching && trey_engine_stopping(engine)))
        return send_summary(engine, review);
    size_t index = trey_review_order(review->count, review->options.every, review->done);
    if (!review->searching) {
        review->last.best = review->earlier.best = -1;
        if (!trey_engine_search_begin(engine, &review->views[index],
                                      &review->options.limits))
            return false;
        review->searching = true;
    }
    if (trey_engine_search_step(engine, end_s, &result))
        return true;
    review->searching = false;
    if (trey_engine_stopping(engine)) /* an interrupted search does not count */
        return send_summary(engine, review);
    trey_review_from_search(&review->views[index],
                            (enum trey_direction)review->played[index], &result,
                            &review->earlier, &review->slides[index]);
    review->done++;
    report_move(engine, review, index);
    return true;
}

/* Parses LIMITS [every N], in any order. Returns false after sending an error. */
static bool read_options(struct trey_engine *engine, char *rest,
                         struct trey_review_options *options)
{
    for (;;) {
        uint64_t every = 0;
        char *word;
        if (!trey_engine_read_limits(engine, &rest, &options->limits))
            return false;
        if ((word = trey_words_next(&rest)) == NULL)
            return true;
        if (strcmp(word, "every") != 0 ||
            !trey_words_count(trey_words_next(&rest), 1, UINT32_MAX, &every))
            return trey_refuse_usage(engine);
        options->every = (size_t)every;
    }
}

/* Creates the review of a record, with the positions before its moves. Returns NULL after
 * sending an error. */
static struct review *make_review(struct trey_engine *engine,
                                  const struct trey_record *record)
{
    struct trey_error error = {0};
    size_t count = record->count,
           each = sizeof(struct trey_view) + sizeof(struct trey_reviewed_move) + 1;
    struct review *review = calloc(1, sizeof *review + count * each);
    if (review == NULL) {
        trey_refuse(engine, "limit", "out of memory");
        return NULL;
    }
    review->count = count;
    review->views = (struct trey_view *)(review + 1);
    review->slides = (struct trey_reviewed_move *)(review->views + count);
    review->played = (uint8_t *)(review->slides + count);
    if (trey_review_views(record, review->views, &error) != TREY_OK) {
        free(review);
        trey_refuse_error(engine, &error);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        review->played[i] = record->steps[i].direction;
    return review;
}

void trey_command_review(struct trey_engine *engine, char *rest)
{
    struct trey_review_options options;
    trey_review_defaults(&options);
    if (!read_options(engine, rest, &options))
        return;
    const struct trey_record *record = trey_engine_record(engine);
    if (record == NULL || record->count == 0) {
        trey_refuse(engine, "state", "there is no move to review");
        return;
    }
    if (!trey_engine_prepare_analyser(engine, &record->start.rules))
        return;
    struct review *review = make_review(engine, record);
    if (review == NULL)
        return;
    review->options = options;
    review->options.limits.report = record_depth;
    review->options.limits.report_context = review;
    struct trey_text *text = trey_answer(engine, true);
    trey_json_uint(text, "slides", review->count);
    trey_json_bool(text, "points", engine->analyser.points);
    trey_answer_send(engine);
    trey_engine_start_job(engine, step_review, review);
}
