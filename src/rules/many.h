/* Slides of many boards at once. */
#ifndef TREY_RULES_MANY_H
#define TREY_RULES_MANY_H

#include "rules/mechanics.h"

/* Computes legal[i] = trey_mechanics_legal of boards[i]. */
void trey_mechanics_legal_all(const struct trey_mechanics *mechanics,
                              const trey_board *boards, size_t count, uint8_t *legal);

/* Computes after[i] and made[i] = trey_mechanics_slide_merges of boards[i] in
 * directions[i], 0..3. */
void trey_mechanics_slide_all(const struct trey_mechanics *mechanics,
                              const trey_board *boards, const uint64_t *directions,
                              size_t count, trey_board *after, uint64_t *made);

#endif
