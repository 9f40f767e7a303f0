// One move of a review: bars on the sides of the board, and the text below it.

import { lossOf, reasons, shareOf } from './verdict.js';
import { directions } from './board.js';
import { fill, h, icon } from './dom.js';
import { toLink } from './paste.js';
import { glyph } from './review-lists.js';
import { brief, number, t } from './words.js';

// Shows the values of the moves as bars.
export function drawRim(board, report, index) {
  const move = report.moves[index];
  const step = report.steps[index];
  if (!move) {
    board.showValues(null);
    return;
  }
  const { values, best } = move;
  const already = report.points && report.family === 'threes' ? step.score : 0;
  const rim = {};
  for (const d of directions) {
    if (values[d] === null || values[d] === undefined) continue;
    const loss = Math.max(0, lossOf(values[d], values[best], already));
    const cost =
      report.points === false
        ? `−${(100 * loss).toFixed(0)} %`.replace(/^−0 /, '0 ')
        : brief(Math.min(0, values[d] - values[best]));
    rim[d] =
      d === best
        ? { share: 1, text: t('best'), best: true }
        : { share: shareOf(loss), text: (d === move.played && move.mark) || cost };
  }
  board.position = { ...step, slides: rim };
  board.showValues(rim);
  board.position = step;
  for (const d of directions)
    board.rims[d].classList.toggle('wrong', d === move.played && Boolean(move.mark));
}

const isBest = (move) => move.played === move.best || move.loss === 0;

// "Left: 120 points less than up", or another comparison with the best move.
export function headline(report, move) {
  const { played, best } = move;
  if (move.forced) return t('review.forced', { slide: t(played) });
  if (isBest(move)) return t('review.right', { slide: t(played) });
  return t(report.points === false ? 'review.less.value' : 'review.less', {
    slide: t(played),
    points: report.lostText(move).replace(/^−/, ''),
    best: t(best.toLowerCase()),
  });
}

// The arguments against the move and for the best one.
export function reasonsOf(move) {
  if (!move.facts || isBest(move)) return '';
  return [move.played, move.best]
    .map((d) => ({ d, text: reasons(move.facts[d]).join(', ') }))
    .filter(({ text }) => text)
    .map(({ d, text }) => t('review.why', { slide: t(d), why: text }))
    .join(' ');
}

// Fills `element` with the move that follows position `index`. onPractise(move): try it again.
export function drawMove(element, report, index, onPractise) {
  const move = report.moves[index];
  const step = report.steps[index];
  if (!step.did) {
    const values = { score: number(step.score), tile: number(step.largest) };
    fill(element, h('strong', {}, t('review.end')), h('p.soft.small', {}, t('over.score', values)));
    return;
  }
  if (!move) {
    fill(element, h('strong', {}, t(step.did.slide)), h('p.soft.small', {}, t('review.waiting')));
    return;
  }
  fill(
    element,
    h(
      'div.row.top-row',
      {},
      move.mark ? glyph(move.mark) : null,
      h(
        'div.grow',
        {},
        h('strong', {}, headline(report, move)),
        h('p.soft.small', {}, reasonsOf(move)),
      ),
    ),
    h(
      'div.row',
      {},
      h('a.button', { href: toLink(step) }, icon('grid'), t('analyse')),
      isBest(move) || move.forced
        ? null
        : h(
            'button.button',
            { type: 'button', onclick: () => onPractise(move) },
            icon('target'),
            t('review.practise.one'),
          ),
    ),
  );
}
