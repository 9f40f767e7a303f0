/* Questions of the adviser: each is asked again until its answer is possible, and says
 * what is possible. At every question help, undo and quit are understood. */
#ifndef TREY_CLI_ADVISE_ASK_H
#define TREY_CLI_ADVISE_ASK_H

#include "common.h"
#include "lines.h"

/* What was typed: the words of a line that are not used yet. Begin with all zero. */
struct cli_asked {
    struct cli_lines lines;
    char *rest;
    char cut;        /* the blank behind the last word, which a zero replaced */
    bool ended;      /* end of input, or quit */
    bool left;       /* the user typed quit */
    bool may_resume; /* the answer `resume` is allowed; it ends the question */
    bool resumed;
};

/* The next word, or NULL if the question was dropped: by undo, or because input ended.
 * `help` is what help prints. An empty line is no answer, unless `otherwise` is given:
 * what it stands for. The word is valid until the next question. */
const char *cli_ask(struct cli_asked *asked, const char *question, const char *help,
                    const char *otherwise);

/* How many words are left of the line. */
int cli_asked_words(const struct cli_asked *asked);

/* The last word with the rest of its line, as it was typed; nothing is left of the line.
 * `word`: the word, from cli_ask. */
char *cli_asked_line(struct cli_asked *asked, const char *word);

/* Gives the end of such a line back: `rest` points into it. */
void cli_asked_back(struct cli_asked *asked, char *rest);

/* Drops the rest of the line: what follows a wrong answer. */
void cli_asked_drop(struct cli_asked *asked);

/* A sentence that grows, with a list in it: "1 or 2 or 3". What does not fit is left out.
 * Begin with all zero. */
struct cli_sentence {
    char text[400];
    size_t size;
    int items;
};

__attribute__((format(printf, 2, 3))) void cli_say(struct cli_sentence *sentence,
                                                   const char *format, ...);
void cli_say_item(struct cli_sentence *sentence, const char *item);

/* Hints, or ranks of tiles, that are possible; begin with all zero. */
struct cli_possible {
    int count;
    trey_next what[TREY_MAX_CHANCES];
};

void cli_possible_add(struct cli_possible *possible, const struct trey_chance *chances,
                      int count);
bool cli_possible_has(const struct cli_possible *possible, unsigned what);

/* The hints that may be shown on a board, whatever the deck. */
void cli_possible_hints(const struct trey_rules *rules, trey_board board,
                        struct cli_possible *possible);

/* Parses a hint as trey_next_parse does, or as the colour of the card: blue is 1, red is
 * 2, white (or 3+) is 3 or, if a bonus tile is possible, whose card is white too,
 * TREY_NEXT_WHITE. Rules that show more than + for a bonus tile do not take that. */
bool cli_parse_hint(const struct trey_rules *rules, const struct cli_possible *possible,
                    const char *word, trey_next *next);

/* Says why a hint cannot be: what is possible, and which rules know what was meant. */
/* True if `next` is among the possible hints, or is a white card and both of its meanings
 * are. */
bool cli_possible_hint(const struct trey_rules *rules,
                       const struct cli_possible *possible, trey_next next);

void cli_refuse_hint(const struct trey_rules *rules, const struct cli_possible *possible,
                     const char *word, struct cli_sentence *sentence);

/* The hint, one of those possible; not asked under rules that show none. False if it was
 * dropped. */
bool cli_ask_hint(struct cli_asked *asked, const struct trey_rules *rules,
                  const struct cli_possible *possible, trey_next *next);

/* Board, hint and deck, with undo from one to the one before; false if it was dropped. */
bool cli_ask_position(struct cli_asked *asked, const struct trey_rules *rules,
                      struct trey_guess *guess);

/* The slide that was made, and what followed: where the tile entered, which it was, what
 * is next; each only where it is not known anyway. False, with *guess untouched, if it
 * was dropped or moves nothing. *step receives the move. */
bool cli_ask_slide(struct cli_asked *asked, enum trey_direction direction,
                   struct trey_guess *guess, struct trey_step *step);

#endif
