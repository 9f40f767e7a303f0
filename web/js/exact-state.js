// State of a small board: what is known of it, and the progress of solving it or loading its table.

import { fill, h, icon } from './dom.js';
import { exactly } from './exact-table.js';
import { number, t } from './words.js';

const megabytes = (bytes) => (bytes < 1e6 ? (bytes / 1e6).toFixed(2) : Math.round(bytes / 1e6));

export class ExactState {
  // onStop() stops solving, onSolve(all) starts it, onLoad(table) loads a table.
  constructor({ onStop, onSolve, onLoad }) {
    this.onSolve = onSolve;
    this.onLoad = onLoad;
    this.element = h('section.card', { hidden: true });
    // The same element is kept while its surroundings are redrawn, so that a press and its release
    // hit the same button.
    this.stopButton = h(
      'button.button',
      {
        type: 'button',
        onclick: () => {
          this.stopButton.disabled = true;
          onStop();
        },
      },
      icon('stop'),
      t('stop'),
    );
  }

  fill(...children) {
    this.element.hidden = false;
    fill(this.element, ...children);
  }

  drawProgress(what, done, text, button = null) {
    const share = Math.round(100 * done);
    this.fill(
      h('div.row', {}, h('strong.grow', {}, what), button),
      h(
        'div.progress',
        {
          role: 'progressbar',
          'aria-label': what,
          'aria-valuenow': share,
          'aria-valuemin': 0,
          'aria-valuemax': 100,
        },
        h('b', { style: { width: `${share}%` } }),
      ),
      h('p.small.soft.number', {}, text(share)),
    );
  }

  drawSolving({ done, seconds }) {
    const text = (share) => t('exact.share', { share, seconds: seconds.toFixed(1) });
    this.drawProgress(t('exact.solving'), done, text, this.stopButton);
  }

  drawStopped(all) {
    const again = h(
      'button.button',
      { type: 'button', onclick: () => this.onSolve(all) },
      t('sequence.again'),
    );
    this.fill(h('div.row', {}, h('p.grow.soft', {}, t('exact.stopped')), again));
  }

  // Returns the text. canAll: the smallest and largest scores can be computed as well.
  drawSolved(solved, canAll) {
    const text = t('exact.solved', {
      n: number(solved.states),
      seconds: solved.seconds < 0.05 ? '< 0.1' : solved.seconds.toFixed(1),
      root: exactly(solved.root),
    });
    const more = !solved.all && canAll;
    this.fill(
      h('p.small.soft.number', {}, text),
      solved.end ? h('p.small.soft', {}, t('exact.ends', { tile: solved.end })) : null,
      more ? h('p.small.soft', {}, t('exact.mean.only')) : null,
      more
        ? h('button.button', { type: 'button', onclick: () => this.onSolve(true) }, t('exact.all'))
        : null,
    );
    return text;
  }

  // Shows the state. has: the table that answers for the board, or null; more: tables with more
  // values, which can be loaded. Returns the text.
  drawTabled(has, more) {
    const key = !has ? 'none' : has.kind === 'play' ? 'play' : 'means';
    const values = has ? { n: number(has.states), root: exactly(has.root) } : {};
    const text = t(`exact.table.${key}`, values);
    const button = (table) =>
      h(
        'button.button',
        { type: 'button', onclick: () => this.onLoad(table) },
        icon('download'),
        t(table.kind === 'play' ? 'exact.load.play' : 'exact.load.means', {
          size: megabytes(table.bytes),
        }),
      );
    this.fill(
      h('p.small.soft.number', {}, text),
      more.length ? h('div.row.below-field', {}, more.map(button)) : null,
    );
    return text;
  }

  // Shows that the share `done` of a table has loaded.
  drawLoading(bytes, done) {
    const loaded = ((done * bytes) / 1e6).toFixed(1);
    this.drawProgress(t('exact.loading'), done, () =>
      t('network.of', { loaded, total: megabytes(bytes) }),
    );
  }
}
