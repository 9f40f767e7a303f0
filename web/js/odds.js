// @ts-check
// Chances as a table: the tiles of the ladder, from the next larger one to the largest, each with
// its share of games and the 95 % interval. Which tiles these are depends on the position alone.

import { familyOf, rankOf } from './board.js';
import { h } from './dom.js';
import { tileElement } from './tile.js';
import { number, t } from './words.js';

/** A small tile of the game with these rules. */
export function tileOf(value, rules) {
  const family = familyOf(rules);
  return tileElement({ value, rank: rankOf(value, family) }, family, 'mini');
}

/** Tiles of the ladder, the smallest first. */
export const ladderOf = (reach) =>
  Object.keys(reach)
    .map(Number)
    .sort((a, b) => a - b);

/** A chance as text. No number of games makes a chance certain. */
export const chanceText = (share) =>
  share > 0.995 ? t('more than') : share < 0.005 ? t('less than') : `${Math.round(100 * share)} %`;

const rangeText = ([low, high]) =>
  t('range', { low: Math.round(100 * low), high: Math.round(100 * high) });

/** The next large tile: the first of the ladder that less than 19 of 20 games make, else the last one. */
export function nextLarge({ reach }) {
  const ladder = ladderOf(reach);
  return ladder.find((tile) => reach[tile] < 0.95) ?? ladder.at(-1) ?? null;
}

/** The whole ladder as a table. */
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
