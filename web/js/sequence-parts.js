// Parts of the Sequence view: its choices, the head, the graph of plan and bound, the width of the
// beam.

import { fill, h, icon, selectedFiles } from './dom.js';
import { Graph, horizontalLines, labelsBelow, pathOf, scaleX, scaleY, svg } from './graph.js';
import { chosenFiles } from './league.js';
import { number, t } from './words.js';

const times = [5, 10, 30, 60, 300]; // seconds

const button = (name, label, action, kind = 'button.button') =>
  h(kind, { type: 'button', onclick: action }, icon(name), t(label));

// Selects the input (a file, the example, a text) and the search time.
export class InputChooser {
  // onFile(file), onText(text), onExample(): selects an input; onTime(seconds).
  constructor({ onFile, onText, onExample, onTime }) {
    this.file = h('input.unseen', {
      type: 'file',
      tabindex: -1,
      'aria-label': t('sequence.open'),
      onchange: () => onFile(selectedFiles(this.file)[0]),
    });
    this.text = h('textarea', { 'aria-label': t('sequence.text'), spellcheck: 'false' });
    this.time = h(
      'select',
      { 'aria-label': t('sequence.time'), onchange: () => onTime(Number(this.time.value)) },
      times.map((n) => h('option', { value: n, selected: n === 10 }, t('seconds', { n }))),
    );
    this.example = button('play', 'sequence.example', onExample, 'button.button.primary');
    this.element = h(
      'section.card',
      {},
      h('h2', {}, t('sequence.input')),
      h('p.small.soft', {}, t('sequence.how')),
      h(
        'div.row.below-field',
        {},
        this.example,
        button('file', 'sequence.open', () => this.file.click()),
        this.file,
        h('label.row.time', {}, h('span.small.soft', {}, t('sequence.time')), this.time),
      ),
      h(
        'details',
        {},
        h('summary', {}, t('paste')),
        this.text,
        h(
          'div.row.below-field',
          {},
          button('check', 'paste.read', () => onText(this.text.value)),
        ),
      ),
    );
  }
}

// Selects moves files to judge, single ones or a folder.
export class JudgeCard {
  // onFiles(files): [{path, file}] were selected.
  constructor(onFiles) {
    const chosen = (input) => () => onFiles(chosenFiles(selectedFiles(input)));
    this.several = h('input.unseen', {
      type: 'file',
      multiple: true,
      tabindex: -1,
      'aria-label': t('sequence.judge'),
      onchange: () => chosen(this.several)(),
    });
    this.folder = h('input', {
      type: 'file',
      webkitdirectory: true,
      onchange: () => chosen(this.folder)(),
    });
    this.element = h(
      'section.card',
      {},
      h('h2', {}, t('league')),
      h('p.small.soft', {}, t('league.what')),
      h(
        'div.row.below-field',
        {},
        button('file', 'sequence.judge', () => this.several.click()),
        this.several,
        'webkitdirectory' in this.folder
          ? button('list', 'sequence.folder', () => this.folder.click())
          : null,
      ),
    );
  }
}

// Best score, gap to the optimum, and time. beside: the button to stop or restart.
export function drawHead(element, plan, seconds, limit, beside) {
  const { score, bound, name, input } = plan;
  const gap = bound - score;
  const state =
    plan.proof || gap === 0
      ? t(gap === 0 ? 'sequence.met' : 'sequence.proved')
      : t('sequence.gap', { bound: number(bound), gap: number(gap) });
  fill(
    element,
    h(
      'div.row.top-row',
      {},
      h(
        'div.grow',
        {},
        h('p.small.soft', {}, t('sequence.name', { name, n: number(input.tiles) })),
        h('p.huge.number', {}, number(score)),
        h('p.small.soft.number', {}, state),
      ),
      h(
        'div.beside',
        {},
        beside,
        h('p.small.soft.number', {}, t('sequence.of', { n: seconds.toFixed(1), of: limit })),
      ),
    ),
  );
}

const wholeScore = (value) => number(value);
wholeScore.least = 1;

export const planGraph = () => new Graph(220, '');

// The best plan rises and the bound falls.
export function drawPlanGraph(graph, plan, seconds) {
  const { score, bound, points, bounds } = plan;
  const till = Math.max(seconds, 0.5);
  const shown = points.length > 1 ? points.slice(1) : points;
  const lowest = Math.min(...shown.map(([, each]) => each)),
    highest = Math.max(...bounds.map(([, each]) => each));
  const room = Math.max((highest - lowest) * 0.08, 1);
  const low = Math.max(0, lowest - room),
    high = highest + room;
  const x = scaleX(0, till),
    y = scaleY(low, high, 10, 186);
  const lower = [...shown, [till, score]],
    upper = [...bounds, [till, bound]];
  // Shown from the first plan on.
  const [begin] = shown[0];
  const roof = [...bounds].reverse().find(([at]) => at <= begin);
  const over = [[begin, roof[1]], ...upper.filter(([at]) => at > begin)];
  const back = [...lower]
    .reverse()
    .map(([a, b], i) => (i === 0 ? `L${x(a)} ${y(b)}` : `V${y(b)}H${x(a)}`))
    .join('');
  const second = (value) => t('seconds', { n: Number(value.toFixed(2)) });
  const name = (kind, at, text) =>
    svg('text', { class: kind, x: x(till) - 4, y: at, 'text-anchor': 'end' }, text);
  graph.draw(
    t('sequence.graph', {
      best: number(score),
      bound: number(bound),
      seconds: seconds.toFixed(1),
    }),
    svg('path', { class: 'between', d: `${pathOf(over, x, y, true)}${back}Z` }),
    horizontalLines(low, high, y, wholeScore),
    labelsBelow(0, till, x, 208, second),
    svg('path', { class: 'bound', d: pathOf(upper, x, y, true) }),
    svg('path', { class: 'value', d: pathOf(lower, x, y, true) }),
    name('name', y(bound) - 6, t('sequence.bound')),
    name('name value-name', y(score) + 16, t('sequence.best')),
  );
}

export function drawRounds(element, rounds) {
  const row = ({ width, share, score, move }) =>
    h(
      'li',
      {},
      h('span.number', {}, number(width)),
      h('span.meter', {}, h('b', { style: { width: `${Math.round(100 * share)}%` } })),
      h(
        'span.amount.number',
        {},
        score !== undefined ? number(score) : t('sequence.at', { n: move ?? 0 }),
      ),
    );
  fill(element, h('h2', {}, t('sequence.widths')), h('ol.passes', {}, rounds.map(row)));
}
