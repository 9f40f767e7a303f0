/* Compares the data in the page of a record with the referee's trace on standard input:
 * boards, hints and scores of all positions. Usage: node check_record.mjs PAGE.html <TRACE */
import { readFileSync } from 'node:fs';

const page = readFileSync(process.argv[2], 'utf8');
const data = JSON.parse(
  /<script type="application\/json" id="game">(.*?)<\/script>/s.exec(page)[1],
);
const script = /<script>\n(.*)<\/script>/s.exec(page)[1];
const { Game } = new Function(script + '; return { Game };')();
const game = new Game(data);

const check = (fact, what) => {
  if (!fact) throw new Error(what);
};
const positions = [
  ...readFileSync(0, 'utf8').matchAll(
    /score (\d+), next ([^ \n]+?)(?:, deck (\S+))?\n((?: +[*.\d]+)+(?:\n(?: +[*.\d]+)+)*)/g,
  ),
];
check(positions.length === game.count + 1, `${positions.length} positions, not ${game.count + 1}`);
positions.forEach(([, score, next, deck, board], number) => {
  const tiles = board
    .trim()
    .split(/\s+/)
    .map((tile) => Number(tile.replace('*', '').replace('.', '0')));
  check(
    game
      .ranks(number)
      .map((rank) => game.tile(rank))
      .join() === tiles.join(),
    `position ${number} shows another board`,
  );
  check(String(game.scores[number]) === score, `position ${number} shows another score`);
  check(game.next[number] === next, `position ${number} shows another hint`);
  check(game.deck[number] === (deck ?? ''), `position ${number} shows another deck`);
});
if (game.review) {
  check(
    game.review.values.length === game.count && game.review.marks.length === game.count,
    'the review has holes',
  );
  for (let index = 0; index < game.count; index++)
    check(
      game.review.values[index]['URDL'.indexOf(game.moves[index])] !== null,
      `slide ${index + 1} was illegal`,
    );
}
console.log(`${game.count} slides`);
