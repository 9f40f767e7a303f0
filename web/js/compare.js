// @ts-check
// Compares two moves: games from the position after each, in pairs with the same seed and deck, so
// that luck contributes less to the difference.

import { directions } from './board.js';
import { fill, h } from './dom.js';
import { chanceText, ladderOf, tileOf } from './odds.js';
import { number, t } from './words.js';

const counts = [100, 400, 1600];

export class Comparison {
  /** `onFault(error)` receives errors that the page must handle. */
  constructor(session, onFault) {
    this.session = session;
    this.onFault = onFault;
    this.position = null;
    this.run = 0;
    this.answer = null;
    // The user's choice, and its position: a new search of the position, such as after a network
    // has loaded, must not undo it.
    this.chosen = null;
    this.element = h('section.compare', { 'aria-label': t('compare') });
  }

  /** Clears the comparison and ignores the answers of running games. */
  clear() {
    this.run++;
    this.position = this.answer = null;
    fill(this.element);
  }

  /** Offers the legal moves of a position; the first two of `moves` are preselected. */
  offer(position, moves) {
    if (this.position === position) return;
    this.clear();
    if (moves.length < 2) return;
    this.position = position;
    const key = `${position.rules} ${position.hex} ${position.next} ${position.deck}`;
    if (this.chosen?.key !== key) this.chosen = null;
    const { first = moves[0], second = moves[1], count = counts[1] } = this.chosen ?? {};
    const changed = () => {
      this.chosen = {
        key,
        first: this.first.value,
        second: this.second.value,
        count: Number(this.count.value),
      };
      this.show();
    };
    const choose = (label, chosen, options) =>
      h(
        'select',
        { 'aria-label': label, onchange: changed },
        options.map(([value, text]) => h('option', { value, selected: value === chosen }, text)),
      );
    const legal = directions.filter((d) => moves.includes(d)).map((d) => [d, t(d)]);
    this.first = choose(t('compare.first'), first, legal);
    this.second = choose(t('compare.second'), second, legal);
    this.count = choose(
      t('compare.games'),
      count,
      counts.map((n) => [n, t('games', { n: number(n) })]),
    );
    this.button = h('button.button', { type: 'button', onclick: () => this.play() });
    this.result = h('div.result', { 'aria-live': 'polite' });
    fill(
      this.element,
      h('h3', {}, t('compare')),
      h('div.row', {}, this.first, h('span', {}, t('and')), this.second, this.count, this.button),
      this.result,
    );
    this.show();
  }

  show() {
    const same = this.first.value === this.second.value;
    this.button.disabled = same;
    fill(this.button, t('compare.play'));
    fill(this.result, same ? h('p.small.soft', {}, t('compare.same')) : null);
  }

  async play() {
    const run = ++this.run;
    const moves = this.first.value + this.second.value;
    const wanted = Number(this.count.value);
    this.session.stop();
    this.button.disabled = true;
    fill(this.button, t('compare.playing'));
    const show = (answer) => {
      if (run === this.run) this.draw(answer, moves, wanted);
    };
    try {
      show(await this.session.request(`odds moves ${moves} games ${wanted}`, show));
    } catch (error) {
      if (run === this.run) this.onFault(error);
    }
    if (run !== this.run) return;
    this.button.disabled = false;
    fill(this.button, t('compare.again'));
  }

  draw(answer, [a, b], wanted) {
    const { games, by_move: byMove, best, certainty } = answer;
    if (!games || !byMove?.[a] || !byMove[b]) return;
    this.answer = answer;
    const other = best === a ? b : a;
    const [behind, low, high] = byMove[other].behind;
    const figures = {
      move: t(best),
      other: t(other.toLowerCase()),
      points: number(behind),
      low: number(low),
      high: number(high),
    };
    const verdict = t(`compare.${certainty === 'about equal' ? 'equal' : certainty}`, figures);
    const row = (name, cell) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, name),
        h('td', {}, cell(byMove[a])),
        h('td', {}, cell(byMove[b])),
      );
    fill(
      this.result,
      h('p', {}, h('strong', {}, verdict)),
      h('p.small.soft', {}, t('compare.difference', figures)),
      h(
        'table.values.two-moves',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('td', {}, t('games', { n: answer.more ? `${games}/${wanted}` : number(games) })),
            h('th', { scope: 'col' }, t(a)),
            h('th', { scope: 'col' }, t(b)),
          ),
        ),
        h(
          'tbody',
          {},
          row(t('expect'), ({ mean }) => number(mean)),
          ladderOf(byMove[a].reach).map((tile) =>
            row(tileOf(tile, this.position.rules), ({ reach }) => chanceText(reach[tile])),
          ),
        ),
      ),
    );
  }
}
