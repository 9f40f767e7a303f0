// @ts-check
// The dialog of the settings.

import { openDialog, selectField } from './dialog.js';
import { h } from './dom.js';
import { setSetting, settings } from './settings.js';
import { languages, t } from './words.js';

/** @param {string | null} [focused] field that receives the focus
 * @returns {HTMLDialogElement} */
export function chooseSettings(focused = null) {
  const choose = (name, label, values) =>
    selectField(
      label,
      values.map((value) => [value, t(`${name}.${value}`)]),
      settings[name],
      (value) => setSetting(name, value),
    ).field;
  const letters = h('input', {
    type: 'checkbox',
    checked: settings.letters,
    onchange: () => setSetting('letters', letters.checked),
  });
  const motion = h('input', {
    type: 'checkbox',
    checked: settings.motion === 'on',
    onchange: () => setSetting('motion', motion.checked ? 'on' : 'off'),
  });
  const sound = h('input', {
    type: 'checkbox',
    checked: settings.sound,
    onchange: () => setSetting('sound', sound.checked),
  });
  const served = document.querySelector('meta[name=trey-transport][content=socket]');
  const language = selectField(
    t('language'),
    [['system', t('theme.system')], ...Object.entries(languages)],
    settings.language,
    (value) => setSetting('language', value),
  );
  const dialog = openDialog(
    t('settings'),
    h(
      'div',
      {},
      choose('theme', t('theme'), ['system', 'light', 'dark']),
      choose('palette', t('palette'), ['game', 'safe']),
      served
        ? h('p.small.soft', {}, t('network.served'))
        : globalThis.treyFiles
          ? null
          : choose('network', t('network'), ['small', 'large']),
      choose('thought', t('thought'), ['short', 'usual', 'long']),
      h('label.check', {}, motion, t('motion')),
      h('label.check', {}, letters, t('letters')),
      h('label.check', {}, sound, t('sound')),
      language.field,
    ),
    h('button.button.primary', { type: 'button', onclick: () => dialog.close() }, t('close')),
  );
  if (focused === 'language') language.select.focus();
  return dialog;
}
