// Autoplay: trey plays on, one move at a time with its advice, or above streamRate several moves per
// request. The view shows the positions and runs the tasks.

import { reducedMotion } from './board.js';
import { announce, fill, h, icon } from './dom.js';
import { setSetting, settings } from './settings.js';
import { number, t } from './words.js';

const streamRate = 8; // moves per second above which the session plays several per request
const chunkMs = 50;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Autoplay {
  constructor(view) {
    this.view = view;
    this.run = null; // identity of the current run; null: trey does not play
    this.resuming = false; // paused only to change the speed
    this.element = h('section.card.playing', { hidden: true }); // replaces the advice when fast
  }

  // True at speeds at which no advice is shown.
  get isFast() {
    return this.running && this.rate > streamRate;
  }

  setSpeed(rate) {
    this.rate = Math.max(1, Math.min(240, Math.round(rate)));
    for (const { range, text } of this.view.speeds) {
      range.value = Math.log2(this.rate);
      text.textContent = t('per second', { n: this.rate });
    }
    if (settings.speed !== this.rate) setSetting('speed', this.rate);
    if (this.running) {
      this.pause(true);
      this.view.enqueue(async () => {
        if (this.resuming) this.play();
      });
    }
    this.draw();
  }

  // True if autoplay runs, or is about to resume at another speed.
  get running() {
    return Boolean(this.run) || this.resuming;
  }

  // Pauses if it runs.
  stop() {
    if (this.running) this.pause();
  }

  toggle() {
    if (this.running) this.pause();
    else this.play();
  }

  draw() {
    const { running } = this;
    this.view.stage.classList.toggle('runs', running);
    const picture = running ? 'pause' : 'play',
      text = t(running ? 'pause' : 'play on');
    for (const button of this.view.autoButtons) {
      const bare = button.classList.contains('square');
      fill(button, icon(picture), bare ? null : text);
      if (bare) button.setAttribute('aria-label', text);
      if (bare) button.title = text;
      button.classList.toggle('primary', running);
    }
  }

  pause(resuming = false) {
    this.run = null;
    this.resuming = resuming;
    this.view.session.stop();
    this.draw();
    this.view.enqueue(async () => this.view.restart());
  }

  play() {
    this.resuming = false;
    if (this.run || this.view.position.over) return;
    const run = (this.run = {});
    this.view.advice.clear();
    this.view.showPanel();
    this.draw();
    this.view.session.stop();
    this.view.enqueue(() => (this.rate <= streamRate ? this.playSlowly(run) : this.playFast(run)));
  }

  // One move at a time, with its values shown before it is made.
  async playSlowly(run) {
    while (this.run === run && !this.view.position.over) {
      const begun = performance.now();
      const last = await this.view.advice.think(
        this.view.position,
        `movetime ${Math.round(700 / this.rate)}`,
      );
      if (this.run !== run || !last?.best) break;
      await pause(Math.max(0, 1000 / this.rate - (performance.now() - begun) - 160));
      if (this.run !== run) break;
      this.view.board.move(last.best, !reducedMotion());
      const answer = await this.view.session.request(`slide ${last.best}`);
      this.noteMilestone(answer);
      this.view.showPosition(answer, !reducedMotion());
      await this.view.saveNowAndThen();
    }
    this.ended(run);
  }

  // The session plays several moves per request; each frame draws the latest answer.
  async playFast(run) {
    let newest = null,
      frame = 0;
    const draw = () => {
      frame = 0;
      if (newest === null || this.run !== run) return;
      const answer = newest;
      newest = null;
      this.noteMilestone(answer);
      this.view.showPosition(answer, false);
    };
    const slides = Math.max(1, Math.round((this.rate * chunkMs) / 1000));
    const ms = Math.max(1, Math.round(700 / this.rate));
    let due = performance.now();
    let last = this.view.position;
    while (this.run === run && !last.over) {
      last = await this.view.session.request(`auto ${slides} movetime ${ms}`, (answer) => {
        newest = answer;
        frame ||= requestAnimationFrame(draw);
      });
      await this.view.saveNowAndThen();
      due = Math.max(due + (1000 * slides) / this.rate, performance.now());
      await pause(due - performance.now());
    }
    cancelAnimationFrame(frame);
    this.view.showPosition(last, false);
    this.ended(run);
  }

  ended(run) {
    if (this.run !== run) return;
    this.run = null;
    this.draw();
    this.view.restart();
  }

  noteMilestone(answer) {
    if (answer.largest > this.view.position.largest && answer.largest >= 384)
      announce(t('said.milestone', { tile: number(answer.largest), score: number(answer.score) }));
  }

  // Replaces the advice during fast autoplay.
  drawSpeed() {
    if (this.element.dataset.rate === String(this.rate)) return;
    this.element.dataset.rate = this.rate;
    fill(
      this.element,
      h('h2', {}, t('playing')),
      h('p.big.number', {}, t('per second', { n: this.rate })),
      h('p.soft', {}, t('playing.why')),
    );
  }
}
