// Elements of the view Play: buttons, in two sets for wide and narrow windows, the speed of autoplay,
// the stage and the panel; and the announcement of a move to screen readers.

import { announce, h, icon } from './dom.js';
import { t } from './words.js';

// Speed of autoplay: in the panel, and on a phone below the board during autoplay.
function speedElement(view) {
  const range = h('input', {
    type: 'range',
    min: 0,
    max: 8,
    step: 'any',
    'aria-label': t('speed'),
    oninput: () => view.autoplay.setSpeed(2 ** Number(range.value)),
  });
  return { range, text: h('span.number') };
}

// Creates the elements of the view as fields of it.
export function buildControls(view) {
  const button = (name, label, action, text = null) =>
    h(
      text ? 'button.button' : 'button.button.square',
      { type: 'button', 'aria-label': text ? null : t(label), title: t(label), onclick: action },
      icon(name),
      text ? h('span.text', {}, text) : null,
    );
  view.undoButtons = [
    button('undo', 'undo', () => view.step('undo')),
    button('undo', 'undo', () => view.step('undo')),
  ];
  view.redoButtons = [
    button('redo', 'redo', () => view.step('redo')),
    button('redo', 'redo', () => view.step('redo')),
  ];
  view.adviceButtons = [
    button('bulb', 'advice', () => view.toggleAdvice(), t('advice')),
    button('bulb', 'advice', () => view.toggleAdvice(), t('advice')),
  ];
  view.autoButtons = [
    h('button.button', { type: 'button', onclick: () => view.autoplay.toggle() }),
    h('button.button.grow', { type: 'button', onclick: () => view.autoplay.toggle() }),
    h('button.button.square.low', { type: 'button', onclick: () => view.autoplay.toggle() }),
  ];
  view.facts = h('div.facts');
  view.speeds = [speedElement(view), speedElement(view)];
  view.state = h('section.card.ended', { hidden: true });
  view.stage = h(
    'div.stage',
    {},
    view.facts,
    view.board.rimmed,
    view.board.slideButtons,
    h('div.speed.phone-speed', {}, Object.values(view.speeds[1])),
    h(
      'div.controls',
      {},
      view.undoButtons[0],
      view.redoButtons[0],
      view.adviceButtons[0],
      view.autoButtons[2],
      h('span.grow'),
      button('share', 'share', () => view.share()),
      button('plus', 'new', () => view.newGame(), t('new')),
    ),
    h(
      'div.phone-bar',
      {},
      view.undoButtons[1],
      view.redoButtons[1],
      button('share', 'share', () => view.share(), t('share')),
      button('plus', 'new', () => view.newGame(), t('new')),
      view.adviceButtons[1],
      view.autoButtons[1],
    ),
  );
  view.element = h(
    'div.view.play',
    {},
    view.stage,
    h(
      'div.side',
      {},
      h(
        'section.card.auto.speed.desktop',
        { 'aria-label': t('auto') },
        view.autoButtons[0],
        Object.values(view.speeds[0]),
      ),
      view.state,
      view.advice.element,
      view.autoplay.element,
    ),
  );
}

// Reads a move aloud: its direction, merges and spawn, and the next tile. `before` is the position
// before the move.
export function announceMove({ did, tiles }, before) {
  if (!did) return;
  const { board, cols } = before;
  const merges = did.merges
    .map((cell) => {
      const pair = did.to.flatMap((to, from) => (to === cell ? [board[from]] : []));
      return t('said.merge', { a: pair[0], b: pair[1], tile: did.board[cell] });
    })
    .join('');
  const entered = did.entered
    ? t('said.entered', {
        tile: did.entered.tile,
        row: Math.floor(did.entered.cell / cols) + 1,
        col: (did.entered.cell % cols) + 1,
      })
    : '';
  announce(
    t('said.slide', { slide: t(did.slide), merges, entered }) +
      (tiles?.length ? t('said.next', { tiles: tiles.join(t('or')) }) : ''),
  );
}
