/* The parts of the replay pages, built into the library from src/render/page/. */
#ifndef TREY_RENDER_PAGE_H
#define TREY_RENDER_PAGE_H

/* Zero-terminated. */
extern const char trey_page_html[]; /* with {{TITLE}}, {{CSS}}, {{DATA}} and {{JS}} */
extern const char trey_page_css[];
extern const char trey_page_js[];

/* Of games as they are played, with their review; on top of trey_page_css. */
extern const char trey_record_html[];
extern const char trey_record_css[];
extern const char trey_record_js[];

#endif
