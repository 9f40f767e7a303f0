// Small boards, solved: the true value of each move under best play, beside what a search thinks of
// it.

import { Board, directions, reduced } from './board.js';
import { announce, carry, complain, fill, h, icon, inTurn, problemCard } from './dom.js';
import { ExactPick } from './exact-pick.js';
import { ExactState } from './exact-state.js';
import { drawBest, drawValues, exactRim } from './exact-table.js';
import { drawFacts } from './facts.js';
import { listenForDrags, slideOfKey } from './input.js';
import { toRequest } from './paste.js';
import { Tables } from './tables.js';
import { number, t } from './words.js';

// Threes! with its deck ends with this tile here: on 2×3 the value is the same to ten digits, in a
// twentieth of the time.
const endTile = 384;
const guessWork = 'nodes 50000'; // fixed, so that a position has the same estimate every time

export class ExactView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.tables = app.tables ??= new Tables(app);
    this.tables.tell = (table, error) => this.told(table, error);
    this.queue = Promise.resolve();
    this.pick = new ExactPick(this.tables, () => this.open());
    this.board = new Board({ onSlide: (direction) => this.slide(direction) });
    this.facts = h('div.facts');
    this.state = new ExactState({
      onStop: () => this.session.stop(),
      onSolve: (all) => this.open(all),
      onLoad: (table) => this.load(table),
    });
    this.table = h('section.card', { hidden: true });
    this.problem = problemCard();
    const button = (name, label, action) =>
      h('button.button', { type: 'button', onclick: action }, icon(name), t(label));
    this.undo = h(
      'button.button.square',
      {
        type: 'button',
        'aria-label': t('undo'),
        title: t('undo'),
        onclick: () => this.ask('undo'),
      },
      icon('undo'),
    );
    this.bestButton = button('check', 'exact.best', () => {
      if (this.best) this.slide(this.best);
    });
    this.controls = h(
      'div.row.below',
      {},
      this.undo,
      this.bestButton,
      button('plus', 'new', () => this.ask(`new ${this.pick.rules()}`)),
    );
    this.element = h(
      'div.view.exact.broad',
      {},
      h('div.stage', {}, this.facts, this.board.rimmed, this.board.slideButtons, this.controls),
      h(
        'div.side',
        {},
        this.problem,
        h('p.intro', {}, t('exact.intro')),
        this.pick.element,
        this.state.element,
        this.table,
      ),
    );
    listenForDrags(this.board, (direction) => this.slide(direction));
  }

  enqueue(work) {
    return inTurn(this, work);
  }

  open(all = false) {
    this.session.stop();
    this.enqueue(async () => {
      this.problem.hidden = true;
      await this.tables.look();
      this.pick.correct();
      this.pick.draw();
      this.table.hidden = true;
      const position = await this.session.request(`new ${this.pick.rules()}`);
      this.app.showRules(position.rules);
      this.show1(position);
      if (this.pick.isTabled()) announce(this.drawTabled());
      else await this.solve(all);
      if (this.solved) await this.look();
    });
  }

  // --- solving, and tables ---

  async solve(all) {
    this.solved = null;
    this.all = all;
    this.state.stopButton.disabled = false;
    this.state.drawSolving({ done: 0, seconds: 0 });
    const how = this.pick.game === 'window' ? ` end ${endTile}` : all ? ' all' : '';
    const solved = await this.session.request(`solve ${this.pick.rules()}${how}`, (progress) =>
      this.state.drawSolving(progress),
    );
    if (solved.stopped) {
      this.state.drawStopped(all);
      return;
    }
    this.solved = solved;
    announce(this.drawSolved());
  }

  drawSolved() {
    return this.state.drawSolved(this.solved, this.pick.game !== 'window');
  }

  drawTabled() {
    const has = this.tables.of(this.pick.rules());
    const more = this.tables.more(this.pick.size, has);
    this.solved = has;
    const text = this.state.drawTabled(has, more);
    for (const table of more) if (this.tables.coming.has(table.file)) this.drawComing(table);
    return text;
  }

  drawComing({ file, bytes }) {
    this.state.drawLoading(bytes, this.tables.coming.get(file));
  }

  load(table) {
    this.problem.hidden = true;
    this.tables.load(table);
  }

  // More of a table has come, all of it, or it never will. Meanwhile another board may be looked
  // at.
  told(table, error) {
    const here = () => this.pick.isTabled() && this.pick.isSize([table.rows, table.cols]);
    if (!here() || this.app.view !== this) return; // it is seen when the view is shown
    if (this.tables.coming.has(table.file)) this.drawComing(table);
    else if (error) {
      this.drawTabled();
      const damaged = error.message === 'damaged';
      const text = damaged
        ? t('exact.table.damaged')
        : t('exact.table.failed', { why: error.message });
      complain(this.problem, text);
    } else
      this.enqueue(async () => {
        await this.tables.look();
        if (!here()) return;
        announce(this.drawTabled());
        if (this.solved) await this.look();
      });
  }

  // --- the position ---

  show1(position, animate = false) {
    this.position = position;
    if (animate && position.did && !position.did.undone) this.board.settle(position, animate);
    else this.board.show(position);
    this.board.showValues(null);
    drawFacts(
      this.facts,
      position,
      h('div.end', {}, h('span.label', {}, t('score')), h('span.big', {}, number(position.score))),
    );
    this.undo.disabled = !position.undo;
    this.bestButton.disabled = true;
    this.best = null;
  }

  // The true values of the position, and what a search that counts points thinks.
  async look() {
    const { position } = this;
    if (position.over) {
      const values = { score: number(position.score), tile: number(position.largest) };
      this.table.hidden = false;
      fill(this.table, h('h2', {}, t('over')), h('p', {}, t('over.score', values)));
      return;
    }
    const exact = await this.exactValues();
    if (!exact) return;
    this.best = exact.best;
    this.bestButton.disabled = false;
    this.drawTable(exact, null);
    this.session.transport.send('setoption name Player value points');
    const guess = await this.session.request(`advice ${guessWork}`);
    this.session.transport.send('setoption name Player value default');
    if (guess.stopped && !guess.depth) return;
    this.drawTable(exact, guess);
  }

  // An engine that is new has to solve the game first.
  async exactValues() {
    try {
      return await this.session.request('exact');
    } catch (error) {
      if (error.answer?.error !== 'state' || this.pick.isTabled()) throw error;
    }
    await this.solve(this.all);
    return this.solved && this.session.request('exact');
  }

  drawTable(exact, guess) {
    const { position, table } = this;
    if (!exact.values) {
      const legal = directions.filter((d) => position.slides[d]);
      this.board.showValues({ [exact.best]: { share: 1, text: t('best'), best: true } });
      drawBest(table, legal, exact.best, guess);
      return;
    }
    const rest = this.pick.game === '2048'; // values are of the points to come
    this.board.showValues(exactRim(exact.values, exact.best, rest ? 0 : position.score));
    drawValues(table, exact, t(rest ? 'exact.rest' : 'exact.final'), guess);
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

  // --- the view ---

  show() {
    if (this.solved)
      this.enqueue(async () => {
        await this.tables.look();
        if (this.pick.isTabled() && !this.tables.of(this.pick.rules())) {
          // another server, which has it not
          this.open();
          return;
        }
        this.app.showRules(this.position.rules);
        this.pick.draw();
        if (this.pick.isTabled()) this.drawTabled();
        else this.drawSolved();
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
    carry(this, from, ['solved', 'all', 'position']);
    carry(this.pick, from.pick, ['game', 'size']);
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
