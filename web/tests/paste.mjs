// paste.mjs: damaged or forged saved games are refused soon, with an error of the reader, and need
// little memory. Usage: node web/tests/paste.mjs [SEED [COUNT]]

import assert from 'node:assert/strict';

import { readHaxe } from '../js/haxe.js';
import { fromSavedGame, readPaste } from '../js/paste.js';

const seed = Number(process.argv[2] ?? 1),
  count = Number(process.argv[3] ?? 20000);
let state = seed;
const below = (bound) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
};

const grid = Array.from(
  { length: 16 },
  (_, i) => `y${`Grid${i}`.length}:Grid${i}i${[0, 1, 2, 3, 6][i % 5]}`,
).join('');
const saved =
  `o${grid}y9:NextValuei2y8:NumMovesi7y4:Lista` +
  'i1u3tfnzd1.5kmphy3:Mapby1:ai1hy3:Intq:4i5:-6i7hy4:Backr1y3:StrR0g';

// Number of values in the result, each object counted once.
function countValues(read, seen = new Set()) {
  if (typeof read !== 'object' || read === null || seen.has(read)) return 1;
  seen.add(read);
  const inside = Array.isArray(read) ? read : Object.values(read);
  return inside.length + [...inside].reduce((sum, part) => sum + countValues(part, seen), 0);
}

function damage(text) {
  let made = text;
  for (let i = below(4); i >= 0; i--) {
    const at = below(made.length + 1),
      size = below(8);
    const pieces = [
      '',
      '-',
      'y',
      'u',
      '999999999',
      ':',
      'a',
      'o',
      'R',
      'r',
      'h',
      'g',
      String.fromCharCode(below(128)),
      made.slice(below(made.length), below(made.length)),
    ];
    made = made.slice(0, at) + pieces[below(pieces.length)] + made.slice(at + size);
  }
  return made;
}

const cases = {
  'a saved game is read'() {
    const game = fromSavedGame(saved);
    assert.deepEqual([game.board.length, game.next, game.moves], [16, '2', 7]);
    assert.deepEqual(Object.values(readHaxe('q:4i5:-6i7h')), [5, 7]);
    assert.deepEqual(readHaxe('ai1u3i2h').length, 5);
  },
  'every kind of value is read, and later ones are where they belong'() {
    const kinds = [
      ['n', null],
      ['i-12', -12],
      ['d-1.5e3', -1500],
      ['d.25', 0.25],
      ['z', 0],
      ['t', true],
      ['f', false],
      ['p', Infinity],
      ['m', -Infinity],
      ['y6:%C3%A4', 'ä'],
      ['ly1:ay1:bh', ['a', 'b']],
      ['ay1:aR0u2h', ['a', 'a', null, null]],
      [
        'Mi1y1:ai2R0h',
        [
          [1, 'a'],
          [2, 'a'],
        ],
      ],
      ['v2014-02-06 12:00:00', { date: '2014-02-06 12:00:00' }],
      ['v1391688000000', { date: 1391688000000 }],
      ['v-86400000', { date: -86400000 }],
      ['s4:SGkk', { bytes: 'SGkk' }],
      ['s2:%:', { bytes: '%:' }],
      ['wy5:Colory3:Red:0', { type: 'Color', tag: 'Red', arguments: [] }],
      ['jy5:Color:2:1i7', { type: 'Color', tag: 2, arguments: [7] }],
      ['Ay3:Int', { type: 'Int' }],
      ['By5:Color', { type: 'Color' }],
      ['Cy3:Seti1y1:ag', { type: 'Set', custom: [1, 'a'] }],
    ];
    // Between two others, so that reading must continue right after it.
    for (const [text, wanted] of kinds)
      assert.deepEqual(readHaxe(`ai1${text}i2h`), [1, wanted, 2], text);
    assert.ok(Number.isNaN(readHaxe('k')));
    const instance = readHaxe('cy4:Tiley4:ranki3y4:selfr0g');
    assert.equal(instance.rank, 3);
    assert.equal(instance.self, instance);
    // References count all objects; a constructor counts after its arguments.
    const list = readHaxe('aogwy1:Ey1:C:1ahr0r1r2r3h');
    assert.deepEqual(list.slice(2), [list, list[0], list[1].arguments[0], list[1]]);
    // A saved game that contains such values.
    assert.equal(fromSavedGame(saved).moves, 7);
  },
  'lengths that go back or beyond the end are refused'() {
    for (const text of [
      'oy-4:Grid0',
      'oy-4%3AGrid0',
      'oy9:Grid0',
      'oy:a',
      'au-1h',
      'au999999999h',
      'au4096u1h',
      'R0',
      'r0',
      'r-1',
      'oR0i1g',
      'ox',
      'a',
      'o',
      '',
      'q4i5h',
      'd',
      'i',
      'y1000000000:a',
      'y3:%C3',
      'y1:%',
      'i99999999999',
      'i2147483648',
      'd',
      'd-',
      'de5',
      'w',
      'wy1:Ey1:C',
      'wy1:Ey1:C:-1',
      'wy1:Ey1:C:999999999',
      'wy1:Ey1:C:257',
      'wy1:Ey1:C:2i1',
      'jy1:E:-1:0',
      'jy1:E::0',
      'v',
      'v2014-02-06',
      'v2014-02-06T12:00:00',
      's9:SGkk',
      's-4:SGkk',
      's4:SG<k',
      'C',
      'Cy1:Ci1',
      'Ci1g',
      'Ai1',
      'cy1:C',
      'ci1g',
      'Mi1h',
      'Mi1',
      'xy5:error',
      'x',
      '__proto__',
      'au4000u4000h',
      'a'.repeat(100),
      'z'.repeat(70000),
    ])
      assert.throws(() => readHaxe(text), Error, text.slice(0, 20));
  },
  'a name of a prototype is a name like others'() {
    assert.equal(readHaxe('oy9:__proto__oy5:Grid0i1gg').Grid0, undefined);
    assert.equal({}.Grid0, undefined);
  },
  'records are distinguished from boards, which the session reads'() {
    const course =
      'random:course_start=9@1795686367380|022133[3]5183[3]91A2E2F3[3]#D13[3]#L[3]71|course_start=9@1795686367380';
    const json =
      '{"format":"trey record 1","rules":"window","board":"0000012003300000","slides":""}';
    const board = (request) => ({ kind: 'board', look: request, request });
    const kinds = [
      [
        course,
        'window',
        {
          kind: 'record',
          look: `record course,start=9 ${course}`,
          request: `load rules course,start=9 ${course}`,
        },
      ],
      [
        `${course.replace(':course_start=9', '')}\r\n`,
        'window',
        {
          kind: 'record',
          look: `record course ${course.replace(':course_start=9', '')}`,
          request: `load rules course ${course.replace(':course_start=9', '')}`,
        },
      ],
      [
        'me@1|0112|@2',
        'course,rows=2,cols=2',
        {
          kind: 'record',
          look: 'record course,rows=2,cols=2 me@1|0112|@2',
          request: 'load rules course,rows=2,cols=2 me@1|0112|@2',
        },
      ],
      [
        ` ${json}\n`,
        'window',
        { kind: 'record', look: `record window ${json}`, request: `load ${json}` },
      ],
      ['3,,6,12\n2,1,3,', 'window', board('board window 3,,6,12\\n2,1,3,')],
      ['\t3\t6\t\n', '2048,rows=2,cols=4 ', board('board 2048,rows=2,cols=4 \t3\t6\t\\n')],
      ['| 1 | 2 |', 'window', board('board window | 1 | 2 |')],
      ['{{0, 1}, {2, 3}}', 'window', board('board window {{0, 1}, {2, 3}}')],
    ];
    for (const [text, rules, wanted] of kinds)
      assert.deepEqual(readPaste(text, rules), wanted, text);
    for (const text of [`${course}\n${course}`, `${json}\n\n${json}\n`])
      assert.throws(() => readPaste(text, 'window'), /^Error: games:2$/);
    assert.throws(() => readPaste(' \n', 'window'), /^Error: none$/);
  },
  'damaged games end soon and stay small'() {
    for (let i = 0; i < count; i++) {
      const text = damage(saved);
      let read = null;
      try {
        read = readHaxe(text);
      } catch (error) {
        assert.ok(
          error instanceof Error && !(error instanceof RangeError) && !(error instanceof TypeError),
          `seed ${seed}, ${text}: ${error}`,
        );
      }
      assert.ok(countValues(read) <= 8192, `seed ${seed}, ${text}`);
    }
  },
};

let passed = 0,
  failed = 0;
for (const [name, test] of Object.entries(cases)) {
  try {
    test();
    passed++;
    console.log(`ok     ${name}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${name}\n${error.stack}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
