/* A review of the game: each slide valued by the search, a slide a line. The rules of
 * losses and marks is trey/review.h's. */
#include "engine/commands.h"
#include "engine/position.h"
#include "engine/values.h"

#include <stdlib.h>
#include <string.h>

enum { WORST = 20 };

struct review {
    struct trey_review_options options;
    size_t count, done;
    bool thinking;
    struct trey_search_result last, earlier; /* depths of the search that runs */
    struct trey_view *views;                 /* these three in one piece of memory */
    struct trey_review_slide *slides;
    uint8_t *played;
};

static void keep_depth(void *context, const struct trey_search_result *result)
{
    struct review *review = context;
    review->earlier = review->last;
    review->last = *result;
}

static void tell_slide(struct trey_engine *engine, const struct review *review,
                       size_t index)
{
    const struct trey_review_slide *slide = &review->slides[index];
    struct trey_text *text = trey_answer(engine, true);
    trey_json_uint(text, "slide", index + 1);
    trey_json_letter(text, "played",
                     trey_direction_letter((enum trey_direction)slide->played));
    trey_tell_best(text, slide->best);
    trey_tell_values(text, slide->legal, slide->value);
    trey_json_uint(text, "score", slide->score);
    trey_json_real(text, "loss", slide->loss);
    trey_json_string(text, "mark", trey_mark_text(slide->mark));
    trey_json_bool(text, "forced", slide->forced);
    trey_json_uint(text, "done", review->done);
    if (slide->mark != TREY_MARK_NONE)
        trey_engine_tell_reasons(text, &review->views[index]);
    trey_answer_say(engine);
}

static bool finish(struct trey_engine *engine, const struct review *review)
{
    struct trey_review_sum sum;
    size_t worst[WORST];
    size_t count = trey_review_worst(review->slides, review->count, worst, WORST);
    trey_review_sum(review->slides, review->count, &sum);
    struct trey_text *text = trey_answer(engine, false);
    if (trey_cancel_raised(&engine->cancel))
        trey_json_bool(text, "stopped", true);
    trey_json_uint(text, "slides", review->count);
    trey_json_uint(text, "done", sum.valued);
    trey_json_bool(text, "points", engine->thinker.points);
    trey_json_real(text, "accuracy", sum.accuracy);
    trey_json_real(text, "loss", sum.loss);
    trey_json_open(text, "marks", '{');
    for (int mark = TREY_MARK_DOUBTFUL; mark < TREY_MARKS; mark++)
        trey_json_uint(text, trey_mark_text((enum trey_mark)mark), sum.marks[mark]);
    trey_json_close(text, '}');
    trey_json_open(text, "worst", '[');
    for (size_t i = 0; i < count; i++)
        trey_json_uint(text, NULL, worst[i] + 1);
    trey_json_close(text, ']');
    trey_engine_tell_player(engine, text);
    trey_answer_say(engine);
    return false;
}

static bool review_on(struct trey_engine *engine, double end_s)
{
    struct review *review = engine->job.state;
    struct trey_search_result result;
    if (review->done == review->count ||
        (!review->thinking && trey_engine_stopping(engine)))
        return finish(engine, review);
    size_t index = trey_review_order(review->count, review->options.every, review->done);
    if (!review->thinking) {
        review->last.best = review->earlier.best = -1;
        if (!trey_engine_think(engine, &review->views[index], &review->options.limits))
            return false;
        review->thinking = true;
    }
    if (trey_engine_think_on(engine, end_s, &result))
        return true;
    review->thinking = false;
    if (trey_engine_stopping(engine)) /* its values were cut short */
        return finish(engine, review);
    trey_review_weigh(&review->views[index], (enum trey_direction)review->played[index],
                      &result, &review->earlier, &review->slides[index]);
    review->done++;
    tell_slide(engine, review, index);
    return true;
}

/* LIMITS [every N], in any order; false after a refusal. */
static bool read_words(struct trey_engine *engine, char *rest,
                       struct trey_review_options *options)
{
    for (;;) {
        uint64_t every = 0;
        char *word;
        if (!trey_engine_limits(engine, &rest, &options->limits))
            return false;
        if ((word = trey_words_next(&rest)) == NULL)
            return true;
        if (strcmp(word, "every") != 0 ||
            !trey_words_count(trey_words_next(&rest), 1, UINT32_MAX, &every)) {
            trey_refuse_usage(engine);
            return false;
        }
        options->every = (size_t)every;
    }
}

/* The review of a record, with the positions before its slides; NULL after a refusal. */
static struct review *make_review(struct trey_engine *engine,
                                  const struct trey_record *record)
{
    struct trey_error error = {0};
    size_t count = record->count,
           each = sizeof(struct trey_view) + sizeof(struct trey_review_slide) + 1;
    struct review *review = calloc(1, sizeof *review + count * each);
    if (review == NULL) {
        trey_refuse(engine, "limit", "out of memory");
        return NULL;
    }
    review->count = count;
    review->views = (struct trey_view *)(review + 1);
    review->slides = (struct trey_review_slide *)(review->views + count);
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
    if (!read_words(engine, rest, &options))
        return;
    const struct trey_record *record = trey_engine_record(engine);
    if (record == NULL || record->count == 0) {
        trey_refuse(engine, "state", "there is no slide to review");
        return;
    }
    if (!trey_engine_prepare(engine, &record->start.rules))
        return;
    struct review *review = make_review(engine, record);
    if (review == NULL)
        return;
    review->options = options;
    review->options.limits.report = keep_depth;
    review->options.limits.report_context = review;
    struct trey_text *text = trey_answer(engine, true);
    trey_json_uint(text, "slides", review->count);
    trey_json_bool(text, "points", engine->thinker.points);
    trey_answer_say(engine);
    trey_engine_work(engine, review_on, review);
}
