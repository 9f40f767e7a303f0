// first-part.mjs FOLDER: the first part of the engine, first.wasm, alone: the requests of whole games
// under all rules call none of the functions that later.wasm has (web/js/worker.js, playsGame).
// Then both parts together give the same answers as the whole engine, trey.wasm.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
const placeholders = Object.fromEntries(
  readFileSync(join(folder, 'first.wasm.placeholders'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(':')),
);

// An engine whose clock stands still, so that its answers depend on nothing else.
function openEngine(file) {
  let engine = null;
  const lines = [];
  const imports = {
    trey: {
      answer: (at, size) =>
        lines.push(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, at, size))),
      pause() {},
    },
    wasi_snapshot_preview1: {
      clock_time_get: () => 0,
      environ_sizes_get(count, bytes) {
        new DataView(engine.memory.buffer).setUint32(count, 0, true);
        new DataView(engine.memory.buffer).setUint32(bytes, 0, true);
        return 0;
      },
      environ_get: () => 0,
      fd_prestat_get: () => 8,
    },
  };
  const load = (name) => {
    const module = new WebAssembly.Module(readFileSync(join(folder, name)));
    for (const { module: from, name: item } of WebAssembly.Module.imports(module)) {
      imports[from] ??= {};
      imports[from][item] ??=
        from === 'later'
          ? () => {
              throw new Error(`first.wasm called ${placeholders[item] ?? item}`);
            }
          : () => 52;
    }
    return new WebAssembly.Instance(module, imports).exports;
  };
  engine = load(file);
  engine._initialize();
  assert.equal(engine.trey_web_new(), 0);
  const ask = (line) => {
    const text = new TextEncoder().encode(line);
    const at = engine.trey_web_alloc(text.length);
    new Uint8Array(engine.memory.buffer, at, text.length).set(text);
    engine.trey_web_line(at, text.length);
    engine.trey_web_free(at);
    while (engine.trey_web_step(20));
    return lines.splice(0);
  };
  const complete = () => {
    imports.first = engine;
    load('later.wasm');
  };
  return { ask, complete };
}

const first = openEngine('first.wasm'),
  whole = openEngine('trey.wasm');
let requests = 0;
function both(line) {
  const [answers, expected] = [first, whole].map(({ ask }) => ask(line));
  assert.deepEqual(answers, expected, line);
  requests++;
  return JSON.parse(answers.at(-1) ?? '{}'); // `stop` has no answer
}

const names = ['window', 'classic', 'course', '2048', 'fibonacci'];
const shapes = ['', ',rows=3,cols=4', ',rows=3,cols=3', ',rows=2,cols=4', ',rows=2,cols=2'];
const advice = ['nodes 2000', 'nodes 20000', 'depth 2'];
for (const [i, rules] of names.flatMap((name) => shapes.map((shape) => name + shape)).entries()) {
  let position = both(`new ${rules} seed ${i + 1}`);
  for (let move = 0; move < 12 && !position.over; move++) {
    both(`advice ${advice[move % 3]}`);
    if (move % 4 === 0) both('odds games 3');
    if (move % 6 === 0) both('odds per-move games 2');
    both('save');
    position = both(`slide ${position.legal[move % position.legal.length]}`);
  }
  both('undo');
  both('redo');
  both('undo 3');
  both('slide U');
  both('game');
  both(`set ${rules} ${position.hex}`);
  both('advice nodes 2000');
  both(`new ${rules} seed ${i + 100}`);
  both('auto 100 depth 1');
  both('goto 5');
  const { record } = both('save');
  both('stop');
  both(`load ${record}`);
  both(`load ${record.slice(0, -3)}`);
  both('auto 5000 depth 1');
  both('advice nodes 2000');
  both('slide L');
}
for (const line of [
  'load {}',
  'load 1',
  'new nothing',
  'new window,rows=9',
  'slide X',
  'set',
  'auto x',
  'advice nodes',
])
  both(line);
console.log(`${requests} requests answered by the first part alone`);

first.complete();
for (const line of [
  'new window seed 7',
  'auto 30 depth 1',
  'review depth 1',
  'steps',
  'solve course,rows=2,cols=2',
  'exact',
  'grid 32 4x4 2 2 4 0 0 0 0 0 0 0 0 0 0 0 0 0',
  'follow window 0320002313022300 next 1',
  'check 2048 0320002313022300',
  'board window 0 3 2 0 0 0 2 3 1 3 0 2 2 3 0 0',
  'tables',
])
  both(line);
console.log('ok: both parts answer as the whole engine does');
