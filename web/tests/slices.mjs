// slices.mjs SITE ENGINE [TREY]: the page's worker, worker.js itself, in this process with a clock
// that the test controls. A plan and a solution are paused and resumed many times, react to `stop`
// within a few slices, and end with the results of an uninterrupted run or of the native command
// TREY.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Session } from '../js/session.js';

const [site, engine, trey] = process.argv.slice(2);
const read = (path) => readFileSync(join(site, path));
const input = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const demo = input('../../examples/demo.txt');
const hard = input('data/hard.txt'); // not proved before the stop
const asText = (text) => text.replace(/\\/g, '\\\\').replace(/\r?\n/g, '\\n');

// Every reading of the clock advances it, so that a slice's work does not depend on the machine.
// Slices are counted by the worker's actions at their ends.
const lookMs = 1;
let nowMs = 0,
  slices = 0;
performance.now = () => (nowMs += lookMs);

let session = null;
const transport = { onLine: null, onClose: null };
const loads = new Map();
globalThis.self = {
  treyGiven: Promise.resolve({
    'trey.wasm.gz': readFileSync(engine),
    'data/window-small.network': read('data/window-small.network'),
  }),
  postMessage(data) {
    if (data.lines) for (const line of data.lines) transport.onLine(line);
    else if (data.closed) throw new Error(data.closed);
    else if (data.loaded) loads.get(data.loaded)();
    else if (data.failed) throw new Error(data.reason);
  },
};
// A channel that yields to all other tasks: Node's own delivers a thousand messages at a time.
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

// Sends a request and stops it after this number of progress reports; returns its answer, and the
// number of slices after the stop.
async function stopped(line, times) {
  let told = 0,
    at = 0;
  const answer = await session.request(line, () => {
    if (++told !== times) return;
    at = slices;
    // Not from within the module's call, since a real message could not arrive there either.
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

  async 'a plan reacts to stop, and its moves are legal'() {
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

  async 'Threes! with its deck is solved in slices, reacts to stop, and has the value of the command'() {
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

  async 'a solution reacts to stop, even within a layer; the previous one is kept'() {
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

  async 'requests to a paused plan are answered, at once or in order'() {
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
    // The network was loaded while the plan was running, and plays now.
    assert.equal((await session.request('advice depth 1')).points, true);
  },

  async 'stop also ends queued requests, but no later ones'() {
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
