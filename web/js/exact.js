// Small boards, solved: what each slide is truly worth, the least, the mean and the most that best play makes of it, beside
// what a search thinks.

import { shareOf, lossOf } from './advice.js';
import { Board, directions, reduced } from './board.js';
import { announce, carry, fill, h, icon, inTurn, problemCard } from './dom.js';
import { drawFacts } from './facts.js';
import { listenForDrags, slideOfKey } from './input.js';
import { toRequest } from './paste.js';
import { brief, number, t } from './words.js';

const games = ['course', '2048'];
const sizes = [[2, 2], [2, 3], [2, 4]];
const guessMs = 250;

const exactly = (value) => value.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export class ExactView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.queue = Promise.resolve();
    this.game = 'course';
    this.size = sizes[0];
    this.board = new Board({ onSlide: (direction) => this.slide(direction) });
    this.facts = h('div.facts');
    this.pick = h('div.row', { role: 'group', 'aria-label': t('exact.which') });
    this.state = h('section.card', { hidden: true });
    this.table = h('section.card', { hidden: true });
    this.problem = problemCard();
    const button = (name, label, action) => h('button.button', { type: 'button', onclick: action }, icon(name), t(label));
    this.undo = h('button.button.square', { type: 'button', 'aria-label': t('undo'), title: t('undo'), onclick: () => this.ask('undo') }, icon('undo'));
    this.bestButton = button('check', 'exact.best', () => { if (this.best) this.slide(this.best); });
    this.controls = h('div.row.below', {}, this.undo, this.bestButton, button('plus', 'new', () => this.ask(`new ${this.rules()}`)));
    this.element = h('div.view.exact.broad', {}, h('div.stage', {}, this.facts, this.board.rimmed, this.board.slideButtons, this.controls), h('div.side', {}, this.problem, this.pick, this.state, this.table));
    listenForDrags(this.board, (direction) => this.slide(direction));
  }

  rules() {
    const [rows, cols] = this.size;
    return `${this.game},rows=${rows},cols=${cols}`;
  }

  enqueue(work) {
    return inTurn(this, work);
  }

  drawPick() {
    const choice = (text, on, action) => h('button.button', { type: 'button', 'aria-pressed': String(on), onclick: action }, text);
    fill(this.pick, games.map((game) => choice(t(`rules.${game}`), game === this.game, () => { this.game = game; this.open(); })), h('span.grow'),
      h('div.row', {}, sizes.map((size) => choice(size.join(' × '), size === this.size, () => { this.size = size; this.open(); }))));
  }

  open(all = false) {
    this.session.stop();
    this.enqueue(async () => {
      this.problem.hidden = true;
      this.drawPick();
      this.table.hidden = true;
      const position = await this.session.request(`new ${this.rules()}`);
      this.app.showRules(position.rules);
      this.show1(position);
      await this.solve(all);
      if (this.solved) await this.look();
    });
  }

  async solve(all) {
    this.solved = null;
    this.state.hidden = false;
    const draw = ({ done, seconds }) => {
      const share = Math.round(100 * done);
      fill(this.state, h('strong', {}, t('exact.solving')), h('div.progress', { role: 'progressbar', 'aria-label': t('exact.solving'), 'aria-valuenow': share, 'aria-valuemin': 0, 'aria-valuemax': 100 }, h('b', { style: { width: `${share}%` } })),
        h('p.small.soft.number', {}, t('exact.share', { share, seconds: seconds.toFixed(1) })));
    };
    draw({ done: 0, seconds: 0 });
    const solved = await this.session.request(`solve ${this.rules()}${all ? ' all' : ''}`, draw);
    if (solved.stopped) return;
    this.solved = solved;
    announce(this.drawSolved());
  }

  drawSolved() {
    const { solved } = this;
    const text = t('exact.solved', { n: number(solved.states), seconds: solved.seconds < 0.05 ? '< 0.1' : solved.seconds.toFixed(1), root: exactly(solved.root) });
    this.state.hidden = false;
    fill(this.state, h('p.small.soft.number', {}, text), solved.all ? null : h('p.small.soft', {}, t('exact.mean.only')), solved.all ? null : h('button.button', { type: 'button', onclick: () => this.open(true) }, t('exact.all')));
    return text;
  }

  show1(position, animate = false) {
    this.position = position;
    if (animate && position.did && !position.did.undone) this.board.settle(position, animate);
    else this.board.show(position);
    this.board.showValues(null);
    drawFacts(this.facts, position, h('div.end', {}, h('span.label', {}, t('score')), h('span.big', {}, number(position.score))));
    this.undo.disabled = !position.undo;
    this.bestButton.disabled = true;
    this.best = null;
  }

  // The true values of the position, and what a search by points thinks.
  async look() {
    if (this.position.over) {
      this.table.hidden = false;
      fill(this.table, h('h2', {}, t('over')), h('p', {}, t('over.score', { score: number(this.position.score), tile: number(this.position.largest) })));
      return;
    }
    const exact = await this.session.request('exact');
    this.best = exact.best;
    this.bestButton.disabled = false;
    this.drawTable(exact, null);
    this.session.transport.send('setoption name Player value points');
    const guess = await this.session.request(`advice movetime ${guessMs}`);
    this.session.transport.send('setoption name Player value default');
    if (guess.stopped && !guess.depth) return;
    this.drawTable(exact, guess);
  }

  drawTable({ values, best, all }, guess) {
    const legal = directions.filter((d) => values[d]);
    const already = this.game === '2048' ? 0 : this.position.score;
    this.board.showValues(Object.fromEntries(legal.map((d) => [d, d === best ? { share: 1, text: t('best'), best: true }
      : { share: shareOf(Math.max(0, lossOf(values[d].mean, values[best].mean, already))), text: brief(Math.min(0, values[d].mean - values[best].mean)) }])));
    const most = Math.max(...legal.flatMap((d) => [values[d].max, guess?.values?.[d] ?? 0]), 1);
    const at = (value) => `${(100 * Math.max(0, value) / most).toFixed(2)}%`;
    const range = (d) => h('td.range', { 'aria-hidden': 'true' }, h('span.track', {}, all ? h('span.between', { style: { left: at(values[d].min), width: `calc(${at(values[d].max)} - ${at(values[d].min)})` } }) : null,
      h('span.stroke', { style: { left: at(values[d].mean) } }), guess?.values ? h('span.ring', { style: { left: at(guess.values[d]) } }) : null));
    const off = (d) => (guess?.values ? `${guess.values[d] >= values[d].mean ? '+' : '−'}${exactly(Math.abs(guess.values[d] - values[d].mean))}` : '…');
    const row = (d) => (values[d]
      ? h(d === best ? 'tr.best' : 'tr', {}, h('td', {}, icon(d), t(d)), range(d), ...(all ? [h('td.amount', {}, number(values[d].min))] : []), h('td.amount', {}, exactly(values[d].mean)), ...(all ? [h('td.amount', {}, number(values[d].max))] : []), h('td.amount', {}, guess?.values ? exactly(guess.values[d]) : '…'), h('td.amount', {}, off(d)))
      : h('tr', {}, h('td', {}, icon(d), t(d)), h('td.soft', { colspan: all ? 6 : 4 }, t('exact.illegal'))));
    const heads = ['slide', null, ...(all ? ['exact.least'] : []), 'exact.mean', ...(all ? ['exact.most'] : []), 'exact.guess', 'exact.off'];
    this.table.hidden = false;
    fill(this.table, h('h2', {}, t(this.game === '2048' ? 'exact.rest' : 'exact.final')), h('div.wide-table', { tabindex: 0, role: 'region', 'aria-label': t('exact.table') }, h('table.values.exactly', {}, h('thead', {}, h('tr', {}, heads.map((name) => (name ? h(name === 'slide' ? 'th' : 'th.amount', { scope: 'col' }, t(name)) : h('th.scale', { scope: 'col' }, h('span.unseen', {}, t('exact.scale', { n: number(most) })), h('span.ends', { 'aria-hidden': 'true' }, h('span', {}, '0'), h('span', {}, number(most)))))))),
      h('tbody', {}, [...legal].sort((a, b) => values[b].mean - values[a].mean).concat(directions.filter((d) => !values[d])).map(row)))),
    h('p.small.soft', { style: { 'margin-top': '.6rem' } }, t(all ? 'exact.legend' : 'exact.legend.mean')));
  }

  slide(direction) {
    this.enqueue(async () => {
      if (!this.solved || !this.position.slides?.[direction]) {
        this.board.fallBack();
        return;
      }
      this.board.move(direction, !reduced());
      this.show1(await this.session.request(`slide ${direction}`), !reduced());
      await this.look();
    });
    this.session.stop();
  }

  ask(request) {
    this.enqueue(async () => {
      if (!this.solved) return;
      this.show1(await this.session.request(request));
      await this.look();
    });
  }

  show() {
    if (this.solved) this.enqueue(async () => {
      this.app.showRules(this.position.rules);
      this.drawPick();
      this.drawSolved();
      this.show1(await this.session.request(toRequest(this.position)));
      await this.look();
    });
    else this.open();
  }

  // The engine was interrupted.
  restart() {
    this.enqueue(() => (this.solved ? this.look() : this.open()));
  }

  carry(from) {
    carry(this, from, ['game', 'size', 'solved', 'position']);
  }

  async hide() {
    this.session.stop();
    await this.queue;
  }

  key(event) {
    const direction = slideOfKey(event);
    if (!direction) return;
    event.preventDefault();
    this.slide(direction);
  }
}
