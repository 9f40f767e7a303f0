// @ts-check
// Table of odds: for each tile from the next larger one to the largest, the share of games that
// make it, and the 95 % interval. The list of tiles depends only on the position.

import { familyOf, rankOf } from './board.js';
import { h } from './dom.js';
import { tileElement } from './tile.js';
import { number, t } from './words.js';

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

const rangeText = ([low, high]) =>
  t('range', { low: Math.round(100 * low), high: Math.round(100 * high) });

/** The next large tile: the first one that fewer than 19 of 20 games make, else the last one. */
export function nextLarge({ reach }) {
  const ladder = ladderOf(reach);
  return ladder.find((tile) => reach[tile] < 0.95) ?? ladder.at(-1) ?? null;
}

/** The complete table. */
export function oddsTable({ reach, interval, games }, rules) {
  return h(
    'table.values.ladder',
    { 'aria-label': t('odds') },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, t('tile')),
        h('th', { scope: 'col' }, t('chance')),
        h('th.amount', { scope: 'col' }, t('interval')),
      ),
    ),
    h(
      'tbody',
      {},
      ladderOf(reach).map((tile) =>
        h(
          'tr',
          {},
          h('td', {}, tileOf(tile, rules)),
          h(
            'td',
            {},
            h(
              'span.chance',
              {},
              h(
                'span.meter',
                {},
                h('b', { style: { width: `${(100 * reach[tile]).toFixed(1)}%` } }),
              ),
              h('span', {}, chanceText(reach[tile])),
            ),
          ),
          h('td.amount', {}, interval?.[tile] ? rangeText(interval[tile]) : ''),
        ),
      ),
    ),
    h('caption', {}, t('odds.by', { n: number(games) })),
  );
}
