// A plan for a known sequence, searched in rounds of growing width. Each round is a request, so
// that there is a plan to show after each, and the last can be cut short. No elements here.

import { oneLine } from './paste.js';

const firstWidth = 200,
  widening = 3;

// A moves file: two lines of comment, then at most 80 moves a line.
export function movesFile({ score, moves, bound, width }) {
  const gap = `score ${score} moves ${moves.length} bound ${bound} gap ${bound - score}`;
  const lines = moves.match(/.{1,80}/g) ?? [];
  return `${[gap, `trey plan, width ${width}, seed 1`, ...lines].join('\n')}\n`;
}

export class Plan {
  // text: of an input file; input: what the session says of it.
  constructor(name, text, input) {
    this.name = name;
    this.text = text;
    this.input = input;
    this.best = null; // the best plan so far: {moves, score, width, …}
    this.states = [{ board: input.board, score: input.score }]; // after each of its moves
    this.points = [[0, input.score]]; // [seconds, best score] where it rose
    this.bounds = [[0, input.bound]]; // [seconds, upper bound] where it fell
    this.rounds = []; // {width, share, move, score}
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

  note(score, bound) {
    if (score > this.score) this.points.push([this.elapsed(), score]);
    if (bound < this.bound) this.bounds.push([this.elapsed(), bound]);
  }

  // For so many seconds. isCurrent() turns false where the plan is not wanted any more;
  // onProgress() when there is more to see; onBetter() when there is a better plan.
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
        this.note(answer.best, answer.bound);
        onProgress();
      });
      if (!isCurrent()) return;
      round.share = 1;
      round.score = plan.score;
      this.note(plan.score, plan.bound);
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
