// engine.mjs WASM NETWORK TREY [POSITIONS]: compares the WebAssembly engine with the native one:
// values and best moves at a fixed depth must be equal, bit for bit, on positions of random games.
// Prints the boards per second of processor time of both, which no test asserts, and the memory
// that the module used.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [wasm, network, trey, wanted = '200'] = process.argv.slice(2);

// --- two engines, each a function from a request to its answers ---

function loadWasm() {
  const decoder = new TextDecoder(),
    encoder = new TextEncoder();
  let engine,
    lines = [];
  const imports = {
    trey: {
      answer: (at, size) =>
        lines.push(decoder.decode(new Uint8Array(engine.memory.buffer, at, size))),
    },
    wasi_snapshot_preview1: {
      clock_time_get(clock, precision, at) {
        new DataView(engine.memory.buffer).setBigUint64(at, process.hrtime.bigint(), true);
        return 0;
      },
      environ_sizes_get(count, bytes) {
        new DataView(engine.memory.buffer).setUint32(count, 0, true);
        new DataView(engine.memory.buffer).setUint32(bytes, 0, true);
        return 0;
      },
      environ_get: () => 0,
      fd_prestat_get: () => 8,
    },
  };
  const module = new WebAssembly.Module(readFileSync(wasm));
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    imports[from][name] ??= () => 52;
  engine = new WebAssembly.Instance(module, imports).exports;
  engine._initialize();
  const give = (bytes) => {
    const at = engine.trey_web_alloc(bytes.length);
    new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
    return at;
  };
  if (engine.trey_web_new() !== 0) throw new Error('the module does not start');
  const bytes = readFileSync(network);
  const at = give(bytes);
  if (engine.trey_web_network(at, bytes.length, 1) !== 0)
    throw new Error('the network is not taken');
  engine.trey_web_free(at);
  const ask = (line) => {
    const text = encoder.encode(line);
    const where = give(text);
    engine.trey_web_line(where, text.length);
    engine.trey_web_free(where);
    while (engine.trey_web_step(20));
    return Promise.resolve(
      lines
        .splice(0)
        .filter((l) => l.startsWith('{'))
        .map(JSON.parse)
        .pop(),
    );
  };
  const cpuMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  return { ask, cpuMs, end: () => {}, memory: () => engine.memory.buffer.byteLength };
}

function runNative() {
  const child = spawn(trey, ['engine', '--player', `network:${network}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let rest = '',
    waiting = null;
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (data) => {
    rest += data;
    const lines = rest.split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith('{')) continue;
      const answer = JSON.parse(line);
      if (!answer.more && waiting) {
        const done = waiting;
        waiting = null;
        done(answer);
      }
    }
  });
  const ask = (line) =>
    new Promise((resolve) => {
      waiting = resolve;
      child.stdin.write(`${line}\n`);
    });
  // Processor time of all its threads, in hundredths of a second.
  const cpuMs = () =>
    readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .replace(/.*\)/, '')
      .trim()
      .split(' ')
      .slice(11, 13)
      .reduce((sum, n) => sum + 10 * Number(n), 0);
  return { ask, cpuMs, end: () => child.stdin.end('quit\n') };
}

// --- the comparison ---

const native = runNative(),
  module = loadWasm();
const count = Number(wanted);
let compared = 0,
  different = 0;
for (let seed = 1; compared < count; seed++) {
  let position = await native.ask(`new window seed ${seed}`);
  for (let move = 0; !position.over && compared < count; move++) {
    const slide = position.legal[(move * 7 + seed) % position.legal.length];
    position = await native.ask(`slide ${slide}`);
    if (position.over || move % 5 !== 0) continue;
    const set = `set window ${position.hex} next ${position.next} deck ${position.deck.join(',')}`;
    const answers = {};
    for (const [side, engine] of Object.entries({ native, module })) {
      await engine.ask(set);
      answers[side] = await engine.ask('advice depth 3');
    }
    compared++;
    if (
      JSON.stringify(answers.native.values) !== JSON.stringify(answers.module.values) ||
      answers.native.best !== answers.module.best
    ) {
      different++;
      console.log(
        `${position.hex} next ${position.next}: ${JSON.stringify(answers.native.values)} but ${JSON.stringify(answers.module.values)}`,
      );
    }
  }
}

// Speed, alternating; the first run of each warms up.
const spent = { native: 0, module: 0 },
  nodes = { native: 0, module: 0 };
const boards = [
  '4567012003380000',
  '0320002313022300',
  '1232456321890321',
  '0013002402351468',
  '3000120034501678',
];
for (const [i, board] of [boards[0], ...boards].entries())
  for (const [side, engine] of Object.entries({ native, module })) {
    await engine.ask(`set window ${board} next 1`);
    const before = engine.cpuMs();
    const answer = await engine.ask('advice depth 5');
    if (i === 0) continue;
    spent[side] += engine.cpuMs() - before;
    nodes[side] += answer.nodes;
  }
native.end();
const speed = (side) => nodes[side] / spent[side] / 1000;
console.log(
  `${compared} positions; native ${speed('native').toFixed(1)}, WebAssembly ${speed('module').toFixed(1)} million boards a second of processor time (${(speed('module') / speed('native')).toFixed(2)}); ${(module.memory() / 2 ** 20).toFixed(0)} MiB`,
);
console.log(`${compared - different} passed, ${different} failed`);
process.exit(different ? 1 : 0);
