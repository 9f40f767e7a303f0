/* The `auto` command: the engine plays the hosted game, one search and one move at a
 * time. */
#include "engine/commands.h"

#include <stdlib.h>

struct autoplay {
    struct trey_search_limits limits;
    uint64_t left, made;
    bool searching;
};

static bool is_over(const struct trey_engine *engine)
{
    return trey_game_legal(&engine->game.states[engine->game.at]) == 0;
}

static bool send_result(struct trey_engine *engine, const struct autoplay *play)
{
    struct trey_text *text = trey_answer(engine, false);
    trey_json_uint(text, "made", play->made);
    if (trey_cancel_raised(&engine->cancel))
        trey_json_bool(text, "stopped", true);
    trey_engine_add_position(engine, text);
    trey_engine_add_player(engine, text);
    trey_answer_send(engine);
    return false;
}

static void report_move(struct trey_engine *engine,
                        const struct trey_search_result *found)
{
    const struct trey_engine_game *game = &engine->game;
    size_t index = game->at - 1;
    struct trey_text *text = trey_answer(engine, true);
    trey_engine_add_step(text, &game->states[index].view, &game->record.steps[index],
                         false);
    trey_json_real(text, "value", found->value[found->best]);
    trey_engine_add_position(engine, text);
    trey_answer_send(engine);
}

static bool step_auto(struct trey_engine *engine, double end_s)
{
    struct autoplay *play = engine->job.state;
    struct trey_search_result result;
    if (!play->searching) {
        if (play->left == 0 || is_over(engine) || trey_cancel_raised(&engine->cancel))
            return send_result(engine, play);
        const struct trey_view *view = &engine->game.states[engine->game.at].view;
        if (!trey_engine_search_begin(engine, view, &play->limits))
            return false;
        play->searching = true;
    }
    if (trey_engine_search_step(engine, end_s, &result))
        return true;
    play->searching = false;
    if (trey_cancel_raised(&engine->cancel)) /* an interrupted search does not count */
        return send_result(engine, play);
    if (!trey_engine_make_move(engine, (enum trey_direction)result.best))
        return false;
    play->left--;
    play->made++;
    report_move(engine, &result);
    return true;
}

void trey_command_auto(struct trey_engine *engine, char *rest)
{
    struct trey_view view;
    struct autoplay play = {.limits = engine->options.limits, .left = UINT64_MAX};
    char *word = trey_words_next(&rest);
    if (word != NULL && !trey_words_count(word, 1, INT64_MAX, &play.left)) {
        if (word[0] == '-' || (word[0] >= '0' && word[0] <= '9')) {
            trey_refuse(engine, "value", "%.32s is not a number of moves", word);
            return;
        }
        trey_words_back(&rest, word);
    }
    if (!trey_engine_read_limits(engine, &rest, &play.limits) ||
        trey_refuse_more(engine, rest) || !trey_engine_get_view(engine, &view))
        return;
    play.limits.best_only = trey_search_limits_budget(&play.limits);
    if (engine->game.kind != TREY_GAME_HOSTED) {
        trey_refuse(engine, "state", "a followed game cannot be played by auto");
        return;
    }
    struct autoplay *kept = malloc(sizeof *kept);
    if (kept == NULL)
        trey_refuse(engine, "limit", "out of memory");
    else if (trey_engine_prepare_analyser(engine, &view.rules)) {
        *kept = play;
        trey_engine_start_job(engine, step_auto, kept);
        return;
    }
    free(kept);
}
