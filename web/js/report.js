// The report of a game: its positions, the review of each move, and derived figures. This class
// creates no elements.

import { familyOf } from './board.js';
import { number } from './words.js';

export const marks = ['??', '?', '?!'];
// Marks of mistakes that go into the notebook and are practised.
export const seriousMarks = new Set(['??', '?']);

export class Report {
  // steps: the positions before each move, and the last one.
  constructor(record, steps) {
    this.record = record;
    this.steps = steps;
    this.moves = []; // by move, from 0: the session's `review` lines
    this.done = 0; // number of reviewed moves
    this.points = undefined; // true if values are points
    this.sum = null; // the last line of the review
    this.odds = null; // {tile, points: [[move, probability], …]}
    this.places = []; // number of computed odds; null once complete
  }

  get total() {
    return this.steps.length - 1;
  }

  get end() {
    return this.steps[this.total];
  }

  get family() {
    return familyOf(this.end.rules);
  }

  // Number of moves with each mark.
  counts() {
    const counts = { '??': 0, '?': 0, '?!': 0 };
    for (const move of this.moves) if (move?.mark) counts[move.mark]++;
    return counts;
  }

  // Moves with one of these marks, largest losses first.
  mistakes(which) {
    return this.moves
      .filter((move) => move && which.has(move.mark))
      .sort((a, b) => b.loss - a.loss || a.slide - b.slide);
  }

  // Percentage of best moves among those with a choice; null before the first is reviewed.
  bestPercent() {
    const valued = this.moves.filter((move) => move && !move.forced);
    const best = valued.filter((move) => move.best === move.played || move.loss === 0).length;
    return valued.length ? Math.round((100 * best) / valued.length) : null;
  }

  // The value of a move as a final score, if values are points: in 2048, values are points to come.
  valueOf(move) {
    return move.values[move.best] + (this.points && this.family !== 'threes' ? move.score : 0);
  }

  // [[move, value], …], with the final score at the end.
  curve() {
    const points = [];
    this.moves.forEach((move, i) => {
      if (move) points.push([i, this.valueOf(move)]);
    });
    if (this.sum && this.points) points.push([this.total, this.end.score]);
    return points;
  }

  // Loss of a move: in points, or as a share if values are not points.
  lostText(move) {
    return this.points === false
      ? `−${(100 * move.loss).toFixed(1)} %`
      : number(move.values[move.played] - move.values[move.best]);
  }

  // A mistake as an exercise of Practice.
  exerciseOf({ slide, values, best, played, loss }) {
    const { rules, hex, next, deck, score } = this.steps[slide - 1];
    return { rules, hex, next, deck, score, values, best, played, loss, move: slide };
  }

  // The serious mistakes as exercises, in the game's order.
  exercises() {
    return this.mistakes(seriousMarks)
      .sort((a, b) => a.slide - b.slide)
      .map((move) => this.exerciseOf(move));
  }
}
