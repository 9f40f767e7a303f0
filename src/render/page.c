/* The frame of the replay pages, page.html, with its marks filled in. */
#include "render/page.h"

#include "render/markup.h"

#include <string.h>

static bool names(const char *mark, const char *name)
{
    return strncmp(mark, name, strlen(name)) == 0;
}

/* Adds what stands for a mark of the frame, "NAME}}...". */
static void add_part(struct trey_text *out, const char *mark,
                     const struct trey_page *page)
{
    const struct {
        const char *name, *text;
    } parts[] = {
        {"STEP}}", page->step},       {"NEXT}}", page->next},     {"DECK}}", page->deck},
        {"FASTEST}}", page->fastest}, {"REVIEW}}", page->review}, {"JS}}", page->js},
    };
    if (names(mark, "TITLE}}")) {
        trey_markup_add(out, page->title);
    } else if (names(mark, "DATA}}")) {
        page->add_data(out, page->context);
    } else if (names(mark, "CSS}}")) {
        trey_text_add(out, trey_page_css);
        trey_text_add(out, page->css);
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (names(mark, parts[i].name))
            trey_text_add(out, parts[i].text);
}

void trey_page_add(struct trey_text *out, const struct trey_page *page)
{
    const char *rest = trey_page_html, *mark;
    for (; (mark = strstr(rest, "{{")) != NULL; rest = strstr(mark, "}}") + 2) {
        trey_text_add_bytes(out, rest, (size_t)(mark - rest));
        add_part(out, mark + 2, page);
    }
    trey_text_add(out, rest);
}
