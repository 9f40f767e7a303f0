// The head of a review: the game, the progress, and the offer to practise the mistakes.

import { fill, h, icon } from './dom.js';
import { sampleGame } from './sample-game.js';
import { number, t } from './words.js';

export class ReviewHead {
  constructor(onShare) {
    this.title = h('h2.grow');
    this.note = h('p.small.soft', { hidden: true }, t('review.sample.note'));
    this.state = h('p.small.soft.number', { role: 'status' });
    this.bar = h(
      'div.progress',
      {
        role: 'progressbar',
        'aria-label': t('review.progress'),
        'aria-valuemin': 0,
        'aria-valuemax': 100,
      },
      h('b'),
    );
    const share = h(
      'button.icon-button',
      { type: 'button', 'aria-label': t('share'), title: t('share'), onclick: onShare },
      icon('share'),
    );
    this.elements = [h('div.row', {}, this.title, share), this.note, this.bar, this.state];
  }

  draw({ record, end, done, total, sum }) {
    fill(this.title, t('review.title', { score: number(end.score), n: number(total) }));
    this.note.hidden = record !== sampleGame;
    const share = Math.round((100 * done) / total);
    this.bar.hidden = this.state.hidden = Boolean(sum);
    this.bar.setAttribute('aria-valuenow', share);
    this.bar.firstChild.style.setProperty('width', `${share}%`);
    fill(this.state, t('review.state', { done: number(done), total: number(total) }));
  }
}

// Offers the mistakes as exercises once the review is complete.
export class LearnCard {
  constructor(onLearn) {
    this.onLearn = onLearn;
    this.element = h('section.card.learn', { hidden: true });
  }

  draw(report) {
    const n = report.sum ? report.exercises().length : 0;
    this.element.hidden = n === 0;
    fill(
      this.element,
      h('p.grow', {}, h('strong', {}, t('review.learn', { n })), ` ${t('review.learn.how')}`),
      h(
        'button.button.primary',
        { type: 'button', onclick: this.onLearn },
        icon('target'),
        t('review.learn.start'),
      ),
    );
  }
}
