/* Plays the game in a replay page by the page's own rules and prints moves, score and the
 * final board as tiles. Usage: node check_page.mjs PAGE.html */
import { readFileSync } from "node:fs";

const page = readFileSync(process.argv[2], "utf8");
const data = JSON.parse(/<script type="application\/json" id="game">(.*?)<\/script>/s.exec(page)[1]);
const script = /<script>\n(.*)<\/script>/s.exec(page)[1];
const { Rules, Game } = new Function(script + "; return { Rules, Game };")();

const game = new Game(data);
const board = game.at(game.moves.length);
const straight = game.start.slice();
for (let n = 0; n < game.moves.length; n++)
  if (Rules.play(straight, game.moves[n], game.tiles[n]) === null) throw new Error(`move ${n + 1} is illegal`);
if (straight.join() !== board.join()) throw new Error("seeking and playing through differ");
console.log(`${game.moves.length} ${Rules.score(board)} ${board.map(Rules.tile).join(" ")}`);
