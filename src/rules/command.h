/* Calls of rules that only the command makes; not part of the public API. */
#ifndef TREY_RULES_COMMAND_H
#define TREY_RULES_COMMAND_H

#include "trey/game.h"

/* For boards that are typed line by line: number of cells that the text holds so far, if
 * more text can complete it to a board of these rules; otherwise -1. All cells of the
 * board if only brackets remain to be closed. Thread-safe. */
int trey_rules_board_cells(const struct trey_rules *rules, const char *text);

#endif
