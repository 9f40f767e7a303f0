/* A game as it was played as one page. The page knows no rules: it is given the board
 * after each slide, a hex digit a cell, and what was known then; with a review also the
 * values. That is about 30 bytes a slide, 100 with a review. */
#include "trey/render.h"

#include "base/error.h"
#include "render/markup.h"
#include "render/page.h"

#include "trey/advise.h"

#include <stdlib.h>
#include <string.h>

enum { WORST = 40 };

struct page {
    const struct trey_record *record;
    const struct trey_review_slide *slides; /* NULL: no review */
    struct trey_view *views;                /* before each slide, and at the end */
    bool points;
};

/* --- the game --------------------------------------------------------------------------
 */

static void add_boards(struct trey_text *out, const struct page *page)
{
    static const char digits[] = "0123456789abcdef";
    const struct trey_rules *rules = &page->record->start.rules;
    trey_text_add(out, ",\"boards\":\"");
    for (size_t i = 0; i <= page->record->count; i++)
        for (int cell = 0; cell < rules->shape.rows * rules->shape.cols; cell++)
            trey_text_add_char(out, digits[trey_board_rank(page->views[i].board, cell)]);
    trey_text_add_char(out, '"');
}

/* A text or number for each position, made by `add`. */
static void add_each(struct trey_text *out, const struct page *page, const char *key,
                     size_t count,
                     void (*add)(struct trey_text *, const struct page *, size_t))
{
    trey_text_printf(out, ",\"%s\":[", key);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            trey_text_add_char(out, ',');
        add(out, page, i);
    }
    trey_text_add_char(out, ']');
}

static void add_next(struct trey_text *out, const struct page *page, size_t i)
{
    char next[TREY_NEXT_TEXT];
    trey_next_format(&page->views[i].rules, page->views[i].next, next, sizeof next);
    trey_text_printf(out, "\"%s\"", next);
}

static void add_deck(struct trey_text *out, const struct page *page, size_t i)
{
    char deck[TREY_DECK_TEXT] = "";
    if (page->views[i].rules.copies != 0)
        trey_deck_format(page->views[i].deck, deck, sizeof deck);
    trey_text_printf(out, "\"%s\"", deck);
}

static void add_score(struct trey_text *out, const struct page *page, size_t i)
{
    trey_text_printf(out, "%llu", (unsigned long long)page->views[i].score);
}

static void add_entry(struct trey_text *out, const struct page *page, size_t i)
{
    trey_text_printf(out, "%d", page->record->steps[i].cell);
}

static void add_moves(struct trey_text *out, const struct page *page)
{
    trey_text_add(out, ",\"moves\":\"");
    for (size_t i = 0; i < page->record->count; i++)
        trey_text_add_char(
            out,
            trey_direction_letter((enum trey_direction)page->record->steps[i].direction));
    trey_text_add_char(out, '"');
}

/* --- the review ------------------------------------------------------------------------
 */

static void add_values(struct trey_text *out, const struct page *page, size_t i)
{
    const struct trey_review_slide *slide = &page->slides[i];
    int digits = page->points ? 0 : 2;
    for (int way = 0; way < 4; way++) {
        trey_text_add_char(out, way == 0 ? '[' : ',');
        if ((slide->legal >> way & 1) != 0)
            trey_text_printf(out, "%.*f", digits, slide->value[way]);
        else
            trey_text_add(out, "null");
    }
    trey_text_add_char(out, ']');
}

static void add_loss(struct trey_text *out, const struct page *page, size_t i)
{
    trey_text_printf(out, "%.4f", page->slides[i].loss);
}

static void add_best(struct trey_text *out, const struct page *page, size_t i)
{
    trey_text_printf(out, "\"%c\"",
                     trey_direction_letter((enum trey_direction)page->slides[i].best));
}

static void add_mark(struct trey_text *out, const struct page *page, size_t i)
{
    trey_text_printf(out, "\"%s\"", trey_mark_text(page->slides[i].mark));
}

static void add_words(struct trey_text *out, const struct page *page, size_t index,
                      int direction)
{
    char words[TREY_FACTS_TEXT];
    struct trey_facts facts;
    trey_facts_of(&page->views[index], (enum trey_direction)direction, &facts);
    trey_facts_text(&page->record->start.rules, &facts, words, sizeof words);
    trey_text_printf(out, "\"%s\"", words);
}

/* The worst slides: their numbers, from 0, and what they and the best ones did. */
static void add_worst(struct trey_text *out, const struct page *page)
{
    size_t worst[WORST];
    size_t count = trey_review_worst(page->slides, page->record->count, worst, WORST);
    trey_text_add(out, ",\"worst\":[");
    for (size_t i = 0; i < count; i++) {
        trey_text_printf(out, "%s[%zu,", i > 0 ? "," : "", worst[i]);
        add_words(out, page, worst[i], page->slides[worst[i]].played);
        trey_text_add_char(out, ',');
        add_words(out, page, worst[i], page->slides[worst[i]].best);
        trey_text_add_char(out, ']');
    }
    trey_text_add_char(out, ']');
}

static void add_review(struct trey_text *out, const struct page *page)
{
    struct trey_review_sum sum;
    size_t count = page->record->count;
    trey_review_sum(page->slides, count, &sum);
    trey_text_printf(out,
                     ",\"review\":{\"points\":%s,\"accuracy\":%.1f,\"counted\":%zu,"
                     "\"marked\":[%zu,%zu,%zu]",
                     page->points ? "true" : "false", sum.accuracy, sum.counted,
                     sum.marks[TREY_MARK_DOUBTFUL], sum.marks[TREY_MARK_MISTAKE],
                     sum.marks[TREY_MARK_BLUNDER]);
    add_each(out, page, "values", count, add_values);
    add_each(out, page, "best", count, add_best);
    add_each(out, page, "loss", count, add_loss);
    add_each(out, page, "marks", count, add_mark);
    add_worst(out, page);
    trey_text_add_char(out, '}');
}

static void add_data(struct trey_text *out, const struct page *page)
{
    char rules[TREY_RULES_TEXT];
    const struct trey_rules *played = &page->record->start.rules;
    size_t count = page->record->count;
    trey_rules_format(played, rules, sizeof rules);
    trey_text_printf(
        out, "{\"rules\":\"%s\",\"rows\":%d,\"cols\":%d,\"threes\":%s,\"ahead\":%s",
        rules, played->shape.rows, played->shape.cols,
        played->slide == TREY_SLIDE_THREES ? "true" : "false",
        trey_rules_merges_score(played) ? "true" : "false");
    trey_text_add(out, ",\"tiles\":[0");
    for (int rank = 1; rank < 16; rank++)
        trey_text_printf(out, ",%llu", (unsigned long long)trey_rules_tile(played, rank));
    trey_text_add_char(out, ']');
    add_boards(out, page);
    add_moves(out, page);
    add_each(out, page, "entries", count, add_entry);
    add_each(out, page, "next", count + 1, add_next);
    add_each(out, page, "deck", count + 1, add_deck);
    add_each(out, page, "scores", count + 1, add_score);
    trey_text_printf(out, ",\"over\":%s",
                     trey_rules_legal(played, page->views[count].board) == 0 ? "true"
                                                                             : "false");
    if (page->slides != NULL)
        add_review(out, page);
    trey_text_add_char(out, '}');
}

/* --- the page --------------------------------------------------------------------------
 */

static void fill(struct trey_text *out, const struct page *page, const char *title)
{
    for (const char *rest = trey_record_html; *rest != '\0';) {
        const char *mark = strstr(rest, "{{");
        if (mark == NULL) {
            trey_text_add(out, rest);
            break;
        }
        trey_text_add_bytes(out, rest, (size_t)(mark - rest));
        rest = strstr(mark, "}}") + 2;
        if (strncmp(mark, "{{TITLE", 7) == 0) {
            trey_markup_add(out, title != NULL ? title : "A game");
        } else if (strncmp(mark, "{{CSS", 5) == 0) {
            trey_text_add(out, trey_page_css);
            trey_text_add(out, trey_record_css);
        } else if (strncmp(mark, "{{JS", 4) == 0) {
            trey_text_add(out, trey_record_js);
        } else {
            add_data(out, page);
        }
    }
}

enum trey_status trey_render_record_html(const struct trey_record *record,
                                         const struct trey_review_slide *slides,
                                         bool points, const char *title, char **text,
                                         size_t *size_bytes, struct trey_error *error)
{
    struct trey_text out = {0};
    struct page page = {.record = record, .slides = slides, .points = points};
    size_t size = (record->count + 1) * sizeof *page.views;
    page.views = malloc(size);
    if (page.views == NULL)
        return trey_fail_memory(error, size);
    enum trey_status status = trey_review_views(record, page.views, error);
    if (status == TREY_OK) /* with the last tile in it */
        status = trey_record_replay(record, false, &page.views[record->count], error);
    if (status == TREY_OK) {
        fill(&out, &page, title);
        status = trey_text_take(&out, text, size_bytes, error);
    }
    free(page.views);
    return status;
}
