// Advice as it is shown: bars on the board's sides, a verdict, a table with reasons, the likely line, odds.
// Values come from the session as they deepen; here it is decided what of them is worth showing.

import { directions, familyOf, rankOf } from './board.js';
import { fill, h, icon } from './dom.js';
import { thoughtMs } from './settings.js';
import { tileElement } from './tile.js';
import { brief, number, t } from './words.js';

const updatesMs = 250; // at most four a second
const lead = 0.003; // of the points to come: below it the best slide shown does not change

// The share of the points to come that a slide gives away.
export function lossOf(value, best, score) {
  return (best - value) / Math.max(best - score, 1000);
}

// Half a bar is a mistake of 4 %.
export const shareOf = (loss) => 1 / (1 + loss / 0.04);

// The facts of a slide in words: risk first, then what it does.
export function reasons(facts) {
  if (!facts) return [];
  const said = [];
  const percent = (p) => `${(100 * p).toFixed(p < 0.1 ? 1 : 0)} %`;
  if (facts.over > 0.005) said.push(t('fact.over', { percent: percent(facts.over) }));
  else if (facts.stuck > 0.02) said.push(t('fact.stuck', { percent: percent(facts.stuck) }));
  if (facts.wins) said.push(t('fact.wins'));
  if (facts.was_corner && !facts.is_corner) said.push(t('fact.leaves-corner'));
  if (facts.parted) said.push(t('fact.parts'));
  if (facts.shut_in > facts.was_shut_in)
    said.push(t('fact.shuts', { tile: facts.shut_in_largest }));
  if (facts.merges === 1) said.push(t('fact.merge', { tile: facts.largest_merged }));
  if (facts.merges > 1)
    said.push(t('fact.merges', { n: facts.merges, tile: facts.largest_merged }));
  if (!facts.was_corner && facts.is_corner)
    said.push(t('fact.into-corner', { tile: facts.largest }));
  if (facts.shut_in < facts.was_shut_in) said.push(t('fact.frees'));
  if (facts.same_corner && said.length < 2) said.push(t('fact.keeps-corner'));
  if (facts.merges === 0 && said.length < 2) said.push(t('fact.no-merge'));
  return said.slice(0, 2);
}

export class Advice {
  constructor(session, board) {
    this.session = session;
    this.board = board;
    this.on = false;
    this.element = h('section.card.advice', { 'aria-label': t('advice') });
    this.lineElement = h('section.card.desktop', { hidden: true });
    this.oddsElement = h('section.card.desktop', { hidden: true });
    this.clear();
  }

  clear() {
    this.number = (this.number ?? 0) + 1; // what an earlier search still says is passed over
    clearTimeout(this.timer);
    this.timer = 0;
    this.latest = this.best = this.facts = this.odds = null;
    this.lineElement.hidden = this.oddsElement.hidden = true;
    this.board.showValues(null);
    fill(this.element, h('h2', {}, t('advice')), h('p.soft', {}, t('thinking')));
  }

  // Searches the session's position, showing values as they come. Resolves to the last answer, or null if
  // it was overtaken.
  async think(position, limits = `movetime ${thoughtMs()}`) {
    this.clear();
    const mine = this.number;
    this.position = position;
    if (position.over || position.waiting) return null;
    const more = (answer) => {
      if (mine !== this.number) return;
      if (answer.facts) this.facts = answer.facts;
      if (!answer.values) return;
      this.latest = answer;
      if (!this.timer)
        this.timer = setTimeout(
          () => {
            this.timer = 0;
            this.draw(false);
          },
          this.drawn === mine ? updatesMs : 0,
        );
    };
    const last = await this.session.request(`advice ${limits}`, more);
    if (mine !== this.number || !last.values) return null;
    this.latest = last;
    if (last.facts) this.facts = last.facts;
    clearTimeout(this.timer);
    this.timer = 0;
    this.draw(!last.stopped);
    return last;
  }

  async askOdds(limits = 'movetime 1500') {
    const mine = this.number;
    const show = (answer) => {
      if (mine === this.number && answer.reach) this.drawOdds(answer);
    };
    try {
      show(await this.session.request(`odds ${limits}`, show));
    } catch {
      // an engine without odds: nothing is shown
    }
  }

  // The best slide shown changes only for a clear lead, or at the end.
  pickBest(values, ended) {
    const legal = directions.filter((d) => values[d] !== null && values[d] !== undefined);
    const top = legal.reduce((a, b) => (values[b] > values[a] ? b : a));
    if (!ended && this.best && values[this.best] !== null) {
      const clear = lossOf(values[this.best], values[top], this.baseline());
      if (clear < lead) return this.best;
    }
    return top;
  }

  // Points that are had already, where values count them too.
  baseline() {
    return this.latest.points ? this.position.score : 0;
  }

  draw(ended) {
    const { values, points, depth, exact } = this.latest;
    this.drawn = this.number;
    const best = (this.best = this.pickBest(values, ended));
    const legal = directions
      .filter((d) => values[d] !== null && values[d] !== undefined)
      .sort((a, b) => (a === best ? -1 : b === best ? 1 : values[b] - values[a]));
    const rim = {};
    for (const direction of legal) {
      const loss = Math.max(0, lossOf(values[direction], values[best], this.baseline()));
      rim[direction] =
        direction === best
          ? { share: 1, text: t('best'), best: true }
          : { share: shareOf(loss), text: brief(Math.min(0, values[direction] - values[best])) };
    }
    this.board.showValues(rim);
    const second = legal[1];
    const difference = second ? Math.round(values[best] - values[second]) : 0;
    const verdict = !second
      ? t('verdict.only', { slide: t(best) })
      : difference <= 0
        ? t('verdict.equal', { slide: t(best), other: t(second.toLowerCase()) })
        : t(points ? 'verdict' : 'verdict.value', { slide: t(best), points: number(difference) });
    const ahead = exact ? t('ahead.exact') : t(ended ? 'ahead' : 'ahead.more', { n: depth });
    const because = reasons(this.facts?.[best]).join(', ');
    fill(
      this.element,
      h(
        'div.verdict',
        {},
        h('span.arrow', {}, icon(best)),
        h('div.grow', {}, h('strong', {}, verdict), h('span.small.soft.number.desktop', {}, ahead)),
        h('span.small.soft.number.phone', {}, t('ahead.brief', { n: depth }) + (ended ? '' : ' …')),
      ),
      h('p.why.phone', {}, because ? `${because[0].toUpperCase()}${because.slice(1)}.` : ''),
      h(
        'div.odds-row.phone',
        {},
        this.odds?.map(({ tile, text }) => h('span', {}, this.tile(tile), text)) ?? [],
      ),
      h(
        'table.values.desktop',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col' }, t('slide')),
            h('th.because', { scope: 'col' }, t('because')),
            h(
              'th.amount',
              { scope: 'col' },
              t(
                !points
                  ? 'value'
                  : familyOf(this.position.rules) === 'threes'
                    ? 'expect'
                    : 'expect.rest',
              ),
            ),
          ),
        ),
        h(
          'tbody',
          {},
          legal.map((direction) =>
            h(
              direction === best ? 'tr.best' : 'tr',
              {},
              h('td', {}, icon(direction), t(direction)),
              h('td.because', {}, reasons(this.facts?.[direction]).join(', ')),
              h(
                'td.amount',
                {},
                direction === best
                  ? number(values[best])
                  : number(values[direction] - values[best]),
              ),
            ),
          ),
        ),
      ),
    );
    this.drawLine();
    this.text = `${verdict}. ${because}`;
  }

  tile(value) {
    const family = familyOf(this.position.rules);
    return tileElement({ value, rank: rankOf(value, family) }, family, 'mini');
  }

  drawLine() {
    const { line } = this.latest;
    this.lineElement.hidden = !line?.length;
    if (!line?.length) return;
    fill(
      this.lineElement,
      h('h2', {}, t('line')),
      h(
        'div.line',
        {},
        line
          .slice(0, 6)
          .map((step) => h('span', {}, icon(step.slide), step.tile ? this.tile(step.tile) : null)),
      ),
    );
  }

  // The next two milestones.
  drawOdds({ reach }) {
    const next = Object.entries(reach)
      .map(([tile, odds]) => ({ tile: Number(tile), odds }))
      .sort((a, b) => a.tile - b.tile);
    const open = next.filter(({ odds }) => odds < 0.995);
    this.odds = (open.length ? open : next.slice(-1)).slice(0, 2).map(({ tile, odds }) => ({
      tile,
      odds,
      text:
        odds > 0.99 ? t('more than') : odds < 0.01 ? t('less than') : `${Math.round(100 * odds)} %`,
    }));
    this.oddsElement.hidden = this.odds.length === 0;
    fill(
      this.oddsElement,
      h('h2', {}, t('odds')),
      h(
        'div.odds',
        {},
        this.odds.flatMap(({ tile, odds, text }) => [
          this.tile(tile),
          h('span.meter', {}, h('b', { style: { width: `${(100 * odds).toFixed(1)}%` } })),
          h('span.amount', {}, text),
        ]),
      ),
    );
    if (this.latest) this.draw(true);
  }
}
