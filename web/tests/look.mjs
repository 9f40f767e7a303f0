// Appearance of the page: the board in windows of all sizes, its tiles, forced colours, layout
// shifts, touch on a phone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import en from '../js/words/en.js';
import zh from '../js/words/zh.js';
import { openInput, review } from './second.mjs';
import { changes, label, networkAdvises, open, ready, shown, slideByKey } from './steps.mjs';

const sizes = [
  [360, 740],
  [390, 844],
  [667, 375],
  [683, 384],
  [1366, 768],
  [1920, 1080],
  [2560, 1300],
].map(([width, height]) => ({ width, height }));
const low = ({ height }) => height < 400;
const name = ({ width, height }) => `${width}×${height}`;

const verdict = (page) => page.locator(`${shown} .verdict strong`).waitFor();

// Browsers do not report the end of a layout after resizing; two frames later it is done.
const twoFrames = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

// Position of the board in the shown view, between the elements fixed above and below it.
const place = (page) =>
  page.evaluate(() => {
    const box = document.querySelector('.view:not([hidden]) .tray').getBoundingClientRect();
    const fixed = ['.tabs', '.phone-bar', '.step-row', '.stepper']
      .flatMap((selector) => [...document.querySelectorAll(selector)])
      .filter((element) => element.offsetHeight && getComputedStyle(element).position === 'fixed');
    const tops = fixed.map((element) => element.getBoundingClientRect().top);
    return {
      top: box.top,
      bottom: box.bottom,
      height: box.height,
      left: box.left,
      right: box.right,
      end: Math.min(innerHeight, ...tops),
      wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    };
  });

async function fits(page, size, view) {
  const { top, bottom, left, right, end, wide } = await place(page);
  const where = `${view} at ${name(size)}: ${[top, bottom, end].map(Math.round)}`;
  assert.ok(top >= 0 && bottom <= end && left >= 0 && right <= size.width, where);
  assert.ok(!wide, `${where}, scrolls sideways`);
}

// A separate visitor, with its own window and system settings.
async function visit(first, options, work, init = null) {
  const context = await first
    .context()
    .browser()
    .newContext({ serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(120000);
  try {
    const page = await context.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    if (init) await page.addInitScript(init);
    await page.goto(first.url().replace(/#.*/, ''));
    await ready(page);
    await work(page);
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
}

// A finger that moves from a point by (dx, dy), as the system reports it.
async function swipe(page, x, y, dx, dy) {
  const session = await page.context().newCDPSession(page);
  const send = (type, touchPoints) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [{ x, y }]);
  for (let i = 1; i <= 6; i++)
    await send('touchMove', [{ x: x + (dx * i) / 6, y: y + (dy * i) / 6 }]);
  await send('touchEnd', []);
  await session.detach();
}

// A move by a finger that starts at (x, y): the first legal direction.
async function moveByFinger(page, x, y) {
  const before = await label(page);
  for (const [direction, dx, dy] of [
    ['R', 120, 0],
    ['L', -120, 0],
    ['D', 0, 120],
    ['U', 0, -120],
  ]) {
    if (x + dx < 2 || (await page.locator(`${shown} .rim.${direction}`).isDisabled())) continue;
    await swipe(page, x, y, dx, dy);
    await changes(page, label, before, `the board by a finger at ${x}, ${y}`);
    return;
  }
  throw new Error('no possible move');
}

// Records, frame by frame, the positions of the controls and the words in the panel, until
// `watched()` is called.
const watch = (page) =>
  page.evaluate(() => {
    const seen = { places: new Set(), thinking: 0, frames: 0 };
    const selector = '.controls .button, .phone-bar .button, .card.auto .button, .card.auto input';
    const look = () => {
      const places = [...document.querySelectorAll(`#view-play :is(${selector})`)]
        .filter((element) => element.offsetHeight)
        .map((element) => element.getBoundingClientRect())
        .map(({ left, top, width }) => [left, top, width].map(Math.round).join(' '));
      seen.places.add(places.join('; '));
      const advice = document.querySelector('#view-play .advice');
      const running = document.querySelector('#view-play .stage.runs');
      if (running && advice.offsetHeight && /Thinking/.test(advice.textContent)) seen.thinking++;
      seen.frames++;
      seen.next = requestAnimationFrame(look);
    };
    look();
    globalThis.watched = () => {
      cancelAnimationFrame(seen.next);
      return { places: [...seen.places], thinking: seen.thinking, frames: seen.frames };
    };
  });
const watched = (page) => page.evaluate(() => globalThis.watched());

// Tiles up to `last` on the board of Analyse: no two share a picture or have nearly the same
// colour, and all numbers are legible.
async function tilesDiffer(page, last) {
  const tiles = await page.evaluate(() =>
    [...document.querySelectorAll('.analyse .tray > .tile')].map((tile) => {
      const style = getComputedStyle(tile);
      const value = (key) => style.getPropertyValue(`--${key}`).trim();
      return {
        value: Number(tile.textContent),
        face: value('face'),
        text: value('text'),
        art: value('art'),
      };
    }),
  );
  assert.equal(tiles.length, 15);
  assert.ok(tiles.some(({ value }) => value === last));
  const pictures = tiles
    .map(({ art }) => art)
    .filter((art) => art.startsWith('url("data:image/svg'));
  assert.equal(pictures.length, last === 12288 ? 13 : 15); // 1 and 2 of Threes! have none
  assert.equal(new Set(pictures).size, pictures.length);
  const light = (hex) => {
    const [r, g, b] = [1, 3, 5]
      .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const faces = [];
  for (const { value, face, text } of tiles)
    for (const colour of face.match(/#[0-9a-f]{6}/gi)) {
      const [a, b] = [light(colour), light(text)].sort((x, y) => y - x);
      assert.ok((a + 0.05) / (b + 0.05) >= 4.5, `${value}: ${text} on ${colour}`);
      if (!face.includes('gradient')) faces.push({ value, colour: rgb(colour) });
    }
  for (const a of faces)
    for (const b of faces)
      if (a.value < b.value) {
        const far = Math.hypot(...a.colour.map((c, i) => c - b.colour[i]));
        assert.ok(far > 40, `${a.value} and ${b.value} look alike: ${far}`);
      }
}

const setSpeed = async (page, rate) => {
  for (let i = 0; i < 8; i++) await page.keyboard.press('-');
  for (let now = 1; now < rate; now *= 2) await page.keyboard.press('+');
};
const pauseOf = (page) =>
  page.locator('#view-play').getByRole('button', { name: 'Pause' }).first().waitFor();

export const cases = {
  async 'look: the board is large in a large window, and in sight in every one'(page) {
    await slideByKey(page);
    await verdict(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await twoFrames(page);
      await fits(page, size, 'play');
      const { height } = await place(page);
      const share = height / size.height;
      // Up to 70 %; more only if nothing is above and below it.
      const [least, most] = low(size)
        ? [0.7, 0.8]
        : size.width >= 1366
          ? [0.57, 0.701]
          : [0.4, 0.6];
      assert.ok(share >= least && share <= most, `${name(size)}: ${share} of its height`);
    }
    // The other views, in the smallest window.
    const record = await page.waitForFunction(() => {
      const text = JSON.parse(localStorage.getItem('trey.game') ?? '""');
      return text && JSON.parse(text).slides ? text : null;
    });
    await review(page, await record.jsonValue());
    await openInput(page, 'short.txt');
    for (const view of ['review', 'sequence', 'practice', 'exact', 'grid', 'analyse']) {
      await open(page, view);
      await page.locator(`${shown} .tray .slot`).first().waitFor();
      for (const size of sizes.filter(low)) {
        await page.setViewportSize(size);
        await twoFrames(page);
        await page.evaluate(() => scrollTo(0, 0));
        await fits(page, size, view);
      }
      // In large windows the bar below the board is in sight, too, with what it says.
      for (const size of sizes.filter(({ width }) => width >= 1366)) {
        await page.setViewportSize(size);
        await twoFrames(page);
        const below = await page.evaluate(
          (selector) =>
            Math.max(
              ...[...document.querySelectorAll(`${selector} :is(.rim.D, .rim.D *)`)].map(
                (part) => part.getBoundingClientRect().bottom - innerHeight,
              ),
            ),
          shown,
        );
        assert.ok(below <= 0, `${view}, ${name(size)}: the bar ends ${below} below the window`);
      }
    }
  },

  async 'look: every size, light and language passes the checks of accessibility'(
    first,
    problems,
    { check, transport },
  ) {
    const lights = [
      { colorScheme: 'light' },
      { colorScheme: 'dark' },
      { colorScheme: 'light', forcedColors: 'active' },
      { colorScheme: 'dark', reducedMotion: 'reduce' },
    ];
    // Every size in both languages, with alternating colour schemes; from a server, whose page is
    // the same, in one language each.
    for (const [turn, locale] of ['en', 'zh'].entries())
      await visit(first, { locale, viewport: sizes[0] }, async (page) => {
        await verdict(page);
        assert.equal(await page.evaluate(() => document.documentElement.lang.slice(0, 2)), locale);
        for (const [i, size] of sizes.entries()) {
          if (transport !== 'files' && i % 2 !== turn) continue;
          const light = lights[(i + 2 * turn) % lights.length];
          await page.setViewportSize(size);
          await page.emulateMedia({
            forcedColors: 'none',
            reducedMotion: 'no-preference',
            ...light,
          });
          await page.waitForFunction(
            (theme) =>
              document.documentElement.dataset.theme === theme &&
              !document.getAnimations().some((a) => a.playState === 'running'),
            light.colorScheme,
          );
          const where = `${name(size)} ${locale} ${Object.values(light).join(' ')}`;
          if ((await place(page)).wide) problems.push(`${where} scrolls sideways`);
          const found = await check(page);
          problems.push(...found.map((problem) => `${where}: ${problem}`));
        }
      });
  },

  async 'look: forced colours: tiles, cells, bars and cards have edges'(page) {
    await slideByKey(page);
    await networkAdvises(page);
    await page.emulateMedia({ forcedColors: 'active' });
    const found = await page.evaluate(() => {
      const canvas = getComputedStyle(document.body).backgroundColor;
      const edge = (selector) => {
        const style = getComputedStyle(document.querySelector(`.view:not([hidden]) ${selector}`));
        return parseFloat(style.borderTopWidth) > 0 && style.borderTopColor !== canvas;
      };
      const fill = (selector) =>
        getComputedStyle(document.querySelector(`.view:not([hidden]) ${selector}`))
          .backgroundColor !== canvas;
      return {
        tile: edge('.tray > .tile'),
        cell: edge('.tray > .slot'),
        card: edge('.card.advice'),
        button: edge('.controls .button') && edge('.rim .bar'),
        bar: fill('.rim .bar b'),
        best: fill('.rim.best .bar b'),
      };
    });
    for (const [what, seen] of Object.entries(found)) assert.ok(seen, what);
  },

  async 'look: the texts of the move buttons fit, in windows of all sizes'(first) {
    const texts = [en, zh].flatMap((words) =>
      ['best', 'as good', 'clear', 'better', 'about-equal', 'unknown'].map(
        (key) => words[key] ?? words[`behind.${key}`],
      ),
    );
    texts.push('−99.9\u00a0k', '−1,234');
    for (const viewport of [{ width: 320, height: 640 }, ...sizes])
      await visit(first, { viewport }, async (page) => {
        await verdict(page);
        // The page's font, which comes after the first advice, is narrower than others.
        await page.waitForFunction(() =>
          [...document.fonts].some(
            ({ family, status }) => family.includes('Nunito') && status === 'loaded',
          ),
        );
        const wide = await page.evaluate((all) => {
          const found = [];
          const buttons = [
            ...document.querySelectorAll('.view:not([hidden]) :is(.rim, .slide-buttons .button)'),
          ];
          for (const text of all)
            for (const button of buttons) {
              const place = button.querySelector('.said span, .amount');
              const before = place.textContent;
              place.textContent = text;
              const outer = button.getBoundingClientRect();
              const box = document.createRange();
              box.selectNodeContents(place);
              const inner = box.getBoundingClientRect();
              if (
                inner.width &&
                (inner.left < outer.left - 0.5 ||
                  inner.right > outer.right + 0.5 ||
                  inner.top < outer.top - 0.5 ||
                  inner.bottom > outer.bottom + 0.5)
              )
                found.push(`${button.className}: ${text}`);
              place.textContent = before;
            }
          return found;
        }, texts);
        assert.deepEqual(wide, [], name(viewport));
      });
  },

  async 'look: every tile of Threes! and of 2048 has a colour and a picture of its own'(page) {
    await open(page, 'analyse');
    for (const [link, last] of [
      ['#window/123456789abcdef0/1', 12288],
      ['#2048/123456789abcdef0', 32768],
    ]) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, link);
      await page.waitForFunction(
        (value) =>
          document.querySelector('.analyse .tray')?.getAttribute('aria-label')?.includes(value),
        String(last),
      );
      await tilesDiffer(page, last);
    }
  },

  async 'look: nothing jumps while the page loads; the font comes with it'(
    first,
    problems,
    { site, transport },
  ) {
    for (const viewport of [sizes[4], sizes[1]])
      await visit(
        first,
        { viewport },
        async (page) => {
          await verdict(page);
          const shift = await page.evaluate(() => globalThis.shift);
          assert.ok(shift < 0.05, `${name(viewport)}: layout shift ${shift}`);
          await page.waitForFunction(() => document.querySelector('link[href="font.css"]')?.sheet);
          const fonts = await page.evaluate(async () => {
            await document.fonts.ready;
            return [...document.fonts].filter((f) => f.family.replace(/["']/g, '') === 'Nunito');
          });
          assert.equal(fonts.length, 1);
          assert.ok(await page.evaluate(() => document.fonts.check('800 24px Nunito', '384')));
        },
        () => {
          globalThis.shift = 0;
          new PerformanceObserver((list) => {
            for (const { value, hadRecentInput } of list.getEntries())
              if (!hadRecentInput) globalThis.shift += value;
          }).observe({ type: 'layout-shift', buffered: true });
        },
      );
    const font = readFileSync(new URL('../fonts/nunito.woff2', import.meta.url));
    assert.ok(font.length <= 25000, `${font.length} bytes of font`);
    if (transport === 'files')
      assert.ok(
        readFileSync(join(site, 'trey.html'), 'utf8').includes(font.toString('base64')),
        'the page in one file has the font',
      );
  },

  async 'look: trey plays fast: its speed is shown instead of advice, and no control moves'(page) {
    await verdict(page);
    for (const [size, rate] of [
      [sizes[4], 32],
      [sizes[1], 32],
      [sizes[2], 16],
      [sizes[4], 4],
    ]) {
      await page.setViewportSize(size);
      await setSpeed(page, rate);
      await page.locator('.play[data-busy=no]').waitFor();
      await twoFrames(page);
      const before = await label(page);
      await page.evaluate(() => scrollTo(0, 0));
      await watch(page);
      await page.keyboard.press(' ');
      await pauseOf(page);
      let now = before;
      for (let i = 0; i < 3; i++) now = await changes(page, label, now, 'the board');
      const { places, thinking, frames } = await watched(page);
      const where = `${name(size)} at ${rate}/s`;
      assert.equal(places.length, 1, `${where}: controls at ${places.join(' | ')}`);
      assert.ok(frames > 3);
      if (rate > 8) {
        assert.equal(thinking, 0, `${where}: "Thinking" in ${thinking} of ${frames} frames`);
        await page.locator('#view-play .playing', { hasText: `${rate}` }).waitFor();
      }
      await page.keyboard.press(' ');
      await page.locator('#view-play').getByRole('button', { name: 'Play on' }).first().waitFor();
      await page.locator('.play[data-busy=no]').waitFor();
    }
  },

  async 'look: a phone: fingers beside the board, speed, a new game and sharing within reach'(
    first,
  ) {
    await visit(
      first,
      { viewport: sizes[1], hasTouch: true, isMobile: true, locale: 'en' },
      async (page) => {
        await verdict(page);
        const tray = await page.locator('.play .tray').boundingBox();
        const facts = await page.locator('.play .facts').boundingBox();
        await moveByFinger(page, tray.x + tray.width / 2, tray.y + tray.height / 2);
        await moveByFinger(page, 5, tray.y + tray.height / 2); // the edge of the screen
        await moveByFinger(page, tray.x + tray.width / 2, facts.y + facts.height / 2);
        assert.equal(await page.evaluate(() => scrollY), 0);
        // New tiles slide in from under the edge of the board, over no text.
        const clip = await page
          .locator('.play .tray')
          .evaluate((element) => getComputedStyle(element).overflowX);
        assert.ok(['clip', 'hidden'].includes(clip), clip);
        const reach = async (locator) => {
          const { y, height } = await locator.boundingBox();
          assert.ok(y > 422 && y + height <= 844 && height >= 43.9, `${y} ${height}`);
        };
        const bar = page.locator('#view-play .phone-bar');
        await reach(bar.getByRole('button', { name: 'New game' }));
        await reach(bar.getByRole('button', { name: 'Share' }));
        // Dialogs close by a tap beside them, and not by one inside.
        await bar.getByRole('button', { name: 'Share' }).tap();
        await page.locator('dialog').waitFor();
        await page.locator('dialog h2').tap();
        assert.equal(await page.locator('dialog[open]').count(), 1);
        await page.touchscreen.tap(195, 20);
        await page.locator('dialog').waitFor({ state: 'detached' });
        // The speed is changed while trey plays, and trey continues.
        await bar.getByRole('button', { name: 'Play on' }).tap();
        const speed = page.locator('#view-play .phone-speed input');
        await speed.waitFor();
        await reach(speed);
        await speed.fill('5');
        await page.locator('#view-play .phone-speed', { hasText: '32' }).waitFor();
        let now = await label(page);
        for (let i = 0; i < 2; i++) now = await changes(page, label, now, 'the board');
        await bar.getByRole('button', { name: 'Pause' }).tap();
        await page.locator('#view-play .slide-buttons').waitFor();
      },
    );
  },

  async 'look: sounds: none unless they are chosen'(page) {
    await page.evaluate(() => {
      globalThis.notes = 0;
      const Real = AudioContext;
      globalThis.AudioContext = class extends Real {
        createOscillator() {
          globalThis.notes++;
          return super.createOscillator();
        }
      };
    });
    await slideByKey(page);
    await page.locator('.play[data-busy=no]').waitFor();
    assert.equal(await page.evaluate(() => globalThis.notes), 0);
    await page.locator('.tools .icon-button').last().click();
    await page.locator('dialog').getByLabel('Sounds').check();
    await page.locator('dialog .primary').click();
    await slideByKey(page);
    await page.waitForFunction(() => globalThis.notes > 0);
  },
};
