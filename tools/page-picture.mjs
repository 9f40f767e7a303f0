// page-picture.mjs TREY [MOVES [FRAMES]]: writes the page in the middle of a game as an animated
// SVG to standard output: docs/images/page.svg is made by `node tools/page-picture.mjs build/trey
// >docs/images/page.svg`, after `make check-web` has installed the browser driver.
//
// TREY plays MOVES moves of game 7 with one ply and serves the page, which is opened with that game
// in headless Chromium. In each frame the values of all moves are shown, and the best move is made
// before the next one. The page is redrawn from its elements in paint order: backgrounds with their
// corners, edges and hard shadows, pictures unchanged, and text line by line. No pixel is copied,
// so the picture is small and sharp, and is text in the repository. It embeds the page's font.
//
// Parts that several frames have in common are stored once. Styles show each part in its frames;
// where the system asks for reduced motion, and in programs without animation, the first frame
// stays.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { launch } from '../web/tests/browser.mjs';

const [trey, moves = '320', frames = '6'] = process.argv.slice(2);
const secondsPerFrame = 1.5;
if (!trey) {
  console.error('Usage: node tools/page-picture.mjs TREY [MOVES [FRAMES]] >FILE.svg');
  process.exit(2);
}
const require = createRequire(
  join(process.cwd(), process.env.TREY_WEB_TOOLS ?? 'build/web-tests', 'package.json'),
);
const { chromium } = require('playwright-core');
const size = { width: 1080, height: 640 };
const height = 632; // height of the picture; anything below is cut off

// The game as a record, as `trey play` stores it.
function game() {
  const folder = mkdtempSync(join(tmpdir(), 'trey-')),
    file = join(folder, 'game');
  const env = { ...process.env, XDG_STATE_HOME: folder };
  spawnSync(trey, ['play', '--seed', '7', '--depth', '1', '--file', file], {
    input: `auto ${moves}\n`,
    env,
  });
  const record = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true });
  delete record.assisted;
  return JSON.stringify(record);
}

function serve() {
  const child = spawn(trey, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => {
      const url = /http:\/\/\S+/.exec(data)?.[0];
      if (url) resolve({ url, end: () => child.kill() });
    });
    child.on('exit', () => reject(new Error('trey serve ended')));
  });
}

// Runs in the page: the elements of the picture.
function draw(height) {
  let out = [];
  const escape = (text) =>
    text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
  const round = (x) => Math.round(x * 10) / 10;
  const clear = (colour) => colour === 'transparent' || /, 0\)$/.test(colour) || colour === 'none';
  const box = (x, y, width, height, radius, rest) =>
    out.push(
      `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(radius)}" ${rest}/>`,
    );

  // Shadows without blur are edges of tiles and buttons; others are ignored.
  function shadows(style, rect, radius, inside) {
    for (const [, colour, x, y, blur, spread, inset] of style.boxShadow.matchAll(
      /(rgba?\([^)]*\)) (-?[\d.]+)px (-?[\d.]+)px ([\d.]+)px (-?[\d.]+)px( inset)?/g,
    )) {
      if (Number(blur) !== 0 || clear(colour) || Boolean(inset) !== inside) continue;
      if (!inside)
        box(
          rect.x + Number(x) - Number(spread),
          rect.y + Number(y) - Number(spread),
          rect.width + 2 * spread,
          rect.height + 2 * spread,
          radius + Number(spread),
          `fill="${colour}"`,
        );
      else if (Number(y) < 0) {
        box(rect.x, rect.y, rect.width, rect.height, radius, `fill="${colour}"`);
        box(
          rect.x,
          rect.y,
          rect.width,
          rect.height + Number(y),
          radius,
          `fill="${style.backgroundColor}"`,
        );
      }
    }
  }

  // The picture of a tile, an SVG in its style, in the middle near the bottom.
  function tileArt(style, rect) {
    const art = /^url\("data:image\/svg\+xml,<svg[^>]*>(.*)<\/svg>"\)/.exec(style.backgroundImage);
    const size = parseFloat(style.backgroundSize);
    if (!art || !(size > 0)) return;
    const below = Number(/100% - ([\d.]+)px/.exec(style.backgroundPosition)?.[1] ?? 0);
    const x = rect.x + (rect.width - size) / 2,
      y = rect.bottom - below - size;
    out.push(
      `<svg x="${round(x)}" y="${round(y)}" width="${round(size)}" height="${round(size)}" viewBox="0 0 24 24">${art[1].replaceAll('%23', '#')}</svg>`,
    );
  }

  // The second edge of the largest tile, which has no element of its own.
  function ring(element, rect) {
    const style = getComputedStyle(element, '::before');
    const wide = parseFloat(style.borderTopWidth);
    if (style.content === 'none' || !(wide > 0) || !element.matches('.tile')) return;
    box(
      rect.x + parseFloat(style.left) + wide / 2,
      rect.y + parseFloat(style.top) + wide / 2,
      parseFloat(style.width) - wide,
      parseFloat(style.height) - wide,
      parseFloat(style.borderTopLeftRadius),
      `fill="none" stroke="${style.borderTopColor}" stroke-width="${round(wide)}" opacity="${style.opacity}"`,
    );
  }

  function ground(style, rect) {
    const radius = Math.min(
      parseFloat(style.borderTopLeftRadius) || 0,
      rect.width / 2,
      rect.height / 2,
    );
    const wide = parseFloat(style.borderTopWidth),
      low = parseFloat(style.borderBottomWidth);
    shadows(style, rect, radius, false);
    const face = clear(style.backgroundColor)
      ? /(?:linear|radial)-gradient\(.*(rgb\([^)]*\))/.exec(style.backgroundImage)?.[1]
      : style.backgroundColor;
    const painted = face && !/%, rgba\(0, 0, 0, 0\)/.test(style.backgroundImage);
    if (painted || !clear(style.backgroundColor))
      box(rect.x, rect.y, rect.width, rect.height, radius, `fill="${face}"`);
    shadows(style, rect, radius, true);
    tileArt(style, rect);
    // Dots: gradients from one colour to nothing, whose sizes are parts of the way to the farthest corner.
    for (const [, across, down, colour, part] of style.backgroundImage.matchAll(
      /radial-gradient\(circle at ([\d.]+)% ([\d.]+)%, (rgb\([^)]*\)) ([\d.]+)%/g,
    )) {
      const x = (rect.width * across) / 100,
        y = (rect.height * down) / 100;
      const far = Math.hypot(Math.max(x, rect.width - x), Math.max(y, rect.height - y));
      out.push(
        `<circle cx="${round(rect.x + x)}" cy="${round(rect.y + y)}" r="${round((far * part) / 100)}" fill="${colour}"/>`,
      );
    }
    const edge = wide > 0 && style.borderTopStyle !== 'none' && !clear(style.borderTopColor);
    if (edge && low === 0)
      box(rect.x, rect.y, rect.width, wide, 0, `fill="${style.borderTopColor}"`);
    else if (edge)
      box(
        rect.x + wide / 2,
        rect.y + wide / 2,
        rect.width - wide,
        rect.height - wide,
        radius,
        `fill="none" stroke="${style.borderTopColor}" stroke-width="${wide}"`,
      );
    else if (low > 0 && style.borderBottomStyle !== 'none' && !clear(style.borderBottomColor))
      box(rect.x, rect.bottom - low, rect.width, low, 0, `fill="${style.borderBottomColor}"`);
  }

  function picture(element, rect) {
    const copy = element.cloneNode(true);
    const from = [element, ...element.querySelectorAll('*')],
      to = [copy, ...copy.querySelectorAll('*')];
    from.forEach((node, i) => {
      const style = getComputedStyle(node);
      for (const name of [...to[i].attributes].map((attribute) => attribute.name))
        if (/^(class|style|id|aria|role|xmlns|focusable)/.test(name)) to[i].removeAttribute(name);
      for (const name of ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'])
        to[i].setAttribute(name, style.getPropertyValue(name));
    });
    for (const name of ['x', 'y', 'width', 'height']) copy.setAttribute(name, round(rect[name]));
    out.push(new XMLSerializer().serializeToString(copy).replace(/ xmlns="[^"]*"/g, ''));
  }

  // The lines into which a text was wrapped, each at its position.
  function words(node, style) {
    const lines = [],
      range = document.createRange();
    for (const match of node.data.matchAll(/\S+/g)) {
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const rect = range.getBoundingClientRect(),
        last = lines[lines.length - 1];
      if (rect.width === 0) continue;
      if (last && Math.abs(last.y - rect.y) < 2)
        ((last.text += ` ${match[0]}`), (last.right = rect.right));
      else
        lines.push({
          x: rect.x,
          y: rect.y,
          height: rect.height,
          text: match[0],
          right: rect.right,
        });
    }
    for (const { x, y, height, text, right } of lines) {
      const shown = style.textTransform === 'uppercase' ? text.toUpperCase() : text;
      out.push(
        `<text x="${round(x)}" y="${round(y + height / 2 + parseFloat(style.fontSize) * 0.35)}" textLength="${round(right - x)}" lengthAdjust="spacingAndGlyphs" font-size="${round(parseFloat(style.fontSize))}" font-weight="${style.fontWeight}" fill="${style.color}">${escape(shown)}</text>`,
      );
    }
  }

  // Clipped content is drawn too, because nothing shown here is scrolled. Content for screen
  // readers only is one pixel large.
  function walk(element) {
    const style = getComputedStyle(element),
      rect = element.getBoundingClientRect();
    if (style.display === 'none' || style.visibility === 'hidden' || Number(style.opacity) === 0)
      return;
    if (rect.y >= height || (style.position === 'absolute' && rect.width <= 1)) return;
    const faint = Number(style.opacity) < 1;
    const outside = out;
    if (faint) out = [];
    if (element.localName === 'svg') picture(element, rect);
    else {
      if (rect.width > 0 && style.display !== 'contents') ground(style, rect);
      ring(element, rect);
      const closed = element.localName === 'details' && !element.open;
      const children = [...element.childNodes].map((node, i) => ({
        node,
        i,
        z: node.nodeType === 1 ? Number(getComputedStyle(node).zIndex) || 0 : 0,
      }));
      for (const { node } of children.sort((a, b) => a.z - b.z || a.i - b.i))
        if (node.nodeType === 3) words(node, style);
        else if (node.nodeType === 1 && (!closed || node.localName === 'summary')) walk(node);
    }
    if (faint) {
      outside.push(`<g opacity="${style.opacity}">${out.join('\n')}</g>`);
      out = outside;
    }
  }

  walk(document.body);
  const root = getComputedStyle(document.documentElement).backgroundColor;
  const back = clear(root) ? getComputedStyle(document.body).backgroundColor : root;
  return { back, parts: out };
}

// Merges the parts of a frame into those of the frames before, in an order that suits both: a
// longest common subsequence is stored once.
function merge(merged, parts, frame) {
  const lengths = Array.from({ length: merged.length + 1 }, () => Array(parts.length + 1).fill(0));
  for (let i = merged.length - 1; i >= 0; i--)
    for (let j = parts.length - 1; j >= 0; j--)
      lengths[i][j] =
        merged[i].text === parts[j]
          ? lengths[i + 1][j + 1] + 1
          : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
  const result = [];
  let i = 0,
    j = 0;
  while (i < merged.length || j < parts.length)
    if (i < merged.length && j < parts.length && merged[i].text === parts[j]) {
      result.push({ text: parts[j++], frames: [...merged[i++].frames, frame] });
    } else if (j === parts.length || (i < merged.length && lengths[i + 1][j] >= lengths[i][j + 1]))
      result.push(merged[i++]);
    else result.push({ text: parts[j++], frames: [frame] });
  return result;
}

// The parts in groups by their frames, and the styles that show each group in its frames.
function animate(merged, count) {
  const styles = new Map(),
    groups = [];
  for (const { text, frames } of merged) {
    const name = frames.length === count ? '' : `f${frames.join('-')}`;
    if (name && !styles.has(name)) {
      const shown = (frame) => (frames.includes(frame) ? 'visible' : 'hidden');
      let steps = '';
      for (let frame = 0; frame < count; frame++)
        if (frame === 0 || shown(frame) !== shown(frame - 1))
          steps += `${Math.round((10000 * frame) / count) / 100}%{visibility:${shown(frame)}}`;
      styles.set(
        name,
        `.${name}{visibility:${shown(0)};animation-name:${name}}@keyframes ${name}{${steps}}`,
      );
    }
    const last = groups[groups.length - 1];
    if (last?.name === name) last.parts.push(text);
    else groups.push({ name, parts: [text] });
  }
  const all =
    `g{animation:none ${count * secondsPerFrame}s step-end infinite}` +
    '@media (prefers-reduced-motion:reduce){g{animation-duration:0s}}';
  return {
    style: all + [...styles.values()].join(''),
    body: groups
      .map(({ name, parts }) =>
        name ? `<g class="${name}">\n${parts.join('\n')}\n</g>` : parts.join('\n'),
      )
      .join('\n'),
  };
}

const font = `@font-face{font-family:Nunito;font-weight:500 800;src:url(data:font/woff2;base64,${readFileSync(
  new URL('../web/fonts/nunito.woff2', import.meta.url),
).toString('base64')})}`;

const server = await serve();
const browser = await chromium.launch(launch);
const page = await (
  await browser.newContext({
    viewport: size,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
).newPage();
page.setDefaultTimeout(120000);
await page.goto(server.url);
await page.waitForFunction(() => document.body.dataset.ready === 'yes');
await page.evaluate(async (record) => {
  const { packGame } = await import('./js/share.js');
  location.hash = `#game/${await packGame(record)}`;
}, game());
const shown = '.view:not([hidden])';
// Waits for the values, the odds and the end of all motion.
const settled = () =>
  page.waitForFunction(
    (view) =>
      document.querySelector(`${view} .advice`)?.dataset.state === 'settled' &&
      !document.querySelector(`${view} .outlook`).textContent.includes('…') &&
      !document.getAnimations().some((animation) => animation.playState === 'running'),
    shown,
  );
let back = '',
  merged = [];
for (let frame = 0; frame < Number(frames); frame++) {
  if (frame > 0) {
    const before = await page.locator(`${shown} .tray`).getAttribute('aria-label');
    await page.locator(`${shown} .rim.best`).click();
    await page.waitForFunction(
      ([view, label]) =>
        document.querySelector(`${view} .tray`).getAttribute('aria-label') !== label,
      [shown, before],
    );
    await page.mouse.move(0, 0);
  }
  await settled();
  const drawn = await page.evaluate(draw, height);
  back = drawn.back;
  merged = merge(merged, drawn.parts, frame);
}
const { style, body } = animate(merged, Number(frames));
await browser.close();
server.end();
process.stdout.write(
  `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${size.width}" height="${height}" viewBox="0 0 ${size.width} ${height}" ` +
    `font-family="Nunito, 'Liberation Sans', 'Helvetica Neue', Arial, sans-serif">\n<style>${font}\n${style}</style>\n<title>The page of trey in a game: the board, and the value of each move</title>\n` +
    `<rect width="${size.width}" height="${height}" fill="${back}"/>\n${body}\n</svg>\n`,
);
