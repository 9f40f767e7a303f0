// @ts-check
// Odds of tiles: the share of games that make them. The list of tiles depends only on the position.

import { familyOf, rankOf } from './board.js';
import { tileElement } from './tile.js';
import { t } from './words.js';

/** A mini tile of the game with these rules. */
export function tileOf(value, rules) {
  const family = familyOf(rules);
  return tileElement({ value, rank: rankOf(value, family) }, family, 'mini');
}

/** Tiles in the table, smallest first. */
export const ladderOf = (reach) =>
  Object.keys(reach)
    .map(Number)
    .sort((a, b) => a - b);

/** A probability as text; never "certain", because it is estimated from a finite number of games.
 */
export const chanceText = (share) =>
  share > 0.995 ? t('more than') : share < 0.005 ? t('less than') : `${Math.round(100 * share)} %`;

/** The next large tile: the first one that fewer than 19 of 20 games make, else the last one. */
export function nextLarge({ reach }) {
  const ladder = ladderOf(reach);
  return ladder.find((tile) => reach[tile] < 0.95) ?? ladder.at(-1) ?? null;
}
