// @ts-check
// Loads the files that a first visit does not need until Play is shown: dialogs, the styles of
// dialogs and of the other views, the page's font, and most texts. On a slow network each byte before
// the first advice delays it.

import { loadMoreWords } from './words.js';

/** @type {Promise<typeof import('./dialogs.js')> | null} */
let rest = null;

/** Loads a style sheet that index.html only names.
 * @param {HTMLLinkElement} link
 * @returns {Promise<void>} */
const loadStyle = (link) =>
  new Promise((resolve, reject) => {
    link.onload = () => {
      link.removeAttribute('data-later');
      resolve();
    };
    link.onerror = () => reject(new Error(`${link.dataset.later} did not load`));
    link.removeAttribute('href'); // a second attempt needs a changed address
    link.href = link.dataset.later ?? '';
  });

/** Resolves to the module of the dialogs when all of it is there. A failed load is tried again by the
 * next call.
 * @returns {Promise<typeof import('./dialogs.js')>} */
export function loadRest() {
  /** @type {NodeListOf<HTMLLinkElement>} */
  const styles = document.querySelectorAll('link[rel=stylesheet][data-later]');
  rest ??= Promise.all([import('./dialogs.js'), loadMoreWords(), ...[...styles].map(loadStyle)])
    .then(([dialogs]) => dialogs)
    .catch((error) => {
      rest = null;
      throw error;
    });
  return rest;
}
