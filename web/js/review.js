// The Review view: the value of each move of a finished game, where the game was lost, and which
// moves were better. The game arrives as a table (`steps`), so that the user can step through it
// while the session still values its moves.

import { Board, reducedMotion } from './board.js';
import { announce, copyState, h, problemCard, showProblem } from './dom.js';
import { drawFacts } from './facts.js';
import { isField } from './input.js';
import { addMistakes } from './notebook.js';
import { GameChooser } from './review-chooser.js';
import { ReviewGraph } from './review-graph.js';
import { LearnCard, ReviewHead } from './review-head.js';
import { drawStats, MistakeList, MoveList } from './review-lists.js';
import { drawMove, drawRim } from './review-move.js';
import { reviewPage } from './review-page.js';
import { computeOdds, loadReport, valueMoves } from './review-work.js';
import { sampleGame } from './sample-game.js';
import { isLine, storedValue } from './settings.js';
import { download, shareDialog } from './share.js';
import { Stepper } from './stepper.js';
import { number, t } from './words.js';

const drawMs = 300,
  listMs = 1500; // min. interval between two drawings of the graph, and of the mistakes

export class ReviewView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.board = new Board({ onSlide: () => {} });
    this.stepper = new Stepper((index, animate) => this.showStep(index, animate));
    this.graph = new ReviewGraph((index) => this.stepper.go(index));
    this.moveList = new MoveList((index) => this.goTo(index));
    this.mistakeList = new MistakeList((move) => this.goTo(move.slide - 1));
    this.chooser = new GameChooser({
      onPlayed: () => this.open(this.playedGame()),
      onSample: () => this.open(sampleGame),
      onRecord: (record) => this.open(record),
      onPictures: (files) => this.openPictures(files),
      onProblem: (text) => this.showProblem(text),
    });
    this.report = null;
    this.run = 0;
    this.build();
  }

  build() {
    this.facts = h('div.facts');
    this.moveText = h('div.said-slide');
    this.head = new ReviewHead(() => this.share());
    this.learn = new LearnCard(() => this.practise(this.report.exercises()));
    this.stats = h('dl.stats');
    const nextMistake = h(
      'button.button',
      { type: 'button', onclick: () => this.goToMistake() },
      t('review.next'),
    );
    this.stage = h('div.stage', {}, this.facts, this.board.rimmed, this.moveText);
    this.graphCard = h(
      'section.card',
      {},
      this.head.elements,
      this.graph.element,
      h('div.step-row', {}, this.stepper.element, nextMistake),
    );
    this.problem = problemCard();
    this.parts = [
      this.stage,
      this.graphCard,
      this.stats,
      this.moveList.element,
      this.mistakeList.element,
    ];
    const [, ...beside] = this.parts;
    beside.splice(2, 0, this.learn.element);
    this.element = h(
      'div.view.review.broad.empty',
      {},
      this.stage,
      h('div.side', {}, this.problem, beside, this.chooser.element),
    );
    for (const part of this.parts) part.hidden = true;
    this.element.addEventListener('dragover', (event) => event.preventDefault());
    this.element.addEventListener('drop', (event) => {
      event.preventDefault();
      this.chooser.openFiles([...event.dataTransfer.files]);
    });
  }

  // --- which game ---

  // Analyse creates a game from pictures and opens it here.
  openPictures(files) {
    location.hash = 'analyse';
    this.background(this.app.viewOf('analyse').then((analyse) => analyse.pictures.open(files)));
  }

  // The game in Play, if it has a move.
  playedGame() {
    const record = storedValue('game', isLine, '');
    return /"slides":"[^"]/.test(record) ? record : null;
  }

  // Reviews a record once the view is shown.
  open(record) {
    this.pending = record;
    if (this.shown) this.background(this.begin(record));
    else location.hash = 'review';
  }

  showProblem(text) {
    showProblem(this.problem, text);
  }

  // --- the review ---

  // before: an interrupted report of the same record.
  async begin(record, before = null) {
    const run = ++this.run;
    if (this.pending || !this.wanted) this.problem.hidden = true;
    this.pending = null;
    const interrupted = this.wanted;
    this.wanted = { record, report: before };
    this.stepper.pause();
    this.session.stop();
    let report;
    try {
      report = await loadReport(this.session, record);
    } catch (error) {
      if (run === this.run) this.refuse(record, error, interrupted);
      return;
    }
    if (run !== this.run || !report) return;
    if (before) report.moves = before.moves;
    this.wanted.report = this.report = report;
    this.showReport(before ? this.stepper.at : 0);
    await this.value(run, report);
  }

  // The record is invalid; a review that it interrupted continues.
  refuse(record, error, interrupted) {
    this.showProblem(error.answer ? t('review.not', { why: error.message }) : error.message);
    this.wanted = interrupted && interrupted.record !== record ? interrupted : null;
    if (this.wanted) this.restart();
  }

  showReport(at) {
    const { report } = this;
    for (const part of this.parts) part.hidden = false;
    this.element.classList.remove('empty');
    this.app.showRules(report.end.rules);
    this.graph.draw(report, at);
    this.moveList.draw(report, at);
    this.stepper.setLast(report.total);
    this.stepper.show(at, false);
    this.draw();
  }

  async value(run, report) {
    let timer = 0;
    const isCurrent = () => run === this.run;
    const onMove = (index) => {
      if (index === this.stepper.at) this.drawSaid();
      const draw = () => {
        timer = 0;
        if (isCurrent()) this.draw();
      };
      timer ||= setTimeout(draw, report.done < 4 ? 0 : drawMs);
    };
    const complete = await valueMoves(this.session, report, isCurrent, onMove);
    clearTimeout(timer);
    if (!complete) return;
    this.wanted = null;
    this.draw();
    this.drawSaid();
    // Mistakes of the sample game do not go into the notebook.
    const exercises = report.exercises();
    const fresh = report.record === sampleGame ? 0 : addMistakes(exercises);
    const figures = { accuracy: report.sum.accuracy.toFixed(1), n: exercises.length };
    announce(t('review.done', figures) + (fresh ? ` ${t('review.noted', { n: fresh })}` : ''));
    await this.showOdds(run, report);
  }

  showOdds(run, report) {
    const draw = () => this.graph.draw(report, this.stepper.at);
    return computeOdds(this.session, report, () => run === this.run, draw);
  }

  // --- going through it ---

  goToMistake() {
    const marked = (move) => move && this.mistakeList.shown.has(move.mark);
    const { moves } = this.report;
    const next = moves.find((move, i) => i > this.stepper.at && marked(move)) ?? moves.find(marked);
    if (next) this.goTo(next.slide - 1);
  }

  // The board may be scrolled out of sight on a narrow screen.
  goTo(index) {
    this.stepper.go(index);
    if (this.stage.getBoundingClientRect().bottom < 100) window.scrollTo(0, 0);
  }

  showStep(index, animate) {
    const { steps, total } = this.report;
    const step = steps[index];
    const before = steps[index - 1];
    if (animate && before && !reducedMotion() && this.board.position === before) {
      this.board.move(before.did.slide, true);
      this.board.settle({ ...step, did: before.did }, true);
    } else this.board.show(step);
    step.slides ??= step.did ? { [step.did.slide]: step.did } : {};
    this.board.position = step;
    drawFacts(
      this.facts,
      step,
      h(
        'div.end',
        {},
        h('span.label', {}, t('move.number')),
        h('span.big', {}, number(index)),
        h('span.soft.number', {}, ` / ${number(total)}`),
      ),
    );
    this.graph.mark(index);
    this.moveList.mark(index);
    this.mistakeList.mark(index);
    this.drawSaid();
  }

  // --- drawing ---

  draw() {
    const { report } = this;
    const { at } = this.stepper;
    this.graph.draw(report, at);
    this.head.draw(report);
    drawStats(this.stats, report);
    this.moveList.draw(report, at);
    this.learn.draw(report);
    // A list that changes constantly can be neither read nor tapped.
    const now = performance.now();
    if (!report.sum && report.done > 0 && now - (this.listed ?? 0) < listMs) return;
    this.listed = now;
    this.mistakeList.draw(report, at);
  }

  drawSaid() {
    const { at } = this.stepper;
    drawRim(this.board, this.report, at);
    drawMove(this.moveText, this.report, at, (move) =>
      this.practise([this.report.exerciseOf(move)]),
    );
  }

  // --- handing on ---

  practise(exercises) {
    if (this.report.record !== sampleGame) addMistakes(exercises);
    this.background(this.app.viewOf('practice').then((practice) => practice.openSeries(exercises)));
  }

  share() {
    const { report } = this;
    shareDialog(this.app, {
      position: report.steps[this.stepper.at],
      record: report.record,
      saveReview: report.sum && (() => this.savePage()),
    });
  }

  async savePage() {
    download('trey-review.html', await reviewPage(this.report), 'text/html');
  }

  // --- the view ---

  show() {
    this.shown = true;
    const played = this.playedGame();
    this.chooser.played.disabled = !played;
    if (this.pending) return this.background(this.begin(this.pending));
    if (this.wanted) return this.restart();
    if (!this.report) return this.background(this.begin(played ?? sampleGame));
    this.showReport(this.stepper.at);
    return this.report.sum && this.report.places
      ? this.background(this.showOdds(++this.run, this.report))
      : null;
  }

  // Resumes an interrupted review; restarts one without points after a network has loaded.
  restart() {
    if (this.wanted) this.background(this.begin(this.wanted.record, this.wanted.report));
    else if (this.report?.points === false) this.background(this.begin(this.report.record));
  }

  // Runs in the background while the view is shown; the app reports errors.
  background(work) {
    work.catch((error) => this.app.failed(error));
  }

  copyFrom(from) {
    copyState(this, from, ['report', 'wanted']);
    this.mistakeList.shown = from.mistakeList.shown;
    this.graph.zoomed = from.graph.zoomed;
    this.stepper.at = from.stepper.at;
    this.chooser.copyFrom(from.chooser);
  }

  async hide() {
    this.shown = false;
    this.run++;
    this.stepper.pause();
    this.session.stop();
  }

  key(event) {
    if (!this.report || this.stepper.key(event)) return;
    if (event.key === 'n' && !event.ctrlKey && !event.metaKey && !isField(event.target))
      this.goToMistake();
  }
}
