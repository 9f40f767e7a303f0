// A position read from a picture, beside the picture: cells that are uncertain can be corrected, and
// the next tile chosen, before the position is used.

import { familyOf, rankOf } from './board.js';
import { fill, h } from './dom.js';
import { tileElement } from './tile.js';
import { t } from './words.js';

const confident = 0.5; // confidence above which a reading needs no check
const tiles = {
  threes: [0, 1, 2, 3, 6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144],
  2048: [0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768],
};

export class PictureCheck {
  /** @param {HTMLElement} element where the reading is shown
   * @param {() => void} use uses the position */
  constructor(element, use) {
    this.element = element;
    this.use = use;
  }

  // Shows what the session read in the picture on this canvas. Returns true if nothing needs a
  // check.
  open(read, canvas) {
    this.reading = { ...read, board: [...read.board], next: read.next ?? '?' };
    this.reading.rules ??= read.game === '2048' ? '2048' : 'window';
    this.canvas = canvas;
    this.cell = this.uncertain()[0] ?? null;
    this.draw();
    return this.cell === null && this.missing() === null;
  }

  // Cells that the user should check.
  uncertain() {
    const { board, confidence } = this.reading;
    return board
      .map((_, cell) => cell)
      .filter((cell) => board[cell] === null || confidence[cell] < confident);
  }

  // Threes! needs the next tile.
  missing() {
    return this.reading.rules !== '2048' && this.reading.next === '?' ? 'next' : null;
  }

  draw() {
    const { board, rules } = this.reading;
    const family = familyOf(rules);
    const uncertain = new Set(this.uncertain());
    const cells = board.map((value, cell) =>
      h(
        `button.cell${uncertain.has(cell) ? '.uncertain' : ''}`,
        {
          type: 'button',
          'aria-pressed': String(cell === this.cell),
          'aria-label': `${t('board.cell', { row: Math.floor(cell / 4) + 1, col: (cell % 4) + 1 })}: ${
            value === null ? t('picture.unknown') : value || t('board.empty')
          }${uncertain.has(cell) ? `, ${t('picture.uncertain')}` : ''}`,
          onclick: () => {
            this.cell = this.cell === cell ? null : cell;
            this.draw();
          },
        },
        value
          ? tileElement({ value, rank: rankOf(value, family) }, family, 'mini')
          : value === null
            ? '?'
            : '',
      ),
    );
    this.element.hidden = false;
    fill(
      this.element,
      h('div.picture-pair', {}, this.crop(), h('div.picture-cells', {}, cells)),
      this.cell === null ? null : this.choices(family),
      rules === '2048' ? null : this.hints(),
      h(
        'button.button.primary',
        {
          type: 'button',
          disabled: board.includes(null) || this.missing() !== null,
          onclick: () => this.use(),
        },
        t('picture.use'),
      ),
    );
  }

  // Draws the board's part of the picture.
  crop() {
    const corners = this.reading.corners;
    const [left, top] = corners[0],
      [right, bottom] = corners[2];
    const shown = h('canvas', {
      width: 180,
      height: Math.round((180 * (bottom - top)) / (right - left)) || 180,
      role: 'img',
      'aria-label': t('picture.shown'),
    });
    shown
      .getContext('2d')
      .drawImage(
        this.canvas,
        left,
        top,
        right - left,
        bottom - top,
        0,
        0,
        shown.width,
        shown.height,
      );
    return shown;
  }

  // Sets the selected cell and selects the next uncertain one.
  choices(family) {
    return h(
      'div.pick.tiles',
      { role: 'group', 'aria-label': t('picture.correct') },
      tiles[family].map((value) =>
        h(
          'button',
          {
            type: 'button',
            'aria-label': String(value || t('setup.empty')),
            onclick: () => {
              this.reading.board[this.cell] = value;
              this.reading.confidence[this.cell] = 1;
              this.cell = this.uncertain()[0] ?? null;
              this.draw();
            },
          },
          value
            ? tileElement({ value, rank: rankOf(value, family) }, family, 'mini')
            : h('small', {}, t('setup.empty')),
        ),
      ),
    );
  }

  hints() {
    const { next, board } = this.reading;
    const bonus = Math.max(...board) >= 48 ? ['+'] : [];
    const known = ['1', '2', '3', ...bonus];
    return h(
      'div.row',
      { role: 'group', 'aria-label': t('next') },
      h('span.label', {}, t('next')),
      [...known, ...(known.includes(next) || next === '?' ? [] : [next])].map((hint) =>
        h(
          'button.button',
          {
            type: 'button',
            'aria-pressed': String(hint === next),
            onclick: () => {
              this.reading.next = hint;
              this.reading.blank = false;
              this.draw();
            },
          },
          hint,
        ),
      ),
    );
  }
}
