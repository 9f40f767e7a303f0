/* Layout of the screen: the board at the left, as large as the window allows; a panel to
 * its right, or below if the board takes the whole width; a message and the keys in the
 * last lines. Everything is redrawn each time; ncurses sends only the changes. */
#ifdef TREY_WITH_CURSES
#include "play_draw.h"

#include "board_text.h"

#include <curses.h>
#include <langinfo.h>
#include <string.h>

/* Colour pairs: the tiles of a palette, then these. */
enum {
    PAIR_TILE = 1,
    PAIR_SLOT = PAIR_TILE + CLI_TILES,
    PAIR_LARGEST,
    PAIR_LARGEST_CREAM,
    PAIR_BAR,
    PAIR_GOOD,
};

enum { PANEL_WIDTH = 34, PANEL_HEIGHT = 16, HEAD = 2, FOOT = 4, BAR_WIDTH = 12 };

/* Sizes of a cell and of the gaps beside and below it, largest first. */
static const struct size {
    int width, height, gap_x, gap_y;
} sizes[] = {{13, 7, 2, 1}, {11, 5, 2, 1}, {9, 5, 2, 1}, {7, 3, 1, 1},
             {7, 3, 1, 0},  {7, 1, 1, 1},  {6, 1, 1, 0}, {5, 1, 0, 0}};

struct layout {
    struct size cell;
    int panel_x, panel_y, panel_width, panel_height;
};

/* --- sizes -----------------------------------------------------------------------------
 */

static bool try_size(const struct cli_board *board, struct size cell, bool below,
                     struct layout *layout)
{
    int width = board->cols * (cell.width + cell.gap_x) - cell.gap_x;
    int height = board->rows * (cell.height + cell.gap_y) - cell.gap_y;
    int room_x = COLS - 1 - (below ? 0 : PANEL_WIDTH + 3);
    int room_y = LINES - HEAD - FOOT - (below ? 6 : 0);
    if (width > room_x + (below ? 1 : 0) || height > room_y)
        return false;
    layout->cell = cell;
    layout->panel_x = below ? 1 : width + 4;
    layout->panel_y = below ? HEAD + height + 1 : HEAD;
    layout->panel_width = COLS - layout->panel_x - 1;
    layout->panel_height = LINES - FOOT - layout->panel_y;
    return true;
}

static bool find_layout(const struct cli_board *board, struct layout *layout)
{
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (int below = 0; below < 2; below++)
        for (int i = 0; i < SIZES; i++)
            if (try_size(board, sizes[i], below != 0, layout))
                return true;
    return false;
}

/* --- colours ---------------------------------------------------------------------------
 */

static void make_pairs(const struct cli_screen *screen)
{
    bool many = screen->colours >= 256;
    for (int tile = 0; tile < CLI_TILES; tile++) {
        struct cli_colour colour =
            cli_tile_colour((enum cli_tile)tile, screen->palette, screen->colours);
        init_pair((short)(PAIR_TILE + tile), colour.text, colour.background);
    }
    init_pair(PAIR_SLOT, many ? 244 : COLOR_WHITE, many ? 236 : COLOR_BLACK);
    init_pair(PAIR_LARGEST, many ? 160 : COLOR_RED, many ? 230 : COLOR_WHITE);
    init_pair(PAIR_LARGEST_CREAM, many ? 160 : COLOR_RED, many ? 223 : COLOR_WHITE);
    init_pair(PAIR_BAR, many ? 66 : COLOR_CYAN, -1);
    init_pair(PAIR_GOOD, many ? 37 : COLOR_GREEN, -1);
}

void cli_draw_prepare(struct cli_screen *screen)
{
    screen->blocks = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    screen->colours = 0;
    if (!cli_colours_wanted() || !has_colors() || start_color() == ERR)
        return;
    use_default_colors();
    if (COLOR_PAIRS > PAIR_GOOD)
        screen->colours = COLORS >= 256 ? 256 : 8;
}

static void set_colours(const struct cli_screen *screen, int pair)
{
    if (screen->colours != 0)
        attrset(COLOR_PAIR(pair));
    else
        attrset(A_NORMAL);
}

/* --- the board -------------------------------------------------------------------------
 */

static int pair_of(const struct cli_board *board, int rank, bool largest)
{
    enum cli_tile tile = cli_tile_of(board->doubling, rank);
    if (largest && rank > 3 && tile == CLI_TILE_CREAM)
        return PAIR_LARGEST_CREAM;
    if (largest && rank > 3 && (tile == CLI_TILE_PLAIN || tile == CLI_TILE_RINGED))
        return PAIR_LARGEST;
    return PAIR_TILE + (int)tile;
}

/* Prints text in the middle of a field of blanks. */
static void print_centred(int y, int x, int width, const char *text)
{
    int before = (width - (int)strlen(text)) / 2;
    mvprintw(y, x, "%*s%-*s", before < 0 ? 0 : before, "",
             width - (before < 0 ? 0 : before), text);
}

/* Without colours a frame distinguishes tiles from empty cells. */
static void draw_frame(int y, int x, struct size cell)
{
    if (cell.height >= 3) {
        mvaddch(y, x, ACS_ULCORNER);
        hline(ACS_HLINE, cell.width - 2);
        mvaddch(y, x + cell.width - 1, ACS_URCORNER);
        mvaddch(y + cell.height - 1, x, ACS_LLCORNER);
        hline(ACS_HLINE, cell.width - 2);
        mvaddch(y + cell.height - 1, x + cell.width - 1, ACS_LRCORNER);
        mvhline(y + cell.height - 1, x + 1, ACS_HLINE, cell.width - 2);
        mvhline(y, x + 1, ACS_HLINE, cell.width - 2);
    }
}

static void draw_cell(const struct cli_screen *screen, const struct cli_board *board,
                      int cell, int largest, int y, int x, struct size size)
{
    char text[24];
    int rank = board->rank[cell];
    snprintf(text, sizeof text, "%llu", (unsigned long long)board->tile[cell]);
    if (rank == 0) {
        set_colours(screen, PAIR_SLOT);
        for (int i = 0; i < size.height; i++)
            mvprintw(y + i, x, "%*s", size.width, "");
        print_centred(y + size.height / 2, x, size.width, ".");
        return;
    }
    set_colours(screen, pair_of(board, rank, rank == largest));
    for (int i = 0; i < size.height; i++)
        mvprintw(y + i, x, "%*s", size.width, "");
    if (screen->colours == 0)
        draw_frame(y, x, size);
    attron(A_BOLD);
    bool newest = cell == board->newest;
    if (newest && size.height == 1)
        attron(A_UNDERLINE);
    print_centred(y + size.height / 2, x, size.width, text);
    if (newest && size.height > 1)
        mvaddch(y, x + size.width - 2, '*');
}

static void draw_board(const struct cli_screen *screen, const struct cli_board *board,
                       struct size size)
{
    int largest = 0;
    for (int cell = 0; cell < board->rows * board->cols; cell++)
        largest = board->rank[cell] > largest ? board->rank[cell] : largest;
    int left = size.gap_x == 0 ? 0 : 1;
    for (int row = 0; row < board->rows; row++)
        for (int col = 0; col < board->cols; col++)
            draw_cell(screen, board, row * board->cols + col, largest,
                      HEAD + row * (size.height + size.gap_y),
                      left + col * (size.width + size.gap_x), size);
    attrset(A_NORMAL);
}

/* --- the panel -------------------------------------------------------------------------
 */

static void draw_chip(const struct cli_screen *screen, bool doubling, int rank,
                      long long tile)
{
    set_colours(screen, PAIR_TILE + (int)cli_tile_of(doubling, rank));
    attron(A_BOLD);
    printw(screen->colours != 0 ? " %lld " : "[%lld]", tile);
    attrset(A_NORMAL);
    addch(' ');
}

static void draw_next(const struct cli_screen *screen, int y, int x)
{
    const struct cli_play *play = &screen->play;
    const json_t *tile, *tiles = json_object_get(play->position, "tiles");
    const char *next = cli_answer_text(play->position, "next");
    bool doubling = play->rules.slide != TREY_SLIDE_THREES;
    size_t i;
    mvaddstr(y, x, "Next   ");
    if (strcmp(next, "+") == 0 || strcmp(next, "?") == 0) {
        printw("[%s]", next);
        return;
    }
    json_array_foreach(tiles, i, tile)
    {
        uint64_t value = (uint64_t)json_integer_value(tile);
        draw_chip(screen, doubling, trey_rules_rank(&play->rules, value),
                  (long long)value);
    }
}

static void draw_deck(const struct cli_screen *screen, int y, int x)
{
    const json_t *left, *deck = json_object_get(screen->play.position, "deck");
    size_t i;
    if (!json_is_array(deck))
        return;
    mvaddstr(y, x, "Deck   ");
    json_array_foreach(deck, i, left)
    {
        draw_chip(screen, false, (int)i + 1, (long long)i + 1);
        printw("%lld  ", (long long)json_integer_value(left));
    }
}

static void draw_bar(const struct cli_screen *screen, double share, bool best)
{
    int width = (int)(share * BAR_WIDTH + 0.5);
    set_colours(screen, best ? PAIR_GOOD : PAIR_BAR);
    for (int i = 0; i < BAR_WIDTH; i++)
        addstr(i >= width ? " " : screen->blocks ? "\u2588" : "#");
    attrset(A_NORMAL);
}

/* Prints text in at most two lines, broken at a blank; dots replace the rest. Returns the
 * next free line. */
static int draw_words(const char *words, const struct layout *layout, int y)
{
    static const char dots[] = " ...";
    int width = layout->panel_width - 2;
    for (int line = 0; line < 2 && *words != '\0'; line++) {
        int size = (int)strlen(words);
        bool cut = size > width && line == 1;
        int room = width - (cut ? (int)strlen(dots) : 0);
        if (size > width) {
            for (size = room; size > 0 && words[size] != ' '; size--)
                continue;
            size = size > 0 ? size : room;
        }
        mvprintw(y++, layout->panel_x + 2, "%.*s%s", size, words, cut ? dots : "");
        words += size;
        words += strspn(words, " ");
    }
    return y;
}

/* Prints a move, its bar and distance from the best one, and its facts in the lines
 * below. Returns the next free line. */
static int draw_value(const struct cli_screen *screen, char letter, const char *name,
                      const struct layout *layout, int y)
{
    const struct cli_play *play = &screen->play;
    const char key[2] = {letter, '\0'};
    char behind[CLI_PLAY_BEHIND_TEXT];
    bool best = strcmp(key, cli_answer_text(play->advice, "best")) == 0;
    int x = layout->panel_x;
    if (json_is_null(json_object_get(json_object_get(play->position, "slides"), key)))
        return y;
    attrset(best ? A_BOLD : A_NORMAL);
    mvprintw(y, x, "%-6s ", name);
    if (cli_play_behind(play, letter, behind)) {
        draw_bar(screen, cli_play_bar(play, letter), best);
        attrset(best ? A_BOLD : A_NORMAL);
        printw(" %s%s", best ? "" : "-", best ? "best" : behind);
    }
    attrset(A_NORMAL);
    return draw_words(cli_answer_text(play->words, key), layout, y + 1);
}

static void draw_values(const struct cli_screen *screen, const struct layout *layout,
                        int y)
{
    const struct cli_play *play = &screen->play;
    if (!play->advise)
        return;
    if (cli_loader_state(play->loader) == CLI_LOADER_LOADING) {
        mvaddstr(y, layout->panel_x, "loading the player");
        return;
    }
    if (play->advice == NULL) {
        if (play->advising)
            mvaddstr(y, layout->panel_x, "searching");
        return;
    }
    long long depth = cli_answer_number(play->advice, "depth");
    mvprintw(y, layout->panel_x, "Advice: %s, %lld %s%s",
             cli_answer_text(play->advice, "certainty"), depth,
             depth == 1 ? "ply" : "plies", play->advising ? ", searching" : "");
    y = draw_value(screen, 'U', "up", layout, y + 1);
    y = draw_value(screen, 'R', "right", layout, y);
    y = draw_value(screen, 'D', "down", layout, y);
    draw_value(screen, 'L', "left", layout, y);
}

static void draw_panel(const struct cli_screen *screen, const struct layout *layout)
{
    const struct cli_play *play = &screen->play;
    int x = layout->panel_x, y = layout->panel_y;
    const json_t *position = play->position;
    bool replay = play->options->replay != NULL;
    attron(A_BOLD);
    mvprintw(y, x, "Score  %lld", cli_answer_number(position, "score"));
    attroff(A_BOLD);
    if (!replay)
        printw("   best %llu", (unsigned long long)play->best);
    mvprintw(y + 1, x, "Move   %lld",
             replay ? cli_answer_number(position, "undo")
                    : cli_answer_number(position, "moves"));
    if (replay)
        printw(" of %lld",
               cli_answer_number(position, "undo") + cli_answer_number(position, "redo"));
    draw_next(screen, y + 2, x);
    draw_deck(screen, y + 3, x);
    if (play->running)
        mvprintw(y + 4, x, "%s, %u per second",
                 replay ? "Replaying"
                 : cli_loader_state(play->loader) != CLI_LOADER_READY
                     ? "Loading the player"
                     : "The player moves",
                 play->speed);
    draw_values(screen, layout, y + 5);
}

/* --- the screen ------------------------------------------------------------------------
 */

static void draw_message(const struct cli_screen *screen)
{
    const struct cli_play *play = &screen->play;
    const char *text = play->message;
    if (screen->number >= 0) {
        mvprintw(LINES - 3, 1, "Enter goes to move %ld", screen->number);
        return;
    }
    if (*text == '\0' && cli_play_over(play))
        text = json_is_true(json_object_get(play->position, "won"))
                   ? "Won: the largest possible tile."
               : play->options->replay != NULL
                   ? "The game is over."
                   : "The game is over. u takes the last move back, n starts a new game.";
    attron(A_BOLD);
    mvprintw(LINES - 3, 1, "%.*s", COLS - 2, text);
    attroff(A_BOLD);
}

static void draw_keys(const struct cli_screen *screen)
{
    const struct cli_play_options *options = screen->play.options;
    const char *first = "arrows hjkl WASD move   ? values   a player   + - speed";
    const char *second = "u undo   r redo   n new game   c colours   q save and quit";
    if (options->wasd)
        first = "arrows hjkl wasd move   ? values   space player   + - speed";
    if (options->replay != NULL) {
        first = "left right 1   up down 10   PgUp PgDn 100   number Enter go to move";
        second = "space run   + - speed   Home End   ? values   c colours   q quit";
    }
    mvprintw(LINES - 2, 1, "%.*s", COLS - 2, first);
    mvprintw(LINES - 1, 1, "%.*s", COLS - 2, second);
}

void cli_draw(struct cli_screen *screen)
{
    struct cli_board board;
    struct layout layout;
    const struct cli_play *play = &screen->play;
    cli_board_of_answer(play->position, play->newest, &board);
    if (screen->colours != 0)
        make_pairs(screen);
    attrset(A_NORMAL);
    erase();
    if (find_layout(&board, &layout)) {
        mvprintw(0, 1, "%.*s", COLS - 2, "trey");
        printw("  %.*s", COLS - 8, cli_answer_text(play->position, "rules"));
        draw_board(screen, &board, layout.cell);
        draw_panel(screen, &layout);
        draw_message(screen);
        draw_keys(screen);
    } else {
        mvprintw(0, 0, "%.*s", COLS,
                 COLS < 24 ? "too small" : "The window is too small.");
    }
    move(LINES - 1, COLS - 1);
    refresh();
}
#else
typedef int cli_no_curses; /* C does not allow an empty file */
#endif
