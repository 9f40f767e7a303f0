// slices.mjs SITE [TREY]: the page's worker, worker.js itself, in this process and by a clock that
// the test moves on: a plan and a solution are put aside and gone on with again and again, hear
// `stop` within a few slices, and come to what they come to in one piece, or in the native command
// TREY.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Session } from '../js/session.js';

const [site, trey] = process.argv.slice(2);
const read = (path) => readFileSync(join(site, path));
const input = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const demo = input('../../examples/demo.txt');
const hard = input('data/hard.txt'); // not proved before it is stopped
const asText = (text) => text.replace(/\\/g, '\\\\').replace(/\r?\n/g, '\\n');

// Each look at the clock moves it on, so that what a slice holds does not hang on the machine.
// Slices are counted by what the worker does at their ends.
const lookMs = 1;
let nowMs = 0,
  slices = 0;
performance.now = () => (nowMs += lookMs);

let session = null;
const transport = { onLine: null, onClose: null };
const loads = new Map();
globalThis.self = {
  treyGiven: Promise.resolve({
    'trey.wasm.gz': read('trey.wasm.gz'),
    'data/window-small.network': read('data/window-small.network'),
  }),
  postMessage(data) {
    if (data.lines) for (const line of data.lines) transport.onLine(line);
    else if (data.closed) throw new Error(data.closed);
    else if (data.loaded) loads.get(data.loaded)();
    else if (data.failed) throw new Error(data.reason);
  },
};
// A channel that takes turns with all else: Node's own hands on a thousand messages before it looks around.
globalThis.MessageChannel = class {
  port1 = {};

  port2 = {
    postMessage: (data) => {
      slices++;
      setImmediate(() => this.port1.onmessage({ data }));
    },
  };
};
await import('../js/worker.js');
const load = (name) =>
  new Promise((resolve) => {
    loads.set(name, resolve);
    self.onmessage({ data: { load: name } });
  });
transport.send = (line) => self.onmessage({ data: { line } });
session = new Session(transport);

// What is asked for, stopped when its progress has been told so many times: its answer, and the
// slices after that.
async function stopped(line, times) {
  let told = 0,
    at = 0;
  const answer = await session.request(line, () => {
    if (++told !== times) return;
    at = slices;
    // Not from within the module's call, as a message would not come there either.
    setImmediate(() => session.stop());
  });
  return { answer, told, slices: slices - at };
}

const fewSlices = 20;
const cases = {
  async 'a plan in slices is that of the command'() {
    await session.request(`sequence ${asText(demo)}`);
    const before = slices;
    const plan = await session.request('plan width 2000');
    assert.ok(slices - before > 10, `${slices - before} slices`);
    assert.equal(plan.stopped, undefined);
    if (!trey) return;
    const out = execFileSync(
      trey,
      [
        'plan',
        '--width=2000',
        '--threads=1',
        '--json',
        fileURLToPath(new URL('../../examples/demo.txt', import.meta.url)),
      ],
      { encoding: 'utf8' },
    );
    const native = JSON.parse(out);
    assert.deepEqual(
      [plan.moves, plan.score, plan.bound],
      [native.path, native.score, native.bound],
    );
  },

  async 'a plan hears stop, and what it has found is legal'() {
    await session.request(`sequence ${asText(hard)}`);
    for (const [line, times] of [
      ['plan movetime 100000000', 1],
      ['plan movetime 100000000', 20],
      ['plan width 100000', 3],
    ]) {
      const { answer, slices: after } = await stopped(line, times);
      assert.equal(answer.stopped, true);
      assert.ok(after <= fewSlices, `${line}, ${times}: ${after} slices after stop`);
      const verdict = await session.request(`judge ${answer.moves}`);
      assert.equal(verdict.score, answer.score);
      assert.equal(verdict.moves, answer.moves.length);
    }
  },

  async 'a board is solved in slices as it is in one piece'() {
    const before = slices;
    const solved = await session.request('solve course,rows=2,cols=3');
    assert.ok(slices - before > 10, `${slices - before} slices`);
    assert.equal(solved.boards, 31705);
    assert.equal(solved.states, 56859);
    assert.equal(solved.root, 455.965665);
  },

  async 'Threes! with its deck is solved in slices, hears stop, and has the value of the command'() {
    const before = slices;
    const solved = await session.request('solve window,rows=2,cols=3 end 384');
    assert.ok(slices - before > 3, `${slices - before} slices`);
    assert.equal(solved.states, 1096022);
    assert.equal(solved.root, 312.991086);
    const { answer, slices: after } = await stopped('solve window,rows=2,cols=3', 2);
    assert.equal(answer.stopped, true);
    assert.ok(after <= fewSlices, `${after} slices after stop`);
    await session.request('new window,rows=2,cols=3 seed 1');
    assert.match((await session.request('exact')).best, /[URDL]/);
  },

  async 'a solution hears stop, also within a layer; the one before it stays'() {
    await session.request('new course,rows=2,cols=3 seed 1');
    for (const times of [1, 3, 12]) {
      const {
        answer,
        told,
        slices: after,
      } = await stopped('solve course,rows=2,cols=4 all', times);
      assert.equal(answer.stopped, true);
      assert.ok(told >= times && after <= fewSlices, `${after} slices after stop`);
    }
    const { best } = await session.request('exact');
    assert.match(best, /[URDL]/);
  },

  async 'what is said to a plan that is put aside is answered, at once or in its turn'() {
    await session.request(`sequence ${asText(hard)}`);
    const order = [];
    const note = (name) => (answer) => {
      order.push(name);
      return answer;
    };
    let loaded = null,
      game = null,
      refused = null;
    const plan = session
      .request('plan width 3000', () => {
        if (loaded) return;
        loaded = load('small').then(note('network'));
        game = session.request('new window seed 7').then(note('game'));
        refused = session.request('hallo').then(null, (error) => {
          order.push('refused');
          return error;
        });
      })
      .then(note('plan'));
    assert.equal((await plan).stopped, undefined);
    await loaded;
    assert.equal((await game).moves, 0);
    assert.match((await refused).message, /unknown command/);
    assert.deepEqual(
      order.filter((name) => name !== 'network'),
      ['plan', 'game', 'refused'],
    );
    // The network came while the plan was under way, and plays now.
    assert.equal((await session.request('advice depth 1')).points, true);
  },

  async 'stop ends what waits behind a plan too, and nothing that comes after it'() {
    let once = true,
      waiting = null;
    const plan = await session.request('plan movetime 100000000', () => {
      if (once) waiting = session.request('advice infinite');
      if (once) setImmediate(() => session.stop());
      once = false;
    });
    assert.equal(plan.stopped, true);
    assert.equal((await waiting).stopped, true);
    const again = await session.request('plan width 100');
    assert.equal(again.stopped, undefined);
  },
};
let passed = 0,
  failed = 0;
for (const [what, work] of Object.entries(cases)) {
  try {
    await work();
    console.log(`ok     ${what}`);
    passed++;
  } catch (error) {
    console.log(`not ok ${what}\n    ${error.stack}`);
    failed++;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
