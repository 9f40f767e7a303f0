// The Play view: a game, advice on the four sides of the board, and autoplay.

import { Advice } from './advice.js';
import { Board, reducedMotion } from './board.js';
import { announce, copyState, fill, h, icon } from './dom.js';
import { drawFacts, scoreElement } from './facts.js';
import { isField, listenForDrags, slideOfKey } from './input.js';
import {
  deleteValue,
  isCount,
  isLine,
  isTruth,
  setSetting,
  settings,
  storedValue,
  storeValue,
} from './settings.js';
import { number, t } from './words.js';

const streamRate = 8; // moves per second above which the session plays several per request
const chunkMs = 50;
const saveAutoMs = 2000;

export class PlayView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.queue = Promise.resolve();
    this.board = new Board({ onSlide: (direction) => this.slide(direction) });
    this.advice = new Advice(this.session, this.board, (error) => app.failed(error));
    this.adviceOn = storedValue('advice', isTruth, true);
    this.resuming = false; // autoplay is paused only to change its speed
    this.build();
    listenForDrags(this.board, (direction) => this.slide(direction));
  }

  build() {
    const button = (name, label, action, text = null) =>
      h(
        text ? 'button.button' : 'button.button.square',
        { type: 'button', 'aria-label': text ? null : t(label), title: t(label), onclick: action },
        icon(name),
        text ? h('span.text', {}, text) : null,
      );
    this.undoButtons = [
      button('undo', 'undo', () => this.step('undo')),
      button('undo', 'undo', () => this.step('undo')),
    ];
    this.redoButtons = [
      button('redo', 'redo', () => this.step('redo')),
      button('redo', 'redo', () => this.step('redo')),
    ];
    this.adviceButtons = [
      button('bulb', 'advice', () => this.toggleAdvice(), t('advice')),
      button('bulb', 'advice', () => this.toggleAdvice(), t('advice')),
    ];
    this.autoButtons = [
      h('button.button', { type: 'button', onclick: () => this.toggleAuto() }),
      h('button.button.grow', { type: 'button', onclick: () => this.toggleAuto() }),
      h('button.button.square.low', { type: 'button', onclick: () => this.toggleAuto() }),
    ];
    this.facts = h('div.facts');
    this.speeds = [this.speedElement(), this.speedElement()];
    this.state = h('section.card.ended', { hidden: true });
    this.playing = h('section.card.playing', { hidden: true });
    this.stage = h(
      'div.stage',
      {},
      this.facts,
      this.board.rimmed,
      this.board.slideButtons,
      h('div.speed.phone-speed', {}, Object.values(this.speeds[1])),
      h(
        'div.controls',
        {},
        this.undoButtons[0],
        this.redoButtons[0],
        this.adviceButtons[0],
        this.autoButtons[2],
        h('span.grow'),
        button('share', 'share', () => this.share()),
        button('plus', 'new', () => this.newGame(), t('new')),
      ),
      h(
        'div.phone-bar',
        {},
        this.undoButtons[1],
        this.redoButtons[1],
        button('share', 'share', () => this.share(), t('share')),
        button('plus', 'new', () => this.newGame(), t('new')),
        this.adviceButtons[1],
        this.autoButtons[1],
      ),
    );
    this.element = h(
      'div.view.play',
      {},
      this.stage,
      h(
        'div.side',
        {},
        h(
          'section.card.auto.speed.desktop',
          { 'aria-label': t('auto') },
          this.autoButtons[0],
          Object.values(this.speeds[0]),
        ),
        this.state,
        this.advice.element,
        this.playing,
      ),
    );
    this.setSpeed(settings.speed);
    this.showAuto();
  }

  // Speed of autoplay: in the panel, and on a phone below the board during autoplay.
  speedElement() {
    const range = h('input', {
      type: 'range',
      min: 0,
      max: 8,
      step: 'any',
      'aria-label': t('speed'),
      oninput: () => this.setSpeed(2 ** Number(range.value)),
    });
    return { range, text: h('span.number') };
  }

  // --- the game ---

  // Continues the stored game, or starts one.
  async open() {
    const saved = storedValue('game', isLine);
    let position = null;
    if (saved)
      position = await this.session.request(`load ${saved}`).catch((error) => {
        if (error.answer) deleteValue('game');
      });
    position ??= await this.session.request(`new ${this.app.rules}`).catch((error) => {
      if (!error.answer) throw error;
      return this.session.request('new window'); // the stored rules are invalid
    });
    this.app.setRules(position.rules);
    this.showPosition(position, false);
  }

  // Stores the current game; undo returns to it.
  async newGame(rules = this.app.rules) {
    await this.replaceGame(`new ${rules}`);
    if (this.app.played.canReturn(this.position)) announce(t('said.new'));
  }

  resumeGame({ id, record }) {
    return this.replaceGame(`load ${record}`, id);
  }

  async replaceGame(request, id) {
    await this.stopAll();
    const before = this.position;
    await this.save();
    const record = this.saved;
    const position = await this.session.request(request);
    await this.app.played.switchTo(before, record, id);
    this.app.setRules(position.rules);
    this.showPosition(position, false);
  }

  // Stores the game in its current state in the list of games.
  async keepGame() {
    if (!this.position || this.session.closed) return;
    if (this.shown && !this.auto) await this.save();
    await this.app.played.store(this.position, this.saved);
  }

  // Undo at the start of a new game returns to the previous one.
  async returnToGame() {
    const game = await this.app.played.returnToPrevious();
    const position = game && (await this.session.request(`load ${game.record}`).catch(() => null));
    this.app.setRules((position ?? this.position).rules);
    this.showPosition(position ?? this.position, false);
    if (position) announce(t('said.return', { score: number(position.score) }));
  }

  // Shares the position, and the game if it has a move.
  share() {
    if (this.running) this.pause();
    this.enqueue(async () => {
      const { shareDialog } = await import('./share.js');
      await shareDialog(this.app, {
        position: this.position,
        record: this.position.moves ? this.saved : null,
      });
    });
  }

  // Shows a position and starts what follows from it.
  showPosition(position, animate = true) {
    this.position = position;
    if (position.did && animate) this.board.settle(position, animate);
    else this.board.show(position);
    if (settings.sound && position.did && !(this.running && this.rate > streamRate))
      import('./sound.js').then(({ playMove }) => playMove(position));
    this.drawFacts();
    if (position.over) this.showEnd();
    else this.state.hidden = true;
    this.restart();
  }

  drawFacts() {
    const { position } = this;
    const name = `best.${position.rules}`;
    const best = storedValue(name, isCount, 0);
    if (position.score > best) storeValue(name, position.score);
    drawFacts(this.facts, position, scoreElement(position, best));
    const returns = this.app.played.canReturn(position);
    for (const button of this.undoButtons) {
      button.disabled = !position.undo && !returns;
      button.title = t(returns ? 'undo.new' : 'undo');
      button.setAttribute('aria-label', button.title);
    }
    for (const button of this.redoButtons) button.disabled = !position.redo;
    for (const button of this.autoButtons) button.disabled = Boolean(position.over);
  }

  showEnd() {
    const { position } = this;
    this.save()
      .then(() => this.app.played.store(position, this.saved))
      .catch((error) => this.app.failed(error));
    const head = position.won ? t('won') : t('over');
    const text = t('over.score', { score: number(position.score), tile: number(position.largest) });
    this.state.hidden = false;
    fill(
      this.state,
      h('h2', {}, head),
      h('p', {}, text),
      h(
        'div.row',
        { style: { 'margin-top': '.8rem' } },
        h(
          'button.button.primary',
          { type: 'button', onclick: () => this.newGame() },
          icon('plus'),
          t('new'),
        ),
        position.moves ? h('a.button', { href: '#review' }, icon('graph'), t('review')) : null,
      ),
    );
    announce(`${head}. ${text}`);
  }

  slide(direction) {
    if (this.running) this.pause();
    this.enqueue(async () => {
      if (!this.position?.slides?.[direction] || this.session.closed) {
        this.board.fallBack();
        return;
      }
      const animate = !reducedMotion();
      this.board.move(direction, animate);
      this.session.stop();
      // While trey plays, the engine can be a move ahead of the board that the reader saw.
      const answer = await this.session.request(`slide ${direction}`).catch((error) => {
        if (error.answer?.error !== 'illegal') throw error;
      });
      if (!answer) {
        this.board.fallBack();
        return;
      }
      this.announceMove(answer);
      this.showPosition(answer, animate);
    });
  }

  step(command) {
    if (this.running) this.pause();
    this.enqueue(async () => {
      this.session.stop();
      if (command === 'undo' && this.app.played.canReturn(this.position))
        return this.returnToGame();
      const answer = await this.session.request(command).catch(() => null);
      if (!answer) return;
      this.showPosition(answer, command === 'redo');
      announce(t(`said.${command}`));
    });
  }

  // Runs tasks one after the other.
  enqueue(work) {
    this.pendingTasks = (this.pendingTasks ?? 0) + 1;
    this.element.dataset.busy = 'yes';
    this.queue = this.queue
      .then(work)
      .catch((error) => this.app.failed(error))
      .then(() => {
        this.pendingTasks--;
        this.element.dataset.busy = this.pendingTasks > 0 ? 'yes' : 'no';
      });
    return this.queue;
  }

  announceMove({ did, tiles }) {
    if (!did) return;
    const before = this.position.board;
    const merges = did.merges
      .map((cell) => {
        const pair = did.to.flatMap((to, from) => (to === cell ? [before[from]] : []));
        return t('said.merge', { a: pair[0], b: pair[1], tile: did.board[cell] });
      })
      .join('');
    const { cols } = this.position;
    const entered = did.entered
      ? t('said.entered', {
          tile: did.entered.tile,
          row: Math.floor(did.entered.cell / cols) + 1,
          col: (did.entered.cell % cols) + 1,
        })
      : '';
    announce(
      t('said.slide', { slide: t(did.slide), merges, entered }) +
        (tiles?.length ? t('said.next', { tiles: tiles.join(t('or')) }) : ''),
    );
  }

  // --- advice ---

  toggleAdvice() {
    this.adviceOn = !this.adviceOn;
    storeValue('advice', this.adviceOn);
    if (!this.auto) this.session.stop();
    this.restart();
  }

  // Searches the position if advice is on. The game is saved first, so that saving does not wait
  // for the search.
  restart() {
    if (!this.auto) this.save().catch((error) => this.app.failed(error));
    for (const button of this.adviceButtons)
      button.setAttribute('aria-pressed', String(this.adviceOn));
    this.advice.clear();
    if (!this.showPanel() || this.running || !this.shown) {
      this.board.showValues(null);
      return;
    }
    this.advise().catch((error) => this.app.failed(error));
  }

  // Replaces the advice during fast autoplay.
  drawPlaying() {
    if (this.playing.dataset.rate === String(this.rate)) return;
    this.playing.dataset.rate = this.rate;
    fill(
      this.playing,
      h('h2', {}, t('playing')),
      h('p.big.number', {}, t('per second', { n: this.rate })),
      h('p.soft', {}, t('playing.why')),
    );
  }

  // Shows the advice, or the speed during fast autoplay. Returns true if advice is needed.
  showPanel() {
    const wanted = this.adviceOn && !this.position.over;
    const fast = this.running && this.rate > streamRate;
    this.advice.element.hidden = !wanted || fast;
    this.playing.hidden = !fast;
    if (fast) this.drawPlaying();
    return wanted;
  }

  async advise() {
    const last = await this.advice.think(this.position);
    if (!last || last.stopped) return;
    announce(t('said.advice', { text: this.advice.text }));
    await this.advice.askOdds();
  }

  // --- trey plays on ---

  setSpeed(rate) {
    this.rate = Math.max(1, Math.min(240, Math.round(rate)));
    for (const { range, text } of this.speeds) {
      range.value = Math.log2(this.rate);
      text.textContent = t('per second', { n: this.rate });
    }
    if (settings.speed !== this.rate) setSetting('speed', this.rate);
    if (this.running) {
      this.pause(true);
      this.enqueue(async () => {
        if (this.resuming) this.play();
      });
    }
    this.showAuto();
  }

  // True if autoplay runs, or is about to resume at another speed.
  get running() {
    return Boolean(this.auto) || this.resuming;
  }

  toggleAuto() {
    if (this.running) this.pause();
    else this.play();
  }

  showAuto() {
    const { running } = this;
    this.stage.classList.toggle('runs', running);
    const picture = running ? 'pause' : 'play',
      text = t(running ? 'pause' : 'play on');
    for (const button of this.autoButtons) {
      const bare = button.classList.contains('square');
      fill(button, icon(picture), bare ? null : text);
      if (bare) button.setAttribute('aria-label', text);
      if (bare) button.title = text;
      button.classList.toggle('primary', running);
    }
  }

  pause(resuming = false) {
    this.auto = null;
    this.resuming = resuming;
    this.session.stop();
    this.showAuto();
    this.enqueue(async () => this.restart());
  }

  play() {
    this.resuming = false;
    if (this.auto || this.position.over) return;
    const run = (this.auto = {});
    this.advice.clear();
    this.showPanel();
    this.showAuto();
    this.session.stop();
    this.enqueue(() => (this.rate <= streamRate ? this.playSlowly(run) : this.playFast(run)));
  }

  // One move at a time, with its values shown before it is made.
  async playSlowly(run) {
    while (this.auto === run && !this.position.over) {
      const begun = performance.now();
      const last = await this.advice.think(
        this.position,
        `movetime ${Math.round(700 / this.rate)}`,
      );
      if (this.auto !== run || !last?.best) break;
      await pause(Math.max(0, 1000 / this.rate - (performance.now() - begun) - 160));
      if (this.auto !== run) break;
      this.board.move(last.best, !reducedMotion());
      const answer = await this.session.request(`slide ${last.best}`);
      this.noteMilestone(answer);
      this.showPosition(answer, !reducedMotion());
      await this.saveNowAndThen();
    }
    this.ended(run);
  }

  // The session plays several moves per request; each frame draws the latest answer.
  async playFast(run) {
    let newest = null,
      frame = 0;
    const draw = () => {
      frame = 0;
      if (newest === null || this.auto !== run) return;
      const answer = newest;
      newest = null;
      this.noteMilestone(answer);
      this.showPosition(answer, false);
    };
    const slides = Math.max(1, Math.round((this.rate * chunkMs) / 1000));
    const ms = Math.max(1, Math.round(700 / this.rate));
    let due = performance.now();
    let last = this.position;
    while (this.auto === run && !last.over) {
      last = await this.session.request(`auto ${slides} movetime ${ms}`, (answer) => {
        newest = answer;
        frame ||= requestAnimationFrame(draw);
      });
      await this.saveNowAndThen();
      due = Math.max(due + (1000 * slides) / this.rate, performance.now());
      await pause(due - performance.now());
    }
    cancelAnimationFrame(frame);
    this.showPosition(last, false);
    this.ended(run);
  }

  ended(run) {
    if (this.auto !== run) return;
    this.auto = null;
    this.showAuto();
    this.restart();
  }

  noteMilestone(answer) {
    if (answer.largest > this.position.largest && answer.largest >= 384)
      announce(t('said.milestone', { tile: number(answer.largest), score: number(answer.score) }));
  }

  async stopAll() {
    if (this.running) this.pause();
    this.session.stop();
    await this.queue;
  }

  // --- the view ---

  show() {
    this.shown = true;
    if (this.position)
      this.enqueue(async () => {
        if (this.saved) this.position = await this.session.request(`load ${this.saved}`);
        this.app.setRules(this.position.rules);
        this.showPosition(this.position, false);
      });
  }

  copyFrom(from) {
    copyState(this, from, ['position', 'saved', 'adviceOn']);
  }

  async hide() {
    await this.stopAll();
    this.advice.clear();
    if (!this.session.closed) await this.save();
    this.shown = false;
  }

  lost() {
    this.auto = null;
    this.showAuto();
    this.advice.clear();
    this.advice.element.hidden = true;
  }

  // Saves regularly during autoplay, because a page can close without notice.
  async saveNowAndThen() {
    if (performance.now() - (this.savedAt ?? 0) > saveAutoMs) await this.save();
  }

  async save() {
    this.savedAt = performance.now();
    const { record } = await this.session.request('save');
    this.saved = record;
    storeValue('game', record);
  }

  key(event) {
    const direction = slideOfKey(event);
    if (direction) {
      event.preventDefault();
      this.slide(direction);
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || isField(event.target)) return;
    const actions = {
      u: () => this.step('undo'),
      r: () => this.step('redo'),
      '?': () => this.toggleAdvice(),
      '+': () => this.setSpeed(this.rate * 2),
      '-': () => this.setSpeed(this.rate / 2),
      ' ': () => this.toggleAuto(),
    };
    const action = actions[event.key];
    if (!action || (event.key === ' ' && event.target.closest?.('button, a'))) return;
    event.preventDefault();
    action();
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
