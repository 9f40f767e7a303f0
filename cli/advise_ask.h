/* Questions of the adviser. Each is repeated until the answer is possible, after a
 * message that lists the possible answers. Every question accepts help, undo and quit. */
#ifndef TREY_CLI_ADVISE_ASK_H
#define TREY_CLI_ADVISE_ASK_H

#include "common.h"
#include "lines.h"

/* The dialogue with the user; zero-initialise. One line may answer several questions. */
struct cli_dialog {
    struct cli_lines lines;
    char *rest;      /* unread part of the line; NULL: none */
    char cut;        /* the blank after the last word, which a zero replaced */
    bool ended;      /* end of input, or quit */
    bool left;       /* the user typed quit */
    bool may_resume; /* the answer `resume` is allowed; it ends the question */
    bool resumed;
};

/* Asks a question and returns the next word; NULL if the question was cancelled by undo,
 * or at the end of input. `help` is printed for the answer help. An empty line means
 * `otherwise`, or is ignored if that is NULL. The word is valid until the next question.
 */
const char *cli_ask(struct cli_dialog *dialog, const char *question, const char *help,
                    const char *otherwise);

/* Number of unread words of the line. */
int cli_dialog_words_left(const struct cli_dialog *dialog);

/* Returns `word`, which cli_ask returned last, with the rest of its line, as it was
 * typed, and marks the whole line as read. */
char *cli_dialog_read_line(struct cli_dialog *dialog, const char *word);

/* Marks the end of such a line as unread again: `rest` points into it. */
void cli_dialog_unread(struct cli_dialog *dialog, char *rest);

/* Drops the rest of the line, after a wrong answer. */
void cli_dialog_drop_line(struct cli_dialog *dialog);

/* Text built from parts, with a list: "1, 2, 3". Text that does not fit is dropped.
 * Zero-initialise. */
struct cli_sentence {
    char text[400];
    size_t size;
    int items;
};

__attribute__((format(printf, 2, 3))) void cli_append(struct cli_sentence *sentence,
                                                      const char *format, ...);
void cli_append_item(struct cli_sentence *sentence, const char *item);

/* Set of possible hints, or of ranks of tiles; zero-initialise. */
struct cli_possible {
    int count;
    trey_next what[TREY_MAX_CHANCES];
};

void cli_possible_add(struct cli_possible *possible, const struct trey_chance *chances,
                      int count);
bool cli_possible_has(const struct cli_possible *possible, unsigned what);

/* Adds the hints that are possible on a board with any deck. */
void cli_possible_hints(const struct trey_rules *rules, trey_board board,
                        struct cli_possible *possible);

/* Parses a hint as trey_next_parse does, or as the colour of the card: blue is 1, red is
 * 2, white (or 3+) is 3 or, if a bonus tile is possible, whose card is white too,
 * TREY_NEXT_WHITE. False for invalid hints, and for white under rules that show more than
 * + for a bonus tile. */
bool cli_parse_hint(const struct trey_rules *rules, const struct cli_possible *possible,
                    const char *word, trey_next *next);

/* True if `next` is possible, or is a white card and both its meanings are possible. */
bool cli_possible_hint(const struct trey_rules *rules,
                       const struct cli_possible *possible, trey_next next);

/* Appends the reason why a hint is impossible: the possible ones, and the rules that have
 * such a hint. */
void cli_refuse_hint(const struct trey_rules *rules, const struct cli_possible *possible,
                     const char *word, struct cli_sentence *sentence);

/* Asks for the hint, unless the rules show none. False if the question was cancelled. */
bool cli_ask_hint(struct cli_dialog *dialog, const struct trey_rules *rules,
                  const struct cli_possible *possible, trey_next *next);

/* Asks for board, hint and deck; undo returns to the previous question. False if the
 * first question was cancelled. */
bool cli_ask_position(struct cli_dialog *dialog, const struct trey_rules *rules,
                      struct trey_guess *guess);

/* Makes a move and asks for the cell of the new tile, its value and the next hint, each
 * only if it is not known. *step receives the move. False, with *guess unchanged, if a
 * question was cancelled or the move is illegal. */
bool cli_ask_move(struct cli_dialog *dialog, enum trey_direction direction,
                  struct trey_guess *guess, struct trey_step *step);

#endif
