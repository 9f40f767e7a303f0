// sample-game.mjs TREY [SEED]: the sample game of the page's Review, web/js/sample-game.js. The
// network plays with one ply and makes its second- or third-best move once in SLIP moves, as people
// do. With a seed, plays that game; otherwise searches for a game that is short and varied. Prints
// the record.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [trey, seed] = process.argv.slice(2);
const slip = 6;
const engine = spawn(
  trey,
  ['engine', '--threads', '1', '--player', 'network:data/window-small.network'],
  {
    stdio: ['pipe', 'pipe', 'inherit'],
  },
);
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();

async function ask(line) {
  engine.stdin.write(`${line}\n`);
  for (;;) {
    const answer = JSON.parse((await lines.next()).value);
    if (answer.error) throw new Error(answer.message);
    if (!answer.more) return answer;
  }
}

async function play(n) {
  let position = await ask(`new window seed ${n}`);
  for (let state = n; !position.over && position.moves < 260;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    position = await ask(`auto ${1 + ((state >>> 8) % (2 * slip))} depth 1`);
    if (position.over) break;
    const { values } = await ask('advice depth 1');
    const legal = [...position.legal].sort((a, b) => values[b] - values[a]);
    position = await ask(`slide ${legal[Math.min(legal.length - 1, 1 + ((state >>> 20) % 2))]}`);
  }
  return position;
}

async function fits(position) {
  if (!position.over || position.largest !== 384 || position.moves < 130 || position.moves > 220)
    return false;
  const { accuracy, marks } = await ask('review');
  return accuracy > 78 && marks['??'] >= 2 && marks['?'] >= 3 && marks['??'] + marks['?'] <= 9;
}

for (let n = Number(seed ?? 1); ; n++) if (seed ? await play(n) : await fits(await play(n))) break;
const { record } = await ask('save');
console.log(typeof record === 'string' ? record : JSON.stringify(record));
engine.stdin.end('quit\n');
