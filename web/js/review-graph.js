// The graph of a review: the expected final score over the moves, the score so far, the odds of a
// large tile, and the mistakes. The end of the game can be enlarged, because a few moves decide
// there, and they are close together in the full graph.

import { h } from './dom.js';
import {
  Graph,
  horizontalLines,
  labelsBelow,
  left,
  pathOf,
  right,
  scaleX,
  scaleY,
  svg,
  width,
} from './graph.js';
import { brief, number, t } from './words.js';

const endMoves = 40; // min. moves shown of the end, or a tenth of the game if that is more
const top = 8,
  bottom = 178;

const whole = (value) => String(Math.round(value));
whole.least = 1;

export class ReviewGraph {
  // onSeek(index): the user selects a position of the game.
  constructor(onSeek) {
    this.onSeek = onSeek;
    this.graph = new Graph(250, t('review.seek'), onSeek);
    this.zoomed = false;
    const button = (zoomed, name) =>
      h('button.button.chip-button', { type: 'button', onclick: () => this.zoom(zoomed) }, t(name));
    this.buttons = [button(false, 'review.whole'), button(true, 'review.ending')];
    this.zoomRow = h(
      'div.row.zoom',
      { role: 'group', 'aria-label': t('review.part') },
      this.buttons,
    );
    this.element = h('div', {}, this.graph.element, this.zoomRow);
  }

  get svg() {
    return this.graph.svg;
  }

  zoom(zoomed) {
    this.zoomed = zoomed;
    const [first] = this.span();
    if (this.at < first) this.onSeek(first); // marks it in the graph
    this.draw(this.report, this.at);
  }

  // The moves shown: [first, last].
  span() {
    const { total } = this.report;
    const moves = Math.max(endMoves, Math.round(total / 10));
    return this.zoomed && total > moves ? [total - moves, total] : [0, total];
  }

  // Marks the current position; shows the full game if the position is outside the enlarged part.
  mark(at) {
    this.at = at;
    const [first, last] = this.span();
    if (at < first) {
      this.zoom(false);
      return;
    }
    const { range } = this.graph;
    range.min = first;
    range.max = last;
    range.value = at;
    range.setAttribute('aria-valuetext', t('review.at', { n: at, total: this.report.total }));
    const x = scaleX(first, last)(at).toFixed(1);
    this.cursor.setAttribute('x1', x);
    this.cursor.setAttribute('x2', x);
  }

  draw(report, at) {
    this.report = report;
    const { end, total, sum, points: arePoints } = report;
    const [first, last] = this.span();
    this.zoomRow.hidden = total <= endMoves;
    this.buttons.forEach((button, i) =>
      button.setAttribute('aria-pressed', String(this.zoomed === Boolean(i))),
    );
    const points = report.curve().filter(([move]) => move >= first);
    const together = arePoints !== false; // points, and values without a unit, cannot share an axis
    const values = points.map(([, value]) => value);
    const scores = report.steps.slice(first).map((step, i) => [first + i, step.score]);
    const high = Math.max(together ? end.score : 1, ...values, 1);
    let low = arePoints === false ? Math.min(0, ...values) : 0;
    if (this.zoomed && together) low = Math.max(0, scores[0][1] - (high - scores[0][1]) * 0.1);
    const x = scaleX(first, last),
      y = scaleY(low, high * 1.05, top, bottom),
      o = scaleY(0, 1, 196, 226);
    this.cursor = svg('line', { class: 'cursor', y1: 4, y2: 228 });
    this.graph.draw(
      this.words(points),
      together
        ? svg('path', {
            class: 'area',
            d: `${pathOf(scores, x, y, true)}V${y(low).toFixed(1)}H${left}Z`,
          })
        : null,
      horizontalLines(low, high * 1.05, y),
      labelsBelow(first, last, x, 244, whole),
      svg('path', { class: sum ? 'value' : 'value early', d: pathOf(points, x, y) }),
      svg(
        'text',
        { class: 'name value-name', x: left + 6, y: 16 },
        t(together ? 'expect' : 'value'),
      ),
      ...(together ? this.drawEnd(x, y) : []),
      ...this.drawOdds(x, o, first),
      ...this.drawMarks(x, y, first),
      this.cursor,
    );
    this.mark(at);
  }

  // The end: a point at the final score, with its number.
  drawEnd(x, y) {
    const { end, total } = this.report;
    const px = x(total),
      py = y(end.score);
    return [
      svg('circle', { class: 'end-point', cx: px, cy: py, r: 4 }),
      svg(
        'text',
        { class: 'name end-name', x: px - 4, y: Math.max(16, py - 10), 'text-anchor': 'end' },
        t('review.final', { score: number(end.score) }),
      ),
    ];
  }

  drawMarks(x, y, first) {
    const { report } = this;
    return report.moves
      .filter((move) => move && move.slide > first && (move.mark === '?' || move.mark === '??'))
      .map((move) => {
        const a = x(move.slide - 1),
          b = Math.max(16, y(report.valueOf(move)) - 9);
        return move.mark === '??'
          ? svg('path', { class: 'blunder-sign', d: `M${a} ${b - 6}l6 6-6 6-6-6z` })
          : svg('path', { class: 'mistake-sign', d: `M${a - 5} ${b - 4}h10l-5 8z` });
      });
  }

  drawOdds(x, o, first) {
    if (!this.report.odds) return [];
    const { tile, points } = this.report.odds;
    const shown = points.filter(([move]) => move >= first);
    if (shown.length < 2) return [];
    const d =
      `${pathOf(shown, x, o)}` +
      `L${x(shown[shown.length - 1][0]).toFixed(1)} ${o(0)}H${x(shown[0][0]).toFixed(1)}Z`;
    return [
      svg('path', { class: 'area odds-area', d }),
      svg('line', { class: 'floor', x1: left, x2: width - right, y1: o(0), y2: o(0) }),
      svg('text', { class: 'name', x: left + 6, y: 198 }, t('review.odds', { tile })),
      svg('text', { x: left - 6, y: o(1) + 5, 'text-anchor': 'end' }, '100%'),
      svg('text', { x: left - 6, y: o(0) + 3, 'text-anchor': 'end' }, '0'),
    ];
  }

  words(points) {
    const counts = this.report.counts();
    return t('review.graph', {
      first: points.length ? brief(points[0][1]) : '?',
      last: number(this.report.end.score),
      mistakes: counts['?'],
      blunders: counts['??'],
    });
  }
}
