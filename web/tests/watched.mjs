// watched.mjs TREY: feeds readings of pictures to WatchedGame (../js/watched-game.js), with engines
// of their own (`TREY engine`) as its two sessions: wrong first pictures, misreadings, missed moves
// and new games. The order of readings is given, so that nothing depends on time.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { Session } from '../js/session.js';
import { WatchedGame } from '../js/watched-game.js';

const [trey] = process.argv.slice(2);
const programs = [];

function newSession() {
  const program = spawn(trey, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
  programs.push(program);
  const transport = { send: (line) => program.stdin.write(`${line}\n`) };
  const session = new Session(transport);
  createInterface({ input: program.stdout }).on('line', (line) => transport.onLine(line));
  return session;
}

const player = newSession();
const game = newSession(),
  second = newSession();

// Readings of a game of `moves` moves with this seed.
async function readingsOf(seed, moves) {
  const readings = [];
  for (let i = 0; i <= moves; i++) {
    const { rules, hex, next, legal } = await player.request(
      i === 0
        ? `new window seed ${seed}`
        : `slide ${readings[i - 1].legal[(i * 7) % readings[i - 1].legal.length]}`,
    );
    readings.push({ rules, hex, next, blank: false, overall: 1, legal });
  }
  return readings;
}

const wrong = { rules: 'window', hex: '0000330012030000', next: '1', blank: false, overall: 1 };
// Two further boards that follow from nothing here.
const others = ['3012301230123012', '6051203410203040'].map((hex) => ({ ...wrong, hex }));
const real = await readingsOf(1, 20);
const next = await readingsOf(2, 5);

/** Gives each reading as often in a row as `times` says, to a new WatchedGame. Returns the games
 * that it found: [hex of the first position that was shown, moves]. */
async function watch(readings, times = 2) {
  const watched = new WatchedGame(
    (line) => game.request(line),
    (line) => second.request(line),
  );
  const games = [];
  for (const reading of readings)
    for (let i = 0; i < times; i++) {
      const words = watched.settledWords(reading);
      if (words === null) continue;
      if (words === watched.followed) {
        watched.returned();
        continue;
      }
      const answer = await watched.add(words);
      if (answer?.first) games.push([]);
      if (!answer) continue;
      games.at(-1).push(...answer.made.map(({ slide }) => slide));
      assert.equal(answer.moves, games.at(-1).length);
    }
  const { record } = await game.request('save');
  return { games: games.map((moves) => moves.length), record: JSON.parse(record) };
}

const cases = {
  async 'a game is followed move by move, and through missed moves'() {
    const whole = await watch(real);
    assert.deepEqual(whole.games, [20]);
    assert.equal(whole.record.board, real[0].hex);
    assert.deepEqual((await watch(real.filter((_, i) => i !== 2 && i !== 5))).games, [20]);
  },

  async 'a wrong first picture costs no move'() {
    const { games, record } = await watch([wrong, ...real]);
    assert.deepEqual(games, [0, 20]);
    assert.equal(record.board, real[0].hex);
    assert.equal(record.slides.split(' ').length, 20);
  },

  async 'wrong first pictures of several kinds cost no move'() {
    const { games, record } = await watch([wrong, ...others, ...real]);
    assert.deepEqual(games, [0, 20]);
    assert.equal(record.board, real[0].hex);
  },

  async 'a position that stays replaces a wrong first one without a further move'() {
    const { games, record } = await watch([wrong, ...Array(6).fill(real[0]), ...real.slice(1)]);
    assert.deepEqual(games, [0, 20]);
    assert.equal(record.board, real[0].hex);
  },

  async 'misreadings between readings of the same position never end a game'() {
    const flicker = Array.from({ length: 20 }, () => [others[0], real[3]]).flat();
    const { games } = await watch([...real.slice(0, 4), ...flicker, ...real.slice(4)]);
    assert.deepEqual(games, [20]);
  },

  async 'a misreading between two positions costs no move'() {
    const readings = real.flatMap((reading, i) => [reading, others[i % 2]]);
    assert.deepEqual((await watch(readings)).games, [20]);
  },

  async 'the next game is followed from its first picture'() {
    const { games, record } = await watch([...real, ...next]);
    assert.deepEqual(games, [20, 5]);
    assert.equal(record.board, next[0].hex);
  },

  async 'positions read once, or with little confidence, are ignored'() {
    assert.deepEqual((await watch([real[0], real[0], wrong, real[1], real[1]], 1)).games, [1]);
    const unsure = { ...wrong, overall: 0.4 };
    assert.deepEqual((await watch([unsure, real[0], unsure, real[1]])).games, [1]);
    const moving = { problem: 'not_settled', overall: 0 };
    assert.deepEqual((await watch([real[0], real[0], real[1], moving, real[1]], 1)).games, [0]);
  },
};

let failed = 0;
for (const [what, run] of Object.entries(cases))
  try {
    await run();
    console.log(`ok     ${what}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${what}\n    ${error.stack}`);
  }
for (const program of programs) program.stdin.end();
console.log(`${Object.keys(cases).length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
