// Advice: bars on the sides of the board, one sentence, and the expected score; details on request.
// The session reports values after each search depth; this module decides which of them are shown,
// and shows each number once.

import { directions, familyOf } from './board.js';
import { fill, h, icon } from './dom.js';
import { chanceText, nextLarge, tileOf } from './odds.js';
import { loadRest } from './rest.js';
import { adviceLimits } from './settings.js';
import { difference, lossOf, reasons, shareOf, verdictOf } from './verdict.js';
import { brief, number, t } from './words.js';

const updatesMs = 250; // interval of updates: four per second
const lead = 0.003; // share of the points to come: with a smaller lead the best move shown does not change
const deeper = 10; // factor of the search budget per "think longer"
const maxNodes = 300e6;

const nodesOf = (limits) => Number(/nodes (\d+)/.exec(limits)?.[1] ?? 3e6);

export class Advice {
  constructor(session, board, onFault = (error) => console.error(error)) {
    this.session = session;
    this.board = board;
    this.onFault = onFault;
    this.sentence = h('div.verdict');
    this.note = h('p.small.soft', { hidden: true });
    this.outlook = h('dl.outlook');
    this.details = null; // loaded on demand from advice-details.js
    this.disclosure = h(
      'details.more-advice',
      { ontoggle: () => this.showDetails() },
      h('summary', {}, t('details')),
    );
    this.element = h(
      'section.card.advice',
      { 'aria-label': t('advice') },
      this.sentence,
      this.outlook,
      this.note,
      this.disclosure,
    );
    this.clear();
  }

  clear() {
    this.number = (this.number ?? 0) + 1; // answers of earlier searches are ignored
    clearTimeout(this.timer);
    this.timer = 0;
    this.latest = this.best = this.facts = this.odds = this.cases = this.warning = null;
    this.settled = false;
    this.board.showValues(null);
    this.element.dataset.state = 'thinking';
    fill(this.sentence, h('p.soft', {}, t('thinking')));
    this.drawOutlook();
    this.note.hidden = true;
    this.details?.clear();
  }

  async showDetails() {
    try {
      const [{ AdviceDetails }] = await Promise.all([import('./advice-details.js'), loadRest()]);
      this.details ??= new AdviceDetails(this, this.disclosure);
      this.details.draw();
    } catch {
      this.disclosure.open = false;
      this.note.hidden = false;
      fill(this.note, t('view.missing'));
    }
  }

  // Searches the session's position and shows the values as they arrive. Resolves to the last
  // answer, or null if a newer search replaced it.
  async think(position, limits = adviceLimits()) {
    this.clear();
    this.position = position;
    this.limits = limits;
    if (position.over || position.waiting) return null;
    return this.search();
  }

  async search() {
    const mine = this.number;
    const more = (answer) => {
      if (mine !== this.number) return;
      this.noteFacts(answer);
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
    const last = await this.session.request(`advice ${this.limits}`.trim(), more);
    if (mine !== this.number || !last.values) return null;
    this.noteFacts(last);
    this.latest = last;
    clearTimeout(this.timer);
    this.timer = 0;
    this.draw(!last.stopped);
    return last;
  }

  // Stores the parts of an answer other than its values.
  noteFacts(answer) {
    if (answer.facts) this.facts = answer.facts;
    if (answer.hints) this.cases = { decks: answer.decks, hints: answer.hints };
    if (answer.warning) this.warning = answer.warning;
  }

  // True if a longer search could still change the advice.
  get canThinkLonger() {
    return (
      this.settled && !this.latest.exact && this.order.length > 1 && nodesOf(this.limits) < maxNodes
    );
  }

  // Searches the position again with a larger budget, and its odds again if they were interrupted.
  thinkLonger() {
    this.limits = `nodes ${Math.min(maxNodes, nodesOf(this.limits) * deeper)}`;
    this.session.stop();
    clearTimeout(this.timer);
    this.timer = 0;
    this.number++;
    this.settled = false;
    this.element.dataset.state = 'deepening';
    this.details?.clear();
    this.details?.draw();
    const finished = this.odds && !this.odds.more && !this.odds.stopped;
    this.search()
      .then((last) => (last && !last.stopped && !finished ? this.askOdds() : null))
      .catch(this.onFault);
  }

  // Uses the session's default number of games and seed, so that the same position has the same
  // odds.
  async askOdds() {
    const mine = this.number;
    const show = (answer) => {
      if (mine !== this.number || !answer.games) return;
      this.odds = answer;
      this.drawOutlook();
      this.details?.drawOdds();
    };
    try {
      show(await this.session.request('odds', show));
    } catch {
      // an engine without `odds`: nothing is shown
    }
  }

  // The best move shown changes only for a clear lead, or at the end of the search.
  pickBest(values, ended) {
    const legal = directions.filter((d) => values[d] !== null && values[d] !== undefined);
    const top = legal.reduce((a, b) => (values[b] > values[a] ? b : a));
    if (!ended && this.best && values[this.best] !== null) {
      const clear = lossOf(values[this.best], values[top], this.baseline());
      if (clear < lead) return this.best;
    }
    return this.latest.best && ended ? this.latest.best : top;
  }

  // Points made so far, if values include them.
  baseline() {
    return this.latest.points ? this.position.score : 0;
  }

  draw(ended) {
    const { values } = this.latest;
    this.drawn = this.number;
    this.settled = ended;
    this.element.dataset.state = ended ? 'settled' : 'deepening';
    const best = (this.best = this.pickBest(values, ended));
    this.order = directions
      .filter((d) => values[d] !== null && values[d] !== undefined)
      .sort((a, b) => (a === best ? -1 : b === best ? 1 : values[b] - values[a]));
    this.board.showValues(this.rim());
    this.drawSentence();
    this.drawOutlook();
    this.details?.draw();
  }

  // Bars for the sides of the board, labelled with points of the final score, or with words if
  // values are not points.
  rim() {
    const { values, points, certainty_over: over } = this.latest;
    const best = values[this.best];
    const rim = {};
    for (const d of this.order) {
      const behind = Math.round(values[d] - best);
      const text = points
        ? behind < 0
          ? brief(behind)
          : t('as good')
        : t(`behind.${(over?.[d] ?? 'unknown').replace(' ', '-')}`);
      rim[d] =
        d === this.best
          ? { share: 1, text: t('best'), best: true }
          : { share: shareOf(Math.max(0, lossOf(values[d], best, this.baseline()))), text };
    }
    return rim;
  }

  drawSentence() {
    const [best, second] = this.order;
    const verdict = verdictOf(this.latest, this.order);
    const why = second
      ? difference(this.facts?.[best], this.facts?.[second], t(second.toLowerCase()))
      : reasons(this.facts?.[best]).join(', ');
    const because = why ? `${why[0].toUpperCase()}${why.slice(1)}${t('stop.mark')}` : '';
    fill(
      this.sentence,
      h('span.arrow', {}, icon(best)),
      h('div.grow', {}, h('strong', {}, verdict), h('p.why', {}, because)),
    );
    const { hints = [] } = this.cases ?? {};
    this.note.hidden = hints.length < 2;
    fill(this.note, hints.length > 1 ? t('unknown.next', { n: hints.length }) : '');
    this.text = `${verdict}. ${because}`;
  }

  // Shows the expected final score and the chance of the next large tile.
  drawOutlook() {
    const { values, points } = this.latest ?? {};
    const odds = this.odds && !this.odds.more ? this.odds : null;
    const already = points && familyOf(this.position.rules) !== 'threes' ? this.position.score : 0;
    const score = points ? values[this.best] + already : odds?.mean;
    const large = odds ? nextLarge(odds) : null;
    const pair = (name, value) => h('div', {}, h('dt', {}, name), h('dd', {}, value));
    fill(
      this.outlook,
      pair(t('expect'), score === undefined ? '…' : number(score)),
      pair(
        large ? [t('chance.of'), ' ', tileOf(large, this.position.rules)] : t('chance.large'),
        large ? chanceText(this.odds.reach[large]) : '…',
      ),
    );
  }
}
