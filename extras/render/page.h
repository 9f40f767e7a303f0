/* Replay pages: a template (page.html) and parts, built into the library from
 * extras/render/page/. */
#ifndef TREY_EXTRAS_RENDER_PAGE_H
#define TREY_EXTRAS_RENDER_PAGE_H

#include "base/text.h"

/* The parts in which pages differ; those from `deck` to `css` may be NULL. */
struct trey_page {
    const char *title;
    const char *next;    /* label of the next tiles */
    const char *deck;    /* HTML after the next tiles */
    const char *fastest; /* HTML of an additional speed */
    const char *review;  /* HTML below the controls */
    const char *css;     /* added to trey_page_css */
    const char *js;      /* after trey_controls_js */
    /* Adds the data of the script, a JSON object. */
    void (*add_data)(struct trey_text *out, const void *context);
    const void *context;
};

/* Appends the whole page. */
void trey_page_add(struct trey_text *out, const struct trey_page *page);

/* Zero-terminated. */
extern const char trey_page_html[]; /* with placeholders such as {{TITLE}} */
extern const char trey_page_css[];
extern const char trey_page_js[];
extern const char trey_controls_js[]; /* for both kinds of pages */

/* For recorded games. */
extern const char trey_record_html[]; /* the review */
extern const char trey_record_css[];
extern const char trey_record_js[];

#endif
