/* Plays the game in a replay page by the page's own rules and prints moves, score and the
 * final board as tiles. Usage: node check_page.mjs PAGE.html */
import { readFileSync } from 'node:fs';

const page = readFileSync(process.argv[2], 'utf8');
const data = JSON.parse(
  /<script type="application\/json" id="game">(.*?)<\/script>/s.exec(page)[1],
);
const script = /<script>\n(.*)<\/script>/s.exec(page)[1];
const { Rules, Game } = new Function(script + '; return { Rules, Game };')();

const check = (fact, what) => {
  if (!fact) throw new Error(what);
};

/* The board of the page after its animation steps and the spawn: a card that merges with
 * another makes the next rank, or a 3. */
function moved(before, { steps, spawn }, rank) {
  const after = before.slice();
  for (const { from } of steps) after[from] = 0;
  for (const { from, to, joins } of steps)
    after[to] = !joins ? before[from] : before[from] < 3 ? 3 : before[from] + 1;
  check(after[spawn] === 0, 'the new tile spawns in a full cell');
  after[spawn] = rank;
  return after;
}

const game = new Game(data);
const straight = game.start.slice();
for (let n = 0; n < game.moves.length; n++) {
  const before = straight.slice();
  if (n % 7 === 0)
    check(game.at(n).join() === before.join(), `seeking move ${n} gives another board`);
  const played = Rules.play(straight, game.moves[n], game.tiles[n]);
  check(played !== null, `move ${n + 1} is illegal`);
  check(
    moved(before, played, game.tiles[n]).join() === straight.join(),
    `move ${n + 1} shows another board`,
  );
}
check(game.at(game.moves.length).join() === straight.join(), 'seeking the end gives another board');
console.log(`${game.moves.length} ${Rules.score(straight)} ${straight.map(Rules.tile).join(' ')}`);
