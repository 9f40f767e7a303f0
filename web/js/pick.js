// Buttons that select a tile or a hint.

import { rankOf } from './board.js';
import { h } from './dom.js';
import { tileElement } from './tile.js';
import { t } from './words.js';

// Tiles that a cell can have. The session decides which of them a game allows.
export const tilesOf = {
  threes: [1, 2, 3, 6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144],
  2048: [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768],
  fibonacci: [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987],
};

// All tiles and an empty cell; onPick(value) is called, with 0 for an empty cell.
export function tilePicker(family, onPick) {
  return h(
    'div.pick.tiles',
    {},
    [0, ...tilesOf[family]].map((value) =>
      h(
        'button',
        {
          type: 'button',
          'aria-label': String(value || t('setup.empty')),
          onclick: () => onPick(value),
        },
        value
          ? tileElement({ value, rank: rankOf(value, family) }, family, 'mini')
          : h('small', {}, t('setup.empty')),
      ),
    ),
  );
}

const signs = { '+': '+', '?': '?' };

// A hint as a button: '2', '6,12,24', '+', or '?' for an unknown one. pressed: null for a button
// without a selected state.
export function hintButton(hint, { pressed = null, onclick, note = null, disabled = false }) {
  const tiles = signs[hint]
    ? [h('span.sign', {}, signs[hint])]
    : hint
        .split(',')
        .map((value) =>
          tileElement(
            { value: Number(value), rank: rankOf(Number(value), 'threes') },
            'threes',
            'mini',
          ),
        );
  const name = hint === '?' ? note : hint.split(',').join(t('or'));
  return h(
    'button',
    {
      type: 'button',
      disabled,
      'aria-pressed': pressed === null ? null : String(pressed),
      'aria-label': note && hint !== '?' ? `${name}, ${note}` : name,
      onclick,
    },
    h('span.together', {}, tiles),
    note ? h('small', {}, note) : null,
  );
}
