/* Pictures: pixels, the position that they show, and the game reconstructed from a series
 * of positions.
 *
 * Pixels arrive beside the lines (trey_engine_pixels) or as Base64, and belong to the
 * next `picture` request. `picture` does not change the game, because the user may
 * correct the position first. `seen` adds a position to the followed game: the observed
 * game (trey/observed.h) finds the moves, and all of them are then entered into a new
 * followed game as a user would have done, so that undo, decks, advice and review work as
 * usual. */
#include "trey/picture.h"
#include "base/error.h"
#include "engine/commands.h"
#include "engine/position.h"
#include "engine/values.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- pixels ----------------------------------------------------------------------------
 */

static void drop_pixels(struct trey_engine *engine)
{
    free(engine->pixels.data);
    engine->pixels = (struct trey_engine_pixel_bytes){0};
}

enum trey_status trey_engine_pixels(struct trey_engine *engine, const void *bytes,
                                    size_t size_bytes, struct trey_error *error)
{
    struct trey_engine_pixel_bytes *pixels = &engine->pixels;
    if (size_bytes > TREY_ENGINE_PIXELS_BYTES - pixels->size_bytes) {
        drop_pixels(engine);
        return trey_fail(error, TREY_ERR_LIMIT, 0, "at most %zu bytes of pixels",
                         TREY_ENGINE_PIXELS_BYTES);
    }
    if (size_bytes > pixels->room - pixels->size_bytes) {
        const size_t needed = pixels->size_bytes + size_bytes;
        const size_t room = needed > 2 * pixels->room ? needed : 2 * pixels->room;
        uint8_t *data = realloc(pixels->data, room);
        if (data == NULL) {
            drop_pixels(engine);
            return trey_fail_memory(error, room);
        }
        pixels->data = data;
        pixels->room = room;
    }
    if (size_bytes > 0)
        memcpy(pixels->data + pixels->size_bytes, bytes, size_bytes);
    pixels->size_bytes += size_bytes;
    return TREY_OK;
}

static int base64_digit(char letter)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = letter != '\0' ? strchr(letters, letter) : NULL;
    return at == NULL ? -1 : (int)(at - letters);
}

/* Decodes Base64 in place; false if it is not valid. */
static bool decode_base64(char *text, size_t *size_bytes)
{
    size_t length = strlen(text), made = 0;
    uint32_t bits = 0;
    while (length > 0 && length % 4 != 1 && text[length - 1] == '=' && made < 2) {
        length--;
        made++;
    }
    made = 0;
    for (size_t i = 0; i < length; i++) {
        const int digit = base64_digit(text[i]);
        if (digit < 0)
            return false;
        bits = bits << 6 | (uint32_t)digit;
        if (i % 4 != 0)
            text[made++] = (char)(uint8_t)(bits >> (6 - i % 4 * 2));
    }
    *size_bytes = made;
    return length % 4 != 1;
}

/* Runs when its line arrives, so that it precedes the `picture` request. */
void trey_command_pixels(struct trey_engine *engine, char *rest)
{
    struct trey_error error;
    size_t size_bytes = 0;
    char *word = trey_words_next(&rest);
    if (word == NULL || trey_words_next(&rest) != NULL)
        trey_engine_answer_at_once(engine, "usage", "usage: pixels BASE64", 0);
    else if (!decode_base64(word, &size_bytes))
        trey_engine_answer_at_once(engine, "value", "the pixels are not valid Base64", 0);
    else if (trey_engine_pixels(engine, word, size_bytes, &error) != TREY_OK)
        trey_engine_answer_at_once(engine, "limit", error.message, 0);
    else
        trey_engine_answer_at_once(engine, NULL, NULL, engine->pixels.size_bytes);
}

/* --- reading a position ----------------------------------------------------------------
 */

static void add_cells(struct trey_text *text,
                      const struct trey_picture_position *position)
{
    trey_json_open(text, "board", '[');
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++) {
        if (position->rank[cell] < 0)
            trey_json_null(text, NULL);
        else
            trey_json_uint(text, NULL,
                           position->rank[cell] == 0
                               ? 0
                               : trey_picture_tile(position->game, position->rank[cell]));
    }
    trey_json_close(text, ']');
    trey_json_open(text, "confidence", '[');
    for (int cell = 0; cell < TREY_MAX_CELLS; cell++)
        trey_json_real(text, NULL, (double)position->confidence[cell]);
    trey_json_close(text, ']');
    trey_json_open(text, "corners", '[');
    for (int corner = 0; corner < 4; corner++) {
        trey_json_open(text, NULL, '[');
        trey_json_real(text, NULL, (double)position->corners[corner][0]);
        trey_json_real(text, NULL, (double)position->corners[corner][1]);
        trey_json_close(text, ']');
    }
    trey_json_close(text, ']');
    trey_json_real(text, "overall", (double)position->overall);
}

static void add_view(struct trey_text *text, const struct trey_picture_position *position)
{
    char hex[TREY_BOARD_TEXT], next[TREY_NEXT_TEXT];
    struct trey_rules rules;
    trey_board board;
    trey_next hint;
    trey_picture_view(position, &rules, &board, &hint);
    trey_engine_add_rules(text, &rules);
    trey_board_format(rules.shape, board, hex, sizeof hex);
    trey_next_format(&rules, hint, next, sizeof next);
    trey_json_string(text, "hex", hex);
    trey_json_string(text, "next", next);
    trey_json_bool(text, "blank", position->next_blank);
    trey_json_real(text, "next_confidence", (double)position->next_confidence);
}

static void send_picture(struct trey_engine *engine, const struct trey_pixels *pixels)
{
    static const char *const problems[] = {NULL, "no_board", "not_settled", "unreadable",
                                           "covered"};
    struct trey_picture_position position;
    struct trey_error error;
    if (trey_picture_read(pixels, &position, &error) != TREY_OK) {
        trey_refuse_error(engine, &error);
        return;
    }
    struct trey_text *text = trey_answer(engine, false);
    trey_json_string(text, "game", trey_picture_game_name(position.game));
    if (position.problem != TREY_PICTURE_FINE) {
        trey_json_string(text, "problem", problems[position.problem]);
        trey_json_string(text, "words", trey_picture_problem_text(position.problem));
    }
    if (position.game != TREY_PICTURE_UNKNOWN)
        add_cells(text, &position);
    if (position.problem == TREY_PICTURE_FINE)
        add_view(text, &position);
    trey_answer_send(engine);
}

static void send_picture_file(struct trey_engine *engine, const char *path)
{
    const struct trey_engine_options *options = &engine->options;
    struct trey_pixels pixels;
    struct trey_error error;
    if (!options->files || options->picture == NULL)
        trey_refuse(engine, "unavailable", "picture files are not available here");
    else if (options->picture(options->picture_context, path, &pixels, &error) != TREY_OK)
        trey_refuse(engine, trey_error_key(&error), "%.300s: %s", path, error.message);
    else {
        send_picture(engine, &pixels);
        free((void *)(uintptr_t)pixels.rgba);
    }
}

void trey_command_picture(struct trey_engine *engine, char *rest)
{
    const struct trey_engine_pixel_bytes *given = &engine->current->pixels;
    uint64_t width, height;
    char *first = trey_words_next(&rest), *second = trey_words_next(&rest);
    if (first == NULL)
        trey_refuse_usage(engine);
    else if (second == NULL) {
        trey_words_unescape(first);
        send_picture_file(engine, first);
    } else if (trey_refuse_more(engine, rest))
        return;
    else if (!trey_words_count(first, 1, TREY_PICTURE_MAX_SIDE, &width) ||
             !trey_words_count(second, 1, TREY_PICTURE_MAX_SIDE, &height))
        trey_refuse(engine, "value", "width and height must be 1 to %d pixels",
                    TREY_PICTURE_MAX_SIDE);
    else if (given->size_bytes != 4 * width * height)
        trey_refuse(engine, "value", "%zu bytes of pixels were passed, %llu are needed",
                    given->size_bytes, 4ULL * width * height);
    else
        send_picture(engine, &(struct trey_pixels){given->data, (uint32_t)width,
                                                   (uint32_t)height, 0});
}

/* --- the observed game -----------------------------------------------------------------
 */

/* Makes the observed game that of a record whose last position is `view`. Returns false
 * if memory is out. */
static bool continue_record(struct trey_observed *observed,
                            const struct trey_record *record,
                            const struct trey_view *view)
{
    observed->view = *view;
    observed->view.deck = TREY_DECK_UNKNOWN;
    observed->window = true;
    if (trey_record_begin(&observed->record, &record->start, 0, 0, NULL, NULL) != TREY_OK)
        return false;
    observed->record.score = record->score;
    for (size_t i = 0; i < record->count; i++)
        if (trey_record_add(&observed->record, &record->steps[i], NULL) != TREY_OK)
            return false;
    return true;
}

/* Updates the observed game from the followed one, to which the user may have added moves
 * or corrections since the last picture. */
static void update_observed(struct trey_engine *engine)
{
    struct trey_observed *observed = &engine->observed;
    struct trey_observation seen = {.hint = TREY_OBSERVED_SEEN};
    struct trey_view view;
    struct trey_step steps[2];
    enum trey_between found = TREY_BETWEEN_NOTHING;
    if (engine->game.kind != TREY_GAME_FOLLOWED) {
        trey_observed_clear(observed);
        return;
    }
    const bool whole = trey_follow_view(engine->game.follow, &view);
    const bool same_board = observed->begun && observed->view.board == view.board;
    if (same_board && (!whole || observed->view.next == view.next))
        return;
    seen.rules = view.rules;
    seen.board = view.board;
    seen.next = view.next;
    if (same_board &&
        trey_observed_add(observed, &seen, &found, steps, NULL) == TREY_OK &&
        found == TREY_BETWEEN_SAME)
        return; /* only the hint was added */
    trey_observed_clear(observed);
    const struct trey_record *record = trey_follow_record(engine->game.follow);
    if (whole && record != NULL)
        observed->begun = continue_record(observed, record, &view);
    if (!observed->begun)
        trey_observed_clear(observed);
}

static void add_moves(struct trey_text *text, const struct trey_rules *rules,
                      const struct trey_step *steps, int count)
{
    trey_json_open(text, "made", '[');
    for (int i = 0; i < count; i++) {
        char next[TREY_NEXT_TEXT];
        trey_next_format(rules, steps[i].next, next, sizeof next);
        trey_json_open(text, NULL, '{');
        trey_json_string(text, "slide", trey_direction_key(steps[i].direction));
        trey_json_int(text, "cell", steps[i].cell);
        trey_json_uint(text, "tile", trey_rules_tile(rules, steps[i].rank));
        trey_json_string(text, "next", next);
        trey_json_close(text, '}');
    }
    trey_json_close(text, ']');
}

/* Replaces the followed game by the observed one. If the observed game contradicts
 * itself, for example after a misread hint, it restarts at the last position. */
static bool follow_observed(struct trey_engine *engine,
                            const struct trey_observation *seen)
{
    struct trey_observed *observed = &engine->observed;
    struct trey_step steps[2];
    struct trey_error error = {0};
    enum trey_between found;
    if (trey_follow_begin(engine, &observed->record,
                          observed->hint != TREY_OBSERVED_UNSEEN, &error))
        return true;
    trey_observed_clear(observed);
    if (trey_observed_add(observed, seen, &found, steps, &error) == TREY_OK &&
        trey_follow_begin(engine, &observed->record, seen->hint != TREY_OBSERVED_UNSEEN,
                          &error))
        return true;
    return trey_refuse_error(engine, &error);
}

static void add_seen(struct trey_engine *engine, const struct trey_observation *seen,
                     bool anew)
{
    static const char *const words[] = {"nothing", "same", "one", "two", "ambiguous"};
    struct trey_step steps[2] = {{0}};
    struct trey_error error = {0};
    enum trey_between found;
    if (anew)
        trey_observed_clear(&engine->observed);
    else
        update_observed(engine);
    const bool first = !engine->observed.begun;
    if (trey_observed_add(&engine->observed, seen, &found, steps, &error) != TREY_OK) {
        trey_refuse_error(engine, &error);
        return;
    }
    const bool fits = found != TREY_BETWEEN_NOTHING && found != TREY_BETWEEN_AMBIGUOUS;
    const int count = found == TREY_BETWEEN_TWO ? 2 : found == TREY_BETWEEN_ONE;
    if (fits && !follow_observed(engine, seen))
        return;
    struct trey_text *text = trey_answer(engine, false);
    trey_json_string(text, "found", first ? "first" : words[found]);
    add_moves(text, &seen->rules, steps, count);
    trey_follow_add_position(engine->game.follow, text);
    trey_answer_send(engine);
}

void trey_command_seen(struct trey_engine *engine, char *rest)
{
    struct trey_observation seen = {.hint = TREY_OBSERVED_SEEN};
    struct trey_view view;
    struct trey_error error = {0};
    const char *key;
    bool shown, anew = false;
    for (char *word; (word = trey_words_next(&rest)) != NULL;) {
        if (strcmp(word, "new") == 0)
            anew = true;
        else if (strcmp(word, "blank") == 0)
            seen.hint = TREY_OBSERVED_BLANK;
        else {
            trey_words_back(&rest, word);
            break;
        }
    }
    if (!trey_engine_read_position(&rest, &view, &shown, NULL, &key, &error)) {
        trey_refuse(engine, key, "%s", error.message);
        return;
    }
    if (trey_refuse_more(engine, rest))
        return;
    seen.rules = view.rules;
    seen.board = view.board;
    seen.next = shown ? view.next : TREY_NEXT_HIDDEN;
    if (!shown)
        seen.hint = TREY_OBSERVED_UNSEEN;
    add_seen(engine, &seen, anew);
}
