// The table of exact values: for each move the true value, as a number and on a scale, and the
// estimate of a player.

import { lossOf, shareOf } from './verdict.js';
import { directions } from './board.js';
import { fill, h, icon } from './dom.js';
import { brief, number, t } from './words.js';

export const exactly = (value) =>
  value.toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

const head = (name, amount = true) => h(amount ? 'th.amount' : 'th', { scope: 'col' }, t(name));

const nameCell = (d) => h('td', {}, icon(d), t(d));

const illegalRow = (d, columns) =>
  h('tr', {}, nameCell(d), h('td.soft', { colspan: columns }, t('exact.illegal')));

// Fills the card with a title, a table and its legend.
function fillTable(element, title, heads, rows, legend) {
  element.hidden = false;
  fill(
    element,
    h('h2', {}, title),
    h(
      'div.wide-table',
      { tabindex: 0, role: 'region', 'aria-label': t('exact.table') },
      h('table.values.exactly', {}, h('thead', {}, h('tr', {}, heads)), h('tbody', {}, rows)),
    ),
    h('p.small.soft.below-field', {}, legend),
  );
}

// Shows the bars on the sides of the board.
export function exactRim(values, best, already) {
  const legal = directions.filter((d) => values[d]);
  const rim = (d) => {
    if (d === best) return { share: 1, text: t('best'), best: true };
    const less = values[best].mean - values[d].mean;
    const loss = Math.max(0, lossOf(values[d].mean, values[best].mean, already));
    return { share: shareOf(loss), text: less >= 10 ? brief(-less) : `−${exactly(less)}` };
  };
  return Object.fromEntries(legal.map((d) => [d, rim(d)]));
}

// Shows a table for play: the best move only. guess: the player's estimates, or null while unknown.
export function drawBest(element, legal, best, guess) {
  const estimate = (d) => guess?.values?.[d] ?? 0;
  const row = (d) =>
    h(
      d === best ? 'tr.best' : 'tr',
      {},
      nameCell(d),
      h('td', {}, d === best ? t('best') : ''),
      h('td.amount', {}, guess?.values ? exactly(estimate(d)) : '…'),
    );
  const sorted = [...legal].sort(
    (a, b) => (b === best) - (a === best) || estimate(b) - estimate(a),
  );
  fillTable(
    element,
    t('exact.best'),
    [head('move', false), head('exact.by.table', false), head('exact.guess')],
    [
      ...sorted.map(row),
      ...directions.filter((d) => !legal.includes(d)).map((d) => illegalRow(d, 2)),
    ],
    t('exact.legend.play'),
  );
}

// A bar from the smallest to the largest score of a move, with a mark at the mean and a ring at the
// player's estimate.
function scaleCell({ min, mean, max }, all, estimate, most) {
  const at = (value) => `${((100 * Math.max(0, value)) / most).toFixed(2)}%`;
  const width = `calc(${at(max)} - ${at(min)})`;
  return h(
    'td.range',
    { 'aria-hidden': 'true' },
    h(
      'span.track',
      {},
      all ? h('span.between', { style: { left: at(min), width } }) : null,
      h('span.stroke', { style: { left: at(mean) } }),
      estimate !== undefined ? h('span.ring', { style: { left: at(estimate) } }) : null,
    ),
  );
}

function scaleHead(most) {
  return h(
    'th.scale',
    { scope: 'col' },
    h('span.unseen', {}, t('exact.scale', { n: number(most) })),
    h('span.ends', { 'aria-hidden': 'true' }, h('span', {}, '0'), h('span', {}, number(most))),
  );
}

// Shows all values. exact: {values, best, all}; title: heading; guess: as above.
export function drawValues(element, { values, best, all }, title, guess) {
  const legal = directions.filter((d) => values[d]);
  const most = Math.max(...legal.flatMap((d) => [values[d].max, guess?.values?.[d] ?? 0]), 1);
  const amount = (text) => h('td.amount', {}, text);
  const row = (d) => {
    const { min, mean, max } = values[d];
    const estimate = guess?.values?.[d];
    const off = estimate === undefined ? '…' : exactly(Math.abs(estimate - mean));
    const sign = estimate === undefined ? '' : estimate >= mean ? '+' : '−';
    return h(
      d === best ? 'tr.best' : 'tr',
      {},
      nameCell(d),
      scaleCell(values[d], all, estimate, most),
      all ? amount(number(min)) : null,
      amount(exactly(mean)),
      all ? amount(number(max)) : null,
      amount(estimate === undefined ? '…' : exactly(estimate)),
      amount(sign + off),
    );
  };
  const heads = [
    head('move', false),
    scaleHead(most),
    all ? head('exact.least') : null,
    head('exact.mean'),
    all ? head('exact.most') : null,
    head('exact.guess'),
    head('exact.off'),
  ];
  const sorted = [...legal].sort((a, b) => values[b].mean - values[a].mean);
  fillTable(
    element,
    title,
    heads,
    [
      ...sorted.map(row),
      ...directions.filter((d) => !values[d]).map((d) => illegalRow(d, all ? 6 : 4)),
    ],
    t(all ? 'exact.legend' : 'exact.legend.mean'),
  );
}
