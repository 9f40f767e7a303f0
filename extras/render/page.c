/* Fills in the placeholders of page.html, the template of the replay pages. */
#include "extras/render/page.h"

#include "render/markup.h"

#include <string.h>

static bool starts_with(const char *placeholder, const char *name)
{
    return strncmp(placeholder, name, strlen(name)) == 0;
}

/* Adds the text for a placeholder, "NAME}}...". */
static void add_part(struct trey_text *out, const char *placeholder,
                     const struct trey_page *page)
{
    const struct {
        const char *name, *text;
    } parts[] = {
        {"NEXT}}", page->next},       {"DECK}}", page->deck},
        {"FASTEST}}", page->fastest}, {"REVIEW}}", page->review},
        {"CSS}}", trey_page_css},     {"CSS}}", page->css},
        {"JS}}", trey_controls_js},   {"JS}}", page->js},
    };
    if (starts_with(placeholder, "TITLE}}")) {
        trey_markup_add(out, page->title);
    } else if (starts_with(placeholder, "DATA}}")) {
        page->add_data(out, page->context);
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].text != NULL && starts_with(placeholder, parts[i].name))
            trey_text_add(out, parts[i].text);
}

void trey_page_add(struct trey_text *out, const struct trey_page *page)
{
    const char *rest = trey_page_html, *start;
    for (; (start = strstr(rest, "{{")) != NULL; rest = strstr(start, "}}") + 2) {
        trey_text_add_bytes(out, rest, (size_t)(start - rest));
        add_part(out, start + 2, page);
    }
    trey_text_add(out, rest);
}
