// What Analyse showed, taken up again after another view, another visit or a lost connection; and
// links.

import { fromLink, toLink, toRequest } from './paste.js';
import { SessionLost } from './session.js';
import { drop, isLine, keep, kept } from './settings.js';
import { t } from './words.js';

// A record, or for a position whose next tile is not known the request that shows it.
const isFollowed = (known) =>
  (isLine(known?.record) || /^set [^\n]+$/.test(known?.request)) &&
  isLine(known.link) &&
  ['analyse', 'follow'].includes(known.mode);

export const recalled = () => kept('followed', isFollowed);

// What was kept is perhaps no game: then the link, or an empty board.
export async function resume(view, known, link) {
  const request = known.record ? `load ${known.record}` : known.request;
  const position = await view.session.request(request).catch((error) => {
    if (!error.answer) throw error;
    drop('followed');
    view.saved = null;
  });
  if (position) {
    view.mode = known.mode;
    view.saved = known;
    view.take(position, false);
  } else if (link) await openLink(view, link);
  else await view.edit(view.app.rules);
}

// What is shown, to be taken up again after another view, another visit, or a lost connection.
export async function remember(view) {
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
  keep('followed', view.saved);
}

// What there was before, a board that was begun included.
export async function showKnown(view, link = null) {
  const known = view.saved ?? recalled();
  if (!link && view.edited?.board.some(Boolean)) await view.resumeEdit();
  else if (known) await resume(view, known, link);
  else await view.edit(view.app.rules);
}

// A text that came with a link; if it is none, what there was before is shown, and why.
export async function openText(view, text) {
  if (await view.pastePanel.open(text, { preview: false })) return;
  const { refusal } = view.pastePanel;
  await showKnown(view);
  if (refusal) view.complain(refusal);
}

export async function openLink(view, text) {
  if (text.startsWith('saved/')) {
    let raw = text.slice(6);
    try {
      raw = decodeURIComponent(raw);
    } catch {
      // cut in the middle of a letter: said to be nothing that is known
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
    view.complain(t('paste.not', { why: error.answer ? error.message : t('paste.none') }));
  }
}
