// The Sequence view, for the game with known tiles: open an input, watch the plan and its bound,
// step through the moves, save them as a file; and judge a folder of moves files as a league.

import { Board, rankOf, reducedMotion } from './board.js';
import { announce, copyState, fill, h, icon, problemCard, showProblem } from './dom.js';
import { chosenFiles, drawLeague, droppedFiles, isMoves, judgeLeague } from './league.js';
import { oneLine } from './paste.js';
import { movesFile, Plan } from './plan.js';
import { sampleInput } from './sample-input.js';
import {
  drawHead,
  drawPlanGraph,
  drawRounds,
  InputChooser,
  JudgeCard,
  planGraph,
} from './sequence-parts.js';
import { download } from './share.js';
import { Stepper } from './stepper.js';
import { tileElement } from './tile.js';
import { number, t } from './words.js';

const drawMs = 150;

export class SequenceView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.board = new Board({ onSlide: () => {} });
    this.stepper = new Stepper((index, animate) => this.showMove(index, animate));
    this.graph = planGraph();
    this.chooser = new InputChooser({
      onFile: (file) => this.openFile(file),
      onText: (text) => this.open(text, t('sequence.pasted')),
      onExample: () => this.open(sampleInput, t('sequence.example.name')),
      onTime: (seconds) => {
        this.seconds = seconds;
      },
    });
    this.judges = new JudgeCard((files) => this.judge(files));
    this.plan = null;
    this.run = 0;
    this.seconds = 10;
    this.build();
  }

  build() {
    this.facts = h('div.facts');
    this.problem = problemCard();
    this.head = h('div');
    this.graphCard = h('section.card', {}, this.head, this.graph.element);
    // The same element is kept while its surroundings are redrawn, so that a press and its release
    // hit the same button.
    this.stopButton = h(
      'button.button',
      { type: 'button', onclick: () => this.stop() },
      icon('stop'),
      t('stop'),
    );
    this.rounds = h('section.card', { 'aria-label': t('sequence.widths') });
    this.save = h(
      'button.button.primary',
      { type: 'button', onclick: () => this.download() },
      icon('download'),
      t('sequence.moves'),
    );
    this.league = h('section.card', { hidden: true });
    this.stage = h('div.stage', {}, this.facts, this.board.rimmed, this.stepper.element);
    const actions = h('div.row', {}, this.save);
    this.parts = [this.stage, this.graphCard, this.rounds, actions];
    this.intro = h('p.intro', {}, t('sequence.intro'));
    this.element = h(
      'div.view.sequence.broad.empty',
      {},
      this.stage,
      h(
        'div.side',
        {},
        this.problem,
        this.intro,
        this.graphCard,
        this.rounds,
        actions,
        this.league,
        this.chooser.element,
        this.judges.element,
      ),
    );
    for (const part of this.parts) part.hidden = true;
    this.element.addEventListener('dragover', (event) => event.preventDefault());
    this.element.addEventListener('drop', (event) => {
      event.preventDefault();
      droppedFiles(event.dataTransfer)
        .then((files) => {
          if (files.length === 1 && !files[0].path.includes('/')) this.openFile(files[0].file);
          else this.judge(files);
        })
        .catch((error) => this.showProblem(error.message));
    });
  }

  openFile(file) {
    if (!file) return;
    const open = (text) => {
      if (this.plan && isMoves(text)) this.judge(chosenFiles([file]));
      else this.open(text, file.name);
    };
    file.text().then(open, (error) => this.showProblem(error.message));
  }

  showProblem(text) {
    showProblem(this.problem, text);
  }

  // --- planning ---

  open(text, name) {
    const run = ++this.run;
    this.session.stop();
    this.problem.hidden = true;
    if (!text.trim()) {
      this.showProblem(t('paste.not', { why: t('paste.none') }));
      this.end();
      return;
    }
    this.work(run, text, name).catch((error) => {
      if (!error.answer) this.app.failed(error);
      else if (run === this.run) {
        this.showProblem(error.message);
        this.end();
      }
    });
  }

  // An invalid input leaves an interrupted plan as it is.
  end() {
    if (!this.plan || this.plan.done) return;
    this.plan.end();
    this.draw();
  }

  async work(run, text, name) {
    const plan = await Plan.read(this.session, name, text);
    if (run !== this.run) return;
    this.plan = plan;
    this.league.hidden = true;
    this.stopButton.disabled = false;
    this.showParts();
    this.stepper.setLast(0);
    this.stepper.show(0, false);
    this.draw();
    await plan.search(this.session, this.seconds, {
      isCurrent: () => run === this.run,
      onProgress: () => this.drawSoon(),
      onBetter: () => this.showBetter(),
    });
    if (run === this.run) this.draw();
  }

  showParts() {
    for (const part of this.parts) part.hidden = false;
    this.element.classList.remove('empty');
  }

  showBetter() {
    const { states, best, bound } = this.plan;
    announce(t('sequence.said', { score: number(best.score), bound: number(bound) }));
    const { stepper } = this;
    const last = states.length - 1;
    const at = stepper.at === stepper.last ? last : Math.min(stepper.at, last);
    stepper.setLast(last);
    if (!stepper.timer) stepper.show(at, false);
  }

  stop() {
    this.plan.stopping = this.stopButton.disabled = true;
    this.session.stop();
    this.draw();
  }

  // --- drawing ---

  drawSoon() {
    const draw = () => {
      this.drawing = 0;
      if (!this.plan.done) this.draw();
    };
    this.drawing ||= setTimeout(draw, drawMs);
  }

  draw() {
    const { plan } = this;
    const seconds = plan.done ? plan.seconds : plan.elapsed();
    const again = () =>
      h(
        'button.button',
        { type: 'button', onclick: () => this.open(plan.text, plan.name) },
        t('sequence.again'),
      );
    drawHead(this.head, plan, seconds, this.seconds, plan.done ? again() : this.stopButton);
    drawPlanGraph(this.graph, plan, seconds);
    drawRounds(this.rounds, plan.rounds);
    this.save.disabled = !plan.best;
  }

  showMove(index, animate) {
    const { input, states } = this.plan;
    const state = states[index];
    const position = { rules: 'sequence', rows: 4, cols: 4, board: state.board, slides: {} };
    const moving = animate && state.to && !reducedMotion() && this.shownAt === index - 1;
    if (moving) {
      this.board.position.slides = { [state.slide]: state };
      this.board.move(state.slide, true);
      this.board.settle({ ...position, did: state }, true);
    } else this.board.show(position);
    this.shownAt = index;
    const next = input.list.slice(index, index + 6);
    const tile = (value) => tileElement({ value, rank: rankOf(value, 'threes') }, 'threes', 'mini');
    fill(
      this.facts,
      next.length
        ? h(
            'div',
            { role: 'img', 'aria-label': t('next.of', { tiles: next.join(', ') }) },
            h('span.label', {}, t('next')),
            h('div.next-tiles', {}, next.map(tile)),
          )
        : null,
      h(
        'div.end',
        {},
        h('span.label', {}, t('move.number')),
        h('span.big', {}, number(index)),
        h('span.soft.number', {}, ` / ${number(input.tiles)}`),
        h('span.small.soft.number', {}, t('sequence.score', { score: number(state.score) })),
      ),
    );
  }

  download() {
    const { name, best, bound } = this.plan;
    const stem = name.replace(/\.[^.]*$/, '').replace(/[^\w.-]+/g, '-') || 'plan';
    download(`${stem}-moves.txt`, movesFile({ ...best, bound }));
  }

  // --- a league of moves files ---

  // Judges files: [{path, file}]. Leagues run one after the other; planning stops, because the
  // session has one input for both.
  judge(files) {
    this.judging = (this.judging ?? Promise.resolve())
      .then(() => this.judgeAll(files))
      .catch((error) => {
        if (error.answer) this.showProblem(error.message);
        else this.app.failed(error);
      });
  }

  async judgeAll(files) {
    this.problem.hidden = true;
    if (this.plan && !this.plan.done) {
      this.run++;
      this.session.stop();
      this.end();
    }
    const { name, text, bound } = this.plan ?? {};
    const open = this.plan && { name, text, bound };
    try {
      const league = await judgeLeague(this.session, files, open);
      if (!league) this.showProblem(t(open ? 'league.nothing' : 'sequence.first'));
      else this.showLeague(league);
    } finally {
      if (open) await this.session.request(`sequence ${oneLine(open.text)}`);
    }
  }

  showLeague(league) {
    this.judged = league;
    this.league.hidden = false;
    fill(this.league, drawLeague(league));
    announce(t('sequence.judged', { n: league.players.length }));
  }

  // --- the view ---

  copyFrom(from) {
    copyState(this, from, ['plan', 'seconds', 'judged']);
    copyState(this.chooser, from.chooser, [], ['text', 'time']);
    this.stepper.at = from.stepper.at;
  }

  show() {
    if (this.judged && !this.league.hasChildNodes()) this.showLeague(this.judged);
    if (!this.plan) return;
    if (!this.plan.done) {
      this.open(this.plan.text, this.plan.name);
      return;
    }
    this.showParts();
    this.stepper.setLast(this.plan.states.length - 1);
    this.stepper.show(this.stepper.at, false);
    this.draw();
    this.session
      .request(`sequence ${oneLine(this.plan.text)}`)
      .catch((error) => this.app.failed(error));
  }

  // The engine was interrupted.
  restart() {
    if (this.plan && !this.plan.done) this.open(this.plan.text, this.plan.name);
  }

  async hide() {
    this.run++;
    this.stepper.pause();
    this.session.stop();
  }

  key(event) {
    if (this.plan) this.stepper.key(event);
  }
}
