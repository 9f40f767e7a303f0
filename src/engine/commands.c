/* The table of commands. Each is described in docs/formats/engine.md. */
#include "engine/commands.h"

#define LIMITS "[depth N] [nodes N] [movetime MS] [minprob P] [infinite]"

static const struct trey_engine_command commands[] = {
    /* name, function, immediate, UCI-like, arguments */
    {"trey", trey_command_trey, true, true, ""},
    {"isready", trey_command_isready, true, true, ""},
    {"stop", trey_engine_stop, true, true, ""},
    {"quit", trey_command_quit, true, true, ""},
    {"newgame", trey_command_newgame, true, true, ""},
    {"setoption", trey_command_setoption, false, true, "name NAME value VALUE"},
    {"position", trey_command_position, false, true,
     "RULES BOARD [next HINT] [deck DECK] [score N] [moves N] [slides SLIDE...]"},
    {"go", trey_command_go, false, true, LIMITS},
    {"hello", trey_command_hello, false, false, ""},
    {"new", trey_command_new, false, false, "[RULES] [seed N] [game N]"},
    {"set", trey_command_set, false, false,
     "RULES BOARD [next HINT] [deck DECK] [score N] [moves N] [seed N]"},
    {"check", trey_command_check, false, false,
     "RULES BOARD [next HINT] [deck DECK] [score N] [moves N] [seed N]"},
    {"board", trey_command_board, false, false, "RULES TEXT"},
    {"slide", trey_command_slide, false, false, "U|R|D|L"},
    {"undo", trey_command_undo, false, false, "[N]"},
    {"redo", trey_command_redo, false, false, "[N]"},
    {"goto", trey_command_goto, false, false, "N"},
    {"game", trey_command_game, false, false, ""},
    {"save", trey_command_save, false, false, ""},
    {"load", trey_command_load, false, false, "[rules RULES] RECORD"},
    {"record", trey_command_record, false, false, "RULES RECORD"},
    {"auto", trey_command_auto, false, false, "[N] " LIMITS},
    {"advice", trey_command_advice, false, false, LIMITS},
    {"odds", trey_command_odds, false, false,
     "[per-move | moves LETTERS] [games N] [movetime MS] [seed N]"},
    {"follow", trey_command_follow, false, false,
     "RULES BOARD [next HINT] [deck DECK] [score N] [moves N]"},
    {"entered", trey_command_entered, false, false, "CELL [TILE]"},
    {"next", trey_command_next, false, false, "HINT"},
    {"put", trey_command_put, false, false, "CELL TILE|next HINT|deck DECK"},
    {"pixels", trey_command_pixels, true, false, "BASE64"},
    {"picture", trey_command_picture, false, false, "WIDTH HEIGHT|FILE"},
    {"seen", trey_command_seen, false, false, "[new] [blank] RULES BOARD [next HINT]"},
    {"steps", trey_command_steps, false, false, ""},
    {"review", trey_command_review, false, false, LIMITS " [every N]"},
    {"sequence", trey_command_sequence, false, false, "TEXT"},
    {"plan", trey_command_plan, false, false, "[width N] [movetime MS] [seed N]"},
    {"judge", trey_command_judge, false, false, "MOVES|file TEXT"},
    {"replay", trey_command_replay, false, false, "MOVES|file TEXT"},
    {"solve", trey_command_solve, false, false, "[RULES] [all|end TILE] [file TEXT]"},
    {"exact", trey_command_exact, false, false, ""},
    {"tables", trey_command_tables, false, false, ""},
    {"grid", trey_command_grid, false, false, "WIN ROWSxCOLS TILE..."},
};

const struct trey_engine_command *trey_engine_command_at(size_t index)
{
    return index < sizeof commands / sizeof *commands ? &commands[index] : NULL;
}
