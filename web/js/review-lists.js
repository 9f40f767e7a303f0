// The lists of a review: four figures, all moves with their marks, and the mistakes with their
// losses.

import { fill, h, icon } from './dom.js';
import { marks } from './report.js';
import { t } from './words.js';

const mostMistakes = 60;

export const glyph = (mark) => h('span.glyph', { 'data-mark': mark }, mark);

// Fills a <dl> with accuracy, best moves, mistakes and blunders.
export function drawStats(element, report) {
  const counts = report.counts();
  const best = report.bestPercent();
  const row = (name, value, mark = '') =>
    h(
      'div',
      {},
      h('dt', {}, name),
      h('dd', {}, value, mark ? h('span.glyph.small', {}, mark) : null),
    );
  fill(
    element,
    row(t('review.accuracy'), report.sum ? report.sum.accuracy.toFixed(1) : '…'),
    row(t('review.best'), best === null ? '…' : `${best} %`),
    row(t('review.mistakes'), String(counts['?']), '?'),
    row(t('review.blunders'), String(counts['??']), '??'),
  );
}

// All moves of the game as buttons: an arrow, and the mark if there is one. Only one is in the Tab
// order; arrow keys move between them.
export class MoveList {
  // onGo(index): the user selects the position before this move.
  constructor(onGo) {
    this.list = h('ol.moves', {
      onclick: (event) => {
        const button = event.target.closest('button');
        if (button) onGo(Number(button.dataset.index));
      },
    });
    this.element = h(
      'section.card.move-card',
      { 'aria-label': t('review.moves') },
      h('h2', {}, t('review.moves')),
      this.list,
    );
    this.buttons = [];
  }

  draw(report, at) {
    if (this.report !== report) {
      this.report = report;
      this.buttons = report.steps
        .slice(0, -1)
        .map((step, i) =>
          h(
            'button.move',
            { type: 'button', tabindex: -1, 'data-index': i },
            h('span.soft.number', {}, String(i + 1)),
            icon(step.did.slide),
          ),
        );
      fill(
        this.list,
        this.buttons.map((button) => h('li', {}, button)),
      );
    }
    report.steps.slice(0, -1).forEach((step, i) => this.drawMove(step, report.moves[i], i));
    this.mark(at);
  }

  drawMove(step, move, i) {
    const button = this.buttons[i];
    const mark = move?.mark ?? '';
    if (button.dataset.mark === mark) return;
    button.dataset.mark = mark;
    button.querySelector('.glyph')?.remove();
    if (mark) button.append(glyph(mark));
    button.setAttribute(
      'aria-label',
      t('review.move', { n: i + 1, slide: t(step.did.slide) }) +
        (mark ? `, ${t(`mark.${mark}`)}` : ''),
    );
  }

  // Highlights the move that follows the current position.
  mark(at) {
    const now = this.buttons[Math.min(at, this.buttons.length - 1)];
    if (this.now !== now) {
      this.now?.removeAttribute('aria-current');
      this.now?.setAttribute('tabindex', -1);
    }
    this.now = now;
    now.setAttribute('aria-current', 'true');
    now.setAttribute('tabindex', 0);
    if (this.list.contains(document.activeElement)) now.focus({ preventScroll: true });
    // Scrolls only the list, never the page.
    const { list } = this;
    const { offsetTop, offsetLeft, offsetHeight, offsetWidth } = now.parentElement;
    list.scrollTop = offsetTop - (list.clientHeight - offsetHeight) / 2;
    list.scrollLeft = offsetLeft - (list.clientWidth - offsetWidth) / 2;
  }
}

// The mistakes, largest first, filtered by size.
export class MistakeList {
  // onGo(move): the user selects a mistake; onLearn(): practises them.
  constructor(onGo, onLearn) {
    this.onGo = onGo;
    this.onLearn = onLearn;
    this.shown = new Set(marks);
    this.element = h('section.card', { 'aria-label': t('review.mistakes') });
  }

  draw(report, at) {
    this.report = report;
    this.at = at;
    const chosen = report.mistakes(this.shown);
    const counts = report.counts();
    const focused = this.element.contains(document.activeElement)
      ? document.activeElement.dataset.key
      : null;
    fill(
      this.element,
      h(
        'div.row',
        {},
        h('h2.grow', {}, t('review.largest', { n: chosen.length })),
        h(
          'div.row.filter',
          { role: 'group', 'aria-label': t('review.sizes') },
          marks.map((mark) => this.filterButton(mark, counts[mark])),
        ),
      ),
      h(
        'ol.mistakes',
        {},
        chosen.slice(0, mostMistakes).map((move) => h('li', {}, this.row(move))),
      ),
      chosen.length > mostMistakes
        ? h('p.small.soft', {}, t('review.fewer', { n: mostMistakes }))
        : null,
    );
    if (focused) this.element.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  filterButton(mark, count) {
    return h(
      'button.button.chip-button',
      {
        type: 'button',
        'data-key': mark,
        'aria-pressed': String(this.shown.has(mark)),
        'aria-label': `${t(`mark.${mark}`)}: ${count}`,
        onclick: () => {
          if (this.shown.has(mark)) this.shown.delete(mark);
          else this.shown.add(mark);
          this.draw(this.report, this.at);
        },
      },
      glyph(mark),
      String(count),
    );
  }

  row(move) {
    return h(
      'button.mistake',
      {
        type: 'button',
        'data-key': move.slide,
        'aria-current': move.slide - 1 === this.at ? 'true' : null,
        onclick: () => this.onGo(move),
      },
      glyph(move.mark),
      h('span.number', {}, String(move.slide)),
      h(
        'span',
        {},
        icon(move.played),
        h('span.unseen', {}, t(move.played)),
        h('span.soft.small', {}, ` ${t('review.better')} `),
        icon(move.best),
        h('span.unseen', {}, t(move.best)),
      ),
      h('span.amount', {}, this.report.lostText(move)),
    );
  }

  mark(at) {
    this.at = at;
    for (const row of this.element.querySelectorAll('.mistake')) {
      if (Number(row.dataset.key) === at + 1) row.setAttribute('aria-current', 'true');
      else row.removeAttribute('aria-current');
    }
  }
}
