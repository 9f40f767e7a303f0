// The Analyse view: any position, and games played elsewhere. This class shows the position; its
// parts are setting up a board (editor.js), following a game (follow.js), and positions from
// elsewhere (paste-panel.js).

import { Advice } from './advice.js';
import { Board, reducedMotion } from './board.js';
import { announce, copyState, h, problemCard, runInOrder, showProblem } from './dom.js';
import { Editor } from './editor.js';
import { Follow } from './follow.js';
import { isView } from './header.js';
import { isField, listenForDrags, slideOfKey } from './input.js';
import { PastePanel } from './paste-panel.js';
import { toLink } from './paste.js';
import { PictureCard } from './picture.js';
import { drawPosition } from './position-panel.js';
import { openLink, openText, showKnown, storedState, storeState } from './recall.js';
import { t } from './words.js';

export class AnalyseView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.queue = Promise.resolve();
    this.board = new Board({
      onSlide: (direction) => this.slide(direction),
      onCell: (cell) => this.tapCell(cell),
    });
    this.advice = new Advice(this.session, this.board, (error) => app.failed(error));
    this.facts = h('div.facts');
    this.panel = h('section.card', { 'aria-live': 'off' });
    this.problem = problemCard();
    this.editor = new Editor(this);
    this.follower = new Follow(this);
    this.pastePanel = new PastePanel(this);
    this.pasteText = this.pastePanel.text;
    this.element = h(
      'div.view.analyse',
      {},
      h('div.stage', {}, this.facts, this.board.rimmed, this.board.slideButtons),
      h('div.side', {}, this.problem, this.panel, this.advice.element, this.pastePanel.element),
    );
    this.pictures = new PictureCard(this);
    this.pastePanel.element.before(this.pictures.element);
    listenForDrags(this.board, (direction) => this.slide(direction));
    this.mode = 'edit'; // edit, analyse or follow
    this.correcting = false;
    this.cell = 0;
    this.edited = null; // see editor.js
  }

  enqueue(work) {
    return runInOrder(this, work);
  }

  showProblem(text) {
    showProblem(this.problem, text);
  }

  // --- the view ---

  async show() {
    this.shown = true;
    this.pastePanel.listen();
    const text = this.pending;
    this.pending = null;
    const shared = this.shared;
    this.shared = null;
    if (shared) return this.enqueue(() => openText(this, shared));
    // A reloaded page has the link of its position, but the stored state has more than the link.
    const known = this.saved ?? storedState();
    if (text && known?.link !== `#${text}`) return this.enqueue(() => openLink(this, text));
    return this.enqueue(() => showKnown(this, text));
  }

  copyFrom(from) {
    from.pictures.close();
    const names = ['mode', 'position', 'saved', 'edited', 'cell', 'correcting'];
    copyState(this, from, [...names, 'lastSlide', 'enteredTile', 'showWindows'], ['pasteText']);
  }

  async hide() {
    this.pastePanel.ignore();
    this.session.stop();
    await this.queue;
    this.advice.clear();
    this.shown = false;
    await storeState(this);
  }

  lost() {
    this.advice.clear();
    this.advice.element.hidden = true;
  }

  // Shows a link that was opened or typed, once the view is visible.
  link(text) {
    this.pending = text;
  }

  // Opens a position from elsewhere after a preview: a text in any known form (paste.js), or
  // {rules, board: [tiles], next, deck}, the last two optional. source: a title for
  // the preview.
  applyPosition(what, source = '') {
    return this.enqueue(() => this.pastePanel.open(what, { source }));
  }

  // Waits for the session's answer before the view changes.
  async ask(request, mode = 'analyse') {
    const position = await this.session.request(request);
    this.mode = mode;
    this.correcting = false;
    this.showPosition(position, false);
  }

  // --- setting up ---

  startEdit(rules, position = this.position) {
    return this.enqueue(() => this.edit(rules, position));
  }

  async edit(rules, position = this.position) {
    this.session.stop();
    const edited = await this.editor.begin(rules, position);
    this.mode = 'edit';
    this.advice.clear();
    this.problem.hidden = true;
    this.edited = edited;
    this.cell = 0;
    await this.resumeEdit();
  }

  // A board being edited survives a change of views.
  async resumeEdit() {
    this.app.setRules(this.edited.rules);
    await this.editor.draw();
  }

  analyse() {
    this.begin('set', 'analyse');
  }

  follow() {
    this.begin('follow', 'follow');
  }

  begin(command, mode) {
    if (this.editor.isEmpty) this.showProblem(t('setup.none'));
    else this.enqueue(() => this.ask(this.editor.request(command), mode));
  }

  cellName(cell) {
    const { cols } = this.edited ?? this.position;
    return t('board.cell', { row: Math.floor(cell / cols) + 1, col: (cell % cols) + 1 });
  }

  // Sets the tile of the selected cell, while a board is set up or a cell is corrected.
  putTile(value) {
    if (!this.correcting) {
      this.editor.put(value);
      return;
    }
    const { cell } = this;
    this.enqueue(async () => {
      this.showPosition(await this.session.request(`put ${cell} ${value}`), false);
    });
  }

  toggleCorrecting() {
    this.correcting = !this.correcting;
    this.session.stop();
    this.showPosition(this.position, false);
  }

  // --- a position ---

  // Sets the page's address, unless a link to another view was followed meanwhile.
  setAddress(link) {
    const [name] = location.hash.slice(1).split('/');
    if (name === 'analyse' || !isView(name)) history.replaceState(null, '', link);
  }

  showPosition(position, animate = true) {
    if (this.element.classList.contains('editing')) window.scrollTo(0, 0);
    this.element.classList.remove('editing');
    this.position = position;
    this.edited = null;
    this.problem.hidden = true;
    if (animate && position.did) this.board.settle(position, animate);
    else this.board.show(position);
    this.board.showValues(null);
    this.app.setRules(position.rules);
    this.setAddress(toLink(position));
    if (this.mode === 'follow') this.follower.draw();
    else drawPosition(this);
    this.advice.element.hidden = Boolean(position.waiting) || position.over;
    storeState(this);
    if (!position.waiting && !position.over && !this.correcting) this.think();
    else this.advice.clear();
  }

  // Repeats the analysis of the position, for example with another network.
  restart() {
    this.enqueue(async () => {
      if (this.shown && this.mode !== 'edit' && !this.advice.element.hidden && !this.correcting)
        this.think();
    });
  }

  think() {
    this.advice
      .think(this.position)
      .then((last) => {
        if (!last || last.stopped) return null;
        announce(t('said.advice', { text: this.advice.text }));
        return this.advice.askOdds();
      })
      .catch((error) => this.app.failed(error));
  }

  // --- taps, moves and keys ---

  tapCell(cell) {
    if (this.mode !== 'edit' && !this.correcting) {
      this.follower.tapCell(cell);
      return;
    }
    this.cell = cell;
    if (this.mode === 'edit') this.editor.draw();
    else this.follower.draw();
    this.board.slots[cell].focus();
  }

  slide(direction) {
    if (this.mode === 'edit' || this.correcting) return;
    this.enqueue(async () => {
      if (this.position.waiting || !this.position.slides?.[direction]) {
        this.board.fallBack();
        return;
      }
      this.lastSlide = direction;
      this.board.move(direction, !reducedMotion());
      this.session.stop();
      const answer = await this.session.request(`slide ${direction}`);
      this.showPosition(answer, !reducedMotion() && Boolean(answer.did?.entered));
      this.follower.enterSpawnIfUnique();
    });
  }

  step(command) {
    this.enqueue(async () => {
      this.session.stop();
      this.enteredTile = null;
      this.showPosition(await this.session.request(command), false);
    });
  }

  key(event) {
    if (isField(event.target)) return;
    if (this.mode === 'edit' || this.correcting) {
      const board = this.edited ?? this.position;
      if (board) this.editor.key(event, board, (value) => this.putTile(value));
      return;
    }
    const direction = slideOfKey(event);
    if (direction) {
      event.preventDefault();
      this.slide(direction);
    } else if (event.key === 'u' || event.key === 'r')
      this.step(event.key === 'u' ? 'undo' : 'redo');
    else this.follower.key(event);
  }
}
