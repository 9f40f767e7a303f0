// Parts of Practice beside its board: instructions, the exercises of a set or a game as dots, and
// the notebook.

import { lossOf, reasons, shareOf } from './verdict.js';
import { directions } from './board.js';
import { fill, h, icon } from './dom.js';
import { siteFile } from './files.js';
import { dueEntries, notebook } from './notebook.js';
import { storedValue } from './settings.js';
import { brief, number, t } from './words.js';

const right = 0.015; // share of the points to come: a smaller loss is no mistake in a review either
const pageSize = 20; // max. dots shown at once
const states = { 1: 'solved', 0: 'failed', '-': 'open' };

// The exercises shipped with the page. Format of the file: {rules, positions: [[hex, next, deck,
// [U, R, D, L], weak], …]}.
export async function shippedExercises() {
  const text = new TextDecoder().decode(await siteFile('practice.json'));
  const { rules, positions } = JSON.parse(text);
  return positions.map(([hex, next, deck, values, weak]) => ({
    rules,
    hex,
    next,
    deck: deck.split(',').map(Number),
    values: Object.fromEntries(directions.map((d, i) => [d, values[i]])),
    weak,
  }));
}

// Results of the `count` shipped exercises: '1' solved, '0' missed, '-' not tried.
export function keptResults(count) {
  const isResults = (found) => typeof found === 'string' && /^[-01]*$/.test(found);
  return storedValue('practice', isResults, '').slice(0, count);
}

// Instructions; expanded until the first answer.
export class Explanation {
  constructor() {
    const item = (name, key) => h('li', {}, icon(name), h('span', {}, t(key)));
    this.element = h(
      'details.card.explanation',
      {},
      h('summary', {}, h('h2', {}, t('practice.about'))),
      h(
        'ol',
        {},
        item('target', 'practice.about.position'),
        item('R', 'practice.about.answer'),
        item('bulb', 'practice.about.reason'),
        item('book', 'practice.about.notebook'),
      ),
    );
  }

  // isNew: there is no answer yet.
  draw(isNew) {
    if (isNew && !this.drawn) this.element.open = true;
    this.drawn = true;
  }
}

// Exercises as dots with their results: '1' solved, '0' missed, '-' not tried.
export function drawDots(element, { title, progress, results, count, at, onGo }) {
  const page = Math.floor(Math.max(0, at ?? 0) / pageSize) * pageSize;
  const dots = Array.from({ length: Math.min(pageSize, count - page) }, (_, i) => {
    const index = page + i;
    const state = states[results[index] ?? '-'];
    return h(
      'li',
      {},
      h(`button.dot.${state}`, {
        type: 'button',
        'aria-label': t(`practice.dot.${state}`, { n: index + 1 }),
        'aria-current': index === at ? 'true' : null,
        onclick: () => onGo(index),
      }),
    );
  });
  fill(
    element,
    h('div.row', {}, h('h2.grow', {}, title), h('span.small.soft.number', {}, progress)),
    h('ol.dots', {}, dots),
  );
}

// The notebook of the user's mistakes. onForget(): removes the current exercise; null if it is not
// in the notebook.
export function drawNotebook(element, open, onForget) {
  const entries = notebook();
  const state = entries.length
    ? t('practice.due', { n: entries.length, due: dueEntries().length })
    : t('practice.empty');
  fill(
    element,
    h(
      'div.row',
      {},
      h('div.grow', {}, h('h2', {}, t('practice.mine')), h('p.small.soft.number', {}, state)),
      !open && entries.length
        ? h('a.button', { href: '#practice/mine' }, t('practice.open'))
        : null,
      open && onForget && entries.length
        ? h('button.button.quiet', { type: 'button', onclick: onForget }, t('practice.forget'))
        : null,
    ),
  );
}

// Rates an answer by the values of the four moves. already: points made so far, if values include
// them.
export function assess(values, direction, already) {
  const legal = directions
    .filter((d) => values[d] !== null && values[d] !== undefined)
    .sort((a, b) => values[b] - values[a]);
  const [best, second] = legal;
  const loss = (d) => Math.max(0, lossOf(values[d], values[best], already));
  const rim = (d) =>
    d === best
      ? { share: 1, text: t('best'), best: true }
      : { share: shareOf(loss(d)), text: brief(values[d] - values[best]) };
  return {
    direction,
    best,
    second,
    values,
    solved: loss(direction) <= right,
    rim: Object.fromEntries(legal.map((d) => [d, rim(d)])),
  };
}

// Shows the rating of an answer. facts: of the four moves, as in answers to `advice`; buttons: next
// steps. Returns the text as one sentence, to be announced.
export function drawVerdict(element, { direction, best, second, values, solved }, facts, buttons) {
  const why = [best, direction === best ? second : direction]
    .map((d) => ({ d, why: reasons(facts?.[d]).join(', ') }))
    .filter((one) => one.why)
    .map((one) => t('review.why', { slide: t(one.d), why: one.why }))
    .join(' ');
  const head = t(solved ? 'practice.right' : 'practice.wrong', {
    slide: t(solved ? direction : best),
  });
  const less = number(values[best] - values[solved ? second : direction]);
  const points = !second
    ? ''
    : solved
      ? t('practice.more', { points: less })
      : t('review.less', { slide: t(direction), points: less, best: t(best.toLowerCase()) });
  fill(
    element,
    h(
      'div.verdict',
      {},
      h(solved ? 'span.arrow' : 'span.arrow.no', {}, icon(solved ? 'check' : best)),
      h('div.grow', {}, h('strong', {}, head), h('span.small.soft', {}, points)),
    ),
    h('p.why', {}, why),
    h('div.row.below-field', {}, buttons),
  );
  return `${head}. ${points}`;
}
