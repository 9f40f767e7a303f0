/* Questions and answers of the adviser, and its question for the hint. An answer is a
 * word; the words of a line answer questions in turn, so that "L 3 2" is a complete move.
 */
#include "advise_ask.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BLANKS " \t\r\n"

/* --- words -----------------------------------------------------------------------------
 */

/* The next word of the line, or NULL. */
static char *next_word(struct cli_dialog *dialog)
{
    char *word = dialog->rest + strspn(dialog->rest, BLANKS);
    char *end = word + strcspn(word, BLANKS);
    if (end == word)
        return NULL;
    dialog->cut = *end;
    dialog->rest = *end != '\0' ? end + 1 : end;
    *end = '\0';
    return word;
}

const char *cli_ask(struct cli_dialog *dialog, const char *question, const char *help,
                    const char *otherwise)
{
    for (;;) {
        char *word = dialog->rest != NULL ? next_word(dialog) : NULL;
        if (word == NULL) {
            char *line = cli_lines_ask(&dialog->lines, question);
            if (line == NULL)
                break;
            dialog->rest = line;
            word = next_word(dialog);
        }
        if (word == NULL) {
            dialog->rest = NULL;
            if (otherwise != NULL)
                return otherwise;
        } else if (strcmp(word, "help") == 0 || strcmp(word, "?") == 0) {
            puts(help);
        } else if (strcmp(word, "quit") == 0 || strcmp(word, "q") == 0) {
            dialog->left = true;
            break;
        } else if (dialog->may_resume && strcmp(word, "resume") == 0) {
            dialog->resumed = true;
            return NULL;
        } else if (strcmp(word, "undo") == 0) {
            return NULL;
        } else {
            return word;
        }
    }
    dialog->ended = true;
    return NULL;
}

int cli_dialog_words_left(const struct cli_dialog *dialog)
{
    int count = 0;
    const char *rest = dialog->rest != NULL ? dialog->rest : "";
    for (rest += strspn(rest, BLANKS); *rest != '\0'; rest += strspn(rest, BLANKS)) {
        count++;
        rest += strcspn(rest, BLANKS);
    }
    return count;
}

char *cli_dialog_read_line(struct cli_dialog *dialog, const char *word)
{
    size_t length = strlen(word);
    char *line = dialog->rest - (dialog->cut != '\0') - length;
    line[length] = dialog->cut;
    dialog->rest = line + strlen(line);
    return line;
}

void cli_dialog_unread(struct cli_dialog *dialog, char *rest)
{
    dialog->rest = rest;
}

void cli_dialog_drop_line(struct cli_dialog *dialog)
{
    dialog->rest = NULL;
}

/* --- lists of possible answers ---------------------------------------------------------
 */

void cli_append(struct cli_sentence *sentence, const char *format, ...)
{
    va_list arguments;
    size_t room = sizeof sentence->text - sentence->size;
    va_start(arguments, format);
    int length = vsnprintf(sentence->text + sentence->size, room, format, arguments);
    va_end(arguments);
    sentence->size += length < 0 ? 0 : (size_t)length < room ? (size_t)length : room - 1;
}

void cli_append_item(struct cli_sentence *sentence, const char *item)
{
    cli_append(sentence, "%s%s",
               sentence->items++ == 0      ? ""
               : strchr(item, ',') != NULL ? "; "
                                           : ", ",
               item);
}

bool cli_possible_has(const struct cli_possible *possible, unsigned what)
{
    for (int i = 0; i < possible->count; i++)
        if (possible->what[i] == what)
            return true;
    return false;
}

/* Sort key of hints: cards, windows, then +. */
static unsigned hint_sort_key(trey_next what)
{
    return what == TREY_NEXT_PLUS ? UINT16_MAX + 1U : what;
}

void cli_possible_add(struct cli_possible *possible, const struct trey_chance *chances,
                      int count)
{
    for (int i = 0; i < count; i++) {
        trey_next what = (trey_next)chances[i].what;
        int at = possible->count;
        if (cli_possible_has(possible, what) || at == TREY_MAX_CHANCES)
            continue;
        for (; at > 0 && hint_sort_key(what) < hint_sort_key(possible->what[at - 1]);
             at--)
            possible->what[at] = possible->what[at - 1];
        possible->what[at] = what;
        possible->count++;
    }
}

static void append_hints(const struct trey_rules *rules,
                         const struct cli_possible *possible,
                         struct cli_sentence *sentence)
{
    for (int i = 0; i < possible->count; i++) {
        char text[TREY_NEXT_TEXT];
        trey_next_format(rules, possible->what[i], text, sizeof text);
        cli_append_item(sentence, text);
    }
}

/* --- the hint --------------------------------------------------------------------------
 */

static bool is_white(const char *word)
{
    return strcasecmp(word, "white") == 0 || strcmp(word, "3+") == 0;
}

void cli_refuse_hint(const struct trey_rules *rules, const struct cli_possible *possible,
                     const char *word, struct cli_sentence *sentence)
{
    cli_append(sentence, "'%.60s' is not a possible next tile; possible: ", word);
    append_hints(rules, possible, sentence);
    if (is_white(word) && possible->count > 3) {
        cli_append(sentence,
                   " (a white card is a 3 or a bonus tile; with --rules classic "
                   "3+ means this)");
        return;
    }
    bool plus = strcmp(word, "+") == 0, window = strchr(word, ',') != NULL;
    if (plus && rules->hint == TREY_SHOW_WINDOW)
        cli_append(sentence, " (+ is the hint of --rules classic)");
    else if (window && rules->hint == TREY_SHOW_PLUS)
        cli_append(sentence, " (windows are the hint of --rules window)");
    else if ((plus || window) && rules->bonus != TREY_BONUS_NONE && possible->count <= 3)
        cli_append(sentence, " (bonus tiles appear once there is a 48)");
}

void cli_possible_hints(const struct trey_rules *rules, trey_board board,
                        struct cli_possible *possible)
{
    struct trey_chance chances[TREY_MAX_CHANCES];
    trey_deck deck = rules->copies != 0 ? TREY_DECK_UNKNOWN : 0;
    cli_possible_add(possible, chances, trey_rules_nexts(rules, board, deck, chances));
}

/* True if a white card may be a 3 or a bonus tile, and the rules' hints show no more of a
 * bonus tile than its colour. */
static bool shows_white(const struct trey_rules *rules,
                        const struct cli_possible *possible)
{
    return rules->hint == TREY_SHOW_PLUS && cli_possible_has(possible, 1u << 3) &&
           cli_possible_has(possible, TREY_NEXT_PLUS);
}

/* The hint that a white card shows: the only possible white tile, or TREY_NEXT_WHITE.
 * False if several are possible and the rules have different hints for them. */
static bool find_white(const struct trey_rules *rules,
                       const struct cli_possible *possible, trey_next *next)
{
    int count = 0;
    *next = TREY_NEXT_WHITE;
    for (int i = 0; i < possible->count; i++)
        if (possible->what[i] != 1u << 1 && possible->what[i] != 1u << 2 && count++ == 0)
            *next = possible->what[i];
    if (count > 1)
        *next = TREY_NEXT_WHITE;
    return count == 1 || shows_white(rules, possible);
}

bool cli_possible_hint(const struct trey_rules *rules,
                       const struct cli_possible *possible, trey_next next)
{
    return next == TREY_NEXT_WHITE ? shows_white(rules, possible)
                                   : cli_possible_has(possible, next);
}

bool cli_parse_hint(const struct trey_rules *rules, const struct cli_possible *possible,
                    const char *word, trey_next *next)
{
    static const struct {
        const char *colour, *card;
    } cards[] = {{"blue", "1"}, {"red", "2"}};
    if (rules->slide == TREY_SLIDE_THREES) {
        for (size_t i = 0; i < sizeof cards / sizeof *cards; i++)
            if (strcasecmp(word, cards[i].colour) == 0)
                word = cards[i].card;
        if (is_white(word))
            return find_white(rules, possible, next);
    }
    return trey_next_parse(rules, word, next, NULL) == TREY_OK;
}

bool cli_ask_hint(struct cli_dialog *dialog, const struct trey_rules *rules,
                  const struct cli_possible *possible, trey_next *next)
{
    *next = TREY_NEXT_HIDDEN;
    if (rules->hint == TREY_SHOW_NONE)
        return true;
    struct cli_sentence help = {0}, sentence = {0};
    append_hints(rules, possible, &sentence);
    cli_append(&help, "the next tile as the game shows it: %s", sentence.text);
    for (;;) {
        const char *word = cli_ask(dialog, "next?", help.text, NULL);
        if (word == NULL)
            return false;
        if (cli_parse_hint(rules, possible, word, next) &&
            cli_possible_hint(rules, possible, *next))
            return true;
        struct cli_sentence refusal = {0};
        cli_refuse_hint(rules, possible, word, &refusal);
        puts(cli_shown(refusal.text));
        cli_dialog_drop_line(dialog);
    }
}
