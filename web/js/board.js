// The board: slots, tiles above them, and moves animated from the session's answers. It knows no
// rules: paths of tiles (`to`), merges and spawns are parts of the answers.

import { fill, h, icon } from './dom.js';
import { tileElement } from './tile.js';
import { t } from './words.js';

export const directions = ['U', 'R', 'D', 'L'];
const towards = { U: [0, -1], R: [1, 0], D: [0, 1], L: [-1, 0] };

// Tile family of a rule set: 'threes', '2048' or 'fibonacci'.
export function familyOf(rules) {
  return /^(2048|fibonacci)/.test(rules) ? rules.split(/[ ,]/)[0] : 'threes';
}

// Rank of a tile's value, which decides its colour.
export function rankOf(value, family) {
  if (value === 0) return 0;
  if (family === '2048') return Math.log2(value);
  if (family === 'threes') return value < 3 ? value : 3 + Math.round(Math.log2(value / 3));
  let rank = 1;
  for (let a = 1, b = 2; a < value; rank++) [a, b] = [b, a + b];
  return rank;
}

export class Board {
  // onSlide(direction) is called by the buttons on the rim, onCell(cell) by clickable cells.
  constructor({ onSlide, onCell = null }) {
    this.onCell = onCell;
    this.tray = h('div.tray', { role: 'img' });
    this.rims = {};
    this.buttons = {};
    for (const direction of directions) {
      const label = h('span.said', {}, icon(direction), h('span', {}, ''));
      this.rims[direction] = h(
        `button.rim.${direction}`,
        {
          type: 'button',
          'aria-label': t(`slide.${direction}`),
          onclick: () => onSlide(direction),
        },
        label,
        h('span.bar', {}, h('b')),
      );
    }
    for (const direction of ['L', 'U', 'D', 'R'])
      this.buttons[direction] = h(
        'button.button',
        {
          type: 'button',
          'aria-label': t(`slide.${direction}`),
          onclick: () => onSlide(direction),
        },
        icon(direction),
        h('span.amount', {}, ''),
      );
    this.rimmed = h(
      'div.rimmed.quiet-rim',
      {},
      directions.map((d) => this.rims[d]),
      this.tray,
    );
    this.slideButtons = h(
      'div.slide-buttons',
      { role: 'group', 'aria-label': t('slides') },
      ['L', 'U', 'D', 'R'].map((d) => this.buttons[d]),
    );
    this.tiles = new Map(); // cell -> element
    this.position = null;
    this.timer = 0;
    this.ending = null; // finishes the running animation
  }

  // Skips to the end of a running animation.
  endMotion() {
    clearTimeout(this.timer);
    this.ending?.();
    this.ending = null;
  }

  // Shows a position without animation. fresh: cell of a tile to highlight.
  show(position, { fresh = -1 } = {}) {
    clearTimeout(this.timer);
    this.ending = null;
    this.position = position;
    this.family = familyOf(position.rules);
    const tall = this.family === 'threes' ? 1.3 : 1;
    const style = this.tray.style;
    style.setProperty('--cols', position.cols);
    style.setProperty('--tall', tall);
    const gap = 0.04;
    const width = (1 - gap * (position.cols + 1)) / position.cols;
    const ratio = position.rows * width * tall + gap * (position.rows + 1);
    this.tray.closest('.stage')?.style.setProperty('--ratio', ratio.toFixed(3));
    this.tray.classList.remove('moving');
    this.slots = position.board.map(() => h('span.slot'));
    fill(this.tray, this.slots);
    this.tiles.clear();
    const largest = Math.max(...position.board);
    position.board.forEach((value, cell) => {
      if (value !== 0) this.addTile(cell, value, value === largest);
    });
    if (fresh >= 0) this.tiles.get(fresh)?.classList.add('fresh');
    this.describe();
  }

  addTile(cell, value, largest = false) {
    const element = tileElement({ rank: rankOf(value, this.family), value }, this.family);
    if (largest) element.classList.add('largest');
    this.moveTile(element, cell);
    this.tiles.set(cell, element);
    this.tray.append(element);
    return element;
  }

  moveTile(element, cell) {
    element.style.setProperty('--col', cell % this.position.cols);
    element.style.setProperty('--row', Math.floor(cell / this.position.cols));
  }

  // Describes the board for screen readers.
  describe() {
    const { board, cols } = this.position;
    const rows = [];
    for (let at = 0; at < board.length; at += cols)
      rows.push(
        t('board.row', {
          row: at / cols + 1,
          tiles: board
            .slice(at, at + cols)
            .map((v) => v || t('board.empty'))
            .join(' '),
        }),
      );
    this.tray.setAttribute('aria-label', `${t('board')}: ${rows.join('; ')}`);
  }

  // --- slides ---

  // Starts the animation of a move; settle() continues it when the session has answered.
  move(direction, animate = true) {
    const motion = this.position.slides[direction];
    if (!motion) return;
    this.endMotion();
    this.clearPreview();
    this.tray.classList.toggle('moving', animate);
    if (!animate) return;
    void this.tray.offsetWidth; // applies earlier positions without a transition
    motion.to.forEach((to, from) => {
      if (to >= 0 && this.tiles.has(from)) this.moveTile(this.tiles.get(from), to);
    });
  }

  // Shows the position after a move, with the new tile coming from the edge. Tiles that still move
  // jump to their targets.
  settle(answer, animate = true) {
    const { did } = answer;
    if (!animate || !did || did.undone) {
      this.show(answer, {
        fresh: !animate && did?.entered && reducedMotion() ? did.entered.cell : -1,
      });
      return;
    }
    this.endMotion();
    this.position = answer;
    const before = this.tiles;
    this.tiles = new Map();
    const largest = Math.max(...answer.board);
    const merged = new Set(did.merges);
    const leaving = [];
    for (const [from, element] of before) {
      const to = did.to[from];
      if (merged.has(to) && this.tiles.has(to)) leaving.push(element);
      else this.tiles.set(to, element);
      this.moveTile(element, to);
      if (merged.has(to)) element.classList.add('under');
    }
    if (did.entered) {
      const element = this.addTile(
        did.entered.cell,
        did.entered.tile,
        did.entered.tile === largest,
      );
      const [x, y] = towards[did.slide];
      element.classList.add('entering');
      element.style.setProperty('--from-x', -x);
      element.style.setProperty('--from-y', -y);
    }
    this.describe();
    this.ending = () => this.finish(merged, largest, leaving);
    this.timer = setTimeout(() => this.endMotion(), 120);
  }

  // Replaces merged pairs by one tile after the animation.
  finish(merged, largest, leaving) {
    leaving.forEach((element) => element.remove());
    const { board } = this.position;
    for (const [cell, element] of [...this.tiles]) {
      element.classList.toggle('largest', board[cell] === largest);
      if (!merged.has(cell)) continue;
      element.remove();
      this.addTile(cell, board[cell], board[cell] === largest).classList.add('merged');
    }
  }

  // --- the half-made drag ---

  // Preview during a drag: tiles that would move follow by `part` (0 to 1) of their way, and pairs
  // that would merge are outlined.
  preview(direction, part) {
    this.endMotion();
    const motion = this.position.slides[direction];
    if (this.shown && this.shown !== direction) this.clearPreview();
    if (!motion) return;
    this.shown = direction;
    const { cols } = this.position;
    const merges = new Set(motion.merges);
    motion.to.forEach((to, from) => {
      const element = this.tiles.get(from);
      if (to < 0 || !element) return;
      element.style.setProperty('--dx', ((to % cols) - (from % cols)) * part);
      element.style.setProperty('--dy', (Math.floor(to / cols) - Math.floor(from / cols)) * part);
      element.classList.toggle('over', to !== from);
      element.classList.toggle('meets', merges.has(to) && part > 0.05 && to === from);
    });
    this.tray.classList.remove('moving');
  }

  clearPreview() {
    this.shown = null;
    for (const element of this.tiles.values()) {
      element.style.removeProperty('--dx');
      element.style.removeProperty('--dy');
      element.classList.remove('over', 'meets');
    }
  }

  // Undoes the preview of a drag that was too short.
  fallBack() {
    this.tray.classList.add('moving');
    void this.tray.offsetWidth;
    this.clearPreview();
  }

  cellSize() {
    const style = getComputedStyle(this.tray);
    const slot = this.slots[0].getBoundingClientRect();
    return {
      x: slot.width + parseFloat(style.columnGap),
      y: slot.height + parseFloat(style.rowGap),
    };
  }

  // --- cells that can be tapped ---

  // cells: Map of cell -> {label, ghost: value or 0, chosen}; null for none.
  cellButtons(cells) {
    this.tray.setAttribute('role', cells ? 'group' : 'img');
    this.slots = this.slots.map((slot, cell) => {
      const made = cells?.get(cell);
      const next = made
        ? h('button.slot', {
            type: 'button',
            'aria-label': made.label,
            'aria-pressed': made.chosen === undefined ? null : String(made.chosen),
            onclick: () => this.onCell(cell),
          })
        : h('span.slot');
      if (made) {
        next.classList.toggle('edit', made.chosen !== undefined);
        next.classList.toggle('filled-cell', this.tiles.has(cell));
        next.classList.toggle('chosen', Boolean(made.chosen));
        if (made.ghost)
          next.append(
            tileElement({ rank: rankOf(made.ghost, this.family), value: made.ghost }, this.family),
          );
      }
      slot.replaceWith(next);
      return next;
    });
  }

  // --- the rim ---

  // values: {U: {share: 0..1, text, best}, ...} or null for none.
  showValues(values) {
    this.rimmed.classList.toggle('quiet-rim', !values);
    for (const direction of directions) {
      const rim = this.rims[direction];
      const button = this.buttons[direction];
      const legal = Boolean(this.position?.slides?.[direction]);
      const value = values?.[direction];
      rim.disabled = !legal;
      button.disabled = !legal;
      rim.classList.toggle('best', Boolean(value?.best));
      button.classList.toggle('primary', Boolean(value?.best));
      rim.style.setProperty('--value', `${Math.round((value?.share ?? 0) * 100)}%`);
      rim.querySelector('.said span').textContent = value?.text ?? '';
      button.querySelector('.amount').textContent = value?.text ?? '';
      const label = value ? `${t(`slide.${direction}`)}: ${value.text}` : t(`slide.${direction}`);
      rim.setAttribute('aria-label', label);
      button.setAttribute('aria-label', label);
    }
  }
}

export function reducedMotion() {
  return (
    matchMedia('(prefers-reduced-motion: reduce)').matches ||
    document.documentElement.dataset.motion === 'off'
  );
}
