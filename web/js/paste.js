// What people paste, recognised: a link or hex of this page, numbers in any layout, a record, or the saved
// game of play.threesgame.com. What comes out is a request for the session; whether it makes sense is
// for the session to say.

// The saved game: Haxe's serialization of an object. Read as far as this game uses it: objects, maps,
// arrays, whole numbers, other numbers, truths and strings, which are listed and referred to.
export function readHaxe(text) {
  let at = 0;
  const strings = [];
  const objects = [];
  const until = (stop) => {
    const end = text.indexOf(stop, at);
    if (end < 0) throw new Error('cut short');
    const part = text.slice(at, end);
    at = end + 1;
    return part;
  };
  const digits = () => {
    const found = /^-?\d+/.exec(text.slice(at))?.[0];
    if (!found) throw new Error('a number is missing');
    at += found.length;
    return Number(found);
  };
  const string = (kind) => {
    if (kind === 'R') return strings[digits()];
    const size = Number(until(':'));
    const read = decodeURIComponent(text.slice(at, at + size));
    at += size;
    strings.push(read);
    return read;
  };
  const members = (end, key) => {
    const made = {};
    objects.push(made);
    while (text[at] !== end) {
      if (at >= text.length) throw new Error('cut short');
      made[key()] = value();
    }
    at++;
    return made;
  };
  const nameOf = () => string(text[at++]);
  function value() {
    const kind = text[at++];
    switch (kind) {
      case 'n': return null;
      case 'z': return 0;
      case 't': return true;
      case 'f': return false;
      case 'i': return digits();
      case 'd': { const found = /^[-+.\deE]+/.exec(text.slice(at))?.[0] ?? ''; at += found.length; return Number(found); }
      case 'y': case 'R': return string(kind);
      case 'o': case 'b': return members(kind === 'o' ? 'g' : 'h', nameOf);
      case 'q': return members('h', () => { at++; return digits(); });
      case 'r': return objects[digits()];
      case 'a': case 'l': {
        const list = [];
        objects.push(list);
        while (text[at] !== 'h') {
          if (at >= text.length) throw new Error('cut short');
          if (text[at] === 'u') { at++; list.length += digits(); } else list.push(value());
        }
        at++;
        return list;
      }
      default: throw new Error(`'${kind}' at ${at}`);
    }
  }
  return value();
}

// Cells of Grid0.. begin at the bottom row. Values are tiles; an older form kept them as texts.
export function fromSavedGame(text) {
  const saved = readHaxe(text);
  const cells = [];
  for (let i = 0; i < 16; i++) {
    const value = Number(saved[`Grid${i}`] ?? NaN);
    if (!Number.isInteger(value)) throw new Error(`Grid${i} is missing`);
    cells.push(value);
  }
  const board = [12, 8, 4, 0].flatMap((row) => cells.slice(row, row + 4));
  const next = Number(saved.NextValue ?? 0);
  return { rules: 'window', board, next: next >= 1 && next <= 3 ? String(next) : null, bonus: next > 3, moves: Number(saved.NumMoves ?? 0) };
}

export const shapes = { 4: [2, 2], 6: [2, 3], 8: [2, 4], 9: [3, 3], 10: [2, 5], 12: [3, 4], 16: [4, 4] };

function fieldsOf(rules, count) {
  const [rows, cols] = shapes[count];
  return rows === 4 && cols === 4 ? rules : `${rules},rows=${rows},cols=${cols}`;
}

// {request, kind}: what to ask the session for. Throws an Error that says what is wrong.
export function readPaste(text, rules) {
  const plain = text.trim();
  const family = rules.split(/[ ,]/)[0];
  if (plain.startsWith('{') || /^(trey|#|\[)/.test(plain) && /record|slides?/.test(plain)) return { kind: 'record', request: `load ${oneLine(plain)}` };
  const link = /#([\w,=]+\/.*)$/.exec(plain);
  if (link) return fromLink(link[1]);
  if (/^[obaq]/.test(plain) && /Grid0/.test(plain)) {
    const saved = fromSavedGame(plain);
    return { kind: 'saved', saved, request: `set window ${saved.board.join(',')}${saved.next ? ` next ${saved.next}` : ''}${saved.moves ? ` moves ${saved.moves}` : ''}` };
  }
  if (/^[0-9a-fA-F]{4,16}$/.test(plain) && shapes[plain.length])
    return { kind: 'board', request: `set ${fieldsOf(family, plain.length)} ${plain}` };
  const numbers = plain.replace(/[.·_]/g, '0').match(/\d+/g)?.map(Number) ?? [];
  if (shapes[numbers.length]) return { kind: 'board', request: `set ${fieldsOf(family, numbers.length)} ${numbers.join(',')}` };
  if (/[URDL]/.test(plain) && plain.includes('\n')) return { kind: 'record', request: `load ${oneLine(plain)}` };
  throw new Error(numbers.length ? `numbers:${numbers.length}` : 'none');
}

// Lines of a text as the one line that a session takes.
export const oneLine = (text) => text.replace(/\\/g, '\\\\').replace(/\r?\n/g, '\\n');

// The request that shows a position known from the session. Points of Threes! lie in its board.
export const toRequest = ({ rules, hex, next, deck, score }) => `set ${rules} ${hex} next ${next}${deck ? ` deck ${deck.join(',')}` : ''}${/^(2048|fibonacci)/.test(rules) && score ? ` score ${score}` : ''}`;

// --- links: #RULES/HEX/NEXT/DECK, the last two as far as they are known ---

export function toLink({ rules, hex, next, deck }) {
  const parts = [rules.trim().replace(/ /g, ','), hex, next && next !== '?' ? next.replace(/,/g, '.') : '', deck ? deck.join('.') : ''];
  while (parts[parts.length - 1] === '') parts.pop();
  return `#${parts.join('/')}`;
}

export function fromLink(text) {
  const [rules, board, next, deck] = text.replace(/^#/, '').split('/').map((part) => decodeURIComponent(part));
  if (!/^[a-z0-9]+(,[a-z]+=\w+)*$/.test(rules) || !/^[0-9a-fA-F]{4,16}$/.test(board ?? '')) throw new Error('none');
  if (next && !/^[\d.+?]+$/.test(next) || deck && !/^[\d.]+$/.test(deck)) throw new Error('none');
  return {
    kind: 'link', rules,
    request: `set ${rules} ${board}${next ? ` next ${next.replace(/\./g, ',')}` : ''}${deck ? ` deck ${deck.replace(/\./g, ',')}` : ''}`,
  };
}

// For a bookmark, opened on play.threesgame.com: brings the saved game there to this page.
export function bookmarklet(page) {
  const code = `(function(){var s=localStorage.getItem('com.underscorediscovery/Threes/slot.0');`
    + `if(!s){alert('No saved game here.');return}location.href='${page}#saved/'+encodeURIComponent(s)})()`;
  return `javascript:${encodeURIComponent(code)}`;
}
