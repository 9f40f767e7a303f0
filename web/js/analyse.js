// Any position, and games played elsewhere: set up a board by taps or keys, paste anything, follow a game on
// a phone with two taps a move.

import { Advice } from './advice.js';
import { Board, familyOf, rankOf, reduced } from './board.js';
import { announce, carry, complain, fill, h, icon, inTurn, problemCard } from './dom.js';
import { drawFacts } from './facts.js';
import { isField, listenForDrags, slideOfKey } from './input.js';
import { bookmarklet, fromLink, readPaste, toLink } from './paste.js';
import { drop, isLine, keep, kept, thoughtMs } from './settings.js';
import { tileElement } from './tile.js';
import { number, t } from './words.js';

const tilesOf = {
  threes: [1, 2, 3, 6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144],
  2048: [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768],
  fibonacci: [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987],
};

const isFollowed = (known) =>
  isLine(known?.record) && isLine(known.link) && ['analyse', 'follow'].includes(known.mode);

const typingMs = 700; // after which what was typed is taken to be whole

export class AnalyseView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.queue = Promise.resolve();
    this.board = new Board({
      onSlide: (direction) => this.slide(direction),
      onCell: (cell) => this.tapCell(cell),
    });
    this.advice = new Advice(this.session, this.board);
    this.facts = h('div.facts');
    this.panel = h('section.card', { 'aria-live': 'off' });
    this.problem = problemCard();
    this.paste = this.buildPaste();
    this.element = h(
      'div.view.analyse',
      {},
      h('div.stage', {}, this.facts, this.board.rimmed, this.board.slideButtons),
      h(
        'div.side',
        {},
        this.problem,
        this.panel,
        this.advice.element,
        this.advice.lineElement,
        this.advice.oddsElement,
        this.paste,
      ),
    );
    listenForDrags(this.board, (direction) => this.slide(direction));
    this.mode = 'edit'; // edit, analyse or follow
    this.correcting = false;
    this.cell = 0;
    this.typed = '';
    this.edited = null; // {rules, rows, cols, board, next, deck}
  }

  buildPaste() {
    this.pasteText = h('textarea', {
      'aria-label': t('paste.what'),
      spellcheck: 'false',
      oninput: () => {
        this.problem.hidden = true;
      },
    });
    const page = location.href.replace(/#.*/, '');
    return h(
      'details.card',
      {},
      h('summary', {}, h('strong', {}, t('paste'))),
      h('p.small.soft', { style: { margin: '.5rem 0' } }, t('paste.what')),
      this.pasteText,
      h(
        'div.row',
        { style: { 'margin-top': '.6rem' } },
        h(
          'button.button',
          { type: 'button', onclick: () => this.readPaste(this.pasteText.value) },
          t('paste.read'),
        ),
      ),
      h(
        'p.small.soft',
        { style: { 'margin-top': '.8rem' } },
        t('bookmarklet.how'),
        ' ',
        h('a', { href: bookmarklet(page) }, t('bookmarklet')),
      ),
    );
  }

  enqueue(work) {
    return inTurn(this, work);
  }

  complain(text) {
    complain(this.problem, text);
  }

  async show() {
    this.shown = true;
    const text = this.pending;
    this.pending = null;
    const shared = this.shared;
    this.shared = null;
    if (shared) return this.enqueue(() => this.openPaste(shared));
    // A page that is loaded again has the link of what it showed, but knows more of it than the link says.
    const known = this.saved ?? kept('followed', isFollowed);
    if (text && known?.link !== `#${text}`) return this.enqueue(() => this.openLink(text));
    if (!text && this.edited?.board.some(Boolean)) return this.enqueue(() => this.resumeEdit());
    if (known) return this.enqueue(() => this.resume(known, text));
    this.startEdit(this.app.rules);
    return this.queue;
  }

  // What was kept is perhaps no game: then the link, or an empty board.
  async resume(known, link) {
    const position = await this.session.request(`load ${known.record}`).catch((error) => {
      if (!error.answer) throw error;
      drop('followed');
      this.saved = null;
    });
    if (position) {
      this.mode = known.mode;
      this.saved = known;
      this.take(position, false);
    } else if (link) await this.openLink(link);
    else this.startEdit(this.app.rules);
  }

  carry(from) {
    carry(
      this,
      from,
      [
        'mode',
        'position',
        'saved',
        'edited',
        'cell',
        'correcting',
        'lastSlide',
        'enteredTile',
        'showWindows',
      ],
      ['pasteText'],
    );
  }

  async hide() {
    this.session.stop();
    await this.queue;
    this.advice.clear();
    this.shown = false;
    await this.remember();
  }

  // What is shown, to be taken up again after another view, another visit, or a lost connection.
  async remember() {
    if (this.mode === 'edit' || !this.position) return;
    const { mode, position } = this;
    const { record } = await this.session.request('save').catch(() => ({}));
    if (!record) return;
    this.saved = { mode, record, link: toLink(position) };
    keep('followed', this.saved);
  }

  lost() {
    this.advice.clear();
    this.advice.element.hidden = true;
  }

  // A link that was opened, or typed: shown once the view is.
  link(text) {
    this.pending = text;
  }

  async openLink(text) {
    if (text.startsWith('saved/')) {
      let raw = text.slice(6);
      try {
        raw = decodeURIComponent(raw);
      } catch {
        // cut in the middle of a letter: said to be nothing that is known
      }
      this.pasteText.value = raw;
      await this.openPaste(raw);
      return;
    }
    try {
      await this.ask(fromLink(text).request);
    } catch (error) {
      this.startEdit(this.app.rules);
      this.complain(t('paste.not', { why: error.answer ? error.message : t('paste.none') }));
    }
  }

  readPaste(text) {
    this.enqueue(() => this.openPaste(text));
  }

  async openPaste(text) {
    this.session.stop();
    let read;
    try {
      read = readPaste(text, this.app.rules);
    } catch (error) {
      const [what, count] = error.message.split(':');
      this.complain(
        t('paste.not', {
          why: what === 'games' ? t('paste.games', { n: count }) : t('paste.none'),
        }),
      );
      return;
    }
    if (read.kind === 'board') return this.openBoard(read.request);
    if (read.rules) return this.openRecord(read);
    if (read.kind !== 'saved' || read.saved.next) return this.ask(read.request);
    await this.edit(read.request.replace(/^set/, 'check'));
  }

  // The hint is not in it: show the position in the editor, where it is asked for, unless the game says it.
  async edit(request) {
    const position = await this.session.request(request);
    this.startEdit(position.rules, position);
  }

  // A board of another size than that of the rules may be a larger one with cells missing, so the reader is asked.
  async openBoard(request) {
    const read = await this.session.request(request);
    if (read.confirm && !(await this.confirmSize(read))) return;
    await this.edit(`check ${read.rules} ${read.hex}`);
  }

  confirmSize({ rows, cols }) {
    return new Promise((resolve) => {
      let yes = false;
      const close = (answer) => {
        yes = answer;
        dialog.close();
      };
      const dialog = this.app.dialog(
        t('paste.size', { rows, cols }),
        h('p', {}, t('paste.size.why')),
        h('button.button', { type: 'button', onclick: () => close(false) }, t('paste.size.no')),
        h(
          'button.button.primary',
          { type: 'button', onclick: () => close(true) },
          t('paste.size.yes'),
        ),
      );
      dialog.addEventListener('close', () => resolve(yes));
    });
  }

  // The session knows the rules of such a record from the game before it alone. If it refuses the record, the game
  // that is shown is loaded again.
  async openRecord({ rules, request }) {
    await this.session.request(`new ${rules}`);
    try {
      await this.ask(request);
    } catch (error) {
      if (this.saved) await this.session.request(`load ${this.saved.record}`).catch(() => {});
      throw error;
    }
  }

  async ask(request) {
    this.mode = 'analyse';
    this.take(await this.session.request(request), false);
  }

  // --- setting up ---

  startEdit(rules, position = this.position) {
    this.session.stop();
    this.mode = 'edit';
    this.advice.clear();
    this.problem.hidden = true;
    this.enqueue(async () => {
      const sample = await this.session.request(`new ${rules}`);
      const { rows, cols } = sample;
      const board =
        position &&
        position.rows === rows &&
        position.cols === cols &&
        position.rules === sample.rules
          ? [...position.board]
          : new Array(rows * cols).fill(0);
      this.edited = {
        rules: sample.rules,
        rows,
        cols,
        board,
        next: position?.next ?? null,
        deck: position?.deck ?? null,
      };
      this.cell = 0;
      this.app.rulesAre(sample.rules);
      await this.drawEdit();
    });
  }

  // A board that was begun is still there after another view.
  async resumeEdit() {
    this.app.rulesAre(this.edited.rules);
    await this.drawEdit();
  }

  async drawEdit() {
    const { edited } = this;
    this.element.classList.add('editing');
    const family = familyOf(edited.rules);
    this.advice.element.hidden =
      this.advice.lineElement.hidden =
      this.advice.oddsElement.hidden =
        true;
    this.board.show({ ...edited, slides: null });
    this.board.showValues(null);
    this.board.cellButtons(
      new Map(
        edited.board.map((value, cell) => [
          cell,
          {
            label: `${this.cellName(cell)}: ${value || t('board.empty')}`,
            chosen: cell === this.cell,
          },
        ]),
      ),
    );
    fill(
      this.facts,
      h('div', {}, h('span.label', {}, t('setup')), h('span.small.soft', {}, t('setup.tap'))),
    );
    const palette = h(
      'div.pick.tiles',
      {},
      [0, ...tilesOf[family]].map((value) =>
        h(
          'button',
          {
            type: 'button',
            'aria-label': String(value || t('setup.empty')),
            onclick: () => this.putTile(value),
          },
          value
            ? tileElement({ value, rank: rankOf(value, family) }, family, 'mini')
            : h('small', {}, t('setup.empty')),
        ),
      ),
    );
    const hints = family === 'threes' ? this.hintsFor(edited) : [];
    fill(
      this.panel,
      h('h2', {}, t('setup.start')),
      palette,
      hints.length
        ? [
            h('h2', { style: { margin: '1rem 0 .5rem' } }, t('setup.next')),
            h(
              'div.pick',
              {},
              hints.map((hint) =>
                this.hintButton(hint, edited.next === hint, () => {
                  edited.next = hint;
                  this.drawEdit();
                }),
              ),
            ),
          ]
        : null,
      h(
        'div.row',
        { style: { 'margin-top': '1rem' } },
        h(
          'button.button.primary',
          { type: 'button', onclick: () => this.enqueue(() => this.analyse()) },
          t('setup.analyse'),
        ),
        family === 'threes'
          ? h(
              'button.button',
              { type: 'button', onclick: () => this.enqueue(() => this.follow()) },
              t('setup.follow'),
            )
          : null,
        h(
          'button.button.quiet',
          {
            type: 'button',
            onclick: () => {
              edited.board.fill(0);
              this.drawEdit();
            },
          },
          t('setup.clear'),
        ),
      ),
    );
  }

  // Hints by name: cards, and a bonus, whose windows the session tells once the board is known.
  hintsFor({ rules, board }) {
    const cards = ['1', '2', '3'];
    if (/course/.test(rules)) return cards;
    const largest = Math.max(...board);
    if (largest < 48) return cards;
    if (/classic/.test(rules)) return [...cards, '+'];
    const bonus = [];
    for (let tile = 6; tile <= largest / 8; tile *= 2) bonus.push(tile);
    if (bonus.length <= 3) return [...cards, bonus.join(',')];
    return [...cards, ...bonus.slice(2).map((last, i) => bonus.slice(i, i + 3).join(','))];
  }

  hintButton(hint, pressed, onclick, note = null, disabled = false) {
    const tiles =
      hint === '+'
        ? [h('span.sign', {}, '+')]
        : hint
            .split(',')
            .map((value) =>
              tileElement(
                { value: Number(value), rank: rankOf(Number(value), 'threes') },
                'threes',
                'mini',
              ),
            );
    return h(
      'button',
      {
        type: 'button',
        disabled,
        'aria-pressed': pressed === null ? null : String(pressed),
        'aria-label': `${hint.split(',').join(t('or'))}${note ? `, ${note}` : ''}`,
        onclick,
      },
      h('span.together', {}, tiles),
      note ? h('small', {}, note) : null,
    );
  }

  cellName(cell) {
    const { cols } = this.edited ?? this.position;
    return t('board.cell', { row: Math.floor(cell / cols) + 1, col: (cell % cols) + 1 });
  }

  putTile(value) {
    if (this.correcting) {
      const { cell } = this;
      this.enqueue(async () => {
        this.take(await this.session.request(`put ${cell} ${value}`), false);
      });
      return;
    }
    this.edited.board[this.cell] = value;
    this.cell = Math.min(this.cell + 1, this.edited.board.length - 1);
    this.drawEdit();
    this.board.slots[this.cell].focus();
  }

  words(command) {
    const { rules, board, next } = this.edited;
    const known = this.hintsFor(this.edited).includes(next) ? ` next ${next}` : '';
    return `${command} ${rules.trim().replace(/ /g, ',')} ${board.join(',')}${known}`;
  }

  async analyse() {
    this.problem.hidden = true;
    await this.ask(this.words('set'));
  }

  async follow() {
    this.problem.hidden = true;
    const position = await this.session.request(this.words('follow'));
    this.mode = 'follow';
    this.take(position, false);
  }

  // --- a position ---

  take(position, animate = true) {
    if (this.element.classList.contains('editing')) window.scrollTo(0, 0);
    this.element.classList.remove('editing');
    this.position = position;
    this.edited = null;
    this.problem.hidden = true;
    if (animate && position.did) this.board.settle(position, animate);
    else this.board.show(position);
    this.board.showValues(null);
    this.app.rulesAre(position.rules);
    history.replaceState(null, '', toLink(position));
    if (this.mode === 'follow') this.drawFollow();
    else this.drawAnalyse();
    this.advice.element.hidden = Boolean(position.waiting) || position.over;
    this.remember();
    if (!position.waiting && !position.over && !this.correcting) this.enqueueAdvice();
    else this.advice.clear();
  }

  // Thinks again about what is shown: by another network, say.
  restart() {
    this.enqueue(async () => {
      if (this.shown && this.mode !== 'edit' && !this.advice.element.hidden && !this.correcting)
        this.enqueueAdvice();
    });
  }

  enqueueAdvice() {
    this.advice
      .think(this.position, `movetime ${thoughtMs(1.5)}`)
      .then((last) => {
        if (last && !last.stopped) {
          announce(t('said.advice', { text: this.advice.text }));
          return this.advice.askOdds();
        }
        return null;
      })
      .catch((error) => this.app.failed(error));
  }

  end() {
    return h(
      'div.end',
      {},
      h('span.label', {}, t('score')),
      h('span.big', {}, number(this.position.score)),
    );
  }

  controls(...extra) {
    const { position } = this;
    return h(
      'div.row',
      { style: { 'margin-top': '.8rem' } },
      h(
        'button.button.square',
        {
          type: 'button',
          'aria-label': t('undo'),
          disabled: !position.undo,
          onclick: () => this.step('undo'),
        },
        icon('undo'),
      ),
      h(
        'button.button.square',
        {
          type: 'button',
          'aria-label': t('redo'),
          disabled: !position.redo,
          onclick: () => this.step('redo'),
        },
        icon('redo'),
      ),
      ...extra,
    );
  }

  drawAnalyse() {
    drawFacts(this.facts, this.position, this.end());
    this.board.cellButtons(null);
    fill(
      this.panel,
      h('h2', {}, t('setup')),
      this.position.over ? h('p', {}, t('over')) : null,
      this.controls(
        h(
          'button.button',
          { type: 'button', onclick: () => this.startEdit(this.position.rules) },
          t('setup.edit'),
        ),
        h(
          'button.button.square',
          {
            type: 'button',
            'aria-label': t('copy'),
            title: t('copy'),
            onclick: () => this.copyLink(),
          },
          icon('link'),
        ),
      ),
    );
  }

  copyLink() {
    navigator.clipboard?.writeText(location.href).then(
      () => announce(t('copied')),
      () => {},
    );
  }

  // --- following a game ---

  drawFollow() {
    const { position } = this;
    const { waiting } = position;
    const stage = !waiting ? 0 : waiting.for === 'entered' ? 1 : 2;
    drawFacts(
      this.facts,
      position,
      h(
        'div.end',
        {},
        h('span.label', {}, t('slide.number')),
        h('span.big', {}, String(position.moves)),
      ),
      stage === 1 ? 'enters' : 'next',
    );
    const steps = h(
      'ol.steps',
      {},
      ['slide', 'where', 'next'].map((name, i) =>
        h(
          i < stage ? 'li.done' : 'li',
          { 'aria-current': i === stage ? 'step' : null },
          i < stage ? icon('check') : null,
          i < stage ? t(`step.${name}`) : `${i + 1}. ${t(`step.${name}`)}`,
        ),
      ),
    );
    const correct = h(
      'button.button',
      {
        type: 'button',
        'aria-pressed': String(this.correcting),
        onclick: () => {
          this.correcting = !this.correcting;
          this.session.stop();
          this.take(this.position, false);
        },
      },
      t(this.correcting ? 'follow.done' : 'follow.correct'),
    );
    let asked;
    if (this.correcting) asked = this.drawCorrection();
    else if (stage === 1) asked = this.drawWhere(waiting);
    else if (stage === 2) asked = this.drawNext(waiting);
    else asked = [h('strong', {}, t('follow.slide')), h('p.small.soft', {}, t('follow.how'))];
    const cells = this.correcting
      ? position.board.map((value, cell) => [
          cell,
          {
            label: `${this.cellName(cell)}: ${value || t('board.empty')}`,
            chosen: cell === this.cell,
          },
        ])
      : stage === 1
        ? waiting.cells.map((cell) => [
            cell,
            {
              label: t('entered.here', { cell: this.cellName(cell) }),
              ghost: waiting.tiles.length === 1 ? waiting.tiles[0] : 0,
            },
          ])
        : null;
    this.board.cellButtons(cells && new Map(cells));
    const deck = position.deck
      ? t('follow.known', {
          ones: position.deck[0],
          twos: position.deck[1],
          threes: position.deck[2],
        })
      : position.decks
        ? t('follow.decks', { count: position.decks })
        : null;
    fill(
      this.panel,
      steps,
      asked,
      this.controls(correct),
      deck ? h('p.small.soft', { style: { 'margin-top': '.8rem' } }, deck) : null,
    );
  }

  drawCorrection() {
    const family = familyOf(this.position.rules);
    return [
      h('strong', {}, t('follow.correct.how')),
      h(
        'div.pick.tiles',
        { style: { 'margin-top': '.6rem' } },
        [0, ...tilesOf[family]].map((value) =>
          h(
            'button',
            {
              type: 'button',
              'aria-label': String(value || t('setup.empty')),
              onclick: () => this.putTile(value),
            },
            value
              ? tileElement({ value, rank: rankOf(value, family) }, family, 'mini')
              : h('small', {}, t('setup.empty')),
          ),
        ),
      ),
    ];
  }

  drawWhere(waiting) {
    const slide = t((this.lastSlide ?? 'U').toLowerCase());
    if (waiting.tiles.length === 1)
      return [
        h('strong', {}, t('follow.where', { slide, tile: waiting.tiles[0] })),
        h('p.small.soft', {}, t('follow.cells')),
      ];
    const chosen = this.enteredTile;
    return [
      h('strong', {}, t(chosen ? 'follow.where' : 'follow.which', { slide, tile: chosen })),
      h(
        'div.pick',
        { style: { margin: '.6rem 0' } },
        waiting.tiles.map((tile) =>
          this.hintButton(String(tile), tile === chosen, () => {
            this.enteredTile = tile;
            this.enterIfClear();
            this.drawFollow();
          }),
        ),
      ),
      h('p.small.soft', {}, t('follow.cells')),
    ];
  }

  drawNext(waiting) {
    const possible = new Set(waiting.hints);
    const windows = waiting.hints.filter((hint) => !['1', '2', '3'].includes(hint));
    const note = (card) =>
      this.position.deck
        ? t('follow.left', { n: this.position.deck[card - 1] })
        : possible.has(String(card))
          ? null
          : t('follow.none');
    return [
      h('strong', {}, t('follow.next')),
      h(
        'div.pick',
        { style: { 'margin-top': '.6rem' } },
        ['1', '2', '3'].map((hint) =>
          this.hintButton(
            hint,
            null,
            () => this.tellNext(hint),
            note(Number(hint)),
            !possible.has(hint),
          ),
        ),
        windows.length === 0
          ? null
          : windows.length === 1 || this.showWindows
            ? windows.map((hint) =>
                this.hintButton(hint, null, () => this.tellNext(hint), t('follow.bonus')),
              )
            : this.hintButton(
                '+',
                null,
                () => {
                  this.showWindows = true;
                  this.drawFollow();
                },
                t('follow.bonus'),
              ),
      ),
    ];
  }

  tellNext(hint) {
    this.enqueue(async () => {
      this.showWindows = false;
      this.take(await this.session.request(`next ${hint}`), false);
    });
  }

  // One candidate only: it enters by itself.
  enterIfClear() {
    const { waiting } = this.position;
    if (waiting?.for !== 'entered') return;
    const tile = waiting.tiles.length === 1 ? waiting.tiles[0] : this.enteredTile;
    if (tile && waiting.cells.length === 1) this.enter(waiting.cells[0], tile);
  }

  enter(cell, tile) {
    this.enteredTile = null;
    this.enqueue(async () => {
      this.take(await this.session.request(`entered ${cell} ${tile}`), false);
      this.board.tiles.get(cell)?.classList.add('fresh');
    });
  }

  tapCell(cell) {
    if (this.mode === 'edit' || this.correcting) {
      this.cell = cell;
      if (this.mode === 'edit') this.drawEdit();
      else this.drawFollow();
      this.board.slots[cell].focus();
      return;
    }
    const { waiting } = this.position;
    const tile = waiting.tiles.length === 1 ? waiting.tiles[0] : this.enteredTile;
    if (tile) this.enter(cell, tile);
    else this.complain(t('follow.which'));
  }

  slide(direction) {
    if (this.mode === 'edit' || this.correcting) return;
    this.enqueue(async () => {
      if (this.position.waiting || !this.position.slides?.[direction]) {
        this.board.fallBack();
        return;
      }
      this.lastSlide = direction;
      this.board.move(direction, !reduced());
      this.session.stop();
      const answer = await this.session.request(`slide ${direction}`);
      this.take(answer, !reduced() && Boolean(answer.did?.entered));
      this.enterIfClear();
    });
  }

  step(command) {
    this.enqueue(async () => {
      this.session.stop();
      this.enteredTile = null;
      this.take(await this.session.request(command), false);
    });
  }

  key(event) {
    if (isField(event.target)) return;
    if (this.mode === 'edit' || this.correcting) {
      this.editKey(event);
      return;
    }
    const direction = slideOfKey(event);
    if (direction) {
      event.preventDefault();
      this.slide(direction);
    } else if (event.key === 'u' || event.key === 'r')
      this.step(event.key === 'u' ? 'undo' : 'redo');
    else if (
      this.position?.waiting?.for === 'next' &&
      this.position.waiting.hints.includes(event.key)
    )
      this.tellNext(event.key);
  }

  // Arrows move over the board; digits are typed until they are a tile that no other begins with.
  editKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { rows, cols, rules } = this.edited ?? this.position;
    const step = { ArrowUp: -cols, ArrowDown: cols, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tiles = tilesOf[familyOf(rules)].map(String);
    if (step) {
      event.preventDefault();
      const { cell } = this;
      this.finishTyping(tiles);
      this.tapCell(Math.max(0, Math.min(rows * cols - 1, cell + step)));
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      this.typed = '';
      this.putTile(0);
    } else if (/^[0-9]$/.test(event.key)) {
      if (!tiles.some((tile) => tile.startsWith(this.typed + event.key))) this.finishTyping(tiles);
      this.typed += event.key;
      clearTimeout(this.typing);
      if (
        tiles.filter((tile) => tile.startsWith(this.typed)).length <= 1 &&
        (tiles.includes(this.typed) || this.typed === '0')
      )
        this.finishTyping(tiles);
      else this.typing = setTimeout(() => this.finishTyping(tiles), typingMs);
    }
  }

  // What was typed so far, as tiles: 30 may be the beginning of 3072, or a 3 and an empty cell.
  finishTyping(tiles) {
    clearTimeout(this.typing);
    let rest = this.typed;
    this.typed = '';
    while (rest) {
      const tile =
        tiles.filter((known) => rest.startsWith(known)).sort((a, b) => b.length - a.length)[0] ??
        '0';
      if (tile !== '0' || rest[0] === '0') this.putTile(Number(tile));
      rest = rest.slice(tile.length);
    }
  }
}
