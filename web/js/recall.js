// The state of Analyse, restored after another view, another visit or a lost connection; and links.

import { fromLink, toLink, toRequest } from './paste.js';
import { SessionLost } from './session.js';
import { deleteValue, isLine, storedValue, storeValue } from './settings.js';
import { t } from './words.js';

// A record, or, for a position with an unknown next tile, the request that shows it.
const isFollowed = (known) =>
  (isLine(known?.record) || /^set [^\n]+$/.test(known?.request)) &&
  isLine(known.link) &&
  ['analyse', 'follow'].includes(known.mode);

export const storedState = () => storedValue('followed', isFollowed);

// The stored state may be invalid; then the link is shown, or an empty board.
export async function resume(view, known, link) {
  const request = known.record ? `load ${known.record}` : known.request;
  const position = await view.session.request(request).catch((error) => {
    if (!error.answer) throw error;
    deleteValue('followed');
    view.saved = null;
  });
  if (position) {
    view.mode = known.mode;
    view.saved = known;
    view.showPosition(position, false);
  } else if (link) await openLink(view, link);
  else await view.edit(view.app.rules);
}

// Stores the state, to be restored after another view, another visit, or a lost connection.
export async function storeState(view) {
  if (view.mode === 'edit' || !view.position) return;
  const { mode, position } = view;
  const link = toLink(position);
  if (position.next === '?' && position.tiles.length === 0 && !position.waiting && !position.over)
    view.saved = { mode, request: toRequest(position), link };
  else {
    const { record } = await view.session.request('save').catch(() => ({}));
    if (!record) return;
    view.saved = { mode, record, link };
  }
  storeValue('followed', view.saved);
}

// Restores the previous state, including a board being edited.
export async function showKnown(view, link = null) {
  const known = view.saved ?? storedState();
  if (!link && view.edited?.board.some(Boolean)) await view.resumeEdit();
  else if (known) await resume(view, known, link);
  else await view.edit(view.app.rules);
}

// Opens a text from a link; if it is invalid, restores the previous state and shows the error.
export async function openText(view, text) {
  if (await view.pastePanel.open(text, { preview: false })) return;
  const { refusal } = view.pastePanel;
  await showKnown(view);
  if (refusal) view.showProblem(refusal);
}

export async function openLink(view, text) {
  if (text.startsWith('saved/')) {
    let raw = text.slice(6);
    try {
      raw = decodeURIComponent(raw);
    } catch {
      // cut inside a character: reported as an unknown format
    }
    view.pasteText.value = raw;
    await openText(view, raw);
    return;
  }
  try {
    await view.ask(fromLink(text).request);
  } catch (error) {
    if (error instanceof SessionLost) throw error;
    await view.edit(view.app.rules);
    view.showProblem(t('paste.not', { why: error.answer ? error.message : t('paste.none') }));
  }
}
