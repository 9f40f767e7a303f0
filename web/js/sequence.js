// The game of known tiles: drop an input, watch the beam widen and plan and bound close in, go through the moves, take
// them away as a file; and judge a folder of moves files as a league.

import { Board, rankOf, reduced } from './board.js';
import { announce, carry, complain, fill, h, icon, problemCard, takeFiles } from './dom.js';
import { Graph, feet, pathOf, rulers, scaleX, scaleY, svg } from './graph.js';
import { chosenFiles, drawLeague, droppedFiles, isMoves, judgeLeague } from './league.js';
import { oneLine } from './paste.js';
import { download } from './share.js';
import { Stepper } from './stepper.js';
import { tileElement } from './tile.js';
import { number, t } from './words.js';

const firstWidth = 200,
  widening = 3;
const drawMs = 150;

// A moves file: two lines of comment, then at most 80 moves a line.
export function movesFile({ score, moves, bound, width }) {
  const lines = moves.match(/.{1,80}/g) ?? [];
  return `score ${score} moves ${moves.length} bound ${bound} gap ${bound - score}\ntrey plan, width ${width}, seed 1\n${lines.map((line) => `${line}\n`).join('')}`;
}

export class SequenceView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.board = new Board({ onSlide: () => {} });
    this.stepper = new Stepper((index, animate) => this.showMove(index, animate));
    this.graph = new Graph(220, '');
    this.run = 0;
    this.seconds = 10;
    this.build();
  }

  build() {
    this.facts = h('div.facts');
    this.file = h('input.unseen', {
      type: 'file',
      tabindex: -1,
      'aria-label': t('sequence.open'),
      onchange: () => this.openFile(takeFiles(this.file)[0]),
    });
    this.text = h('textarea', { 'aria-label': t('sequence.text'), spellcheck: 'false' });
    this.problem = problemCard();
    this.time = h(
      'select',
      {
        'aria-label': t('sequence.time'),
        onchange: () => {
          this.seconds = Number(this.time.value);
        },
      },
      [5, 10, 30, 60, 300].map((n) =>
        h('option', { value: n, selected: n === 10 }, t('seconds', { n })),
      ),
    );
    this.chooser = h(
      'section.card',
      {},
      h('h2', {}, t('sequence.input')),
      h('p.small.soft', { style: { 'margin-bottom': '.6rem' } }, t('sequence.how')),
      h(
        'div.row',
        {},
        h(
          'button.button.primary',
          { type: 'button', onclick: () => this.file.click() },
          icon('file'),
          t('sequence.open'),
        ),
        this.file,
        h('label.row.time', {}, h('span.small.soft', {}, t('sequence.time')), this.time),
      ),
      h(
        'details',
        {},
        h('summary', {}, t('paste')),
        this.text,
        h(
          'div.row',
          { style: { 'margin-top': '.6rem' } },
          h(
            'button.button',
            { type: 'button', onclick: () => this.open(this.text.value, t('sequence.pasted')) },
            t('paste.read'),
          ),
        ),
      ),
    );
    this.head = h('div');
    this.graphCard = h('section.card', {}, this.head, this.graph.element);
    // One and the same while all around it is drawn anew: whoever presses it has it still when letting go.
    this.stopButton = h(
      'button.button',
      { type: 'button', onclick: () => this.stop() },
      icon('stop'),
      t('stop'),
    );
    this.passes = h('section.card', { 'aria-label': t('sequence.widths') });
    this.save = h(
      'button.button.primary',
      { type: 'button', onclick: () => this.download() },
      icon('download'),
      t('sequence.moves'),
    );
    this.actions = h('div.row', {}, this.save);
    this.several = h('input.unseen', {
      type: 'file',
      multiple: true,
      tabindex: -1,
      'aria-label': t('sequence.judge'),
      onchange: () => this.judge(chosenFiles(takeFiles(this.several))),
    });
    this.folder = h('input', {
      type: 'file',
      webkitdirectory: true,
      onchange: () => this.judge(chosenFiles(takeFiles(this.folder))),
    });
    const judge = (input, name, label) =>
      h('button.button', { type: 'button', onclick: () => input.click() }, icon(name), t(label));
    this.judges = h(
      'section.card',
      {},
      h('h2', {}, t('league')),
      h('p.small.soft', { style: { 'margin-bottom': '.6rem' } }, t('league.what')),
      h(
        'div.row',
        {},
        judge(this.several, 'file', 'sequence.judge'),
        this.several,
        'webkitdirectory' in this.folder ? judge(this.folder, 'list', 'sequence.folder') : null,
      ),
    );
    this.league = h('section.card', { hidden: true });
    this.stage = h('div.stage', {}, this.facts, this.board.rimmed, this.stepper.element);
    this.element = h(
      'div.view.sequence.broad.empty',
      {},
      this.stage,
      h(
        'div.side',
        {},
        this.problem,
        this.graphCard,
        this.passes,
        this.actions,
        this.league,
        this.chooser,
        this.judges,
      ),
    );
    for (const part of [this.stage, this.graphCard, this.passes, this.actions]) part.hidden = true;
    this.element.addEventListener('dragover', (event) => event.preventDefault());
    this.element.addEventListener('drop', (event) => {
      event.preventDefault();
      droppedFiles(event.dataTransfer)
        .then((files) => {
          if (files.length === 1 && !files[0].path.includes('/')) this.openFile(files[0].file);
          else this.judge(files);
        })
        .catch((error) => this.complain(error.message));
    });
  }

  openFile(file) {
    if (file)
      file.text().then(
        (text) =>
          this.input && isMoves(text)
            ? this.judge(chosenFiles([file]))
            : this.open(text, file.name),
        (error) => this.complain(error.message),
      );
  }

  complain(text) {
    complain(this.problem, text);
  }

  // --- planning ---

  open(text, name) {
    const run = ++this.run;
    this.session.stop();
    this.problem.hidden = true;
    if (!text.trim()) {
      this.complain(t('paste.not', { why: t('paste.none') }));
      this.end();
      return;
    }
    this.work(run, text, name).catch((error) => {
      if (!error.answer) this.app.failed(error);
      else if (run === this.run) {
        this.complain(error.message);
        this.end();
      }
    });
  }

  // What was searched before another text was opened, which is none, stays as it is.
  end() {
    if (!this.input || this.done) return;
    this.done = true;
    this.draw();
  }

  async work(run, text, name) {
    const input = await this.session.request(`sequence ${oneLine(text)}`);
    if (run !== this.run) return;
    Object.assign(this, {
      input,
      source: text,
      proof: null,
      name,
      plan: null,
      states: [],
      points: [[0, input.score]],
      bounds: [[0, input.bound]],
      rounds: [],
      spent: 0,
      stopping: false,
      done: false,
    });
    this.showParts();
    this.league.hidden = true;
    this.stopButton.disabled = false;
    this.states = [{ board: input.board, score: input.score }];
    this.stepper.setLast(0);
    this.stepper.show(0, false);
    this.draw();
    await this.search(run);
  }

  showParts() {
    for (const part of [this.stage, this.graphCard, this.passes, this.actions]) part.hidden = false;
    this.element.classList.remove('empty');
  }

  // Rounds of growing width, each a request, so that there is a plan to show after each and the last can be cut short.
  async search(run) {
    const begun = performance.now();
    this.elapsed = () => (performance.now() - begun) / 1000;
    for (let width = firstWidth; ; width *= widening) {
      const left = this.seconds - this.elapsed();
      if (left < 0.05 || this.stopping) break;
      const round = { width, share: 0 };
      this.rounds.push(round);
      const plan = await this.session.request(
        `plan width ${width} movetime ${Math.ceil(left * 1000)}`,
        (answer) => {
          if (run === this.run) this.progress(round, answer);
        },
      );
      if (run !== this.run) return;
      round.share = 1;
      round.score = plan.score;
      this.bound(plan.bound);
      if (!this.plan || plan.score > this.plan.score) {
        this.plan = plan;
        this.point(plan.score);
        announce(t('sequence.said', { score: number(plan.score), bound: number(plan.bound) }));
        await this.fetchMoves(run);
      }
      if (run !== this.run) return;
      if (plan.proof !== 'none') this.proof = plan.proof;
      this.draw();
      if (plan.proof !== 'none' || plan.stopped) break;
    }
    this.done = true;
    this.draw();
  }

  progress(round, answer) {
    round.share =
      answer.width === round.width ? answer.move / Math.max(1, answer.longest) : round.share;
    round.move = answer.move;
    if (answer.best > this.best()) this.point(answer.best);
    this.bound(answer.bound);
    if (!this.drawing)
      this.drawing = setTimeout(() => {
        this.drawing = 0;
        if (!this.done) this.draw();
      }, drawMs);
  }

  best() {
    return this.points[this.points.length - 1][1];
  }

  point(score) {
    if (score > this.best()) this.points.push([this.elapsed(), score]);
  }

  bound(value) {
    if (value < this.bounds[this.bounds.length - 1][1]) this.bounds.push([this.elapsed(), value]);
  }

  async fetchMoves(run) {
    const states = [this.states[0]];
    await this.session.request(`replay ${this.plan.moves}`, (answer) => states.push(answer));
    if (run !== this.run) return;
    this.states = states;
    const atEnd = this.stepper.at === this.stepper.last;
    this.stepper.setLast(states.length - 1);
    if (!this.stepper.timer)
      this.stepper.show(
        atEnd ? states.length - 1 : Math.min(this.stepper.at, states.length - 1),
        false,
      );
  }

  stop() {
    this.stopping = this.stopButton.disabled = true;
    this.session.stop();
    this.draw();
  }

  // --- drawing ---

  draw() {
    const bound = this.bounds[this.bounds.length - 1][1],
      best = this.best();
    const gap = bound - best;
    const state =
      this.proof || gap === 0
        ? t(gap === 0 ? 'sequence.met' : 'sequence.proved')
        : t('sequence.gap', { bound: number(bound), gap: number(gap) });
    const seconds = this.done ? (this.finished ??= this.elapsed()) : (this.elapsed?.() ?? 0);
    if (!this.done) this.finished = null;
    fill(
      this.head,
      h(
        'div.row.top-row',
        {},
        h(
          'div.grow',
          {},
          h(
            'p.small.soft',
            {},
            t('sequence.name', { name: this.name, n: number(this.input.tiles) }),
          ),
          h('p.huge.number', {}, number(best)),
          h('p.small.soft.number', {}, state),
        ),
        h(
          'div.beside',
          {},
          this.done
            ? h(
                'button.button',
                { type: 'button', onclick: () => this.open(this.source, this.name) },
                t('sequence.again'),
              )
            : this.stopButton,
          h(
            'p.small.soft.number',
            {},
            t('sequence.of', { n: seconds.toFixed(1), of: this.seconds }),
          ),
        ),
      ),
    );
    this.drawGraph(seconds, best, bound);
    this.save.disabled = !this.plan;
    fill(
      this.passes,
      h('h2', {}, t('sequence.widths')),
      h(
        'ol.passes',
        {},
        this.rounds.map((round) =>
          h(
            'li',
            {},
            h('span.number', {}, number(round.width)),
            h('span.meter', {}, h('b', { style: { width: `${Math.round(100 * round.share)}%` } })),
            h(
              'span.amount.number',
              {},
              round.score !== undefined
                ? number(round.score)
                : t('sequence.at', { n: round.move ?? 0 }),
            ),
          ),
        ),
      ),
    );
  }

  drawGraph(seconds, best, bound) {
    const till = Math.max(seconds, 0.5);
    const shown = this.points.length > 1 ? this.points.slice(1) : this.points;
    const low = Math.min(...shown.map(([, score]) => score)),
      high = Math.max(...this.bounds.map(([, b]) => b));
    const room = Math.max((high - low) * 0.08, 1);
    const x = scaleX(0, till),
      y = scaleY(Math.max(0, low - room), high + room, 10, 186);
    const lower = [...shown, [till, best]],
      upper = [...this.bounds, [till, bound]];
    const between = `${pathOf(upper, x, y, true)}${[...lower]
      .reverse()
      .map(([a, b], i, list) => (i === 0 ? `L${x(a)} ${y(b)}` : `V${y(b)}H${x(a)}`))
      .join('')}Z`;
    const second = (value) => t('seconds', { n: Number(value.toFixed(2)) });
    this.graph.draw(
      t('sequence.graph', {
        best: number(best),
        bound: number(bound),
        seconds: seconds.toFixed(1),
      }),
      svg('path', { class: 'between', d: between }),
      rulers(Math.max(0, low - room), high + room, y, number),
      feet(0, till, x, 208, second),
      svg('path', { class: 'bound', d: pathOf(upper, x, y, true) }),
      svg('path', { class: 'value', d: pathOf(lower, x, y, true) }),
      svg(
        'text',
        { class: 'name', x: x(till) - 4, y: y(bound) - 6, 'text-anchor': 'end' },
        t('sequence.bound'),
      ),
      svg(
        'text',
        { class: 'name value-name', x: x(till) - 4, y: y(best) + 16, 'text-anchor': 'end' },
        t('sequence.best'),
      ),
    );
  }

  showMove(index, animate) {
    const state = this.states[index];
    const position = { rules: 'sequence', rows: 4, cols: 4, board: state.board, slides: {} };
    const moving = animate && state.to && !reduced() && this.shownAt === index - 1;
    if (moving) {
      this.board.position.slides = { [state.slide]: state };
      this.board.move(state.slide, true);
      this.board.settle({ ...position, did: state }, true);
    } else this.board.show(position);
    this.shownAt = index;
    const next = this.input.list.slice(index, index + 6);
    fill(
      this.facts,
      next.length
        ? h(
            'div',
            { role: 'img', 'aria-label': t('next.of', { tiles: next.join(', ') }) },
            h('span.label', {}, t('next')),
            h(
              'div.next-tiles',
              {},
              next.map((value) =>
                tileElement({ value, rank: rankOf(value, 'threes') }, 'threes', 'mini'),
              ),
            ),
          )
        : null,
      h(
        'div.end',
        {},
        h('span.label', {}, t('slide.number')),
        h('span.big', {}, number(index)),
        h('span.soft.number', {}, ` / ${number(this.input.tiles)}`),
        h('span.small.soft.number', {}, t('sequence.score', { score: number(state.score) })),
      ),
    );
  }

  download() {
    const name = `${this.name.replace(/\.[^.]*$/, '').replace(/[^\w.-]+/g, '-') || 'plan'}-moves.txt`;
    download(name, movesFile({ ...this.plan, bound: this.bounds[this.bounds.length - 1][1] }));
  }

  // --- a league of moves files ---

  // files: [{path, file}]. One league after the other; what is planned meanwhile ends, for the session plans and judges one input.
  judge(files) {
    this.judging = (this.judging ?? Promise.resolve())
      .then(() => this.judgeAll(files))
      .catch((error) => {
        if (error.answer) this.complain(error.message);
        else this.app.failed(error);
      });
  }

  async judgeAll(files) {
    this.problem.hidden = true;
    if (this.input && !this.done) {
      this.run++;
      this.session.stop();
      this.end();
    }
    const open = this.input && {
      name: this.name,
      text: this.source,
      bound: this.bounds[this.bounds.length - 1][1],
    };
    try {
      const league = await judgeLeague(this.session, files, open);
      if (!league) this.complain(t(open ? 'league.nothing' : 'sequence.first'));
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

  carry(from) {
    carry(
      this,
      from,
      [
        'input',
        'source',
        'name',
        'plan',
        'states',
        'points',
        'bounds',
        'rounds',
        'spent',
        'done',
        'proof',
        'seconds',
        'elapsed',
        'finished',
        'judged',
      ],
      ['text', 'time'],
    );
    this.stepper.at = from.stepper.at;
  }

  show() {
    if (this.judged && !this.league.hasChildNodes()) this.showLeague(this.judged);
    if (this.input && !this.done) this.open(this.source, this.name);
    else if (this.input) {
      this.showParts();
      this.stepper.setLast(this.states.length - 1);
      this.stepper.show(this.stepper.at, false);
      this.draw();
      this.session
        .request(`sequence ${oneLine(this.source)}`)
        .catch((error) => this.app.failed(error));
    }
  }

  // The engine was interrupted.
  restart() {
    if (this.input && !this.done) this.open(this.source, this.name);
  }

  async hide() {
    this.run++;
    this.stepper.pause();
    this.session.stop();
  }

  key(event) {
    if (this.input) this.stepper.key(event);
  }
}
