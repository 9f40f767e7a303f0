// Five buttons that step through a game: to its ends, by one move, and automatically.

import { isField } from './input.js';
import { fill, h, icon } from './dom.js';
import { t } from './words.js';

const paceMs = 420;

export class Stepper {
  // to(index, animate) shows a position; indices are 0..last.
  constructor(to) {
    this.to = to;
    this.at = 0;
    this.last = 0;
    const button = (name, label, action) =>
      h(
        'button.button',
        { type: 'button', 'aria-label': t(label), title: t(label), onclick: action },
        icon(name),
      );
    this.buttons = {
      first: button('first', 'step.first', () => this.go(0)),
      back: button('back', 'step.back', () => this.go(this.at - 1)),
      play: button('play', 'step.play', () => this.toggle()),
      on: button('on', 'step.on', () => this.go(this.at + 1, true)),
      last: button('last', 'step.last', () => this.go(this.last)),
    };
    this.buttons.play.classList.add('primary');
    this.element = h(
      'div.stepper',
      { role: 'group', 'aria-label': t('step.through') },
      Object.values(this.buttons),
    );
  }

  setLast(last) {
    this.last = last;
    this.draw();
  }

  go(index, animate = false) {
    this.pause();
    this.show(index, animate);
  }

  show(index, animate) {
    this.at = Math.max(0, Math.min(this.last, index));
    this.to(this.at, animate);
    this.draw();
  }

  draw() {
    this.buttons.first.disabled = this.buttons.back.disabled = this.at === 0;
    this.buttons.last.disabled = this.buttons.on.disabled = this.at === this.last;
    fill(this.buttons.play, icon(this.timer ? 'pause' : 'play'));
    this.buttons.play.setAttribute('aria-label', t(this.timer ? 'pause' : 'step.play'));
  }

  toggle() {
    if (this.timer) {
      this.pause();
      return;
    }
    if (this.at === this.last) this.show(0, false);
    this.timer = setInterval(() => {
      if (this.at < this.last) this.show(this.at + 1, true);
      else this.pause();
    }, paceMs);
    this.draw();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.draw();
  }

  // Returns true if it handled the key.
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || isField(event.target)) return false;
    const actions = {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1, true),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      ' ': () => this.toggle(),
    };
    const action = actions[event.key];
    if (!action || (event.key === ' ' && event.target.closest?.('button, a'))) return false;
    event.preventDefault();
    action();
    return true;
  }
}
