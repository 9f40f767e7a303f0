// @ts-check
// Table of odds: for each tile from the next larger one to the largest, the share of games that
// make it, and the 95 % interval.

import { h } from './dom.js';
import { chanceText, ladderOf, tileOf } from './odds.js';
import { number, t } from './words.js';

const rangeText = ([low, high]) =>
  t('range', { low: Math.round(100 * low), high: Math.round(100 * high) });

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
