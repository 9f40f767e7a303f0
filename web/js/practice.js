// The Practice view: positions in which the best move is clearly better than the others. They come
// from a set chosen to separate strong play from weak play, from the user's notebook, or from the
// game reviewed last. Only the first answer counts.

import { Board, directions, familyOf } from './board.js';
import { announce, copyState, fill, h, icon, problemCard, runInOrder } from './dom.js';
import { drawFacts } from './facts.js';
import { isField, listenForDrags, slideOfKey } from './input.js';
import { dueEntries, notebook, recordAnswer, removeEntry } from './notebook.js';
import { toLink, toRequest } from './paste.js';
import {
  assess,
  drawDots,
  drawNotebook,
  drawVerdict,
  Explanation,
  keptResults,
  shippedExercises,
} from './practice-parts.js';
import { isCount, storedValue, storeValue } from './settings.js';
import { shareDialog } from './share.js';
import { t } from './words.js';

const sources = ['set', 'mine', 'game'];

export class PracticeView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.queue = Promise.resolve();
    this.board = new Board({ onSlide: (direction) => this.answer(direction) });
    this.facts = h('div.facts');
    this.panel = h('section.card', { 'aria-live': 'off' });
    this.about = new Explanation();
    this.progress = h('section.card');
    this.mine = h('section.card');
    this.problem = problemCard();
    this.stage = h('div.stage', {}, this.facts, this.board.rimmed, this.board.slideButtons);
    this.element = h(
      'div.view.practice',
      {},
      this.stage,
      h('div.side', {}, this.problem, this.panel, this.about.element, this.progress, this.mine),
    );
    listenForDrags(this.board, (direction) => this.answer(direction));
    this.source = 'set'; // the shipped set, 'mine' (the notebook), or 'game' (mistakes of a game)
    this.game = { entries: [], results: '' };
    this.streak = storedValue('streak', isCount, 0);
  }

  enqueue(work) {
    return runInOrder(this, work);
  }

  async loadSet() {
    this.set ??= await shippedExercises();
  }

  results() {
    return keptResults(this.set?.length ?? 0);
  }

  // Practises the mistakes of a game, one after the other.
  openSeries(entries) {
    this.game = { entries, results: '-'.repeat(entries.length) };
    this.source = 'game';
    this.index = undefined;
    if (this.shown) this.enqueue(() => this.next());
    else {
      this.entry = null;
      location.hash = 'practice/game';
    }
  }

  route(text) {
    if (!sources.includes(text)) return;
    if (text === 'game' && this.game.entries.length === 0) text = 'mine'; // after a reload
    if (text !== this.source || text !== 'game') this.index = undefined;
    this.source = text;
    if (this.shown) this.enqueue(() => this.next());
  }

  show() {
    this.shown = true;
    return this.enqueue(async () => {
      await this.loadSet();
      if (this.position && this.entry && this.index !== undefined) {
        await this.place(this.entry);
        if (this.chosen) await this.judge(this.chosen);
      } else await this.next();
    });
  }

  copyFrom(from) {
    const names = ['set', 'source', 'index', 'entry', 'game', 'chosen', 'position', 'streak'];
    copyState(this, from, names);
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
    const before = this.entry;
    const choose = { set: () => this.nextOfSet(), game: () => this.nextOfGame() };
    this.entry = choose[this.source]?.() ?? this.nextOfNotebook(before);
    this.chosen = null;
    try {
      if (this.entry) await this.place(this.entry);
      else this.drawNone();
    } catch (error) {
      if (!error.answer || this.source !== 'mine' || !removeEntry(this.entry)) throw error;
      await this.next(); // the stored position is invalid
    }
  }

  nextOfNotebook(before) {
    if (this.source !== 'mine') return null;
    this.index = 0;
    const due = dueEntries();
    return due.find((other) => !before || other.hex !== before.hex) ?? due[0] ?? null;
  }

  // Selects the next exercise not tried yet; otherwise the first one, or one that was missed.
  nextOfSet() {
    const done = this.results();
    const isOpen = (_, i) => (done[i] ?? '-') === '-';
    const open = this.set.findIndex((one, i) => i > (this.index ?? -1) && isOpen(one, i));
    this.index = open >= 0 ? open : this.set.findIndex(isOpen);
    if (this.index < 0) this.index = this.set.findIndex((one, i) => done[i] === '0');
    return this.set[this.index] ?? null;
  }

  nextOfGame() {
    this.index = this.game.results.indexOf('-');
    return this.game.entries[this.index] ?? null;
  }

  goTo(index) {
    this.enqueue(async () => {
      if (this.source === 'mine') this.source = 'set';
      this.index = index;
      this.entry = (this.source === 'game' ? this.game.entries : this.set)[index];
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
    this.drawFacts();
    const ask = this.source === 'game' ? t('practice.ask.game', { n: entry.move }) : '';
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
          h('span.small.soft', {}, `${ask} ${t('practice.how')}`.trim()),
        ),
      ),
    );
    this.drawProgress();
  }

  drawFacts() {
    const streak = [h('span.label', {}, t('practice.streak')), h('span.big', {}, this.streak)];
    drawFacts(this.facts, this.position, h('div.end', {}, streak));
  }

  // Nothing is left to practise here.
  drawNone() {
    this.stage.hidden = true;
    this.element.classList.add('empty');
    const text = this.nothingLeft();
    const again = () => {
      if (this.source === 'set') storeValue('practice', '');
      else this.game.results = '-'.repeat(this.game.entries.length);
      this.index = undefined;
      this.enqueue(() => this.next());
    };
    fill(
      this.panel,
      h('h2', {}, t(`practice.${this.source}`)),
      h('p', {}, text),
      h(
        'div.row.below-field',
        {},
        this.source === 'mine'
          ? h('a.button.primary', { href: '#practice/set' }, icon('target'), t('practice.set'))
          : h('button.button.primary', { type: 'button', onclick: again }, t('practice.again')),
        h('a.button', { href: '#review' }, icon('graph'), t('review')),
      ),
    );
    this.drawProgress();
  }

  nothingLeft() {
    if (this.source === 'set') return t('practice.all');
    if (this.source === 'mine')
      return t(notebook().length ? 'practice.none.due' : 'practice.empty');
    const solved = [...this.game.results].filter((c) => c === '1').length;
    return t('practice.game.done', { solved, n: this.game.entries.length });
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

  async judge(direction) {
    this.chosen = direction;
    const already = familyOf(this.position.rules) === 'threes' ? this.position.score : 0;
    const verdict = assess(this.entry.values, direction, already);
    this.solved = verdict.solved;
    this.board.showValues(verdict.rim);
    for (const d of directions)
      this.board.rims[d].classList.toggle('wrong', d === direction && !this.solved);
    const { facts } = await this.session.request('advice depth 1');
    const share = () => shareDialog(this.app, { position: this.position });
    const sentence = drawVerdict(this.panel, verdict, facts, [
      h(
        'button.button.primary.next-position',
        { type: 'button', onclick: () => this.enqueue(() => this.next()) },
        t('practice.next'),
      ),
      h('a.button', { href: toLink(this.position) }, icon('grid'), t('analyse')),
      h(
        'button.button.square',
        { type: 'button', 'aria-label': t('share'), title: t('share'), onclick: share },
        icon('share'),
      ),
    ]);
    announce(sentence);
  }

  count() {
    this.streak = this.solved ? this.streak + 1 : 0;
    storeValue('streak', this.streak);
    this.drawFacts();
    const result = this.solved ? '1' : '0';
    const withResult = (results) =>
      results.slice(0, this.index) + result + results.slice(this.index + 1);
    if (this.source === 'set')
      storeValue('practice', withResult(this.results().padEnd(this.set.length, '-')));
    else recordAnswer(this.entry, this.solved);
    if (this.source === 'game') this.game.results = withResult(this.game.results);
  }

  // --- how far one is ---

  drawProgress() {
    const { source } = this;
    const ofGame = source === 'game';
    const results = ofGame ? this.game.results : this.results();
    const count = ofGame ? this.game.entries.length : this.set.length;
    const solved = [...results].filter((c) => c === '1').length,
      tried = [...results].filter((c) => c !== '-').length;
    drawDots(this.progress, {
      title: t(`practice.${ofGame ? 'game' : 'set'}`),
      progress: t('practice.progress', { tried, all: count, solved }),
      results,
      count,
      at: source === 'mine' ? null : this.index,
      onGo: (index) => this.goTo(index),
    });
    if (source !== 'set')
      this.progress.append(
        h('div.row', {}, h('a.button', { href: '#practice/set' }, t('practice.set'))),
      );
    const remove = () => {
      removeEntry(this.entry);
      this.enqueue(() => this.next());
    };
    drawNotebook(this.mine, source === 'mine', this.entry && remove);
    this.about.draw(source === 'set' && tried === 0 && notebook().length === 0);
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
