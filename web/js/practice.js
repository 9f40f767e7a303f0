// Practice: positions in which the best slide is worth clearly more than the others. They come from one's own mistakes,
// or from a set that tells strong play from weak. The first answer counts.

import { lossOf, reasons, shareOf } from './verdict.js';
import { Board, directions, familyOf } from './board.js';
import { announce, carry, fill, h, icon, inTurn, problemCard } from './dom.js';
import { drawFacts } from './facts.js';
import { siteFile } from './files.js';
import { isField, listenForDrags, slideOfKey } from './input.js';
import { answered, due, forget, notebook } from './notebook.js';
import { toLink, toRequest } from './paste.js';
import { isCount, keep, kept } from './settings.js';
import { shareDialog } from './share.js';
import { brief, number, t } from './words.js';

const right = 0.015; // of the points to come: what a review would not mark either
const order = ['U', 'R', 'D', 'L'];

export class PracticeView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.queue = Promise.resolve();
    this.board = new Board({ onSlide: (direction) => this.answer(direction) });
    this.facts = h('div.facts');
    this.panel = h('section.card', { 'aria-live': 'off' });
    this.progress = h('section.card');
    this.mine = h('section.card');
    this.problem = problemCard();
    this.stage = h('div.stage', {}, this.facts, this.board.rimmed, this.board.slideButtons);
    this.element = h(
      'div.view.practice',
      {},
      this.stage,
      h('div.side', {}, this.problem, this.panel, this.progress, this.mine),
    );
    listenForDrags(this.board, (direction) => this.answer(direction));
    this.source = 'set';
    this.streak = kept('streak', isCount, 0);
  }

  enqueue(work) {
    return inTurn(this, work);
  }

  // The shipped positions: {rules, positions: [[hex, next, deck, [U, R, D, L], weak], …]}.
  async loadSet() {
    if (this.set) return;
    const { rules, positions } = JSON.parse(
      new TextDecoder().decode(await siteFile('practice.json')),
    );
    this.set = positions.map(([hex, next, deck, values, weak]) => ({
      rules,
      hex,
      next,
      deck: deck.split(',').map(Number),
      values: Object.fromEntries(order.map((d, i) => [d, values[i]])),
      weak,
    }));
  }

  results() {
    return kept(
      'practice',
      (found) => typeof found === 'string' && /^[-01]*$/.test(found),
      '',
    ).slice(0, this.set?.length ?? 0);
  }

  // A position from a review, at once.
  openOne(entry) {
    this.one = entry;
    if (this.shown) this.enqueue(() => this.next());
    else location.hash = 'practice/mine';
  }

  route(text) {
    if (text === 'mine' || text === 'set') {
      this.source = text;
      this.index = undefined;
      if (this.shown) this.enqueue(() => this.next());
    }
  }

  show() {
    this.shown = true;
    return this.enqueue(async () => {
      await this.loadSet();
      if (this.position && this.entry && !this.one && this.index !== undefined) {
        await this.place(this.entry);
        if (this.chosen) await this.judge(this.chosen);
      } else await this.next();
    });
  }

  carry(from) {
    carry(this, from, ['set', 'source', 'index', 'entry', 'one', 'chosen', 'position', 'streak']);
  }

  async hide() {
    this.session.stop();
    await this.queue;
    this.shown = false;
  }

  // --- the position ---

  async next() {
    if (!this.shown) return;
    this.problem.hidden = true;
    await this.loadSet();
    let entry;
    if (this.one) {
      entry = this.one;
      this.source = 'mine';
      this.index = 0;
      this.one = null;
    } else if (this.source === 'mine') {
      entry =
        due().find((other) => !this.entry || other.hex !== this.entry.hex) ?? due()[0] ?? null;
      this.index = 0;
    } else {
      const done = this.results();
      const open = this.set.findIndex(
        (one, i) => i > (this.index ?? -1) && (done[i] ?? '-') === '-',
      );
      this.index = open >= 0 ? open : this.set.findIndex((one, i) => (done[i] ?? '-') === '-');
      if (this.index < 0) this.index = this.set.findIndex((one, i) => done[i] === '0');
      entry = this.set[this.index] ?? null;
    }
    this.entry = entry;
    this.chosen = null;
    try {
      if (entry) await this.place(entry);
      else this.drawNone();
    } catch (error) {
      if (!error.answer || this.source !== 'mine' || !forget(entry)) throw error;
      await this.next(); // what was kept is no position
    }
  }

  goTo(index) {
    this.enqueue(async () => {
      this.source = 'set';
      this.index = index;
      this.entry = this.set[index];
      this.chosen = null;
      await this.place(this.entry);
    });
  }

  async place(entry) {
    this.stage.hidden = false;
    this.element.classList.remove('empty');
    this.session.stop();
    this.position = await this.session.request(toRequest(entry));
    this.app.showRules(this.position.rules);
    this.board.show(this.position);
    this.board.showValues(null);
    drawFacts(
      this.facts,
      this.position,
      h(
        'div.end',
        {},
        h('span.label', {}, t('practice.streak')),
        h('span.big', {}, String(this.streak)),
      ),
    );
    fill(
      this.panel,
      h(
        'div.verdict',
        {},
        h('span.arrow.ask', {}, icon('target')),
        h(
          'div.grow',
          {},
          h('strong', {}, t('practice.ask')),
          h('span.small.soft', {}, t('practice.how')),
        ),
      ),
    );
    this.drawProgress();
  }

  drawNone() {
    this.stage.hidden = true;
    this.element.classList.add('empty');
    const all = this.source === 'set';
    fill(
      this.panel,
      h('h2', {}, t(all ? 'practice.set' : 'practice.mine')),
      h(
        'p',
        {},
        t(all ? 'practice.all' : notebook().length ? 'practice.none.due' : 'practice.empty'),
      ),
      h(
        'div.row',
        { style: { 'margin-top': '.8rem' } },
        all
          ? h(
              'button.button.primary',
              {
                type: 'button',
                onclick: () => {
                  keep('practice', '');
                  this.index = undefined;
                  this.enqueue(() => this.next());
                },
              },
              t('practice.again'),
            )
          : h('a.button.primary', { href: '#practice/set' }, icon('target'), t('practice.set')),
        h('a.button', { href: '#review' }, icon('graph'), t('review')),
      ),
    );
    this.drawProgress();
  }

  // --- the answer ---

  answer(direction) {
    this.enqueue(async () => {
      if (!this.entry || this.chosen) return;
      if (!this.position.slides[direction]) {
        this.board.fallBack();
        return;
      }
      this.board.clearPreview();
      await this.judge(direction);
      this.count();
      this.drawProgress();
    });
  }

  // Points that are had already, where values count them too.
  baseline() {
    return familyOf(this.position.rules) === 'threes' ? this.position.score : 0;
  }

  async judge(direction) {
    this.chosen = direction;
    const { values } = this.entry;
    const legal = directions
      .filter((d) => values[d] !== null && values[d] !== undefined)
      .sort((a, b) => values[b] - values[a]);
    const best = legal[0];
    const lost = Math.max(0, lossOf(values[direction], values[best], this.baseline()));
    this.solved = lost <= right;
    const rim = Object.fromEntries(
      legal.map((d) => [
        d,
        d === best
          ? { share: 1, text: t('best'), best: true }
          : {
              share: shareOf(Math.max(0, lossOf(values[d], values[best], this.baseline()))),
              text: brief(values[d] - values[best]),
            },
      ]),
    );
    this.board.showValues(rim);
    for (const d of directions)
      this.board.rims[d].classList.toggle('wrong', d === direction && !this.solved);
    const { facts } = await this.session.request('advice depth 1');
    const said = [best, ...(direction === best ? legal.slice(1, 2) : [direction])]
      .map((d) => ({ d, why: reasons(facts?.[d]).join(', ') }))
      .filter(({ why }) => why)
      .map(({ d, why }) => t('review.why', { slide: t(d), why }))
      .join(' ');
    const head = this.solved
      ? t('practice.right', { slide: t(direction) })
      : t('practice.wrong', { slide: t(best) });
    const points =
      legal.length > 1
        ? this.solved
          ? t('practice.more', { points: number(values[best] - values[legal[1]]) })
          : t('review.less', {
              slide: t(direction),
              points: number(values[best] - values[direction]),
              best: t(best.toLowerCase()),
            })
        : '';
    fill(
      this.panel,
      h(
        'div.verdict',
        {},
        h(this.solved ? 'span.arrow' : 'span.arrow.no', {}, icon(this.solved ? 'check' : best)),
        h('div.grow', {}, h('strong', {}, head), h('span.small.soft', {}, points)),
      ),
      h('p.why', {}, said),
      h(
        'div.row',
        { style: { 'margin-top': '.8rem' } },
        h(
          'button.button.primary.next-position',
          { type: 'button', onclick: () => this.enqueue(() => this.next()) },
          t('practice.next'),
        ),
        h('a.button', { href: toLink(this.position) }, icon('grid'), t('analyse')),
        h(
          'button.button.square',
          {
            type: 'button',
            'aria-label': t('share'),
            title: t('share'),
            onclick: () => shareDialog(this.app, { position: this.position }),
          },
          icon('share'),
        ),
      ),
    );
    announce(`${head}. ${points}`);
  }

  count() {
    this.streak = this.solved ? this.streak + 1 : 0;
    keep('streak', this.streak);
    drawFacts(
      this.facts,
      this.position,
      h(
        'div.end',
        {},
        h('span.label', {}, t('practice.streak')),
        h('span.big', {}, String(this.streak)),
      ),
    );
    if (this.source === 'mine') answered(this.entry, this.solved);
    else {
      const done = this.results().padEnd(this.set.length, '-').split('');
      done[this.index] = this.solved ? '1' : '0';
      keep('practice', done.join(''));
    }
  }

  // --- how far one is ---

  drawProgress() {
    const done = this.results();
    const solved = [...done].filter((c) => c === '1').length,
      tried = [...done].filter((c) => c !== '-').length;
    const page = Math.floor(Math.max(0, this.source === 'set' ? (this.index ?? 0) : 0) / 20) * 20;
    const names = { 1: 'solved', 0: 'failed', '-': 'open' };
    fill(
      this.progress,
      h(
        'div.row',
        {},
        h('h2.grow', { style: { margin: '0' } }, t('practice.set')),
        h(
          'span.small.soft.number',
          {},
          t('practice.progress', { tried, all: this.set.length, solved }),
        ),
      ),
      h(
        'ol.dots',
        {},
        this.set.slice(page, page + 20).map((one, i) => {
          const state = names[done[page + i] ?? '-'];
          return h(
            'li',
            {},
            h(`button.dot.${state}`, {
              type: 'button',
              'aria-label': t(`practice.dot.${state}`, { n: page + i + 1 }),
              'aria-current': this.source === 'set' && page + i === this.index ? 'true' : null,
              onclick: () => this.goTo(page + i),
            }),
          );
        }),
      ),
      this.source === 'mine'
        ? h('div.row', {}, h('a.button', { href: '#practice/set' }, t('practice.open')))
        : null,
    );
    const entries = notebook();
    fill(
      this.mine,
      h(
        'div.row',
        {},
        h(
          'div.grow',
          {},
          h('h2', { style: { margin: '0 0 .2rem' } }, t('practice.mine')),
          h(
            'p.small.soft.number',
            {},
            entries.length
              ? t('practice.due', { n: entries.length, due: due().length })
              : t('practice.empty'),
          ),
        ),
        this.source === 'set' && entries.length
          ? h('a.button', { href: '#practice/mine' }, t('practice.open'))
          : null,
        this.source === 'mine' && this.entry && entries.length
          ? h(
              'button.button.quiet',
              {
                type: 'button',
                onclick: () => {
                  forget(this.entry);
                  this.enqueue(() => this.next());
                },
              },
              t('practice.forget'),
            )
          : null,
      ),
    );
  }

  key(event) {
    const direction = slideOfKey(event);
    if (direction && !this.chosen) {
      event.preventDefault();
      this.answer(direction);
    } else if (
      this.chosen &&
      !isField(event.target) &&
      event.key === 'Enter' &&
      !event.target.closest?.('button, a')
    )
      this.enqueue(() => this.next());
  }
}
