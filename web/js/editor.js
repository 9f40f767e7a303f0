// Setting up a board by mouse, touch or keys. The session decides what is possible on it.

import { familyOf, rankOf } from './board.js';
import { fill, h } from './dom.js';
import { toLink } from './paste.js';
import { hintButton, tilePicker, tilesOf } from './pick.js';
import { t } from './words.js';

const typingMs = 700; // pause after which a typed number is complete

// Number of rows or columns in the text of rules.
const sizeOf = (rules, name) => Number(new RegExp(`${name}=(\\d+)`).exec(rules)?.[1] ?? 4);

const plain = (rules) => rules.trim().replace(/ /g, ',');

export class Editor {
  // `view` has the edited board as `edited`: {rules, rows, cols, board, next, hints}, and the
  // selected cell as `cell`.
  constructor(view) {
    this.view = view;
    this.session = view.session;
    this.typed = '';
    this.hints = h('div');
  }

  // Returns a board to edit: that of `position`, or an empty one. Falls back to `window` if the
  // session rejects the rules.
  async begin(rules, position) {
    const cells = sizeOf(rules, 'rows') * sizeOf(rules, 'cols');
    const some = [2, ...new Array(Math.max(0, cells - 1)).fill(0)];
    const sample = await this.session
      .request(`check ${plain(rules)} ${some.join(',')} next ?`)
      .catch((error) => {
        if (!error.answer || plain(rules) === 'window') throw error;
        return null;
      });
    if (!sample) return this.begin('window', position);
    const same =
      position &&
      position.rows === sample.rows &&
      position.cols === sample.cols &&
      plain(position.rules) === sample.rules;
    return {
      rules: sample.rules,
      rows: sample.rows,
      cols: sample.cols,
      board: same ? [...position.board] : new Array(sample.board.length).fill(0),
      next: same && position.next !== '?' ? position.next : null,
      hints: sample.hints,
    };
  }

  get isEmpty() {
    return !this.view.edited.board.some(Boolean);
  }

  // Request for the board; a next tile that was not selected is unknown.
  request(command) {
    const { rules, board, next, hints } = this.view.edited;
    const known = hints.includes(next);
    const hint = known ? ` next ${next}` : command === 'set' ? ' next ?' : '';
    return `${command} ${plain(rules)} ${board.join(',')}${hint}`;
  }

  draw() {
    const { view } = this;
    const { edited } = view;
    const family = familyOf(edited.rules);
    view.element.classList.add('editing');
    this.showLink();
    view.advice.element.hidden = true;
    view.board.show({ ...edited, slides: null });
    view.board.showValues(null);
    view.board.cellButtons(
      new Map(
        edited.board.map((value, cell) => [
          cell,
          {
            label: `${view.cellName(cell)}: ${value || t('board.empty')}`,
            chosen: cell === view.cell,
          },
        ]),
      ),
    );
    fill(
      view.facts,
      h('div', {}, h('span.label', {}, t('setup')), h('span.small.soft', {}, t('setup.tap'))),
    );
    const button = (kind, text, onclick) => h(kind, { type: 'button', onclick }, text);
    fill(
      view.panel,
      h('h2', {}, t('setup.start')),
      tilePicker(family, (value) => this.put(value)),
      this.hints,
      h(
        'div.row',
        { style: { 'margin-top': '1rem' } },
        button('button.button.primary', t('setup.analyse'), () => view.analyse()),
        family === 'threes'
          ? button('button.button', t('setup.follow'), () => view.follow())
          : null,
        button('button.button.quiet', t('setup.clear'), () => this.clear()),
      ),
    );
    this.drawHints();
    return this.updateHints();
  }

  // Sets the page's address to the board's link; without tiles to that of an empty editor.
  showLink() {
    const { rules, board, next } = this.view.edited;
    const family = familyOf(rules);
    const hex = board.map((value) => (value ? rankOf(value, family).toString(16) : '0')).join('');
    const link = this.isEmpty ? '#analyse' : toLink({ rules, hex, next });
    if (this.view.shown) this.view.setAddress(link);
  }

  clear() {
    this.view.edited.board.fill(0);
    this.draw();
  }

  // Asks which hints the board allows, and redraws them if they changed.
  async updateHints() {
    const { edited } = this.view;
    const board = edited.board.join(',');
    if (this.isEmpty || this.asked === board) return;
    this.asked = board;
    const answer = await this.session
      .request(`check ${plain(edited.rules)} ${board} next ?`)
      .catch((error) => {
        if (!error.answer) throw error;
      });
    const current = this.view.edited === edited && edited.board.join(',') === board;
    if (!answer || !current || String(answer.hints) === String(edited.hints)) return;
    edited.hints = answer.hints;
    this.drawHints();
  }

  drawHints() {
    const { edited } = this.view;
    if (edited.next && !edited.hints.includes(edited.next)) edited.next = null;
    const choose = (next) => () => {
      edited.next = next;
      this.showLink();
      this.drawHints();
      this.hints.querySelector('[aria-pressed=true]').focus();
    };
    fill(
      this.hints,
      edited.hints.length
        ? [
            h('h2', { style: { margin: '1rem 0 .5rem' } }, t('setup.next')),
            h(
              'div.pick',
              {},
              edited.hints.map((hint) =>
                hintButton(hint, { pressed: edited.next === hint, onclick: choose(hint) }),
              ),
              hintButton('?', {
                pressed: !edited.next,
                onclick: choose(null),
                note: t('setup.unknown'),
              }),
            ),
          ]
        : null,
    );
  }

  // Sets the tile of the selected cell and selects the next cell.
  put(value) {
    const { view } = this;
    view.problem.hidden = true;
    view.edited.board[view.cell] = value;
    view.cell = Math.min(view.cell + 1, view.edited.board.length - 1);
    this.draw();
    view.board.slots[view.cell].focus();
  }

  // Handles a key: arrows move the selection; digits are collected until only one tile starts with
  // them. Calls onPut(value) for each tile.
  key(event, { rows, cols, rules }, onPut) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowUp: -cols, ArrowDown: cols, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tiles = tilesOf[familyOf(rules)].map(String);
    if (step) {
      event.preventDefault();
      const { cell } = this.view;
      this.finishTyping(tiles, onPut);
      this.view.tapCell(Math.max(0, Math.min(rows * cols - 1, cell + step)));
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      this.typed = '';
      onPut(0);
    } else if (/^[0-9]$/.test(event.key)) this.typeDigit(event.key, tiles, onPut);
  }

  typeDigit(digit, tiles, onPut) {
    if (!tiles.some((tile) => tile.startsWith(this.typed + digit))) this.finishTyping(tiles, onPut);
    this.typed += digit;
    clearTimeout(this.typing);
    const candidates = tiles.filter((tile) => tile.startsWith(this.typed));
    if (candidates.length <= 1 && (tiles.includes(this.typed) || this.typed === '0'))
      this.finishTyping(tiles, onPut);
    else this.typing = setTimeout(() => this.finishTyping(tiles, onPut), typingMs);
  }

  // Splits the typed digits into tiles: 30 may be the start of 3072, or a 3 and an empty cell.
  finishTyping(tiles, onPut) {
    clearTimeout(this.typing);
    let rest = this.typed;
    this.typed = '';
    while (rest) {
      const tile =
        tiles.filter((known) => rest.startsWith(known)).sort((a, b) => b.length - a.length)[0] ??
        '0';
      if (tile !== '0' || rest[0] === '0') onPut(Number(tile));
      rest = rest.slice(tile.length);
    }
  }
}
