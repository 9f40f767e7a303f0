/* Rule sets: the named ones, and their fields by name.
 *
 * Every field is a byte of struct trey_rules, so one table of names, offsets and ranges
 * serves to set, check, compare and format them. */
#include "base/error.h"
#include "base/names.h"
#include "base/text.h"
#include "rules/command.h"
#include "rules/mechanics.h"
#include "rules/words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Fields that all sets share. */
#define SHARED_FIELDS .shape = {4, 4}, .odds = 21

static const struct {
    const char *name;
    struct trey_rules rules;
} rule_sets[] = {
    {"classic",
     {SHARED_FIELDS, .slide = TREY_SLIDE_THREES, .copies = 4, .bonus = TREY_BONUS_UNIFORM,
      .hint = TREY_SHOW_PLUS, .entry = TREY_SPAWN_MOVED, .top = TREY_TOP_END, .base = 0}},
    {"window",
     {SHARED_FIELDS, .slide = TREY_SLIDE_THREES, .copies = 4, .bonus = TREY_BONUS_WINDOW,
      .hint = TREY_SHOW_WINDOW, .entry = TREY_SPAWN_MOVED, .top = TREY_TOP_END,
      .base = 1}},
    {"course",
     {SHARED_FIELDS, .slide = TREY_SLIDE_THREES, .copies = 1, .bonus = TREY_BONUS_NONE,
      .hint = TREY_SHOW_EXACT, .entry = TREY_SPAWN_EDGE, .top = TREY_TOP_MERGE,
      .base = 2}},
    {"2048",
     {SHARED_FIELDS, .slide = TREY_SLIDE_2048, .copies = 0, .bonus = TREY_BONUS_NONE,
      .hint = TREY_SHOW_NONE, .entry = TREY_SPAWN_ANY, .top = TREY_TOP_MERGE, .base = 3}},
    {"fibonacci",
     {SHARED_FIELDS, .slide = TREY_SLIDE_FIBONACCI, .copies = 0, .bonus = TREY_BONUS_NONE,
      .hint = TREY_SHOW_NONE, .entry = TREY_SPAWN_ANY, .top = TREY_TOP_MERGE, .base = 4}},
};
enum { SETS = sizeof rule_sets / sizeof *rule_sets };

/* Values are words separated by '|', counted from 0, or else numbers. */
static const struct field {
    const char *name, *values;
    size_t offset;
    uint8_t min, max;
} fields[] = {
    {"rows", "1..16", offsetof(struct trey_rules, shape.rows), 1, 16},
    {"cols", "1..16", offsetof(struct trey_rules, shape.cols), 1, 16},
    {"slide", "threes|2048|fibonacci", offsetof(struct trey_rules, slide), 0, 2},
    {"copies", "0..15", offsetof(struct trey_rules, copies), 0, 15},
    {"bonus", "none|uniform|window", offsetof(struct trey_rules, bonus), 0, 2},
    {"odds", "1..255", offsetof(struct trey_rules, odds), 1, 255},
    {"hint", "none|plus|window|exact", offsetof(struct trey_rules, hint), 0, 3},
    {"entry", "moved|edge|any", offsetof(struct trey_rules, entry), 0, 2},
    {"top", "merge|stop|end", offsetof(struct trey_rules, top), 0, 2},
    {"start", "0..16", offsetof(struct trey_rules, start), 0, 16},
    {"boost", "none|6|12|24|48|96|192|384|768|1536|3072|6144",
     offsetof(struct trey_rules, boost), 0, 11},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static uint8_t field_value(const struct trey_rules *rules, const struct field *field)
{
    return ((const uint8_t *)rules)[field->offset];
}

const char *trey_rules_name_at(int index)
{
    return index >= 0 && index < SETS ? rule_sets[index].name : NULL;
}

const char *trey_rules_field_at(int index)
{
    return index >= 0 && index < FIELDS ? fields[index].name : NULL;
}

const char *trey_rules_values_at(int index)
{
    return index >= 0 && index < FIELDS ? fields[index].values : NULL;
}

enum trey_status trey_rules_named(const char *name, struct trey_rules *rules,
                                  struct trey_error *error)
{
    /* The teaching framework of these rules is called TCG. */
    name = strcmp(name, "tcg") == 0 ? "course" : name;
    for (int i = 0; i < SETS; i++)
        if (strcmp(rule_sets[i].name, name) == 0) {
            *rules = rule_sets[i].rules;
            return TREY_OK;
        }
    return trey_fail_unknown(error, "rule set", name, trey_rules_name_at);
}

/* --- values as text ----------------------------------------------------------------- */

static bool is_words(const struct field *field)
{
    return strchr(field->values, '|') != NULL;
}

/* Returns value `index` of a field of words, and its length. */
static const char *value_word(const struct field *field, unsigned index, size_t *length)
{
    const char *word = field->values;
    for (; index > 0; index--)
        word += strcspn(word, "|") + 1;
    *length = strcspn(word, "|");
    return word;
}

static bool parse_value(const struct field *field, const char *text, uint8_t *value)
{
    uint64_t number;
    if (!is_words(field)) {
        if (!trey_word_number(text, 10, field->max, &number) || number < field->min)
            return false;
        *value = (uint8_t)number;
        return true;
    }
    for (uint8_t i = 0; i <= field->max; i++) {
        size_t length;
        const char *word = value_word(field, i, &length);
        if (strlen(text) == length && memcmp(text, word, length) == 0) {
            *value = i;
            return true;
        }
    }
    return false;
}

/* Index of a field, -1 if there is none of this name. */
static int find_field(const char *name)
{
    if (strcmp(name, "bonus-odds") == 0) /* the name of the command's option */
        name = "odds";
    for (int i = 0; i < FIELDS; i++)
        if (strcmp(fields[i].name, name) == 0)
            return i;
    return -1;
}

enum trey_status trey_rules_set(struct trey_rules *rules, const char *field,
                                const char *value, struct trey_error *error)
{
    const int i = find_field(field);
    if (i < 0)
        return trey_fail_unknown(error, "rule field", field, trey_rules_field_at);
    if (parse_value(&fields[i], value, (uint8_t *)rules + fields[i].offset))
        return TREY_OK;
    return trey_fail(error, TREY_ERR_ARGUMENT, 0, "%s must be %s, not '%.24s'",
                     fields[i].name, fields[i].values, value);
}

/* Formats also invalid fields: a value without a word is written as a number. */
void trey_rules_format(const struct trey_rules *rules, char *text, size_t size_bytes)
{
    unsigned set = rules->base < SETS ? rules->base : 0;
    struct trey_line line = {text, size_bytes, 0};
    trey_line_add(&line, "%s", rule_sets[set].name);
    for (const struct field *field = fields; field < fields + FIELDS; field++) {
        uint8_t value = field_value(rules, field);
        size_t length;
        if (value == field_value(&rule_sets[set].rules, field))
            continue;
        if (is_words(field) && value <= field->max) {
            const char *word = value_word(field, value, &length);
            trey_line_add(&line, " %s=%.*s", field->name, (int)length, word);
        } else {
            trey_line_add(&line, " %s=%d", field->name, value);
        }
    }
}

enum trey_status trey_rules_parse(const char *text, struct trey_rules *rules,
                                  struct trey_error *error)
{
    static const char separators[] = " \t\r\n,:";
    struct trey_rules read;
    struct trey_word word;
    bool given[FIELDS] = {false};
    enum trey_status status = trey_word_read(&text, separators, &word, error);
    if (status == TREY_OK)
        status = trey_rules_named(word.name, &read, error);
    while (status == TREY_OK) {
        status = trey_word_read(&text, separators, &word, error);
        if (status != TREY_OK || word.name[0] == '\0')
            break;
        status = trey_rules_set(&read, word.name, word.value, error);
        const int field = find_field(word.name);
        if (status == TREY_OK && given[field])
            status = trey_fail(error, TREY_ERR_ARGUMENT, 0, "%s is given twice",
                               fields[field].name);
        else if (status == TREY_OK)
            given[field] = true;
    }
    if (status == TREY_OK)
        status = trey_rules_check(&read, error);
    if (status == TREY_OK)
        *rules = read;
    return status;
}

/* --- checks and properties ---------------------------------------------------------- */

enum trey_status trey_rules_check(const struct trey_rules *rules,
                                  struct trey_error *error)
{
    int cells = rules->shape.rows * rules->shape.cols;
    const char *wrong = NULL;
    for (const struct field *field = fields; field < fields + FIELDS; field++)
        if (field_value(rules, field) < field->min ||
            field_value(rules, field) > field->max)
            return trey_fail(error, TREY_ERR_ARGUMENT, 0, "%s must be %s, not %d",
                             field->name, field->values, field_value(rules, field));
    if (rules->base >= SETS)
        wrong = "the rules are not based on a named rule set";
    else if (cells < 2 || cells > TREY_MAX_CELLS)
        wrong = "a board has 2 to 16 cells";
    else if (rules->start > cells)
        wrong = "the first board has more tiles than cells";
    else if (!trey_tiles_of(rules)->has_deck && rules->copies != 0)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "%s has no deck: copies must be 0",
                         trey_tiles_of(rules)->title);
    else if (!trey_tiles_of(rules)->has_deck && rules->bonus != TREY_BONUS_NONE)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "%s has no bonus tiles: bonus must be none",
                         trey_tiles_of(rules)->title);
    else if (!trey_tiles_of(rules)->has_deck && rules->boost != 0)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "%s has no boosted start: boost must be none",
                         trey_tiles_of(rules)->title);
    else if (rules->bonus == TREY_BONUS_NONE &&
             rules->odds != rule_sets[rules->base].rules.odds)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "these rules have no bonus tiles: odds must be %d",
                         rule_sets[rules->base].rules.odds);
    else if (rules->bonus == TREY_BONUS_UNIFORM && rules->hint == TREY_SHOW_WINDOW)
        wrong = "the hint can show a window only if bonus is window";
    return wrong == NULL ? TREY_OK : trey_fail(error, TREY_ERR_ARGUMENT, 0, "%s", wrong);
}

bool trey_rules_equal(const struct trey_rules *a, const struct trey_rules *b)
{
    bool equal = trey_rules_start(a) == trey_rules_start(b);
    for (const struct field *field = fields; field < fields + FIELDS; field++)
        equal = equal && (field->offset == offsetof(struct trey_rules, start) ||
                          field_value(a, field) == field_value(b, field));
    return equal;
}

int trey_rules_start(const struct trey_rules *rules)
{
    if (rules->start != 0)
        return rules->start;
    if (trey_tiles_of(rules)->start != 0)
        return trey_tiles_of(rules)->start;
    return rules->shape.rows * rules->shape.cols == 16 ? 9 : 1;
}

uint64_t trey_rules_tile(const struct trey_rules *rules, int rank)
{
    const struct trey_tile_rule *tiles = trey_tiles_of(rules);
    assert(rank >= 0 && rank < TREY_MAX_RANKS);
    return rank < TREY_RANKS ? tiles->tile[rank] : trey_overflow_tile(tiles);
}

int trey_rules_ranks(const struct trey_rules *rules)
{
    return trey_end_rule_of(rules) == TREY_ENDS_PAIR ? TREY_MAX_RANKS : TREY_RANKS;
}

int trey_rules_rank(const struct trey_rules *rules, uint64_t tile)
{
    int rank = trey_tiles_of(rules)->rank_of(tile);
    return rank < TREY_RANKS ? rank : -1;
}

static uint64_t largest_tile(const struct trey_rules *rules)
{
    return trey_rules_tile(rules, TREY_RANKS - 1);
}

enum trey_status trey_rules_parse_board(const struct trey_rules *rules, const char *text,
                                        trey_board *board, struct trey_error *error)
{
    trey_board parsed = 0;
    enum trey_status status =
        trey_board_parse_as(rules->shape, text, trey_tiles_of(rules)->rank_of,
                            largest_tile(rules), &parsed, error);
    if (status != TREY_OK)
        return status;
    if (parsed == 0) /* otherwise it would look like the end of a game */
        return trey_fail(error, TREY_ERR_INPUT, 0, "the board is empty");
    *board = parsed;
    return TREY_OK;
}

enum trey_status trey_rules_parse_any_board(const struct trey_rules *rules,
                                            const char *text, struct trey_rules *found,
                                            trey_board *board, struct trey_error *error)
{
    struct trey_rules other = *rules;
    trey_board parsed = 0;
    enum trey_status status = trey_rules_parse_board(rules, text, board, error);
    if (status == TREY_OK)
        *found = *rules;
    if (status == TREY_OK ||
        !trey_board_find_shape(text, trey_tiles_of(rules)->rank_of, largest_tile(rules),
                               &other.shape, &parsed) ||
        parsed == 0 || trey_rules_check(&other, NULL) != TREY_OK)
        return status;
    *found = other;
    *board = parsed;
    return TREY_OK;
}

int trey_rules_board_cells(const struct trey_rules *rules, const char *text)
{
    return trey_board_cells_as(rules->shape, text, trey_tiles_of(rules)->rank_of,
                               largest_tile(rules));
}
