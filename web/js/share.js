// Sharing: a position, a game or a review as a link, a game as a file, the board as a picture.

import { familyOf, rankOf } from './board.js';
import { openDialog } from './dialog.js';
import { announce, fill, h, icon } from './dom.js';
import { toLink } from './paste.js';
import { paintOf } from './tile.js';
import { t } from './words.js';

// --- links: a game is its record, packed ---

const toText = (bytes) => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
};

const toBytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

export async function packGame(record) {
  return toText(
    await through(new TextEncoder().encode(record), new CompressionStream('deflate-raw')),
  );
}

// Links are untrusted: a few bytes may unpack to more than the available memory.
const mostBytes = 4 << 20;

export async function unpackGame(text) {
  const parts = [];
  let size = 0;
  const reader = new Blob([toBytes(text)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > mostBytes) {
      reader.cancel().catch(() => {});
      throw new Error('too long');
    }
    parts.push(part.value);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(parts).arrayBuffer());
}

const here = () => location.href.replace(/#.*/, '');

// --- files ---

export function download(name, content, type = 'text/plain') {
  const url = URL.createObjectURL(
    content instanceof Blob ? content : new Blob([content], { type }),
  );
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// --- a picture of the board ---

function roundRect(context, x, y, w, h2, r) {
  context.beginPath();
  context.roundRect(x, y, w, h2, r);
  context.fill();
}

// The board as a canvas, with the page's colours and pictures of tiles.
export async function paintBoard({ rules, board, rows, cols }) {
  const family = familyOf(rules);
  const tall = family === 'threes' ? 1.3 : 1,
    w = 120,
    gap = 14,
    high = Math.round(w * tall);
  const canvas = document.createElement('canvas');
  canvas.width = cols * (w + gap) + gap;
  canvas.height = rows * (high + gap) + gap;
  const context = canvas.getContext('2d');
  context.fillStyle = '#cfe6e0';
  roundRect(context, 0, 0, canvas.width, canvas.height, 20);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const font = getComputedStyle(document.body).fontFamily;
  for (const [cell, value] of board.entries()) {
    const x = gap + (cell % cols) * (w + gap),
      y = gap + Math.floor(cell / cols) * (high + gap);
    context.fillStyle = '#b9d6d0';
    if (value === 0) roundRect(context, x, y, w, high, 14);
    if (value === 0) continue;
    const { face, low, text, picture } = await paintOf(rankOf(value, family), family);
    const edge = high * 0.09,
      size = picture ? w * 0.44 : 0;
    context.fillStyle = low;
    roundRect(context, x, y, w, high, 14);
    const ground = context.createLinearGradient(0, y, 0, y + high - edge);
    face.forEach((colour, i) => ground.addColorStop(i / Math.max(1, face.length - 1), colour));
    context.fillStyle = ground;
    roundRect(context, x, y, w, high - edge, 14);
    if (picture)
      context.drawImage(
        picture,
        x + (w - size) / 2,
        y + high - edge - high * 0.07 - size,
        size,
        size,
      );
    context.fillStyle = text;
    const digits = String(value).length;
    const part = [0.5, 0.54, 0.46, 0.38, 0.31, 0.26][Math.min(5, digits)];
    context.font = `800 ${Math.round(w * part)}px ${font}`;
    context.fillText(String(value), x + w / 2, y + (high - edge - size * 0.92) / 2 + 3);
  }
  return canvas;
}

// Copies to the clipboard; if that is not allowed, saves a file.
export async function copyPicture(position) {
  const canvas = await paintBoard(position);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    return 'share.picture.copied';
  } catch {
    download('trey.png', blob);
    return 'share.picture.saved';
  }
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// --- the dialog ---

// position, record: if there is one; saveReview(): saves the finished review as a page.
export async function shareDialog(app, { position, record = null, saveReview = null }) {
  const status = h('p.small', { role: 'status' });
  const field = h('input.link', {
    type: 'text',
    readonly: true,
    hidden: true,
    'aria-label': t('share.link'),
  });
  const showResult = (key) => {
    status.textContent = t(key);
    announce(t(key));
  };
  const link = async (hash) => {
    field.hidden = false;
    field.value = here() + hash;
    showResult((await copyText(field.value)) ? 'copied' : 'share.copy');
    field.select();
  };
  const button = (name, key, action) =>
    h(
      'button.button',
      {
        type: 'button',
        onclick: () => {
          Promise.resolve(action()).catch((error) => app.failed(error));
        },
      },
      icon(name),
      t(key),
    );
  const game = record && (await packGame(record));
  const dialog = openDialog(
    t('share'),
    h(
      'div.share',
      {},
      position ? button('link', 'share.position', () => link(toLink(position))) : null,
      game ? button('link', 'share.game', () => link(`#game/${game}`)) : null,
      game ? button('link', 'share.review', () => link(`#review/${game}`)) : null,
      saveReview ? button('file', 'share.file', saveReview) : null,
      record
        ? button('download', 'share.save', () => download('trey-game.jsonl', `${record}\n`))
        : null,
      position
        ? button('grid', 'share.picture', async () => showResult(await copyPicture(position)))
        : null,
      field,
      status,
      record ? h('p.small.soft', {}, t('share.seed', { seed: JSON.parse(record).seed })) : null,
    ),
    h('button.button.primary', { type: 'button', onclick: () => dialog.close() }, t('close')),
  );
}
