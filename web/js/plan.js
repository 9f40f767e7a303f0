// A plan for a known sequence, searched in rounds of increasing width. Each round is a request, so
// that a plan can be shown after each one, and the last one can be stopped. This class creates no
// elements.

import { oneLine } from './paste.js';

const firstWidth = 200,
  widening = 3;

// A moves file: two comment lines, then at most 80 moves per line.
export function movesFile({ score, moves, bound, width }) {
  const gap = `score ${score} moves ${moves.length} bound ${bound} gap ${bound - score}`;
  const lines = moves.match(/.{1,80}/g) ?? [];
  return `${[gap, `trey plan, width ${width}, seed 1`, ...lines].join('\n')}\n`;
}

export class Plan {
  // text: an input file; input: the session's answer to it.
  constructor(name, text, input) {
    this.name = name;
    this.text = text;
    this.input = input;
    this.best = null; // best plan so far: {moves, score, width, …}
    this.states = [{ board: input.board, score: input.score }]; // positions after each of its moves
    this.points = [[0, input.score]]; // [seconds, best score] at each increase
    this.bounds = [[0, input.bound]]; // [seconds, upper bound] at each decrease
    this.rounds = []; // progress of the round: {width, share, move, score}
    this.proof = null;
    this.stopping = false;
    this.done = false;
    this.seconds = 0;
    this.begun = performance.now();
  }

  static async read(session, name, text) {
    return new Plan(name, text, await session.request(`sequence ${oneLine(text)}`));
  }

  elapsed() {
    return (performance.now() - this.begun) / 1000;
  }

  get score() {
    return this.points[this.points.length - 1][1];
  }

  get bound() {
    return this.bounds[this.bounds.length - 1][1];
  }

  end() {
    if (!this.done) this.seconds = this.elapsed();
    this.done = true;
  }

  addPoint(score, bound) {
    if (score > this.score) this.points.push([this.elapsed(), score]);
    if (bound < this.bound) this.bounds.push([this.elapsed(), bound]);
  }

  // Searches for `seconds`. isCurrent() returns false when the plan is no longer needed;
  // onProgress() is called on progress, onBetter() for a better plan.
  async search(session, seconds, { isCurrent, onProgress, onBetter }) {
    this.begun = performance.now();
    for (let width = firstWidth; ; width *= widening) {
      const left = seconds - this.elapsed();
      if (left < 0.05 || this.stopping) break;
      const round = { width, share: 0 };
      this.rounds.push(round);
      const request = `plan width ${width} movetime ${Math.ceil(left * 1000)}`;
      const plan = await session.request(request, (answer) => {
        if (!isCurrent()) return;
        if (answer.width === width) round.share = answer.move / Math.max(1, answer.longest);
        round.move = answer.move;
        this.addPoint(answer.best, answer.bound);
        onProgress();
      });
      if (!isCurrent()) return;
      round.share = 1;
      round.score = plan.score;
      this.addPoint(plan.score, plan.bound);
      if (!this.best || plan.score > this.best.score) {
        this.best = plan;
        const states = [this.states[0]];
        await session.request(`replay ${plan.moves}`, (answer) => states.push(answer));
        if (!isCurrent()) return;
        this.states = states;
        onBetter();
      }
      if (plan.proof !== 'none') this.proof = plan.proof;
      onProgress();
      if (plan.proof !== 'none' || plan.stopped) break;
    }
    this.end();
  }
}
