/* The legal slides of many boards at once. */
#ifndef TREY_RULES_LEGAL_H
#define TREY_RULES_LEGAL_H

#include "rules/law.h"

/* legal[i] of boards[i], as trey_law_legal has it. */
void trey_law_legal_all(const struct trey_law *law, const trey_board *boards,
                        size_t count, uint8_t *legal);

#endif
