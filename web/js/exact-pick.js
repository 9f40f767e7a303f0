// Which board is solved: a game and a size, as buttons.

import { fill, h } from './dom.js';
import { t } from './words.js';

const usual = [2, 3];
// Games with the sizes that are solved here. Of `course` there may be tables of larger boards.
const solvable = {
  window: [[2, 2], usual],
  course: [[2, 2], usual, [2, 4]],
  2048: [[2, 2], usual, [2, 4]],
};
const games = ['window', 'course', '2048'];

export class ExactPick {
  // onPick(): another board was chosen.
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

  // True if this board is too large to be solved here, for any game.
  isTabled() {
    return !solvable.course.some((size) => this.isSize(size));
  }

  // Back to a size that there is, where a table is not known any more.
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
    if (!this.isSolvable()) this.game = 'course'; // of which larger boards and tables are
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
