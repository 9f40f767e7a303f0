// Following a game on another screen with two taps a move: where the tile spawned, and the next
// tile. The session decides which inputs are possible.

import { familyOf } from './board.js';
import { fill, h, icon } from './dom.js';
import { drawFacts } from './facts.js';
import { hintButton, tilePicker } from './pick.js';
import { controls } from './position-panel.js';
import { t } from './words.js';

const cards = ['1', '2', '3'];

export class Follow {
  // `view` has the position; `correcting`: a cell is being corrected; `lastSlide`, `enteredTile`
  // and `showWindows`: inputs for the current move.
  constructor(view) {
    this.view = view;
  }

  draw() {
    const { view } = this;
    const { position } = view;
    const { waiting } = position;
    const stage = !waiting ? 0 : waiting.for === 'entered' ? 1 : 2;
    const moves = h(
      'div.end',
      {},
      h('span.label', {}, t('move.number')),
      h('span.big', {}, String(position.moves)),
    );
    drawFacts(view.facts, position, moves, stage === 1 ? 'enters' : 'next');
    let asked;
    if (view.correcting) asked = this.correction();
    else if (stage === 1) asked = this.where(waiting);
    else if (stage === 2) asked = this.next(waiting);
    else asked = [h('strong', {}, t('follow.slide')), h('p.small.soft', {}, t('follow.how'))];
    view.board.cellButtons(this.cells(stage));
    const correct = h(
      'button.button',
      {
        type: 'button',
        'aria-pressed': String(Boolean(view.correcting)),
        onclick: () => view.toggleCorrecting(),
      },
      t(view.correcting ? 'follow.done' : 'follow.correct'),
    );
    fill(view.panel, this.steps(stage), asked, controls(view, correct), this.deck());
  }

  steps(stage) {
    return h(
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
  }

  // Clickable cells as a Map, or null.
  cells(stage) {
    const { view } = this;
    const { position } = view;
    if (view.correcting)
      return new Map(
        position.board.map((value, cell) => [
          cell,
          {
            label: `${view.cellName(cell)}: ${value || t('board.empty')}`,
            chosen: cell === view.cell,
          },
        ]),
      );
    if (stage !== 1) return null;
    const { cells, tiles } = position.waiting;
    const ghost = tiles.length === 1 ? tiles[0] : 0;
    return new Map(
      cells.map((cell) => [
        cell,
        { label: t('entered.here', { cell: view.cellName(cell) }), ghost },
      ]),
    );
  }

  deck() {
    const { deck, decks } = this.view.position;
    if (!deck && !decks) return null;
    const text = deck
      ? t('follow.known', { ones: deck[0], twos: deck[1], threes: deck[2] })
      : t('follow.decks', { count: decks });
    return h('p.small.soft', { style: { 'margin-top': '.8rem' } }, text);
  }

  correction() {
    const { view } = this;
    return [
      h('strong', {}, t('follow.correct.how')),
      h(
        'div',
        { style: { 'margin-top': '.6rem' } },
        tilePicker(familyOf(view.position.rules), (value) => view.putTile(value)),
      ),
    ];
  }

  where({ tiles }) {
    const { view } = this;
    const slide = t((view.lastSlide ?? 'U').toLowerCase());
    if (tiles.length === 1)
      return [
        h('strong', {}, t('follow.where', { slide, tile: tiles[0] })),
        h('p.small.soft', {}, t('follow.cells')),
      ];
    const chosen = view.enteredTile;
    return [
      h('strong', {}, t(chosen ? 'follow.where' : 'follow.which', { slide, tile: chosen })),
      h(
        'div.pick',
        { style: { margin: '.6rem 0' } },
        tiles.map((tile) =>
          hintButton(String(tile), {
            pressed: tile === chosen,
            onclick: () => {
              view.enteredTile = tile;
              this.enterSpawnIfUnique();
              this.draw();
            },
          }),
        ),
      ),
      h('p.small.soft', {}, t('follow.cells')),
    ];
  }

  next({ hints }) {
    const { view } = this;
    const { deck } = view.position;
    const windows = hints.filter((hint) => !cards.includes(hint));
    const note = (card) =>
      deck
        ? t('follow.left', { n: deck[Number(card) - 1] })
        : hints.includes(card)
          ? null
          : t('follow.none');
    const bonus = (hint, onclick) => hintButton(hint, { onclick, note: t('follow.bonus') });
    const open = windows.length === 1 || view.showWindows;
    return [
      h('strong', {}, t('follow.next')),
      h(
        'div.pick',
        { style: { 'margin-top': '.6rem' } },
        cards.map((hint) =>
          hintButton(hint, {
            onclick: () => this.enterHint(hint),
            note: note(hint),
            disabled: !hints.includes(hint),
          }),
        ),
        open
          ? windows.map((hint) => bonus(hint, () => this.enterHint(hint)))
          : windows.length
            ? bonus('+', () => {
                view.showWindows = true;
                this.draw();
              })
            : null,
      ),
    ];
  }

  enterHint(hint) {
    const { view } = this;
    view.enqueue(async () => {
      view.showWindows = false;
      view.showPosition(await view.session.request(`next ${hint}`), false);
    });
  }

  // Handles a key that names the next tile.
  key(event) {
    const { waiting } = this.view.position ?? {};
    if (waiting?.for === 'next' && waiting.hints.includes(event.key)) this.enterHint(event.key);
  }

  // Enters the spawn at once if only one is possible.
  enterSpawnIfUnique() {
    const { waiting } = this.view.position;
    if (waiting?.for !== 'entered') return;
    const tile = waiting.tiles.length === 1 ? waiting.tiles[0] : this.view.enteredTile;
    if (tile && waiting.cells.length === 1) this.enter(waiting.cells[0], tile);
  }

  tapCell(cell) {
    const { waiting } = this.view.position;
    const tile = waiting.tiles.length === 1 ? waiting.tiles[0] : this.view.enteredTile;
    if (tile) this.enter(cell, tile);
    else this.view.showProblem(t('follow.which'));
  }

  enter(cell, tile) {
    const { view } = this;
    view.enteredTile = null;
    view.enqueue(async () => {
      view.showPosition(await view.session.request(`entered ${cell} ${tile}`), false);
      view.board.tiles.get(cell)?.classList.add('fresh');
    });
  }
}
