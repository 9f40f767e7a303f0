// @ts-check
// Helpers to create elements, and the icons.

// Creates an element: h('button.primary', {type: 'button', onclick: f}, 'text', element).
// Attributes with the value false, null or undefined are omitted; functions become listeners.
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === 'function') element.addEventListener(key.replace(/^on/, ''), value);
    else if (key === 'style')
      for (const [k, v] of Object.entries(value)) element.style.setProperty(k, v);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

const paths = {
  U: 'M12 20V4M5 11l7-7 7 7',
  R: 'M4 12h16M13 5l7 7-7 7',
  D: 'M12 4v16M5 13l7 7 7-7',
  L: 'M20 12H4M11 5l-7 7 7 7',
  play: 'M7 4v16l13-8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  grid: 'M4 4h16v16H4zM4 12h16M12 4v16',
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 016 6',
  redo: 'M15 7l5 5-5 5M20 12H10a6 6 0 00-6 6',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 00-3.5 10.9V15h7v-1.1A6 6 0 0012 3z',
  plus: 'M12 5v14M5 12h14',
  down: 'M6 9l6 6 6-6',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4v6M9 14v6',
  check: 'M5 12.5l4.5 4.5L19 7',
  warning: 'M12 4L2.5 20h19zM12 10v4M12 17v.5',
  graph: 'M4 19h16M4 15l5-5 4 3 7-8',
  target: 'M12 3v4M12 17v4M3 12h4M17 12h4M12 8a4 4 0 100 8 4 4 0 000-8z',
  file: 'M7 3h7l5 5v13H7zM14 3v5h5',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  first: 'M6 5v14M18 6l-6 6 6 6',
  last: 'M18 5v14M6 6l6 6-6 6',
  back: 'M15 6l-6 6 6 6',
  on: 'M9 6l6 6-6 6',
  stop: 'M7 7h10v10H7z',
  share: 'M12 15V4M8 8l4-4 4 4M5 12v8h14v-8',
  download: 'M12 4v11M8 11l4 4 4-4M5 20h14',
  book: 'M5 4h11a3 3 0 013 3v13H8a3 3 0 01-3-3zM5 17a3 3 0 013-3h11',
  lab: 'M9 3h6M10 3v6L4.8 18.2A1.9 1.9 0 006.5 21h11a1.9 1.9 0 001.7-2.8L14 9V3M7.5 15h9',
  link: 'M10 14a4 4 0 006 0l3-3a4 4 0 00-6-6l-1 1M14 10a4 4 0 00-6 0l-3 3a4 4 0 006 6l1-1',
};

export function icon(name) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', name === 'play' || name === 'pause' ? 'icon filled' : 'icon');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}

// Returns the selected files and resets the input, so that the same file can be selected again
// after it changed.
export function selectedFiles(input) {
  const files = [...input.files];
  input.value = '';
  return files;
}

/** Replaces the children of `element`.
 * @param {any} element
 * @param {any[]} children */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
}

// A card for error messages: complain(card, text).
export const problemCard = () => h('section.card.notice.bad', { role: 'alert', hidden: true });

export function showProblem(card, text) {
  card.hidden = false;
  fill(card, icon('warning'), h('p', {}, text));
}

// Runs the tasks of a view one after the other. Errors that the engine reported are shown in the
// view's card; the app handles all others.
export function runInOrder(view, work) {
  view.queue = view.queue.then(work).catch((error) => {
    if (error.answer) showProblem(view.problem, error.message);
    else view.app.failed(error);
  });
  return view.queue;
}

// Copies the state of a view that this one replaces: properties `names`, and the input values of
// `fields`.
export function copyState(view, from, names, fields = []) {
  for (const name of names) view[name] = from[name];
  for (const name of fields) {
    view[name].value = from[name].value;
    const inside = view[name].closest('details');
    if (inside) inside.open = from[name].closest('details').open;
  }
}

// Announces a text to screen readers through the page's polite live region.
export function announce(text) {
  const region = document.getElementById('said');
  if (region && region.textContent !== text) region.textContent = text;
}
