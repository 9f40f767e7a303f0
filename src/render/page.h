/* The parts of the replay pages, built into the library from src/render/page/. */
#ifndef TREY_RENDER_PAGE_H
#define TREY_RENDER_PAGE_H

#include "base/text.h"

/* What a page has of its own; page.html is the frame of all. */
struct trey_page {
    const char *title;
    const char *step;    /* "move" or "slide" */
    const char *next;    /* what the tile or tiles shown as next are called */
    const char *deck;    /* behind them */
    const char *fastest; /* a further speed */
    const char *review;  /* below the controls */
    const char *css;     /* on top of trey_page_css */
    const char *js;
    /* Adds what the script reads: a JSON object. */
    void (*add_data)(struct trey_text *out, const void *context);
    const void *context;
};

/* Adds the whole page. */
void trey_page_add(struct trey_text *out, const struct trey_page *page);

/* Zero-terminated. */
extern const char trey_page_html[]; /* with {{TITLE}} and the like */
extern const char trey_page_css[];
extern const char trey_page_js[];

/* Of games as they are played, with their review. */
extern const char trey_record_html[]; /* the review */
extern const char trey_record_css[];
extern const char trey_record_js[];

#endif
