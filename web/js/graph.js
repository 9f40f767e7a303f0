// Line graphs over the moves of a game or the seconds of a search, as SVG. A graph is redrawn from
// the points known so far; a range input above it seeks by mouse, touch or keys.

import { h } from './dom.js';
import { brief } from './words.js';

const space = 'http://www.w3.org/2000/svg';

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Step of 1, 2 or 5 times a power of ten that gives about `count` lines.
export function niceStep(range, count) {
  const rough = Math.max(range / count, 1e-9);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= rough);
}

// Points [[x, y], …] as a path; steps: draws horizontal steps.
export function pathOf(points, x, y, steps = false) {
  let text = '';
  for (const [a, b] of points) {
    const at = `${x(a).toFixed(1)} ${y(b).toFixed(1)}`;
    text += text === '' ? `M${at}` : steps ? `H${x(a).toFixed(1)}V${y(b).toFixed(1)}` : `L${at}`;
  }
  return text;
}

export const left = 46;
export const right = 8;
export const width = 600;

export function scaleX(from, to) {
  const span = Math.max(to - from, 1e-9);
  return (value) => left + ((width - left - right) * (value - from)) / span;
}

export function scaleY(low, high, top, bottom) {
  const span = Math.max(high - low, 1e-9);
  return (value) => bottom - ((bottom - top) * (value - low)) / span;
}

// Horizontal lines with labels; name(value) formats a number. name.least: least step, below which two
// labels would be the same.
export function horizontalLines(low, high, y, name = brief, count = 4) {
  const step = Math.max(niceStep(high - low, count), name.least ?? 0);
  const group = svg('g', { class: 'rulers' });
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step)
    group.append(
      svg('line', { x1: left, x2: width - right, y1: y(value), y2: y(value) }),
      svg('text', { x: left - 6, y: y(value) + 4, 'text-anchor': 'end' }, name(value)),
    );
  return group;
}

// Labels below the graph; name(value) formats a number.
export function labelsBelow(from, to, x, bottom, name) {
  const step = Math.max(niceStep(to - from, 5), name.least ?? 0);
  const group = svg('g', { class: 'rulers' });
  for (let value = Math.ceil(from / step) * step; value <= to; value += step)
    group.append(
      svg(
        'text',
        { x: x(value), y: bottom, 'text-anchor': value === from ? 'start' : 'middle' },
        name(value),
      ),
    );
  return group;
}

// Creates a graph with a range input, from `from` to `to`.
export class Graph {
  constructor(height, label, onSeek = null) {
    this.svg = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', class: 'graph' });
    this.range =
      onSeek &&
      h('input.seek', {
        type: 'range',
        step: 1,
        'aria-label': label,
        oninput: () => onSeek(Number(this.range.value)),
      });
    this.element = h('div.graph-box', {}, this.range, this.svg);
    this.height = height;
  }

  draw(label, ...children) {
    this.svg.setAttribute('aria-label', label);
    this.svg.replaceChildren(...children.filter(Boolean));
  }
}
