// The panel beside the board in Analyse.

import { announce, fill, h, icon } from './dom.js';
import { drawFacts } from './facts.js';
import { number, t } from './words.js';

// Undo, redo and other controls.
export function controls(view, ...extra) {
  const { position } = view;
  const step = (name) =>
    h(
      'button.button.square',
      {
        type: 'button',
        'aria-label': t(name),
        disabled: !position[name],
        onclick: () => view.step(name),
      },
      icon(name),
    );
  return h('div.row', { style: { 'margin-top': '.8rem' } }, step('undo'), step('redo'), ...extra);
}

export function drawPosition(view) {
  const { position } = view;
  const score = h(
    'div.end',
    {},
    h('span.label', {}, t('score')),
    h('span.big', {}, number(position.score)),
  );
  drawFacts(view.facts, position, score);
  view.board.cellButtons(null);
  const edit = () => view.startEdit(view.position.rules);
  fill(
    view.panel,
    h('h2', {}, t('setup')),
    position.over ? h('p', {}, t('over')) : null,
    controls(
      view,
      h('button.button', { type: 'button', onclick: edit }, t('setup.edit')),
      h(
        'button.button.square',
        {
          type: 'button',
          'aria-label': t('copy'),
          title: t('copy'),
          onclick: () => copyLink(),
        },
        icon('link'),
      ),
    ),
  );
}

function copyLink() {
  navigator.clipboard?.writeText(location.href).then(
    () => announce(t('copied')),
    () => {},
  );
}
