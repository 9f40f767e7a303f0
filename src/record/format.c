/* Selects the text format of a record: JSON or that of the course framework. */
#include "record/format.h"

#include "board/cells.h"

#include <string.h>

enum trey_status trey_record_format(const struct trey_record *record,
                                    enum trey_record_format format, char **text,
                                    struct trey_error *error)
{
    return format == TREY_RECORD_COURSE ? trey_record_to_course(record, text, error)
                                        : trey_record_to_json(record, text, error);
}

enum trey_status trey_record_parse(const char *line, const struct trey_rules *rules,
                                   struct trey_record *record, struct trey_error *error)
{
    /* Some editors write a byte order mark at the start of a file. */
    if (strncmp(line, "\xEF\xBB\xBF", 3) == 0)
        line += 3;
    while (*line == ' ' || *line == '\t')
        line++;
    enum trey_status status = *line == '{'
                                  ? trey_record_from_json(line, record, error)
                                  : trey_record_from_course(line, rules, record, error);
    if (status != TREY_OK)
        trey_record_clear(record);
    return status;
}

bool trey_step_parse(const struct trey_rules *rules, const char *word,
                     struct trey_step *step)
{
    enum trey_direction direction;
    if (!trey_direction_of_letter(word[0], &direction))
        return false;
    *step = (struct trey_step){.direction = (uint8_t)direction, .cell = -1, .ms = -1.0F};
    if (word[1] == '\0')
        return true;
    int cell = trey_hex_digit(word[1]);
    int rank = cell < 0 ? -1 : trey_hex_digit(word[2]);
    if (rank < 0 || word[3] != ':')
        return false;
    step->cell = (int8_t)cell;
    step->rank = (uint8_t)rank;
    return trey_next_parse(rules, word + 4, &step->next, NULL) == TREY_OK;
}
