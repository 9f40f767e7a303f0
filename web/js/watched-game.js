// @ts-check
// The game that a series of readings shows. A reading counts once it is settled, that is read twice
// in a row. A settled position that does not follow from the followed game by one or two moves
// begins a second game, in a session of its own. If the next settled position follows from that
// one, or if nothing is explained for several readings, the second game replaces the followed one
// with the moves found so far. So a wrong first picture (of another game, half painted, old) costs
// no move of the real game, and a single misreading does not end a game.

import { seenWords } from './pixels.js';

const settledReads = 2; // equal readings in a row before a position counts
const lostReads = 6; // unexplained settled readings in a row before another game is assumed
const confident = 0.5; // confidence below which a reading is ignored

const explains = ({ found }) => found !== 'nothing' && found !== 'ambiguous';
const asFirst = (words) => words.replace('seen ', 'seen new ');

export class WatchedGame {
  /** @param {(line: string) => Promise<any>} ask request to the session of the followed game
   * @param {(line: string) => Promise<any>} askSecond request to the session of the second game */
  constructor(ask, askSecond) {
    this.ask = ask;
    this.askSecond = askSecond;
    /** Last reading as a request, and how often it was read in a row. */
    this.words = '';
    this.equal = 0;
    /** Request of the last position of the followed game; null before the first.
     * @type {string | null} */
    this.followed = null;
    /** Settled readings since then that did not follow. */
    this.unexplained = 0;
    /** Requests of the second game.
     * @type {string[]} */
    this.second = [];
  }

  /** Adds the answer to a `picture` request. Returns the request `seen` of a settled position, or
   * null if the position may still change or was read with little confidence.
   * @returns {string | null} */
  settledWords(read) {
    if (read.problem || read.overall < confident) {
      this.equal = 0;
      return null;
    }
    const words = seenWords(read);
    this.equal = words === this.words ? this.equal + 1 : 1;
    this.words = words;
    return this.equal >= settledReads ? words : null;
  }

  /** The followed position was read again: readings that did not follow were wrong. Returns true
   * if there were such readings. */
  returned() {
    const lost = this.unexplained > 0;
    this.unexplained = 0;
    this.second = [];
    return lost;
  }

  /** Adds a settled position. Resolves to the position of the followed game with `made`, the moves
   * found, and `first`, true if it begins another game; or to null if no move explains it.
   * @param {string} words
   * @returns {Promise<any>} */
  async add(words) {
    if (this.followed === null) return this.begin([words]);
    const answer = await this.ask(words);
    if (!explains(answer)) return this.addToSecond(words);
    this.followed = words;
    this.returned();
    return { ...answer, first: answer.found === 'first' };
  }

  async addToSecond(words) {
    this.equal = 0; // the position must be read again
    this.unexplained++;
    const answer = this.second.length > 0 && (await this.askSecond(words));
    if (answer && explains(answer)) this.second.push(words);
    else {
      await this.askSecond(asFirst(words));
      this.second = [words];
    }
    const moved = answer && answer.made.length > 0;
    return moved || this.unexplained >= lostReads ? this.begin(this.second) : null;
  }

  // Replaces the followed game by that of these positions.
  async begin(positions) {
    const made = [];
    let answer;
    for (const [i, words] of positions.entries()) {
      answer = await this.ask(i === 0 ? asFirst(words) : words);
      made.push(...answer.made);
    }
    this.followed = positions[positions.length - 1];
    this.returned();
    return { ...answer, made, first: true };
  }
}
