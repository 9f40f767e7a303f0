/* The parts of the replay page, built into the library from src/render/page/. */
#ifndef TREY_RENDER_PAGE_H
#define TREY_RENDER_PAGE_H

/* Zero-terminated. */
extern const char trey_page_html[]; /* with {{TITLE}}, {{CSS}}, {{DATA}} and {{JS}} */
extern const char trey_page_css[];
extern const char trey_page_js[];

#endif
