// Details of the advice, shown on request: all moves with reasons, the likely line, the search
// depth, the odds of all tiles, and a comparison of two moves.

import { Comparison } from './compare.js';
import { fill, h, icon } from './dom.js';
import { tileOf } from './odds.js';
import { oddsTable } from './odds-table.js';
import { reasons } from './verdict.js';
import { t } from './words.js';

const players = ['network', 'network-small', 'heuristic'];

export class AdviceDetails {
  // `element`: the <details> element that contains the parts.
  constructor(advice, element) {
    this.advice = advice;
    this.element = element;
    this.compare = new Comparison(advice.session, advice.onFault);
    this.moves = h('div');
    this.line = h('div');
    this.depth = h('div');
    this.ladder = h('div');
    this.longer = h(
      'button.button',
      { type: 'button', onclick: () => advice.thinkLonger() },
      t('longer'),
    );
    element.append(
      h('div', {}, this.moves, this.depth, h('div.row', {}, this.longer)),
      this.line,
      this.compare.element,
      this.ladder,
    );
  }

  // The old content stays for a moment, greyed out, so that the layout is stable during the next
  // search.
  clear() {
    this.element.classList.add('stale');
    this.longer.disabled = true;
    this.compare.clear();
  }

  draw() {
    const { latest, settled, position, order } = this.advice;
    if (!latest || !this.element.open) return;
    this.element.classList.remove('stale');
    this.drawMoves();
    this.drawLine();
    this.drawOdds();
    this.drawDepth();
    if (settled) this.compare.offer(position, order);
  }

  drawMoves() {
    const { latest, best, order, facts } = this.advice;
    const { certainty_over: over } = latest;
    const compared = (d) =>
      d === best ? t('best') : t(`behind.${(over?.[d] ?? 'unknown').replace(' ', '-')}`);
    fill(
      this.moves,
      h(
        'table.values',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col' }, t('move')),
            h('th', { scope: 'col' }, t('because')),
            h('th.amount', { scope: 'col' }, t('compared')),
          ),
        ),
        h(
          'tbody',
          {},
          order.map((d) =>
            h(
              d === best ? 'tr.best' : 'tr',
              {},
              h('td', {}, icon(d), t(d)),
              h('td.because', {}, reasons(facts?.[d]).join(', ')),
              h('td.amount', {}, compared(d)),
            ),
          ),
        ),
      ),
    );
  }

  drawLine() {
    const { latest, position } = this.advice;
    const { line } = latest;
    fill(
      this.line,
      line?.length
        ? [
            h('h3', {}, t('line')),
            h(
              'div.line',
              {},
              line
                .slice(0, 6)
                .map(({ slide, tile }) =>
                  h('span', {}, icon(slide), tile ? tileOf(tile, position.rules) : null),
                ),
            ),
          ]
        : null,
    );
  }

  drawOdds() {
    const { odds, position } = this.advice;
    if (this.element.open)
      fill(this.ladder, odds ? [h('h3', {}, t('odds')), oddsTable(odds, position.rules)] : null);
  }

  drawDepth() {
    const { latest, settled, cases, warning } = this.advice;
    const { depth, exact, player } = latest;
    const notes = [exact ? t('ahead.exact') : t(settled ? 'ahead' : 'ahead.more', { n: depth })];
    if (cases?.decks > 1) notes.push(t('unknown.decks', { n: cases.decks }));
    if (players.includes(player)) notes.push(t(`player.${player}`));
    fill(
      this.depth,
      h('p.small.soft', {}, notes.join(t('comma'))),
      warning ? h('p.small.soft', {}, warning) : null,
    );
    this.longer.disabled = !this.advice.canThinkLonger;
  }
}
