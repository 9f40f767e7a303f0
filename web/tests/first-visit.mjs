// A first visit over a slow network: what is loaded before the first advice, and what comes after it.
// The server holds files back instead of sending them slowly, so that no case depends on time.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { serveFolder } from './files.mjs';
import { label, labelled, ready, slideByKey } from './steps.mjs';
import { visit } from './trouble.mjs';

const limits = { plain: 205000, packed: 146000 }; // bytes before the first advice
const web = new URL('../', import.meta.url);

const table = async (name) => (await import(`../js/words/${name}.js`)).default;

// Files that the first advice needs: the page, its styles, the modules that index.html names, the
// worker, and the first part of the engine.
function filesOfAdvice(site) {
  const named = readFileSync(join(site, 'index.html'), 'utf8').matchAll(
    /<(?:link rel="stylesheet" href|meta name="trey-module" content|script type="module" src)="([^"]+)"/g,
  );
  return [
    'index.html',
    ...[...named].map(([, path]) => path),
    'js/worker.js',
    'engine-first.wasm.gz',
  ];
}

// A server that holds each file back until `release` is called with a pattern of its path.
async function serveInParts(site, first) {
  const held = [];
  const patterns = [];
  const sent = new Map();
  const server = await serveFolder(site, async (path, size) => {
    if (first.includes(path)) sent.set(path, size);
    else if (!patterns.some((pattern) => pattern.test(path)))
      await new Promise((resolve) => held.push({ path, resolve }));
  });
  const release = (pattern) => {
    patterns.push(pattern);
    for (const { path, resolve } of held) if (pattern.test(path)) resolve();
  };
  return { ...server, release, sent, asked: (path) => held.some((file) => file.path === path) };
}

// Position, size and text colour of each element of Play.
const boxes = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header *, #view-play, #view-play *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const name = `${element.tagName} ${element.getAttribute('class')}`;
      return [name, ...[x, y, width, height].map(Math.round), getComputedStyle(element).color].join(
        ' ',
      );
    }),
  );

// All texts of the page, also those for screen readers.
const texts = (page) =>
  page.evaluate(() => {
    const found = [];
    for (const element of document.querySelectorAll('body *')) {
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) found.push(node.data.trim());
      for (const name of ['aria-label', 'title']) found.push(element.getAttribute(name) ?? '');
    }
    return found;
  });

// Page errors fail `visit`; here the layout shifts, too, are summed.
const watchShifts = () => {
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries())
      if (!hadRecentInput) globalThis.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
};

// Advice is there, with the odds that follow it.
const advised = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector('#view-play .advice[data-state=settled] .verdict strong') &&
      !/…/.test(document.querySelector('#view-play .outlook').textContent),
  );
const hasFont = (page) =>
  page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => family.replace(/["']/g, '') === 'Nunito' && status === 'loaded',
    ),
  );

const files = (work) => Object.assign(work, { only: 'files' });

export const cases = {
  'first visit: advice needs few bytes, and nothing moves when the rest comes': files(
    async (first, problems, { site }) => {
      const needed = filesOfAdvice(site);
      const more = Object.keys(await table('en-more'));
      for (const viewport of [
        { width: 390, height: 844 },
        { width: 1366, height: 768 },
        { width: 667, height: 375 },
      ]) {
        const server = await serveInParts(site, needed);
        try {
          await visit(
            first,
            async (page) => {
              await page.goto(server.url, { waitUntil: 'commit' });
              await advised(page);
              const sizes = [...server.sent.values()];
              const packed = needed.map((path) =>
                path.endsWith('.gz')
                  ? server.sent.get(path)
                  : gzipSync(readFileSync(join(site, path))).length,
              );
              const sum = (values) => values.reduce((a, b) => a + b);
              const where = `${viewport.width}: ${sum(sizes)} bytes, ${sum(packed)} packed`;
              assert.deepEqual([...server.sent.keys()].sort(), [...needed].sort());
              assert.ok(sum(sizes) <= limits.plain && sum(packed) <= limits.packed, where);
              const keys = (await texts(page)).filter((text) => more.includes(text));
              assert.deepEqual(keys, [], 'texts that are not there yet');

              // The styles of the other views change nothing here; the font moves little.
              const before = await boxes(page);
              server.release(/^(views|lab|font)\.css$|^js\//);
              await page.waitForFunction(
                () => !document.querySelector('link[data-later][rel=stylesheet]'),
              );
              assert.deepEqual(await boxes(page), before, where);
              server.release(/^fonts\//);
              await hasFont(page);
              const shift = await page.evaluate(
                () =>
                  new Promise((done) =>
                    requestAnimationFrame(() =>
                      requestAnimationFrame(() => done(globalThis.shift)),
                    ),
                  ),
              );
              assert.ok(shift < 0.05, `${where}: layout shift ${shift}`);
            },
            { viewport, reducedMotion: 'reduce', init: watchShifts },
          );
        } finally {
          server.end();
        }
      }
    },
  ),

  'first visit: a game can be played, and views and dialogs wait for their files': files(
    async (first, problems, { site }) => {
      const server = await serveInParts(site, filesOfAdvice(site));
      try {
        await visit(first, async (page) => {
          await page.goto(server.url, { waitUntil: 'commit' });
          await advised(page);
          const before = await label(page);
          await slideByKey(page);
          await page.keyboard.press('u');
          await labelled(page, before);
          // The dialog that was asked for last appears, once its styles are there.
          await page.locator('.tools .games-button').click();
          await page.locator('.tools .icon-button').click();
          server.release(/^js\//);
          await page.waitForFunction(() => document.querySelector('link[href="views.css"]'));
          assert.equal(await page.locator('dialog').count(), 0);
          server.release(/\.css$/);
          await page.locator('dialog[aria-label=Settings]').waitFor();
          assert.equal(await page.locator('dialog').count(), 1);
          const { display } = await page
            .locator('dialog .field')
            .first()
            .evaluate((field) => ({ display: getComputedStyle(field).display }));
          assert.equal(display, 'grid');
        });
      } finally {
        server.end();
      }
    },
  ),

  async 'first visit: dialogs whose files fail to load are reported, and open later'(first) {
    await visit(first, async (page, url) => {
      await page.route('**/views.css', (route) => route.abort());
      await page.goto(url);
      await ready(page);
      await page.locator('.tools .icon-button').click();
      await page.locator('.lacking').waitFor();
      assert.equal(await page.locator('dialog').count(), 0);
      await slideByKey(page);
      await page.unroute('**/views.css');
      await page.locator('.lacking .button').click();
      await page.locator('dialog').waitFor();
      assert.equal(await page.locator('.lacking').count(), 0);
      await hasFont(page);
    });
  },

  // None of these files stops the engine, the game, or the rest of the page.
  async 'first visit: Share, sounds and watching whose files fail to load are tried again'(first) {
    const init = () => localStorage.setItem('trey.settings', '{"thought":"short","sound":true}');
    await visit(
      first,
      async (page, url) => {
        const missing = /\/js\/(share|sound|live)\.js/;
        await page.route(missing, (route) => route.abort());
        await page.goto(url);
        await ready(page);
        const silent = page.waitForEvent('requestfailed', (one) => /sound/.test(one.url()));
        await slideByKey(page);
        await silent;
        await slideByKey(page);
        const share = page.locator('.controls button[title^=Share]');
        await share.click();
        await page.locator('.lacking').waitFor();
        assert.equal(await page.locator('.failed').count(), 0);
        await page.locator('.tabs a[data-name=play]').click();
        await share.click();
        await page.locator('.lacking').waitFor();
        await page.unroute(missing);
        await page.locator('.lacking .button').click();
        await page.locator('dialog[aria-label=Share]').waitFor();
        assert.equal(await page.locator('.lacking').count(), 0);
        await page.locator('dialog .primary').click();
        await page.route(missing, (route) => route.abort());
        await page.locator('.tabs a[data-name=analyse]').click();
        await page.locator('.pictures summary').click();
        await page.evaluate(() => {
          navigator.mediaDevices.getDisplayMedia = () => Promise.reject(new Error('refused'));
        });
        const watch = page.getByRole('button', { name: 'Watch a window' });
        await watch.click();
        await page.locator('#view-analyse [role=alert]', { hasText: 'did not load' }).waitFor();
        await page.unroute(missing);
        await watch.click();
        await page.locator('.live', { hasText: 'No window was chosen' }).waitFor();
        assert.equal(await page.locator('#view-analyse [role=alert]:visible').count(), 0);
      },
      { init },
    );
  },

  async 'first visit: a language whose texts fail to load is reported, and tried again'(first) {
    await visit(first, async (page, url) => {
      await page.route('**/words/zh*', (route) => route.abort());
      await page.goto(url);
      await ready(page);
      await page.locator('.tools .icon-button').click();
      await page
        .locator('dialog select', { has: page.locator('option[value=zh]') })
        .selectOption('zh');
      await page.locator('.lacking').waitFor();
      await page.locator('dialog').waitFor({ state: 'detached' });
      assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
      await page.locator('.play[data-busy=no]').waitFor(); // the view is created again
      await slideByKey(page);
      await page.unroute('**/words/zh*');
      await page.locator('.lacking .button').click();
      await page.waitForFunction(() => document.documentElement.lang === 'zh-Hans');
      await page.locator('.lacking').waitFor({ state: 'detached' });
    });
  },

  // '1 pairs' is wrong: a number that can be 1 has both forms of its noun.
  async 'first visit: English texts have a singular where a number can be 1'() {
    const several = ['fact.merges', 'games.what', 'odds.by', 'paste.games']; // always 2 or more
    const texts = { ...(await table('en')), ...(await table('en-more')) };
    const found = Object.keys(texts).filter((key) => /\{n\} [a-z]+s\b/.test(texts[key]));
    assert.deepEqual(found.sort(), several);
  },

  // Modules that Play loads at once use texts of the first table only.
  async 'first visit: the texts of Play are in the first table of each language'() {
    const modules = new Map();
    const read = (name) => {
      if (modules.has(name)) return;
      const text = readFileSync(new URL(`js/${name}.js`, web), 'utf8');
      modules.set(name, text);
      for (const [, other] of text.matchAll(/ from '\.\/([\w/-]+)\.js'/g)) read(other);
    };
    read('main');
    const [en, more] = [await table('en'), await table('en-more')];
    for (const [name, text] of modules) {
      if (name.startsWith('words/')) continue;
      for (const [, key] of text.matchAll(/'([^'\n]+)'/g))
        if (new RegExp(`\\bt\\([^()]*'${key.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')}'`).test(text))
          assert.ok(!Object.hasOwn(more, key), `${name}.js: ${key}`);
      for (const [, start] of text.matchAll(/\bt\(`([\w.]+\.)\$/g))
        for (const key of Object.keys(more))
          assert.ok(!key.startsWith(start), `${name}.js: ${key}, of ${start}`);
    }
    for (const [a, b] of [
      ['en', 'zh'],
      ['en-more', 'zh-more'],
    ])
      assert.deepEqual(Object.keys(await table(b)).sort(), Object.keys(await table(a)).sort());
    assert.deepEqual(
      Object.keys(more).filter((key) => Object.hasOwn(en, key)),
      [],
    );
  },
};
