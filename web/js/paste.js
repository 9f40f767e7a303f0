// Recognises pasted text: a link of this page, a record, or the saved game of play.threesgame.com;
// anything else is a board, which the session parses. The result is a request for the session,
// which reports errors.

import { readHaxe } from './haxe.js';

// Grid0.. start at the bottom row. Values are tiles; an older format stored them as text.
export function fromSavedGame(text) {
  const saved = readHaxe(text);
  if (typeof saved !== 'object' || saved === null) throw new Error('no saved game');
  const cells = [];
  for (let i = 0; i < 16; i++) {
    const value = Number(saved[`Grid${i}`] ?? NaN);
    if (!Number.isInteger(value)) throw new Error(`Grid${i} is missing`);
    cells.push(value);
  }
  const board = [12, 8, 4, 0].flatMap((row) => cells.slice(row, row + 4));
  const next = Number(saved.NextValue ?? 0);
  return {
    rules: 'window',
    board,
    next: next >= 1 && next <= 3 ? String(next) : null,
    bonus: next > 3,
    moves: Number(saved.NumMoves ?? 0),
  };
}

// Records, one per line: JSON, or the format of the course framework, NAME@TIME|SLIDES|NAME@TIME.
const isRecord = (line) => /^\{\s*"/.test(line) || /^[^|@]*@\d+\|/.test(line);

// Rules in the name of a record in the course framework's format, as trey writes them:
// PLAYER:course_rows=3@…
const rulesInRecord = (line) =>
  /^[^|@:]*:([a-z0-9]+(?:_[a-z-]+=\w+)*)@/.exec(line)?.[1].replaceAll('_', ',') ?? null;

// Returns {kind, request, look}: `look` asks the session for the position without changing
// anything; `request` opens it. For a board both are the same, because the user must choose what it
// is. Throws an Error; 'games:N' for several records at once.
export function readPaste(text, rules) {
  const plain = text.trim();
  if (!plain) throw new Error('none');
  const lines = plain
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length > 1 && lines.every(isRecord)) throw new Error(`games:${lines.length}`);
  if (/^(trey|#|\[)/.test(plain) && /record|slides?/.test(plain)) return record(plain, null);
  if (isRecord(lines[0])) {
    const course = /^course/.test(rules) ? rules.trim() : 'course';
    return record(plain, plain.startsWith('{') ? null : (rulesInRecord(plain) ?? course));
  }
  const link = /#([\w,=]+\/.*)$/.exec(plain);
  if (link) return fromLink(link[1]);
  if (/^[obaq]/.test(plain) && /Grid0/.test(plain)) {
    const saved = fromSavedGame(plain);
    const words = `window ${saved.board.join(',')} next ${saved.next ?? '?'}`;
    const moves = saved.moves ? ` moves ${saved.moves}` : '';
    return {
      kind: 'saved',
      saved,
      look: `check ${words}${moves}`,
      request: `set ${words}${moves}`,
    };
  }
  const board = `board ${rules.trim().replace(/ /g, ',')} ${oneLine(text)}`;
  return { kind: 'board', look: board, request: board };
}

// A record, with these rules unless it names its own.
function record(text, rules) {
  const line = oneLine(text);
  return {
    kind: 'record',
    look: `record ${rules?.replace(/ /g, ',') ?? 'window'} ${line}`,
    request: rules ? `load rules ${rules.replace(/ /g, ',')} ${line}` : `load ${line}`,
  };
}

// Escapes newlines, because a request is one line.
export const oneLine = (text) => text.replace(/\\/g, '\\\\').replace(/\r?\n/g, '\\n');

// Request that opens a position reported by the session. In Threes! the score follows from the
// board.
export const toRequest = ({ rules, hex, next, deck, score }) =>
  `set ${rules} ${hex} next ${next}${deck ? ` deck ${deck.join(',')}` : ''}` +
  (/^(2048|fibonacci)/.test(rules) && score ? ` score ${score}` : '');

// --- links: #RULES/HEX/NEXT/DECK, the last two as far as they are known ---

export function toLink({ rules, hex, next, deck }) {
  const parts = [
    rules.trim().replace(/ /g, ','),
    hex,
    next && next !== '?' ? next.replace(/,/g, '.') : '',
    deck ? deck.join('.') : '',
  ];
  while (parts[parts.length - 1] === '') parts.pop();
  return `#${parts.join('/')}`;
}

export function fromLink(text) {
  const [rules, board, next, deck] = text
    .replace(/^#/, '')
    .split('/')
    .map((part) => decodeURIComponent(part));
  if (!/^[a-z0-9]+(,[a-z]+=\w+)*$/.test(rules) || !/^[0-9a-fA-F]{4,16}$/.test(board ?? ''))
    throw new Error('none');
  if ((next && !/^[\d.+?]+$/.test(next)) || (deck && !/^[\d.]+$/.test(deck)))
    throw new Error('none');
  const words =
    `${rules} ${board} next ${next ? next.replace(/\./g, ',') : '?'}` +
    (deck ? ` deck ${deck.replace(/\./g, ',')}` : '');
  return { kind: 'link', rules, look: `check ${words}`, request: `set ${words}` };
}

// Bookmarklet for play.threesgame.com: opens the saved game of that site in this page.
export function bookmarklet(page) {
  const code =
    `(function(){var s=localStorage.getItem('com.underscorediscovery/Threes/slot.0');` +
    `if(!s){alert('No saved game here.');return}location.href='${page}#saved/'+encodeURIComponent(s)})()`;
  return `javascript:${encodeURIComponent(code)}`;
}
