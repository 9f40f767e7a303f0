// The Play view: a game, with advice on the four sides of the board. Its elements are made by
// play-controls.js; autoplay.js makes trey play on.

import { Advice } from './advice.js';
import { Autoplay } from './autoplay.js';
import { Board, reducedMotion } from './board.js';
import { announce, copyState, fill, h, icon } from './dom.js';
import { drawFacts, scoreElement } from './facts.js';
import { isField, listenForDrags, slideOfKey } from './input.js';
import { announceMove, buildControls } from './play-controls.js';
import { loadRest } from './rest.js';
import {
  deleteValue,
  isCount,
  isLine,
  isTruth,
  settings,
  storedValue,
  storeValue,
} from './settings.js';
import { number, t } from './words.js';

const saveAutoMs = 2000;

// If the file does not load, the next move tries again.
const playSound = (position) =>
  import('./sound.js').then(({ playMove }) => playMove(position)).catch(() => {});

export class PlayView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.queue = Promise.resolve();
    this.board = new Board({ onSlide: (direction) => this.slide(direction) });
    this.advice = new Advice(this.session, this.board, (error) => app.failed(error));
    this.adviceOn = storedValue('advice', isTruth, true);
    this.autoplay = new Autoplay(this);
    buildControls(this);
    this.autoplay.setSpeed(settings.speed);
    this.autoplay.draw();
    listenForDrags(this.board, (direction) => this.slide(direction));
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
    await this.save();
    const replaced = [this.position, this.saved];
    const position = await this.session.request(request);
    const stored = await this.app.played.store(...replaced);
    await this.save();
    this.app.played.switchTo(stored, id);
    this.app.setRules(position.rules);
    this.showPosition(position, false);
  }

  // Stores the game in its current state in the list of games.
  async keepGame() {
    if (!this.position || this.session.closed) return;
    if (this.shown && !this.autoplay.run) await this.save();
    await this.app.played.store(this.position, this.saved);
  }

  // Undo at the start of a new game returns to the previous one.
  async returnToGame() {
    const game = await this.app.played.previous();
    const position = game && (await this.session.request(`load ${game.record}`).catch(() => null));
    if (position) await this.save();
    this.app.played.returnTo(position && game);
    if (!position) return this.showPosition(this.position, false);
    this.app.setRules(position.rules);
    this.showPosition(position, false);
    announce(t('said.return', { score: number(position.score) }));
  }

  // Shares the position, and the game if it has a move.
  share() {
    this.autoplay.stop();
    this.enqueue(async () => {
      const files = await Promise.all([import('./share.js'), loadRest()]).catch(() => null);
      if (!files) return this.app.showLoadProblem(() => this.share());
      this.app.loadProblem?.remove();
      return files[0].shareDialog(this.app, {
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
    if (settings.sound && position.did && !this.autoplay.isFast) playSound(position);
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
    this.autoplay.stop();
    this.enqueue(async () => {
      if (!this.position?.slides?.[direction] || this.session.closed) return this.board.fallBack();
      const animate = !reducedMotion();
      this.board.move(direction, animate);
      this.session.stop();
      // While trey plays, the engine can be a move ahead of the board that the reader saw.
      const answer = await this.session.request(`slide ${direction}`).catch((error) => {
        if (error.answer?.error !== 'illegal') throw error;
      });
      if (!answer) return this.board.fallBack();
      announceMove(answer, this.position);
      this.showPosition(answer, animate);
    });
  }

  step(command) {
    this.autoplay.stop();
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

  // --- advice ---

  toggleAdvice() {
    this.adviceOn = !this.adviceOn;
    storeValue('advice', this.adviceOn);
    if (!this.autoplay.run) this.session.stop();
    this.restart();
  }

  // Searches the position if advice is on. The game is saved first, so that saving does not wait
  // for the search.
  restart() {
    if (!this.autoplay.run) this.save().catch((error) => this.app.failed(error));
    for (const button of this.adviceButtons)
      button.setAttribute('aria-pressed', String(this.adviceOn));
    this.advice.clear();
    if (!this.showPanel() || this.autoplay.running || !this.shown) {
      this.board.showValues(null);
      return;
    }
    this.advise().catch((error) => this.app.failed(error));
  }

  // Shows the advice, or the speed during fast autoplay. Returns true if advice is needed.
  showPanel() {
    const wanted = this.adviceOn && !this.position.over;
    const fast = this.autoplay.isFast;
    this.advice.element.hidden = !wanted || fast;
    this.autoplay.element.hidden = !fast;
    if (fast) this.autoplay.drawSpeed();
    return wanted;
  }

  async advise() {
    const last = await this.advice.think(this.position);
    if (!last || last.stopped) return;
    announce(t('said.advice', { text: this.advice.text }));
    await this.advice.askOdds();
  }

  async stopAll() {
    this.autoplay.stop();
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
    this.autoplay.run = null;
    this.autoplay.draw();
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
      '+': () => this.autoplay.setSpeed(this.autoplay.rate * 2),
      '-': () => this.autoplay.setSpeed(this.autoplay.rate / 2),
      ' ': () => this.autoplay.toggle(),
    };
    const action = actions[event.key];
    if (!action || (event.key === ' ' && event.target.closest?.('button, a'))) return;
    event.preventDefault();
    action();
  }
}
