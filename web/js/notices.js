// @ts-check
// Notices of the page about what went wrong.

import { h, icon } from './dom.js';
import { t } from './words.js';

// The files of a view could not be loaded.
export const viewMissing = (again) =>
  h(
    'section.card.notice.bad.lacking',
    { role: 'alert' },
    icon('warning'),
    h('strong.grow', {}, t('view.missing')),
    h('button.button', { type: 'button', onclick: again }, t('again')),
  );

// The network of the best player could not be loaded.
export const networkMissing = (again) =>
  h(
    'div.notice',
    { role: 'alert' },
    icon('warning'),
    h(
      'div.grow',
      {},
      h('strong', {}, t('network.failed')),
      h('p.small.soft', {}, t('network.weaker')),
    ),
    h('button.button', { type: 'button', onclick: again }, t('again')),
  );

// The browser blocks storage, or it is full.
export function storageProblem(kind) {
  const notice = h(
    'section.card.notice.not-kept',
    { role: 'status' },
    icon('warning'),
    h(
      'div.grow',
      {},
      h('strong', {}, t(`storage.${kind}`)),
      h('p.small.soft', {}, t(`storage.${kind}.why`)),
    ),
    h('button.button', { type: 'button', onclick: () => notice.remove() }, t('close')),
  );
  return notice;
}

// The connection to the server is lost, and being restored.
export const connectionLost = () =>
  h(
    'section.card.notice.bad.broken',
    { role: 'alert' },
    icon('warning'),
    h(
      'div.grow',
      {},
      h('strong', {}, t('engine.broken')),
      h('p.small.soft', {}, t('engine.reopens')),
    ),
  );

// The engine has stopped, or an unexpected error occurred.
export function failure(error) {
  const [what, why] = error.message.startsWith('unable')
    ? [t('engine.unable'), t('engine.needs')]
    : [t('engine.failed'), `${error.message}. ${t('engine.reload')}`];
  return h(
    'section.card.notice.bad.failed',
    { role: 'alert' },
    icon('warning'),
    h('div.grow', {}, h('strong', {}, what), h('p.small.soft', {}, why)),
    h('button.button', { type: 'button', onclick: () => location.reload() }, t('reload')),
  );
}
