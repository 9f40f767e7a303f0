// The Grid view: for a 2048 grid of any size up to 8 × 8, the result of each move, and the moves
// that four heuristics prefer.

import { Board, directions } from './board.js';
import { announce, copyState, fill, h, icon, problemCard, showProblem } from './dom.js';
import { number, t } from './words.js';

const most = 8; // max. rows and columns
const kinds = ['merges', 'value', 'corner', 'smooth'];

// Parses the rows of numbers in a text into {rows, cols, tiles}; returns null if they are not a
// grid. Characters that draw tables may separate the numbers; a word, a sign or a fraction is not a
// valid tile.
export function readGrid(text) {
  if (/[^\d\s.·_,;|[\]+-]|\d[.·_]|[.·_]\d|-\d/.test(text)) return null;
  const rows = text
    .replace(/[.·_]/g, '0')
    .split(/\r?\n|;/)
    .map((line) => line.match(/\d+/g))
    .filter(Boolean);
  if (rows.length === 1) {
    const side = Math.sqrt(rows[0].length);
    return Number.isInteger(side) && side > 0 ? { rows: side, cols: side, tiles: rows[0] } : null;
  }
  if (rows.length === 0 || rows.some((row) => row.length !== rows[0].length)) return null;
  return { rows: rows.length, cols: rows[0].length, tiles: rows.flat() };
}

export class GridView {
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.board = new Board({ onSlide: (direction) => this.preview(direction) });
    this.facts = h('div.facts');
    this.problem = problemCard();
    this.text = h(
      'textarea',
      { 'aria-label': t('grid.text'), spellcheck: 'false' },
      '2 2 4 8\n0 4 0 16\n2 0 8 8\n0 0 0 2',
    );
    this.win = h(
      'select',
      { 'aria-label': t('grid.win') },
      [16, 64, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536].map((n) =>
        h('option', { value: n, selected: n === 2048 }, number(n)),
      ),
    );
    this.hints = h('section.card', { hidden: true });
    this.slides = h('section.card', { hidden: true });
    this.stage = h('div.stage', {}, this.facts, this.board.rimmed);
    this.element = h(
      'div.view.grid.broad',
      {},
      this.stage,
      h(
        'div.side',
        {},
        this.problem,
        h('p.intro', {}, t('grid.intro')),
        h(
          'section.card',
          {},
          h('h2', {}, t('grid')),
          this.text,
          h(
            'div.row',
            { style: { 'margin-top': '.6rem' } },
            h('label.row.time', {}, h('span.small.soft', {}, t('grid.win')), this.win),
            h(
              'button.button.primary',
              { type: 'button', onclick: () => this.read() },
              t('grid.read'),
            ),
          ),
        ),
        this.hints,
        this.slides,
      ),
    );
  }

  showProblem(text) {
    showProblem(this.problem, text);
  }

  async read() {
    this.problem.hidden = true;
    const grid = readGrid(this.text.value);
    const why = !grid ? 'grid.not' : Math.max(grid.rows, grid.cols) > most ? 'grid.size' : null;
    if (why) {
      this.showProblem(t(why, { most }));
      return;
    }
    try {
      const answer = await this.session.request(
        `grid ${this.win.value} ${grid.rows}x${grid.cols} ${grid.tiles.join(' ')}`,
      );
      this.draw({ ...grid, tiles: grid.tiles.map(Number) }, answer);
    } catch (error) {
      if (error.answer) this.showProblem(error.message);
      else this.app.failed(error);
    }
  }

  draw({ rows, cols, tiles }, { state, slides, hints }) {
    this.grid = { rows, cols, tiles, slides };
    this.board.show({ rules: '2048', rows, cols, board: tiles, slides });
    const liked = (d) => kinds.filter((kind) => hints[kind].includes(d)).length;
    const top = Math.max(...directions.map(liked));
    this.board.showValues(
      Object.fromEntries(
        directions
          .filter((d) => slides[d])
          .map((d) => [
            d,
            {
              share: liked(d) / kinds.length,
              text: `${liked(d)}/${kinds.length}`,
              best: liked(d) === top && top > 0,
            },
          ]),
      ),
    );
    fill(
      this.facts,
      h('div', {}, h('span.label', {}, t('grid.state')), h('span.big', {}, t(`grid.${state}`))),
      h(
        'div.end',
        {},
        h('span.label', {}, t('grid.largest')),
        h('span.big', {}, number(Math.max(...tiles))),
      ),
    );
    this.hints.hidden = this.slides.hidden = false;
    fill(
      this.hints,
      h('h2', {}, t('grid.hints')),
      h(
        'dl.hints',
        {},
        kinds.map((kind) =>
          h(
            'div',
            {},
            h('dt', {}, t(`grid.hint.${kind}`)),
            h(
              'dd',
              {},
              hints[kind] ? [...hints[kind]].map((d) => h('span.chip', {}, icon(d), t(d))) : '–',
            ),
          ),
        ),
      ),
    );
    const heads = ['move', 'grid.pairs', 'grid.largest', 'grid.corner', 'grid.smooth'];
    fill(
      this.slides,
      h('h2', {}, t('grid.slides')),
      h(
        'div.wide-table',
        { tabindex: 0, role: 'region', 'aria-label': t('grid.slides') },
        h(
          'table.values.gridly',
          {},
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              heads.map((name, i) => h(i ? 'th.amount' : 'th', { scope: 'col' }, t(name))),
            ),
          ),
          h(
            'tbody',
            {},
            directions.map((d) =>
              slides[d]
                ? h(
                    'tr',
                    {},
                    h(
                      'td',
                      {},
                      h(
                        'button.button.quiet',
                        { type: 'button', onclick: () => this.preview(d) },
                        icon(d),
                        t(d),
                      ),
                    ),
                    ...['pairs', 'largest', 'corner', 'smoothness'].map((key) =>
                      h('td.amount', {}, number(slides[d][key])),
                    ),
                  )
                : h(
                    'tr',
                    {},
                    h('td', {}, icon(d), t(d)),
                    h('td.soft', { colspan: 4 }, t('exact.illegal')),
                  ),
            ),
          ),
        ),
      ),
    );
    const moves = (kind) => [...hints[kind]].map((d) => t(d)).join(' ');
    const found = kinds.map((kind) => `${t(`grid.hint.${kind}`)} ${moves(kind)}`);
    announce(`${t('grid.hints')}: ${found.join('; ')}`);
  }

  // Shows the grid after a move, or again the grid itself if that move is shown.
  preview(direction) {
    const { rows, cols, tiles, slides } = this.grid;
    if (!slides[direction]) return;
    this.looked = this.looked === direction ? null : direction;
    this.board.show({
      rules: '2048',
      rows,
      cols,
      board: this.looked ? slides[direction].board : tiles,
      slides,
    });
  }

  show() {
    return this.grid ? null : this.read();
  }

  copyFrom(from) {
    copyState(this, from, [], ['text', 'win']);
  }

  async hide() {
    this.looked = null;
  }

  key() {}
}
