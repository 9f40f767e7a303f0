// Small boards, solved: what each slide is truly worth, the least, the mean and the most that best play makes of it, beside
// what a search thinks.

import { shareOf, lossOf } from './verdict.js';
import { Board, directions, reduced } from './board.js';
import { announce, carry, complain, fill, h, icon, inTurn, problemCard } from './dom.js';
import { drawFacts } from './facts.js';
import { listenForDrags, slideOfKey } from './input.js';
import { toRequest } from './paste.js';
import { Tables } from './tables.js';
import { brief, number, t } from './words.js';

const games = ['course', '2048'];
const sizes = [
  [2, 2],
  [2, 3],
  [2, 4],
]; // that are solved here; larger ones by tables
const guessMs = 250;

const exactly = (value) =>
  value.toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

const megabytes = (bytes) => (bytes < 1e6 ? (bytes / 1e6).toFixed(2) : Math.round(bytes / 1e6));

export class ExactView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.tables = app.tables ??= new Tables(app);
    this.tables.tell = (table, error) => this.told(table, error);
    this.queue = Promise.resolve();
    this.game = 'course';
    this.size = sizes[0];
    this.board = new Board({ onSlide: (direction) => this.slide(direction) });
    this.facts = h('div.facts');
    this.pick = h('div.row', { role: 'group', 'aria-label': t('exact.which') });
    this.state = h('section.card', { hidden: true });
    this.table = h('section.card', { hidden: true });
    this.problem = problemCard();
    // One and the same while all around it is drawn anew: whoever presses it has it still when letting go.
    this.stopButton = h(
      'button.button',
      {
        type: 'button',
        onclick: () => {
          this.stopButton.disabled = true;
          this.session.stop();
        },
      },
      icon('stop'),
      t('stop'),
    );
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
      button('plus', 'new', () => this.ask(`new ${this.rules()}`)),
    );
    this.element = h(
      'div.view.exact.broad',
      {},
      h('div.stage', {}, this.facts, this.board.rimmed, this.board.slideButtons, this.controls),
      h('div.side', {}, this.problem, this.pick, this.state, this.table),
    );
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
    const choice = (text, on, action) =>
      h('button.button', { type: 'button', 'aria-pressed': String(on), onclick: action }, text);
    const larger = this.tables
      .sizes()
      .filter((size) => !sizes.some((solved) => solved.join() === size.join()));
    fill(
      this.pick,
      games.map((game) =>
        choice(t(`rules.${game}`), game === this.game, () => {
          this.game = game;
          this.open();
        }),
      ),
      h('span.grow'),
      h(
        'div.row',
        {},
        sizes.concat(larger).map((size) =>
          choice(size.join(' × '), this.isSize(size), () => {
            this.size = size;
            if (larger.includes(size)) this.game = 'course'; // of which the tables are
            this.open();
          }),
        ),
      ),
    );
  }

  isSize(size) {
    return size.join() === this.size.join();
  }

  // Whether this board has to have a table.
  tabled() {
    return !sizes.some((size) => this.isSize(size));
  }

  open(all = false) {
    this.session.stop();
    this.enqueue(async () => {
      this.problem.hidden = true;
      await this.tables.look();
      if (
        this.tabled() &&
        (this.game !== 'course' || !this.tables.sizes().some((size) => this.isSize(size)))
      )
        this.size = sizes[0];
      this.drawPick();
      this.table.hidden = true;
      const position = await this.session.request(`new ${this.rules()}`);
      this.app.showRules(position.rules);
      this.show1(position);
      if (this.tabled()) announce(this.drawTabled());
      else await this.solve(all);
      if (this.solved) await this.look();
    });
  }

  drawProgress(what, done, text, button = null) {
    const share = Math.round(100 * done);
    fill(
      this.state,
      h('div.row', {}, h('strong.grow', {}, what), button),
      h(
        'div.progress',
        {
          role: 'progressbar',
          'aria-label': what,
          'aria-valuenow': share,
          'aria-valuemin': 0,
          'aria-valuemax': 100,
        },
        h('b', { style: { width: `${share}%` } }),
      ),
      h('p.small.soft.number', {}, text(share)),
    );
  }

  // What is known of this board by a table, and which tables would tell more.
  drawTabled() {
    const has = this.tables.of(this.rules());
    const more = this.tables.more(this.size, has);
    const said = !has
      ? t('exact.table.none')
      : has.kind === 'play'
        ? t('exact.table.play', { n: number(has.states) })
        : t('exact.table.means', { n: number(has.states), root: exactly(has.root) });
    this.solved = has;
    this.state.hidden = false;
    fill(
      this.state,
      h('p.small.soft.number', {}, said),
      more.length > 0 &&
        h(
          'div.row',
          { style: { 'margin-top': '.6rem' } },
          more.map((table) =>
            h(
              'button.button',
              { type: 'button', onclick: () => this.load(table) },
              icon('download'),
              t(table.kind === 'play' ? 'exact.load.play' : 'exact.load.means', {
                size: megabytes(table.bytes),
              }),
            ),
          ),
        ),
    );
    for (const table of more) if (this.tables.coming.has(table.file)) this.drawComing(table);
    return said;
  }

  drawComing({ file, bytes }) {
    const done = this.tables.coming.get(file);
    this.state.hidden = false;
    this.drawProgress(t('exact.loading'), done, () =>
      t('network.of', { loaded: ((done * bytes) / 1e6).toFixed(1), total: megabytes(bytes) }),
    );
  }

  load(table) {
    this.problem.hidden = true;
    this.tables.load(table);
  }

  // More of a table has come, all of it, or it never will. Meanwhile another board may be looked at.
  told(table, error) {
    const here = () => this.tabled() && this.isSize([table.rows, table.cols]);
    if (!here() || this.app.view !== this) return; // it is seen when the view is shown
    if (this.tables.coming.has(table.file)) this.drawComing(table);
    else if (error) {
      this.drawTabled();
      complain(
        this.problem,
        error.message === 'damaged'
          ? t('exact.table.damaged')
          : t('exact.table.failed', { why: error.message }),
      );
    } else
      this.enqueue(async () => {
        await this.tables.look();
        if (!here()) return;
        announce(this.drawTabled());
        if (this.solved) await this.look();
      });
  }

  async solve(all) {
    this.solved = null;
    this.state.hidden = false;
    const draw = ({ done, seconds }) =>
      this.drawProgress(
        t('exact.solving'),
        done,
        (share) => t('exact.share', { share, seconds: seconds.toFixed(1) }),
        this.stopButton,
      );
    this.stopButton.disabled = false;
    draw({ done: 0, seconds: 0 });
    const solved = await this.session.request(`solve ${this.rules()}${all ? ' all' : ''}`, draw);
    if (solved.stopped) {
      fill(
        this.state,
        h(
          'div.row',
          {},
          h('p.grow.soft', {}, t('exact.stopped')),
          h(
            'button.button',
            { type: 'button', onclick: () => this.open(all) },
            t('sequence.again'),
          ),
        ),
      );
      return;
    }
    this.solved = solved;
    announce(this.drawSolved());
  }

  drawSolved() {
    const { solved } = this;
    const text = t('exact.solved', {
      n: number(solved.states),
      seconds: solved.seconds < 0.05 ? '< 0.1' : solved.seconds.toFixed(1),
      root: exactly(solved.root),
    });
    this.state.hidden = false;
    fill(
      this.state,
      h('p.small.soft.number', {}, text),
      solved.all ? null : h('p.small.soft', {}, t('exact.mean.only')),
      solved.all
        ? null
        : h('button.button', { type: 'button', onclick: () => this.open(true) }, t('exact.all')),
    );
    return text;
  }

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

  // The true values of the position, and what a search by points thinks.
  async look() {
    if (this.position.over) {
      this.table.hidden = false;
      fill(
        this.table,
        h('h2', {}, t('over')),
        h(
          'p',
          {},
          t('over.score', {
            score: number(this.position.score),
            tile: number(this.position.largest),
          }),
        ),
      );
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

  // Of a table for play: which slide is best, and nothing of the others.
  drawBest(best, guess) {
    const legal = directions.filter((d) => this.position.slides[d]);
    const worth = (d) => guess?.values?.[d] ?? 0;
    this.board.showValues({ [best]: { share: 1, text: t('best'), best: true } });
    const row = (d) =>
      legal.includes(d)
        ? h(
            d === best ? 'tr.best' : 'tr',
            {},
            h('td', {}, icon(d), t(d)),
            h('td', {}, d === best ? t('best') : ''),
            h('td.amount', {}, guess?.values ? exactly(worth(d)) : '…'),
          )
        : h('tr', {}, h('td', {}, icon(d), t(d)), h('td.soft', { colspan: 2 }, t('exact.illegal')));
    this.table.hidden = false;
    fill(
      this.table,
      h('h2', {}, t('exact.best')),
      h(
        'div.wide-table',
        { tabindex: 0, role: 'region', 'aria-label': t('exact.table') },
        h(
          'table.values.exactly',
          {},
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              h('th', { scope: 'col' }, t('slide')),
              h('th', { scope: 'col' }, t('exact.by.table')),
              h('th.amount', { scope: 'col' }, t('exact.guess')),
            ),
          ),
          h(
            'tbody',
            {},
            [...legal]
              .sort((a, b) => (b === best) - (a === best) || worth(b) - worth(a))
              .concat(directions.filter((d) => !legal.includes(d)))
              .map(row),
          ),
        ),
      ),
      h('p.small.soft', { style: { 'margin-top': '.6rem' } }, t('exact.legend.play')),
    );
  }

  drawTable({ values, best, all }, guess) {
    if (!values) {
      this.drawBest(best, guess);
      return;
    }
    const legal = directions.filter((d) => values[d]);
    const already = this.game === '2048' ? 0 : this.position.score;
    this.board.showValues(
      Object.fromEntries(
        legal.map((d) => [
          d,
          d === best
            ? { share: 1, text: t('best'), best: true }
            : {
                share: shareOf(Math.max(0, lossOf(values[d].mean, values[best].mean, already))),
                text: brief(Math.min(0, values[d].mean - values[best].mean)),
              },
        ]),
      ),
    );
    const most = Math.max(...legal.flatMap((d) => [values[d].max, guess?.values?.[d] ?? 0]), 1);
    const at = (value) => `${((100 * Math.max(0, value)) / most).toFixed(2)}%`;
    const range = (d) =>
      h(
        'td.range',
        { 'aria-hidden': 'true' },
        h(
          'span.track',
          {},
          all
            ? h('span.between', {
                style: {
                  left: at(values[d].min),
                  width: `calc(${at(values[d].max)} - ${at(values[d].min)})`,
                },
              })
            : null,
          h('span.stroke', { style: { left: at(values[d].mean) } }),
          guess?.values ? h('span.ring', { style: { left: at(guess.values[d]) } }) : null,
        ),
      );
    const off = (d) =>
      guess?.values
        ? `${guess.values[d] >= values[d].mean ? '+' : '−'}${exactly(Math.abs(guess.values[d] - values[d].mean))}`
        : '…';
    const row = (d) =>
      values[d]
        ? h(
            d === best ? 'tr.best' : 'tr',
            {},
            h('td', {}, icon(d), t(d)),
            range(d),
            ...(all ? [h('td.amount', {}, number(values[d].min))] : []),
            h('td.amount', {}, exactly(values[d].mean)),
            ...(all ? [h('td.amount', {}, number(values[d].max))] : []),
            h('td.amount', {}, guess?.values ? exactly(guess.values[d]) : '…'),
            h('td.amount', {}, off(d)),
          )
        : h(
            'tr',
            {},
            h('td', {}, icon(d), t(d)),
            h('td.soft', { colspan: all ? 6 : 4 }, t('exact.illegal')),
          );
    const heads = [
      'slide',
      null,
      ...(all ? ['exact.least'] : []),
      'exact.mean',
      ...(all ? ['exact.most'] : []),
      'exact.guess',
      'exact.off',
    ];
    this.table.hidden = false;
    fill(
      this.table,
      h('h2', {}, t(this.game === '2048' ? 'exact.rest' : 'exact.final')),
      h(
        'div.wide-table',
        { tabindex: 0, role: 'region', 'aria-label': t('exact.table') },
        h(
          'table.values.exactly',
          {},
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              heads.map((name) =>
                name
                  ? h(name === 'slide' ? 'th' : 'th.amount', { scope: 'col' }, t(name))
                  : h(
                      'th.scale',
                      { scope: 'col' },
                      h('span.unseen', {}, t('exact.scale', { n: number(most) })),
                      h(
                        'span.ends',
                        { 'aria-hidden': 'true' },
                        h('span', {}, '0'),
                        h('span', {}, number(most)),
                      ),
                    ),
              ),
            ),
          ),
          h(
            'tbody',
            {},
            [...legal]
              .sort((a, b) => values[b].mean - values[a].mean)
              .concat(directions.filter((d) => !values[d]))
              .map(row),
          ),
        ),
      ),
      h(
        'p.small.soft',
        { style: { 'margin-top': '.6rem' } },
        t(all ? 'exact.legend' : 'exact.legend.mean'),
      ),
    );
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
    if (this.solved)
      this.enqueue(async () => {
        await this.tables.look();
        if (this.tabled() && !this.tables.of(this.rules())) {
          // another server, which has it not
          this.open();
          return;
        }
        this.app.showRules(this.position.rules);
        this.drawPick();
        if (this.tabled()) this.drawTabled();
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
