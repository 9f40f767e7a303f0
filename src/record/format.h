/* The two text formats of a record. Each function is that of trey/record.h for one
 * format. */
#ifndef TREY_RECORD_FORMAT_H
#define TREY_RECORD_FORMAT_H

#include "trey/record.h"

enum trey_status trey_record_to_json(const struct trey_record *record, char **text,
                                     struct trey_error *error);
enum trey_status trey_record_from_json(const char *line, struct trey_record *record,
                                       struct trey_error *error);
enum trey_status trey_record_to_course(const struct trey_record *record, char **text,
                                       struct trey_error *error);
enum trey_status trey_record_from_course(const char *line, const struct trey_rules *rules,
                                         struct trey_record *record,
                                         struct trey_error *error);

/* Deck after a start position, before the first hint is drawn; false if the cards do not
 * allow the board. */
bool trey_record_start_deck(const struct trey_rules *rules, trey_board board,
                            trey_deck *deck);

/* Reads a move as in JSON records and the engine protocol: "U71:6,12" is a direction,
 * cell and rank as hex digits, and the hint shown then; "U" is a move that ends the
 * game. */
bool trey_step_parse(const struct trey_rules *rules, const char *word,
                     struct trey_step *step);

/* The value of a hex digit, or -1. */
static inline int trey_hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

#endif
