// Draws positions as the Threes! app and the 2048 page show them, on a canvas of a page. The digits
// are the templates of src/picture/glyph_table*.c, enlarged, so that no picture of another author is
// needed.

import { readFileSync } from 'node:fs';

// Aspect ratio and 12 x 18 values of ink, 0 to 15, of the digits 0 to 9.
export function loadGlyphs(path = 'src/picture/glyph_table.c') {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/\{([0-9.]+)f,([^}]*)\}/g)].map(([, aspect, strings]) => ({
    aspect: Number(aspect),
    ink: [...strings.matchAll(/"([0-9a-f]*)"/g)].map(([, row]) => row).join(''),
  }));
}

// Runs in the page: draws `position`, {board, next}, on a canvas. `next` is a list of tiles, '+'
// for a plus sign.
export function drawPosition({ glyphs, board, next, width = 640, height = 1136, unit = 1 }) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  const fill = (x, y, w, h, color) => {
    context.fillStyle = `rgb(${color})`;
    context.fillRect(Math.round(x), Math.round(y), Math.round(w), Math.round(h));
  };
  const [frame, empty, blue, red] = ['202,225,219', '187,217,217', '102,204,255', '255,102,128'];
  const [white, black, yellow] = ['255,255,255', '0,0,0', '255,204,102'];
  const digit = ({ ink }, x, y, w, h, color) => {
    for (let dy = 0; dy < Math.round(h); dy++)
      for (let dx = 0; dx < Math.round(w); dx++) {
        const at =
          Math.min(17, Math.floor((dy * 18) / h)) * 12 + Math.min(11, Math.floor((dx * 12) / w));
        context.fillStyle = `rgba(${color},${parseInt(ink[at], 16) / 15})`;
        context.fillRect(Math.round(x) + dx, Math.round(y) + dy, 1, 1);
      }
  };
  const number = (value, center, top, high, color) => {
    const digits = [...String(value)].map((c) => glyphs[Number(c)]);
    const gap = 0.1 * high;
    const all = digits.reduce((sum, { aspect }) => sum + aspect * high, gap * (digits.length - 1));
    let x = center - all / 2;
    for (const one of digits) {
      digit(one, x, top, one.aspect * high, high, color);
      x += one.aspect * high + gap;
    }
  };
  const left = (width - 500 * unit) / 2,
    top = 297 * unit;
  fill(0, 0, width, height, '250,250,250');
  fill(left, top, 500 * unit, 670 * unit, frame);
  board.forEach((tile, cell) => {
    const x = left + (20 + 120 * (cell % 4)) * unit,
      y = top + (21 + 160 * Math.floor(cell / 4)) * unit;
    fill(x, y, 100 * unit, 150 * unit, empty);
    if (!tile) return;
    fill(x - 5 * unit, y - 5 * unit, 110 * unit, 160 * unit, empty);
    const face = { 1: blue, 2: red }[tile] ?? white;
    fill(x, y, 100 * unit, 140 * unit, face);
    fill(
      x,
      y + 140 * unit,
      100 * unit,
      10 * unit,
      { 1: '96,172,243', 2: '204,82,123' }[tile] ?? yellow,
    );
    const high = { 1: 46, 2: 46, 3: 36, 4: 30 }[String(tile).length] * unit;
    number(tile, x + 50 * unit, y + 45 * unit, high, tile < 3 ? white : tile >= 48 ? red : black);
  });
  next.forEach((tile, i) => {
    const x = left + (250 + 70 * (i - (next.length - 1) / 2) - 25) * unit,
      y = top - 192 * unit;
    const face = { 1: blue, 2: red }[tile] ?? white;
    fill(x - 5 * unit, y - 5 * unit, 60 * unit, 80 * unit, empty);
    fill(x, y, 50 * unit, 58 * unit, face);
    fill(x, y + 58 * unit, 50 * unit, 12 * unit, face === white ? yellow : face);
    if (tile === '+') {
      fill(x + 13 * unit, y + 26 * unit, 24 * unit, 6 * unit, black);
      fill(x + 22 * unit, y + 17 * unit, 6 * unit, 24 * unit, black);
    } else if (face === white && tile !== 3)
      number(tile, x + 25 * unit, y + 15 * unit, 26 * unit, black);
  });
  return canvas;
}

// Runs in the page: draws a board of the 2048 page on a canvas, with the first ten of the glyphs of
// src/picture/glyph_table_2048.c (as draw_2048 of tests/read/draw.py).
export function draw2048({ glyphs, board }) {
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 800;
  const context = canvas.getContext('2d');
  const fill = (x, y, w, h, color) => {
    context.fillStyle = color;
    context.fillRect(Math.round(x), Math.round(y), Math.round(w), Math.round(h));
  };
  const papers =
    '#cdc1b4 #eee4da #ede0c8 #f2b179 #f59563 #f67c5f #f65e3b #edcf72 #edcc61 #edc850 #edc53f #edc22e';
  const [left, top, size] = [40, 200, 106.25];
  fill(0, 0, canvas.width, canvas.height, '#faf8ef');
  fill(left, top - 80, 100, 60, '#bbada0'); // the score
  fill(left, top, 500, 500, '#bbada0');
  board.forEach((tile, cell) => {
    const x = left + 15 + 121.25 * (cell % 4),
      y = top + 15 + 121.25 * Math.floor(cell / 4);
    fill(x, y, size, size, papers.split(' ')[tile ? Math.log2(tile) : 0]);
    if (!tile) return;
    const high = 0.72 * [55, 55, 45, 35][String(tile).length - 1];
    const digits = [...String(tile)].map((c) => glyphs[Number(c)]);
    const all = digits.reduce((sum, { aspect }) => sum + (aspect + 0.1) * high, -0.1 * high);
    let at = x + 53 - all / 2;
    for (const { aspect, ink } of digits) {
      const [w, h] = [Math.round(aspect * high), Math.round(high)];
      for (let dy = 0; dy < h; dy++)
        for (let dx = 0; dx < w; dx++) {
          const level = ink[Math.floor((dy * 18) / h) * 12 + Math.floor((dx * 12) / w)];
          const color = tile < 8 ? '119,110,101' : '249,246,242';
          context.fillStyle = `rgba(${color},${parseInt(level, 16) / 15})`;
          context.fillRect(Math.round(at) + dx, Math.round(y + 53 - high / 2) + dy, 1, 1);
        }
      at += (aspect + 0.1) * high;
    }
  });
  return canvas;
}
