/* Configurations: parses and formats players as text.
 *
 * A text is a name with optional items in brackets. The name selects a preset or a
 * searcher, whose text of defaults is parsed in the same way, and each item is passed to
 * trey_searcher_player_set. The table of settings below defines the keys for the command
 * line and configurations alike. */
#include "extras/baselines/config.h"
#include "base/decimal.h"
#include "base/error.h"
#include "base/names.h"
#include "base/text.h"
#include "extras/baselines/baselines.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 1001, NAME_SIZE = 40, MAX_NESTING = 2 };

/* The two competition players of the report. */
static const struct {
    const char *name, *text;
} presets[] = {
    {"beta", "strategy-bt-jogger(easy=jogger(board-score,depth=6,moves=4),"
             "hard=pruner(weighted,weights=0.3/0.5/0.2/0,depth=15,nodes=1024),bt=30)"},
    {"mu", "strategy-bt(easy=pruner(empties,depth=9,nodes=256),"
           "hard=pruner(weighted,weights=0.3/0.5/0.2/0,depth=15,nodes=1024),bt=30)"},
};

enum { PRESETS = sizeof presets / sizeof *presets };

const char *trey_preset_name_at(int index)
{
    return index >= 0 && index < PRESETS ? presets[index].name : NULL;
}

const char *trey_preset_text_at(int index)
{
    return index >= 0 && index < PRESETS ? presets[index].text : NULL;
}

/* --- the settings of a searcher --------------------------------------------------------
 */

static enum trey_status read_number(const char *key, const char *text, unsigned max,
                                    unsigned *number, struct trey_error *error)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end != '\0' || errno != 0 || value < 1 ||
        value > max)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "%s takes a whole number from 1 to %u, not '%s'", key, max,
                         text);
    *number = (unsigned)value;
    return TREY_OK;
}

static const char *heuristic_at(int index)
{
    return trey_heuristics[index] == NULL ? NULL : trey_heuristics[index]->name;
}

static enum trey_status read_heuristic(struct trey_lookahead_settings *settings,
                                       const char *name, struct trey_error *error)
{
    for (int i = 0; trey_heuristics[i] != NULL; i++)
        if (strcmp(trey_heuristics[i]->name, name) == 0) {
            settings->heuristic.heuristic = trey_heuristics[i];
            return TREY_OK;
        }
    return trey_fail_unknown(error, "heuristic", name, heuristic_at);
}

static const char *const transform_names[] = {"own", "linear", "sqrt", "polynomial"};

static enum trey_status read_transform(struct trey_lookahead_settings *settings,
                                       const char *name, struct trey_error *error)
{
    for (int i = TREY_TRANSFORM_OWN; i <= TREY_TRANSFORM_POLYNOMIAL; i++)
        if (strcmp(transform_names[i], name) == 0) {
            settings->heuristic.transform = (enum trey_transform)i;
            return TREY_OK;
        }
    return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                     "transform must be linear, sqrt or polynomial, not '%s'", name);
}

static enum trey_status read_weights(struct trey_lookahead_settings *settings,
                                     const char *text, struct trey_error *error)
{
    double weights[TREY_WEIGHTS];
    const char *at = text;
    for (int i = 0; i < TREY_WEIGHTS; i++) {
        char *end;
        weights[i] = trey_read_decimal(at, &end);
        bool last = i == TREY_WEIGHTS - 1;
        bool separated = last ? *end == '\0' : *end == '/' || *end == ',';
        if (end == at || !separated || !(fabs(weights[i]) <= 1e6))
            return trey_fail(
                error, TREY_ERR_ARGUMENT, 0,
                "weights must be four numbers such as 0.3/0.5/0.2/0, not '%s'", text);
        at = end + 1;
    }
    memcpy(settings->heuristic.weights, weights, sizeof weights);
    return TREY_OK;
}

static enum trey_status read_cap(struct trey_lookahead_settings *settings,
                                 const char *text, struct trey_error *error)
{
    return read_number("cap", text, 48, &settings->heuristic.cap, error);
}

static enum trey_status read_depth(struct trey_lookahead_settings *settings,
                                   const char *text, struct trey_error *error)
{
    return read_number("depth", text, TREY_SEARCHER_MAX_DEPTH, &settings->depth_plies,
                       error);
}

static enum trey_status read_nodes(struct trey_lookahead_settings *settings,
                                   const char *text, struct trey_error *error)
{
    return read_number("nodes", text, 1U << 24, &settings->nodes, error);
}

static enum trey_status read_moves(struct trey_lookahead_settings *settings,
                                   const char *text, struct trey_error *error)
{
    settings->moves_given = true;
    return read_number("moves", text, TREY_SEARCHER_MAX_DEPTH, &settings->moves, error);
}

/* A setting, with the bits of the searcher's and the heuristic's `uses` that it requires.
 */
static const struct setting {
    const char *key;
    unsigned searcher_uses, heuristic_uses;
    enum trey_status (*read)(struct trey_lookahead_settings *settings, const char *text,
                             struct trey_error *error);
} settings_table[] = {
    {"heuristic", 0, 0, read_heuristic},
    {"cap", 0, TREY_USES_CAP, read_cap},
    {"transform", 0, TREY_USES_TRANSFORM, read_transform},
    {"weights", 0, TREY_USES_WEIGHTS, read_weights},
    {"depth", TREY_USES_DEPTH, 0, read_depth},
    {"nodes", TREY_USES_NODES, 0, read_nodes},
    {"moves", TREY_USES_MOVES, 0, read_moves},
};

enum { SETTINGS = sizeof settings_table / sizeof *settings_table, KEYS = SETTINGS + 3 };

static const struct setting *find_setting(const char *key)
{
    for (int i = 0; i < SETTINGS; i++)
        if (strcmp(settings_table[i].key, key) == 0)
            return &settings_table[i];
    return NULL;
}

static const char *setting_at(int index)
{
    return index < SETTINGS ? settings_table[index].key : NULL;
}

/* Index of a key of any player, -1 if it is unknown. */
static int find_key(const char *key)
{
    static const char *const others[] = {"easy", "hard", "bt"};
    _Static_assert(sizeof others / sizeof *others == KEYS - SETTINGS, "all keys");
    const struct setting *setting = find_setting(key);
    if (setting != NULL)
        return (int)(setting - settings_table);
    for (int i = 0; i < KEYS - SETTINGS; i++)
        if (strcmp(others[i], key) == 0)
            return SETTINGS + i;
    return -1;
}

/* True if the setting applies to this searcher with its heuristic. */
static bool applies_to(const struct setting *setting,
                       const struct trey_lookahead_settings *settings)
{
    return (setting->searcher_uses & ~settings->searcher->uses) == 0 &&
           (setting->heuristic_uses & ~settings->heuristic.heuristic->uses) == 0;
}

/* --- parsing ---------------------------------------------------------------------------
 */

static enum trey_status parse_player(const char *text, int nesting,
                                     struct trey_searcher_player *player,
                                     struct trey_error *error);

/* Sets the easy or hard searcher of a strategy. */
static enum trey_status set_strategy_searcher(struct trey_searcher_player *player,
                                              const char *key, const char *value,
                                              int nesting, struct trey_error *error)
{
    struct trey_searcher_player part;
    enum trey_status status = parse_player(value, nesting + 1, &part, error);
    if (status != TREY_OK)
        return status;
    if (trey_searcher_player_is_strategy(&part))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "%s must be a searcher, not a strategy: '%s'", key, value);
    *(strcmp(key, "easy") == 0 ? &player->easy : &player->hard) = part.own;
    return TREY_OK;
}

static enum trey_status set_setting(struct trey_searcher_player *player, const char *key,
                                    const char *value, struct trey_error *error)
{
    const struct setting *setting = find_setting(key);
    if (setting == NULL)
        return trey_fail_unknown(error, "setting", key, setting_at);
    bool strategy = trey_searcher_player_is_strategy(player);
    struct trey_lookahead_settings *parts[] = {strategy ? &player->easy : &player->own,
                                               strategy ? &player->hard : NULL};
    bool any = false;
    for (int i = 0; i < 2 && parts[i] != NULL; i++) {
        if (!applies_to(setting, parts[i]))
            continue;
        enum trey_status status = setting->read(parts[i], value, error);
        if (status != TREY_OK)
            return status;
        any = true;
    }
    if (any)
        return TREY_OK;
    return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                     "%s with these settings has no setting '%s'",
                     player->own.searcher->name, key);
}

/* Sets one item. `nesting`: depth of brackets around it. */
static enum trey_status set_item(struct trey_searcher_player *player, const char *key,
                                 const char *value, int nesting, struct trey_error *error)
{
    unsigned uses = player->own.searcher->uses;
    bool part = strcmp(key, "easy") == 0 || strcmp(key, "hard") == 0;
    if (part && (uses & TREY_USES_EASY_HARD) != 0)
        return set_strategy_searcher(player, key, value, nesting, error);
    if (strcmp(key, "bt") == 0 && (uses & TREY_USES_BACKTRACK) != 0)
        return read_number("bt", value, 1000000, &player->backtrack, error);
    if (part || strcmp(key, "bt") == 0)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0, "%s has no setting '%s'",
                         player->own.searcher->name, key);
    return set_setting(player, key, value, error);
}

/* Limits the number of moves played at once to the depth. More is an error if the user
 * set it; a default is reduced. */
static enum trey_status limit_moves(struct trey_lookahead_settings *settings,
                                    struct trey_error *error)
{
    if ((settings->searcher->uses & TREY_USES_MOVES) == 0 ||
        settings->moves <= settings->depth_plies)
        return TREY_OK;
    if (settings->moves_given)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "%s with depth=%u cannot play moves=%u at once: moves must "
                         "not exceed depth",
                         settings->searcher->name, settings->depth_plies,
                         settings->moves);
    settings->moves = settings->depth_plies;
    return TREY_OK;
}

static enum trey_status limit_all_moves(struct trey_searcher_player *player,
                                        struct trey_error *error)
{
    if (!trey_searcher_player_is_strategy(player))
        return limit_moves(&player->own, error);
    enum trey_status status = limit_moves(&player->easy, error);
    return status == TREY_OK ? limit_moves(&player->hard, error) : status;
}

/* Sets an item, which must not have been given before. */
static enum trey_status set_once(struct trey_searcher_player *player, const char *key,
                                 const char *value, int nesting, struct trey_error *error)
{
    const int index = find_key(key);
    if (index >= 0 && (player->given & 1u << index) != 0)
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "the setting '%s' of %s is given twice", key,
                         player->own.searcher->name);
    if (index >= 0)
        player->given |= 1u << index;
    return set_item(player, key, value, nesting, error);
}

enum trey_status trey_searcher_player_set(struct trey_searcher_player *player,
                                          const char *key, const char *value,
                                          struct trey_error *error)
{
    struct trey_searcher_player changed = *player;
    enum trey_status status = set_once(&changed, key, value, 0, error);
    if (status == TREY_OK)
        status = limit_all_moves(&changed, error);
    if (status == TREY_OK)
        *player = changed;
    return status;
}

/* Sets all items of a text, which are separated by commas outside brackets. */
static enum trey_status set_items(struct trey_searcher_player *player, const char *items,
                                  int nesting, struct trey_error *error)
{
    enum trey_status status = TREY_OK;
    while (*items != '\0' && status == TREY_OK) {
        size_t size = 0;
        for (int open = 0; items[size] != '\0' && (open > 0 || items[size] != ',');
             size++)
            open += (items[size] == '(') - (items[size] == ')');
        char item[TEXT_SIZE];
        memcpy(item, items, size);
        item[size] = '\0';
        items += size + (items[size] == ',');
        char *equals = strchr(item, '=');
        char *bracket = strchr(item, '(');
        if (equals != NULL && (bracket == NULL || equals < bracket)) {
            *equals = '\0';
            status = set_once(player, item, equals + 1, nesting, error);
        } else {
            status = set_once(player, "heuristic", item, nesting, error);
        }
    }
    return status;
}

static const struct trey_searcher *find_searcher(const char *name)
{
    for (int i = 0; trey_searchers[i] != NULL; i++)
        if (strcmp(trey_searchers[i]->name, name) == 0)
            return trey_searchers[i];
    return NULL;
}

/* Names of searchers, then of presets, for messages. */
static const char *searcher_at(int index)
{
    int count = 0;
    while (trey_searchers[count] != NULL) {
        if (count == index)
            return trey_searchers[count]->name;
        count++;
    }
    return index - count < PRESETS ? presets[index - count].name : NULL;
}

/* Parses a preset; its settings count as defaults. */
static enum trey_status parse_preset(const char *text, int nesting,
                                     struct trey_searcher_player *player,
                                     struct trey_error *error)
{
    enum trey_status status = parse_player(text, nesting, player, error);
    player->easy.moves_given = player->hard.moves_given = false;
    player->given = 0;
    return status;
}

/* Makes the player of a name without items. */
static enum trey_status parse_name(const char *name, int nesting,
                                   struct trey_searcher_player *player,
                                   struct trey_error *error)
{
    for (int i = 0; i < PRESETS; i++)
        if (strcmp(presets[i].name, name) == 0)
            return parse_preset(presets[i].text, nesting, player, error);
    struct trey_lookahead_settings settings = {
        .searcher = find_searcher(name),
        .heuristic = {.heuristic = trey_heuristics[0], .weights = {0.2, 0.5, 0.2, 0.1}},
    };
    if (settings.searcher == NULL)
        return trey_fail_unknown(error, "searcher or preset", name, searcher_at);
    *player = (struct trey_searcher_player){
        .own = settings, .easy = settings, .hard = settings};
    enum trey_status status =
        set_items(player, settings.searcher->defaults, nesting, error);
    player->own.moves_given = false;
    player->given = 0;
    return status;
}

/* Parses NAME or NAME(ITEMS), without blanks. */
static enum trey_status parse_player(const char *text, int nesting,
                                     struct trey_searcher_player *player,
                                     struct trey_error *error)
{
    size_t length = strlen(text), name_length = strcspn(text, "(");
    bool brackets = name_length < length;
    if (nesting > MAX_NESTING || name_length >= NAME_SIZE ||
        (brackets && text[length - 1] != ')'))
        return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                         "'%s' is not of the form NAME or NAME(SETTINGS)", text);
    char name[NAME_SIZE], items[TEXT_SIZE];
    memcpy(name, text, name_length);
    name[name_length] = '\0';
    enum trey_status status = parse_name(name, nesting, player, error);
    if (status != TREY_OK || !brackets)
        return status;
    memcpy(items, text + name_length + 1, length - name_length - 2);
    items[length - name_length - 2] = '\0';
    status = set_items(player, items, nesting, error);
    return status == TREY_OK ? limit_all_moves(player, error) : status;
}

enum trey_status trey_searcher_player_parse(const char *config,
                                            struct trey_searcher_player **player,
                                            struct trey_error *error)
{
    char text[TEXT_SIZE];
    size_t size = 0;
    for (const char *at = config; *at != '\0'; at++) {
        if (isspace((unsigned char)*at))
            continue;
        if (size == TEXT_SIZE - 1)
            return trey_fail(error, TREY_ERR_ARGUMENT, 0,
                             "the configuration is too long");
        text[size++] = *at;
    }
    text[size] = '\0';
    struct trey_searcher_player *made = malloc(sizeof *made);
    if (made == NULL)
        return trey_fail_memory(error, sizeof *made);
    enum trey_status status = parse_player(text, 0, made, error);
    if (status != TREY_OK) {
        free(made);
        return status;
    }
    *player = made;
    return TREY_OK;
}

void trey_searcher_player_free(struct trey_searcher_player *player)
{
    free(player);
}

/* --- formatting ------------------------------------------------------------------------
 */

static void write_settings(struct trey_text *text,
                           const struct trey_lookahead_settings *settings)
{
    const struct trey_heuristic_settings *heuristic = &settings->heuristic;
    unsigned uses = settings->searcher->uses;
    trey_text_printf(text, "%s(%s", settings->searcher->name, heuristic->heuristic->name);
    if (heuristic->cap != 0 && (heuristic->heuristic->uses & TREY_USES_CAP) != 0)
        trey_text_printf(text, ",cap=%u", heuristic->cap);
    if (heuristic->transform != TREY_TRANSFORM_OWN &&
        (heuristic->heuristic->uses & TREY_USES_TRANSFORM) != 0)
        trey_text_printf(text, ",transform=%s", transform_names[heuristic->transform]);
    for (int i = 0; i < TREY_WEIGHTS; i++)
        if ((heuristic->heuristic->uses & TREY_USES_WEIGHTS) != 0)
            trey_text_printf(text, "%s%.15g", i == 0 ? ",weights=" : "/",
                             heuristic->weights[i]);
    if ((uses & TREY_USES_DEPTH) != 0)
        trey_text_printf(text, ",depth=%u", settings->depth_plies);
    if ((uses & TREY_USES_NODES) != 0)
        trey_text_printf(text, ",nodes=%u", settings->nodes);
    if ((uses & TREY_USES_MOVES) != 0)
        trey_text_printf(text, ",moves=%u", settings->moves);
    trey_text_add_char(text, ')');
}

enum trey_status trey_searcher_player_format(const struct trey_searcher_player *player,
                                             char **text, struct trey_error *error)
{
    struct trey_text out = {0};
    if (!trey_searcher_player_is_strategy(player)) {
        write_settings(&out, &player->own);
    } else {
        trey_text_printf(&out, "%s(easy=", player->own.searcher->name);
        write_settings(&out, &player->easy);
        trey_text_add(&out, ",hard=");
        write_settings(&out, &player->hard);
        if ((player->own.searcher->uses & TREY_USES_BACKTRACK) != 0)
            trey_text_printf(&out, ",bt=%u", player->backtrack);
        trey_text_add_char(&out, ')');
    }
    size_t size;
    return trey_text_take(&out, text, &size, error);
}
