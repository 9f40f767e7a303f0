/* Records of games in both formats: what was read can be replayed or is rejected, and
 * what can be replayed is written and read again. */
#include "fuzz.h"
#include "trey/record.h"

#include <stdlib.h>
#include <string.h>

static void check_line(const char *line, const struct trey_rules *rules)
{
    struct trey_record record = {0}, again = {0};
    struct trey_view end;
    if (trey_record_parse(line, rules, &record, NULL) == TREY_OK &&
        trey_record_replay(&record, false, &end, NULL) == TREY_OK) {
        char *text = NULL;
        FUZZ_CHECK(trey_record_format(&record, TREY_RECORD_JSON, &text, NULL) !=
                       TREY_OK ||
                   trey_record_parse(text, rules, &again, NULL) == TREY_OK);
        FUZZ_CHECK(text == NULL ||
                   (again.count == record.count && again.score == record.score));
        free(text);
    }
    trey_record_clear(&record);
    trey_record_clear(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const sets[] = {"window", "course rows=3 cols=3", "2048",
                                       "course rows=2 cols=3"};
    char *line = fuzz_text(data, size);
    if (line == NULL)
        return 0;
    for (int i = 0; i < 4; i++) {
        struct trey_rules rules;
        FUZZ_CHECK(trey_rules_parse(sets[i], &rules, NULL) == TREY_OK);
        check_line(line, &rules);
    }
    free(line);
    return 0;
}
