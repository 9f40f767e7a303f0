// @ts-check
// Offline use of the page (sw.js), and updates: a new version is loaded in the background, and used
// when the user agrees, or at the next visit.

import { h, icon } from './dom.js';
import { t } from './words.js';

// Only the newest version can be used, so its notice replaces an earlier one.
function offer(worker) {
  document.querySelector('.version')?.remove();
  const button = h(
    'button.button.primary',
    { type: 'button', onclick: () => worker.postMessage('replace') },
    t('version.use'),
  );
  document
    .querySelector('main')
    ?.prepend(
      h(
        'section.card.notice.version',
        { role: 'status' },
        icon('download'),
        h('strong.grow', {}, t('version.ready')),
        button,
      ),
    );
}

export async function keepOffline() {
  if (!('serviceWorker' in navigator) || !/^https?:$/.test(location.protocol)) return;
  const { serviceWorker } = navigator;
  const before = serviceWorker.controller;
  // `trey serve` runs the engine itself: nothing is cached, and caches of an earlier page at this
  // address are deleted.
  if (document.querySelector('meta[name=trey-transport][content=socket]') && !before) return;
  try {
    const registration = await serviceWorker.register('sw.js');
    const watch = (worker) =>
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && serviceWorker.controller) offer(worker);
      });
    if (registration.waiting && before) offer(registration.waiting);
    watch(registration.installing);
    registration.addEventListener('updatefound', () => watch(registration.installing));
    // The first worker takes over a page of its own version; every later one has another version.
    let had = Boolean(before);
    serviceWorker.addEventListener('controllerchange', () => {
      if (had) location.reload();
      had = true;
    });
  } catch {
    // not allowed here: the page works without it
  }
}
