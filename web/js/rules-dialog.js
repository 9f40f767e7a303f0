// @ts-check
// The dialog that chooses the rules of a new game or board.

import { openDialog, selectField } from './dialog.js';
import { h } from './dom.js';
import { ruleNames } from './games.js';
import { t } from './words.js';

/** Asks for the rules and the size of the board.
 * @param {string} title
 * @param {string} rules those chosen at first: "classic,rows=3,cols=4"
 * @param {(rules: string) => void} start called with the chosen rules
 * @returns {HTMLDialogElement} */
export function chooseRules(title, rules, start) {
  const [name, ...fields] = rules.split(',');
  const has = Object.fromEntries(fields.map((field) => field.split('=')));
  const game = selectField(
    t('game'),
    ruleNames.map((g) => [g, t(`rules.${g}`)]),
    name,
  );
  const sizes = [2, 3, 4].map((n) => [n, n]);
  const rows = selectField(t('rows'), sizes, has.rows ?? 4),
    cols = selectField(t('cols'), sizes, has.cols ?? 4);
  const dialog = openDialog(
    title,
    h(
      'div',
      {},
      game.field,
      h('div.row', { style: { 'flex-wrap': 'nowrap', margin: '0' } }, rows.field, cols.field),
    ),
    h('button.button', { type: 'button', onclick: () => dialog.close() }, t('close')),
    h(
      'button.button.primary',
      {
        type: 'button',
        onclick: () => {
          const shape =
            rows.select.value === '4' && cols.select.value === '4'
              ? ''
              : `,rows=${rows.select.value},cols=${cols.select.value}`;
          dialog.close();
          start(`${game.select.value}${shape}`);
        },
      },
      t('start'),
    ),
  );
  return dialog;
}
