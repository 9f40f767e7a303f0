// The Exact view: small solved boards, with the true value of each move under optimal play beside
// the estimate of a search.

import { Board, directions, reducedMotion } from './board.js';
import { announce, copyState, fill, h, icon, problemCard, runInOrder, showProblem } from './dom.js';
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
const guessWork = 'nodes 50000'; // fixed, so that a position always has the same estimate

export class ExactView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.tables = app.tables ??= new Tables(app);
    this.tables.onChange = (table, error) => this.tableChanged(table, error);
    this.queue = Promise.resolve();
    this.pick = new ExactPick(this.tables, () => this.open());
    this.board = new Board({ onSlide: (direction) => this.slide(direction) });
    this.facts = h('div.facts');
    this.state = new ExactState({
      onStop: () => {
        this.stopped = true;
        this.session.stop();
      },
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
    return runInOrder(this, work);
  }

  open(all = false) {
    this.session.stop();
    this.enqueue(async () => {
      this.problem.hidden = true;
      await this.tables.refresh();
      this.pick.correct();
      this.pick.draw();
      this.table.hidden = true;
      const position = await this.session.request(`new ${this.pick.rules()}`);
      this.app.showRules(position.rules);
      this.show1(position);
      if (this.pick.isTabled()) announce(this.drawTabled());
      else await this.solve(all);
      if (this.solved) await this.showValues();
    });
  }

  // --- solving, and tables ---

  async solve(all) {
    this.solved = null;
    this.stopped = false;
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
    for (const table of more) if (this.tables.loading.has(table.file)) this.drawComing(table);
    return text;
  }

  drawComing({ file, bytes }) {
    this.state.drawLoading(bytes, this.tables.loading.get(file));
  }

  load(table) {
    this.problem.hidden = true;
    this.tables.load(table);
  }

  // A table has loaded further, completely, or failed. Another board may be shown by now.
  tableChanged(table, error) {
    const here = () => this.pick.isTabled() && this.pick.isSize([table.rows, table.cols]);
    if (!here() || this.app.view !== this) return; // shown when the view is opened
    if (this.tables.loading.has(table.file)) this.drawComing(table);
    else if (error) {
      this.drawTabled();
      const damaged = error.message === 'damaged';
      const text = damaged
        ? t('exact.table.damaged')
        : t('exact.table.failed', { why: error.message });
      showProblem(this.problem, text);
    } else
      this.enqueue(async () => {
        await this.tables.refresh();
        if (!here()) return;
        announce(this.drawTabled());
        if (this.solved) await this.showValues();
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

  // Shows the true values of the position, and the estimates of a search that counts points.
  async showValues() {
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

  // A restarted engine must solve the game again.
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
    const rest = this.pick.game === '2048'; // values are points to come
    this.board.showValues(exactRim(exact.values, exact.best, rest ? 0 : position.score));
    drawValues(table, exact, t(rest ? 'exact.rest' : 'exact.final'), guess);
  }

  slide(direction) {
    this.enqueue(async () => {
      if (!this.solved || !this.position.slides?.[direction]) {
        this.board.fallBack();
        return;
      }
      this.board.move(direction, !reducedMotion());
      this.show1(await this.session.request(`slide ${direction}`), !reducedMotion());
      await this.showValues();
    });
    this.session.stop();
  }

  ask(request) {
    this.enqueue(async () => {
      if (!this.solved) return;
      this.show1(await this.session.request(request));
      await this.showValues();
    });
  }

  // --- the view ---

  show() {
    if (this.solved)
      this.enqueue(async () => {
        await this.tables.refresh();
        if (this.pick.isTabled() && !this.tables.of(this.pick.rules())) {
          // another server, without this table
          this.open();
          return;
        }
        this.app.showRules(this.position.rules);
        this.pick.draw();
        if (this.pick.isTabled()) this.drawTabled();
        else this.drawSolved();
        this.show1(await this.session.request(toRequest(this.position)));
        await this.showValues();
      });
    else this.open();
  }

  // The engine was interrupted, for example since a network has loaded. What the reader has stopped
  // stays stopped.
  restart() {
    this.enqueue(() => {
      if (this.solved) return this.showValues();
      if (!this.stopped) this.open();
    });
  }

  copyFrom(from) {
    copyState(this, from, ['solved', 'all', 'position']);
    copyState(this.pick, from.pick, ['game', 'size']);
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
