// A game looked at again: what it was worth move by move, where it was lost, and what was better. The game is fetched
// as a table (`steps`), so that one can go through it while the session still values it.

import { lossOf, reasons, shareOf } from './verdict.js';
import { Board, directions, familyOf, reduced } from './board.js';
import { announce, carry, complain, fill, h, icon, problemCard, takeFiles } from './dom.js';
import { drawFacts } from './facts.js';
import { Graph, feet, left, pathOf, right, rulers, scaleX, scaleY, svg, width } from './graph.js';
import { isField } from './input.js';
import { note } from './notebook.js';
import { toLink } from './paste.js';
import { picturesIn } from './picture.js';
import { isLine, kept } from './settings.js';
import { shareDialog } from './share.js';
import { Stepper } from './stepper.js';
import { brief, number, t } from './words.js';

export const slideMs = 5;
const drawMs = 300,
  listMs = 1500; // between two drawings of the graph, and of the list
const oddsPlaces = 48,
  oddsGames = 64;
const marks = ['??', '?', '?!'];
const mostLines = 1000; // games of a file that are offered
const noted = new Set(['??', '?']);

export class ReviewView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.board = new Board({ onSlide: () => {} });
    this.stepper = new Stepper((index, animate) => this.showSlide(index, animate));
    this.graph = new Graph(250, t('review.seek'), (index) => this.stepper.go(index));
    this.shownMarks = new Set(marks);
    this.run = 0;
    this.build();
    this.clear();
  }

  build() {
    this.facts = h('div.facts');
    this.said = h('div.said-slide');
    this.title = h('h2.grow');
    this.state = h('div', { role: 'status' });
    this.bar = h(
      'div.progress',
      {
        role: 'progressbar',
        'aria-label': t('review.progress'),
        'aria-valuemin': 0,
        'aria-valuemax': 100,
      },
      h('b'),
    );
    this.stats = h('dl.stats');
    this.list = h('section.card', { 'aria-label': t('review.mistakes') });
    this.nextMistake = h(
      'button.button',
      { type: 'button', onclick: () => this.goToMistake() },
      t('review.next'),
    );
    this.shareButton = h(
      'button.icon-button',
      { type: 'button', 'aria-label': t('share'), title: t('share'), onclick: () => this.share() },
      icon('share'),
    );
    this.stage = h('div.stage', {}, this.facts, this.board.rimmed, this.said);
    this.graphCard = h(
      'section.card',
      {},
      h('div.row', {}, this.title, this.shareButton),
      this.bar,
      this.state,
      this.graph.element,
      h('div.step-row', {}, this.stepper.element, this.nextMistake),
    );
    this.problem = problemCard();
    this.text = h('textarea', { 'aria-label': t('review.paste'), spellcheck: 'false' });
    this.file = h('input.unseen', {
      type: 'file',
      tabindex: -1,
      'aria-label': t('review.file'),
      multiple: true,
      onchange: () => this.openFiles(takeFiles(this.file)),
    });
    this.which = h('div');
    this.played = h(
      'button.button.primary',
      { type: 'button', onclick: () => this.openPlayed() },
      icon('graph'),
      t('review.played'),
    );
    this.chooser = h(
      'section.card',
      {},
      h('h2', {}, t('review.which')),
      h(
        'div.row',
        {},
        this.played,
        h(
          'button.button',
          { type: 'button', onclick: () => this.file.click() },
          icon('file'),
          t('review.file'),
        ),
        this.file,
      ),
      this.which,
      h(
        'details',
        {},
        h('summary', {}, t('paste')),
        h('p.small.soft', { style: { margin: '.5rem 0' } }, t('review.paste')),
        this.text,
        h(
          'div.row',
          { style: { 'margin-top': '.6rem' } },
          h(
            'button.button',
            { type: 'button', onclick: () => this.openText(this.text.value) },
            t('paste.read'),
          ),
        ),
      ),
    );
    this.element = h(
      'div.view.review.broad',
      {},
      this.stage,
      h('div.side', {}, this.problem, this.graphCard, this.stats, this.list, this.chooser),
    );
    this.element.addEventListener('dragover', (event) => event.preventDefault());
    this.element.addEventListener('drop', (event) => {
      event.preventDefault();
      this.openFiles([...event.dataTransfer.files]);
    });
  }

  clear() {
    this.record = null;
    this.steps = []; // positions before each slide, and the last one
    this.slides = []; // what the review says of them
    this.counts = { '?!': 0, '?': 0, '??': 0 };
    this.sum = this.odds = null;
    this.found = []; // odds at places of the game; null once there are all
    this.done = 0;
    this.stage.hidden = this.graphCard.hidden = this.stats.hidden = this.list.hidden = true;
    this.element.classList.add('empty');
  }

  // --- which game ---

  openPlayed() {
    const record = kept('game', isLine);
    if (record) this.open(record);
  }

  // Pictures become a game in Analyse, which comes back here.
  openFiles(files) {
    if (picturesIn(files).length === 0) return this.openFile(files[0]);
    location.hash = 'analyse';
    return this.app.views.analyse.pictures.open(picturesIn(files));
  }

  openFile(file) {
    if (file)
      file.text().then(
        (text) => this.openText(text),
        (error) => this.complain(error.message),
      );
  }

  // Text with a record a line; of several it is asked which.
  openText(text) {
    const lines = text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean);
    if (lines.length === 0) return this.complain(t('paste.none'));
    this.lines = lines;
    this.line = 0;
    this.drawLines();
    return this.open(lines[0]);
  }

  drawLines() {
    const { lines } = this;
    const select =
      lines?.length > 1 &&
      h(
        'select',
        {
          'aria-label': t('review.which'),
          onchange: () => {
            this.line = Number(select.value);
            this.open(lines[this.line]);
          },
        },
        lines
          .slice(0, mostLines)
          .map((line, i) =>
            h('option', { value: i, selected: i === this.line }, t('review.number', { n: i + 1 })),
          ),
      );
    fill(
      this.which,
      select,
      lines?.length > mostLines &&
        h('p.small.soft', {}, t('review.cut', { n: number(mostLines), all: number(lines.length) })),
    );
  }

  // A record, to be reviewed once the view is shown.
  open(record) {
    this.pending = record;
    if (this.shown) this.begin(record).catch((error) => this.app.failed(error));
    else location.hash = 'review';
  }

  complain(text) {
    complain(this.problem, text);
  }

  // --- the review ---

  async begin(record, slides = []) {
    const run = ++this.run;
    if (this.pending || !this.wanted) this.problem.hidden = true;
    this.pending = null;
    const before = this.wanted;
    this.wanted = { record, slides };
    this.stepper.pause();
    this.session.stop();
    const steps = [];
    let end;
    try {
      const position = await this.session.request(`load ${record.replace(/[\r\n]/g, ' ')}`);
      if (!position.moves) throw new Error(t('review.none'));
      end = await this.session.request('steps', (answer) => steps.push(answer));
    } catch (error) {
      if (run !== this.run) return;
      this.complain(error.answer ? t('review.not', { why: error.message }) : error.message);
      this.wanted = before && before.record !== record ? before : null; // goes on where it was interrupted
      if (this.wanted) this.restart();
      return;
    }
    if (run !== this.run || end.stopped) return;
    const at = slides.length ? this.stepper.at : 0;
    this.clear();
    this.record = record;
    this.steps = [...steps, end];
    this.slides = slides;
    this.show1(at);
    await this.value(run);
  }

  show1(at) {
    const end = this.steps[this.steps.length - 1];
    this.stage.hidden = this.graphCard.hidden = this.stats.hidden = this.list.hidden = false;
    this.element.classList.remove('empty');
    this.family = familyOf(end.rules);
    fill(
      this.title,
      t('review.title', { score: number(end.score), n: number(this.steps.length - 1) }),
    );
    this.app.showRules(end.rules);
    this.graph.range.min = 0;
    this.graph.range.max = this.steps.length - 1;
    this.stepper.setLast(this.steps.length - 1);
    this.stepper.show(at, false);
    this.draw();
  }

  async value(run) {
    let drawn = 0;
    const more = (answer) => {
      if (run !== this.run) return;
      if (answer.points !== undefined) this.points = answer.points;
      if (!answer.slide) return;
      this.slides[answer.slide - 1] = answer;
      this.done = answer.done;
      if (answer.mark) this.counts[answer.mark]++;
      if (answer.slide - 1 === this.stepper.at) this.drawSaid();
      if (!drawn)
        drawn = setTimeout(
          () => {
            drawn = 0;
            if (run === this.run) this.draw();
          },
          this.done < 4 ? 0 : drawMs,
        );
    };
    const sum = await this.session.request(`review movetime ${slideMs}`, more);
    if (run !== this.run) return;
    clearTimeout(drawn);
    if (sum.stopped || sum.done < sum.slides) return;
    this.sum = sum;
    this.wanted = null;
    this.draw();
    this.drawSaid();
    const fresh = note(this.mistakes(noted).map((slide) => this.mistakeOf(slide)));
    announce(
      t('review.done', { accuracy: sum.accuracy.toFixed(1), n: this.mistakes(noted).length }) +
        (fresh ? ` ${t('review.noted', { n: fresh })}` : ''),
    );
    await this.fetchOdds(run);
  }

  // What practice needs of a mistake.
  mistakeOf({ slide, values, best, played, loss }) {
    const { rules, hex, next, deck, score } = this.steps[slide - 1];
    return { rules, hex, next, deck, score, values, best, played, loss };
  }

  // How likely a large tile was, at some places of the game: by games played out from there.
  async fetchOdds(run) {
    const last = this.steps.length - 1;
    const places = Array.from({ length: Math.min(oddsPlaces, last) }, (_, i) =>
      Math.round((i * (last - 1)) / Math.max(1, Math.min(oddsPlaces, last) - 1)),
    );
    const found = this.found; // what was found before it was interrupted
    const end = this.steps[last];
    const upper = this.nextTile(end.largest);
    for (const place of places.slice(found.length)) {
      await this.session.request(`goto ${place}`);
      if (run !== this.run) return;
      const { reach, stopped } = await this.session.request(`odds games ${oddsGames} movetime 300`);
      if (run !== this.run || stopped) return;
      found.push({ place, reach, largest: this.steps[place].largest });
      if (found.length % 6 === 0 || found.length === places.length) {
        const oddsOf = (tile) =>
          found.map((one) => [one.place, one.largest >= tile ? 1 : (one.reach[tile] ?? 0)]);
        const high = oddsOf(upper);
        this.odds =
          Math.max(...high.map(([, p]) => p)) >= 0.05
            ? { tile: upper, points: high }
            : { tile: end.largest, points: oddsOf(end.largest) };
        this.drawGraph();
      }
    }
    this.found = null;
  }

  // The session has known other games meanwhile.
  async resumeOdds() {
    const run = ++this.run;
    await this.session.request(`load ${this.record.replace(/[\r\n]/g, ' ')}`);
    if (run === this.run) await this.fetchOdds(run);
  }

  // The tile above, as far as the game has shown how its tiles grow.
  nextTile(tile) {
    return this.family === 'fibonacci' ? Math.round(tile * 1.618) : tile * 2;
  }

  mistakes(which) {
    return this.slides
      .filter((slide) => slide && which.has(slide.mark))
      .sort((a, b) => b.loss - a.loss || a.slide - b.slide);
  }

  goToMistake() {
    const next =
      this.slides.find(
        (slide, i) => slide && i > this.stepper.at && this.shownMarks.has(slide.mark),
      ) ?? this.slides.find((slide) => slide && this.shownMarks.has(slide.mark));
    if (next) this.goToSlide(next);
  }

  // On a narrow screen the board may be out of sight.
  goToSlide({ slide }) {
    this.stepper.go(slide - 1);
    if (this.stage.getBoundingClientRect().bottom < 100) window.scrollTo(0, 0);
  }

  // --- drawing ---

  draw() {
    this.drawGraph();
    this.drawState();
    this.drawStats();
    // A list that changes all the while cannot be read, or tapped.
    if (!this.sum && this.done > 0 && performance.now() - (this.listed ?? 0) < listMs) return;
    this.listed = performance.now();
    this.drawList();
  }

  drawState() {
    const total = this.steps.length - 1;
    const share = Math.round((100 * this.done) / total);
    this.bar.hidden = this.state.hidden = Boolean(this.sum);
    this.bar.setAttribute('aria-valuenow', share);
    this.bar.firstChild.style.setProperty('width', `${share}%`);
    fill(
      this.state,
      h(
        'p.small.soft.number',
        {},
        t('review.state', { done: number(this.done), total: number(total) }),
      ),
    );
  }

  // Values as final scores, where they are points: those of 2048 are of the points to come.
  valueOf(slide) {
    return slide.values[slide.best] + (this.points && this.family !== 'threes' ? slide.score : 0);
  }

  curve() {
    const points = [];
    this.slides.forEach((slide, i) => {
      if (slide) points.push([i, this.valueOf(slide)]);
    });
    const end = this.steps[this.steps.length - 1];
    if (this.sum && this.points) points.push([this.steps.length - 1, end.score]);
    return points;
  }

  drawGraph() {
    const last = this.steps.length - 1;
    const end = this.steps[last];
    const points = this.curve();
    const together = this.points !== false; // points and values of no unit have no axis in common
    const high = Math.max(together ? end.score : 1, ...points.map(([, value]) => value), 1);
    const low = this.points === false ? Math.min(0, ...points.map(([, value]) => value)) : 0;
    const x = scaleX(0, last),
      y = scaleY(low, high * 1.05, 8, 178),
      o = scaleY(0, 1, 196, 226);
    const score = `${pathOf(
      this.steps.map((step, i) => [i, step.score]),
      x,
      y,
      true,
    )}V${y(low).toFixed(1)}H${left}Z`;
    const glyphs = this.slides
      .filter((slide) => slide && slide.mark && slide.mark !== '?!')
      .map((slide) => {
        const a = x(slide.slide - 1),
          b = y(this.valueOf(slide)) - 9;
        return slide.mark === '??'
          ? svg('path', { class: 'blunder-sign', d: `M${a} ${b - 6}l6 6-6 6-6-6z` })
          : svg('path', { class: 'mistake-sign', d: `M${a - 5} ${b - 4}h10l-5 8z` });
      });
    const where = (this.cursor = svg('line', { class: 'cursor', y1: 4, y2: 228 }));
    this.moveCursor(x);
    this.graph.draw(
      this.graphWords(points),
      together ? svg('path', { class: 'area', d: score }) : null,
      rulers(low, high * 1.05, y),
      feet(0, last, x, 244, whole),
      svg('path', { class: this.sum ? 'value' : 'value early', d: pathOf(points, x, y) }),
      svg(
        'text',
        { class: 'name value-name', x: left + 6, y: 16 },
        t(together ? 'expect' : 'value'),
      ),
      together
        ? svg(
            'text',
            { class: 'name', x: width - right - 6, y: 172, 'text-anchor': 'end' },
            t('score'),
          )
        : null,
      ...this.drawOddsLine(x, o),
      ...glyphs,
      where,
    );
  }

  drawOddsLine(x, o) {
    if (!this.odds) return [];
    const { tile, points } = this.odds;
    const d = `${pathOf(points, x, o)}L${x(points[points.length - 1][0]).toFixed(1)} ${o(0)}H${x(points[0][0]).toFixed(1)}Z`;
    return [
      svg('path', { class: 'area odds-area', d }),
      svg('line', { class: 'floor', x1: left, x2: width - right, y1: o(0), y2: o(0) }),
      svg('text', { class: 'name', x: left + 6, y: 198 }, t('review.odds', { tile })),
      svg('text', { x: left - 6, y: o(1) + 5, 'text-anchor': 'end' }, '100%'),
      svg('text', { x: left - 6, y: o(0) + 3, 'text-anchor': 'end' }, '0'),
    ];
  }

  moveCursor(x = scaleX(0, this.steps.length - 1)) {
    if (!this.cursor) return;
    const at = x(this.stepper.at).toFixed(1);
    this.cursor.setAttribute('x1', at);
    this.cursor.setAttribute('x2', at);
  }

  graphWords(points) {
    const end = this.steps[this.steps.length - 1];
    const first = points.length ? brief(points[0][1]) : '?';
    return t('review.graph', {
      first,
      last: number(end.score),
      mistakes: this.counts['?'],
      blunders: this.counts['??'],
    });
  }

  drawStats() {
    const valued = this.slides.filter((slide) => slide && !slide.forced);
    const best = valued.filter((slide) => slide.best === slide.played || slide.loss === 0).length;
    const row = (name, value, small = '') =>
      h(
        'div',
        {},
        h('dt', {}, name),
        h('dd', {}, value, small ? h('span.glyph.small', {}, small) : null),
      );
    fill(
      this.stats,
      row(t('review.accuracy'), this.sum ? this.sum.accuracy.toFixed(1) : '…'),
      row(t('review.best'), valued.length ? `${Math.round((100 * best) / valued.length)} %` : '…'),
      row(t('review.mistakes'), String(this.counts['?']), '?'),
      row(t('review.blunders'), String(this.counts['??']), '??'),
    );
  }

  drawList() {
    const chosen = this.mistakes(this.shownMarks);
    const filter = h(
      'div.row.filter',
      { role: 'group', 'aria-label': t('review.sizes') },
      marks.map((mark) =>
        h(
          'button.button.chip-button',
          {
            type: 'button',
            'aria-pressed': String(this.shownMarks.has(mark)),
            'aria-label': `${t(`mark.${mark}`)}: ${this.counts[mark]}`,
            onclick: () => this.toggle(mark),
          },
          h('span.glyph', { 'data-mark': mark }, mark),
          String(this.counts[mark]),
        ),
      ),
    );
    const focused = this.list.contains(document.activeElement)
      ? document.activeElement.dataset.key
      : null;
    fill(
      this.list,
      h(
        'div.row',
        {},
        h('h2.grow', { style: { margin: '0' } }, t('review.largest', { n: chosen.length })),
        filter,
      ),
      h(
        'ol.mistakes',
        {},
        chosen.slice(0, 60).map((slide) => h('li', {}, this.mistakeButton(slide))),
      ),
      chosen.length > 60 ? h('p.small.soft', {}, t('review.fewer', { n: 60 })) : null,
      this.sum && this.mistakes(noted).length
        ? h(
            'div.row',
            { style: { 'margin-top': '.5rem' } },
            h('a.button', { href: '#practice/mine' }, icon('target'), t('review.practise')),
          )
        : null,
    );
    if (focused) this.list.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  mistakeButton(slide) {
    const lost = this.lostText(slide);
    return h(
      'button.mistake',
      {
        type: 'button',
        'data-key': slide.slide,
        'aria-current': slide.slide - 1 === this.stepper.at ? 'true' : null,
        onclick: () => this.goToSlide(slide),
      },
      h('span.glyph', { 'data-mark': slide.mark }, slide.mark),
      h('span.number', {}, String(slide.slide)),
      h(
        'span',
        {},
        icon(slide.played),
        h('span.unseen', {}, t(slide.played)),
        h('span.soft.small', {}, ` ${t('review.better')} `),
        icon(slide.best),
        h('span.unseen', {}, t(slide.best)),
      ),
      h('span.amount', {}, lost),
    );
  }

  lostText(slide) {
    return this.points === false
      ? `−${(100 * slide.loss).toFixed(1)} %`
      : number(slide.values[slide.played] - slide.values[slide.best]);
  }

  toggle(mark) {
    if (this.shownMarks.has(mark)) this.shownMarks.delete(mark);
    else this.shownMarks.add(mark);
    this.drawList();
  }

  // --- one slide ---

  showSlide(index, animate) {
    const step = this.steps[index];
    const before = this.steps[index - 1];
    const moving = animate && before && !reduced();
    if (moving && this.board.position === before) {
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
        h('span.label', {}, t('slide.number')),
        h('span.big', {}, number(index)),
        h('span.soft.number', {}, ` / ${number(this.steps.length - 1)}`),
      ),
    );
    this.graph.range.value = index;
    this.graph.range.setAttribute(
      'aria-valuetext',
      t('review.at', { n: index, total: this.steps.length - 1 }),
    );
    this.moveCursor();
    for (const row of this.list.querySelectorAll('.mistake')) {
      if (Number(row.dataset.key) === index + 1) row.setAttribute('aria-current', 'true');
      else row.removeAttribute('aria-current');
    }
    this.drawSaid();
  }

  drawSaid() {
    const index = this.stepper.at;
    const slide = this.slides[index];
    const step = this.steps[index];
    this.drawRim(slide, step);
    if (!step.did) {
      fill(
        this.said,
        h('strong', {}, t('review.end')),
        h(
          'p.soft.small',
          {},
          t('over.score', { score: number(step.score), tile: number(step.largest) }),
        ),
      );
      return;
    }
    if (!slide) {
      fill(
        this.said,
        h('strong', {}, t(step.did.slide)),
        h('p.soft.small', {}, t('review.waiting')),
      );
      return;
    }
    const { played, best, mark } = slide;
    const same = played === best || slide.loss === 0;
    const head = slide.forced
      ? t('review.forced', { slide: t(played) })
      : same
        ? t('review.right', { slide: t(played) })
        : t(this.points === false ? 'review.less.value' : 'review.less', {
            slide: t(played),
            points: this.lostText(slide).replace(/^−/, ''),
            best: t(best.toLowerCase()),
          });
    const why =
      slide.facts && !same
        ? [played, best]
            .map((d) => ({ d, text: reasons(slide.facts[d]).join(', ') }))
            .filter(({ text }) => text)
            .map(({ d, text }) => t('review.why', { slide: t(d), why: text }))
            .join(' ')
        : '';
    fill(
      this.said,
      h(
        'div.row.top-row',
        {},
        mark ? h('span.glyph', { 'data-mark': mark }, mark) : null,
        h('div.grow', {}, h('strong', {}, head), h('p.soft.small', {}, why)),
      ),
      h(
        'div.row',
        {},
        h('a.button', { href: toLink(step) }, icon('grid'), t('analyse')),
        same
          ? null
          : h(
              'button.button',
              { type: 'button', onclick: () => this.practise(slide) },
              icon('target'),
              t('review.practise.one'),
            ),
      ),
    );
  }

  drawRim(slide, step) {
    if (!slide) {
      this.board.showValues(null);
      return;
    }
    const { values, best } = slide;
    const already = this.points && this.family === 'threes' ? step.score : 0;
    const rim = {};
    for (const d of directions) {
      if (values[d] === null || values[d] === undefined) continue;
      const loss = Math.max(0, lossOf(values[d], values[best], already));
      rim[d] =
        d === best
          ? { share: 1, text: t('best'), best: true }
          : {
              share: shareOf(loss),
              text:
                d === slide.played && slide.mark
                  ? slide.mark
                  : this.points === false
                    ? `−${(100 * loss).toFixed(0)} %`.replace(/^−0 /, '0 ')
                    : brief(Math.min(0, values[d] - values[best])),
            };
    }
    this.board.position = { ...step, slides: rim };
    this.board.showValues(rim);
    this.board.position = step;
    for (const d of directions)
      this.board.rims[d].classList.toggle('wrong', d === slide.played && Boolean(slide.mark));
  }

  practise(slide) {
    note([this.mistakeOf(slide)]);
    this.background(
      this.app.viewOf('practice').then((practice) => practice.openOne(this.mistakeOf(slide))),
    );
  }

  share() {
    shareDialog(this.app, {
      position: this.steps[this.stepper.at],
      record: this.record,
      review: this.sum && this,
    });
  }

  // --- the view ---

  show() {
    this.shown = true;
    const played = kept('game', isLine, '');
    this.played.disabled = !/"slides":"[^"]/.test(played);
    if (this.pending) return this.background(this.begin(this.pending));
    if (this.wanted) return this.restart();
    if (this.record) this.show1(this.stepper.at);
    if (this.sum && this.found) return this.background(this.resumeOdds());
    if (!this.record && !this.played.disabled) return this.background(this.begin(played));
    return null;
  }

  // The review is taken up again after it was interrupted; a network that has come values all anew.
  restart() {
    if (this.wanted)
      this.background(this.begin(this.wanted.record, this.steps.length ? this.slides : []));
    else if (this.record && this.points === false) this.background(this.begin(this.record));
  }

  // Runs on while the view is shown; what goes wrong is told.
  background(work) {
    work.catch((error) => this.app.failed(error));
  }

  carry(from) {
    carry(
      this,
      from,
      [
        'record',
        'steps',
        'slides',
        'counts',
        'sum',
        'odds',
        'found',
        'done',
        'points',
        'wanted',
        'shownMarks',
        'lines',
        'line',
      ],
      ['text'],
    );
    this.stepper.at = from.stepper.at;
    this.drawLines();
  }

  async hide() {
    this.shown = false;
    this.run++;
    this.stepper.pause();
    this.session.stop();
  }

  key(event) {
    if (!this.record) return;
    if (this.stepper.key(event)) return;
    if (event.key === 'n' && !event.ctrlKey && !event.metaKey && !isField(event.target))
      this.goToMistake();
  }
}

function whole(value) {
  return String(Math.round(value));
}
whole.least = 1;
