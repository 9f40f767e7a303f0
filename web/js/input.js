// Moves by keys and by drags. A drag locks its axis after 10 px and previews the move. Released
// after half a cell, or thrown after a sixth of a cell, it makes the move.

import { settings } from './settings.js';

const lockPx = 10,
  throwSpeed = 0.4,
  throwShare = 0.15;

const keys = {
  ArrowUp: 'U',
  ArrowRight: 'R',
  ArrowDown: 'D',
  ArrowLeft: 'L',
  w: 'U',
  d: 'R',
  s: 'D',
  a: 'L',
  k: 'U',
  l: 'R',
  j: 'D',
  h: 'L',
};

// Direction of a key, or null. Letter keys can be disabled.
export function slideOfKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || isField(event.target)) return null;
  const slide = keys[event.key];
  if (!slide || (event.key.length === 1 && !settings.letters)) return null;
  return slide;
}

export function isField(element) {
  return (
    /^(INPUT|TEXTAREA|SELECT)$/.test(element?.tagName) || Boolean(element?.closest?.('dialog'))
  );
}

// Fingers may also move beside the board, anywhere in its column except on controls; a mouse
// selects text there.
export function listenForDrags(board, onSlide) {
  let drag = null;
  const { tray } = board;
  const area = tray.closest('.stage') ?? tray;

  area.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !board.position?.slides) return;
    if (event.target.closest('button, a, input, select, summary')) return;
    if (event.pointerType === 'mouse' && !tray.contains(event.target)) return;
    drag = {
      x: event.clientX,
      y: event.clientY,
      id: event.pointerId,
      axis: null,
      slide: null,
      part: 0,
      trail: [],
    };
    area.setPointerCapture(event.pointerId);
  });

  area.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const x = event.clientX - drag.x,
      y = event.clientY - drag.y;
    if (!drag.axis) {
      if (Math.hypot(x, y) < lockPx) return;
      drag.axis = Math.abs(x) > Math.abs(y) ? 'x' : 'y';
      drag.size = board.cellSize();
    }
    const way = drag.axis === 'x' ? x : y;
    drag.slide = drag.axis === 'x' ? (x > 0 ? 'R' : 'L') : y > 0 ? 'D' : 'U';
    drag.part = Math.min(1, Math.abs(way) / drag.size[drag.axis]);
    drag.trail.push({ at: event.timeStamp, way: Math.abs(way) });
    if (drag.trail.length > 6) drag.trail.shift();
    board.preview(drag.slide, drag.part);
  });

  const release = (event, cancelled) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { slide, part, trail } = drag;
    drag = null;
    if (!slide) return;
    const first = trail[0],
      last = trail[trail.length - 1];
    const speed = last.at > first.at ? (last.way - first.way) / (last.at - first.at) : 0;
    if (!cancelled && (part >= 0.5 || (speed >= throwSpeed && part > throwShare))) onSlide(slide);
    else board.fallBack();
  };
  // Otherwise Chromium takes a fast drag for the start of scrolling, and ignores a tap on a button
  // that follows at once.
  area.addEventListener('touchmove', (event) => drag && event.preventDefault(), { passive: false });
  area.addEventListener('pointerup', (event) => release(event, false));
  area.addEventListener('pointercancel', (event) => release(event, true));
}

// Closes a dialog on a click outside it, as Escape does.
export function closeOnOutsideClick(dialog) {
  let pressed = false; // a text selection that ends outside must not close it
  const beside = ({ target, clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return target === dialog && (x < left || x > right || y < top || y > bottom);
  };
  dialog.addEventListener('pointerdown', (event) => {
    pressed = beside(event);
  });
  dialog.addEventListener('click', (event) => {
    if (pressed && beside(event)) dialog.close();
  });
}
