// @ts-check
// Modal dialogs, and the labelled lists of choices in them.

import { h } from './dom.js';
import { closeOnOutsideClick } from './input.js';

/** Opens a modal dialog, which is removed when it closes.
 * @param {string} title
 * @param {any} body
 * @param {...HTMLElement} buttons
 * @returns {HTMLDialogElement} */
export function openDialog(title, body, ...buttons) {
  const dialog = h(
    'dialog',
    { 'aria-label': title, onclose: () => dialog.remove() },
    h('h2', {}, title),
    body,
    h('div.row', {}, buttons),
  );
  closeOnOutsideClick(dialog);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A labelled list of choices; options are pairs of value and text.
 * @param {string} label
 * @param {any[]} options
 * @param {any} chosen
 * @param {((value: string) => void) | null} [onchange] */
export function selectField(label, options, chosen, onchange = null) {
  const select = h(
    'select',
    { onchange: onchange && (() => onchange(select.value)) },
    options.map(([value, text]) =>
      h('option', { value, selected: String(value) === String(chosen) }, text),
    ),
  );
  return { select, field: h('label.field', {}, h('span.label', {}, label), select) };
}
