/* Slides of many boards at once. */
#ifndef TREY_RULES_MANY_H
#define TREY_RULES_MANY_H

#include "rules/law.h"

/* legal[i] of boards[i], as trey_law_legal has it. */
void trey_law_legal_all(const struct trey_law *law, const trey_board *boards,
                        size_t count, uint8_t *legal);

/* after[i] and made[i] of boards[i] slid in directions[i], 0..3, as trey_law_slide_made
 * has them. */
void trey_law_slide_all(const struct trey_law *law, const trey_board *boards,
                        const uint64_t *directions, size_t count, trey_board *after,
                        uint64_t *made);

#endif
