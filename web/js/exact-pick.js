// Buttons that select the board to solve: a game and a size.

import { fill, h } from './dom.js';
import { t } from './words.js';

const usual = [2, 3];
// Games with the sizes that can be solved here. `course` may also have tables of larger boards.
const solvable = {
  window: [[2, 2], usual],
  course: [[2, 2], usual, [2, 4]],
  2048: [[2, 2], usual, [2, 4]],
};
const games = ['window', 'course', '2048'];

export class ExactPick {
  // onPick() is called when another board is selected.
  constructor(tables, onPick) {
    this.tables = tables;
    this.onPick = onPick;
    this.game = 'window';
    this.size = usual;
    this.element = h('div.row', { role: 'group', 'aria-label': t('exact.which') });
  }

  rules() {
    const [rows, cols] = this.size;
    return `${this.game},rows=${rows},cols=${cols}`;
  }

  isSize(size) {
    return size.join() === this.size.join();
  }

  isSolvable() {
    return solvable[this.game].some((size) => this.isSize(size));
  }

  // True if the board is too large to solve here, for every game.
  isTabled() {
    return !solvable.course.some((size) => this.isSize(size));
  }

  // Selects an available size if the current one's table is no longer known.
  correct() {
    const known = this.tables.sizes().some((size) => this.isSize(size));
    if (!this.isSolvable() && !(this.game === 'course' && known)) this.size = usual;
  }

  chooseGame(game) {
    this.game = game;
    this.correct();
    this.onPick();
  }

  chooseSize(size) {
    this.size = size;
    if (!this.isSolvable()) this.game = 'course'; // the game with larger boards in tables
    this.onPick();
  }

  draw() {
    const choice = (text, on, action) =>
      h('button.button', { type: 'button', 'aria-pressed': String(on), onclick: action }, text);
    const larger = this.tables
      .sizes()
      .filter((size) => !solvable.course.some((other) => other.join() === size.join()));
    const sizes = [...solvable.course, ...larger];
    fill(
      this.element,
      games.map((game) =>
        choice(t(`rules.${game}`), game === this.game, () => this.chooseGame(game)),
      ),
      h('span.grow'),
      h(
        'div.row',
        {},
        sizes.map((size) =>
          choice(size.join(' × '), this.isSize(size), () => this.chooseSize(size)),
        ),
      ),
    );
  }
}
