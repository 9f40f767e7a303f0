// Saved games, networks for every board, and the page's messages when storage is full or blocked.

import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';

import zh from '../js/words/zh.js';
import zhMore from '../js/words/zh-more.js';
import { setRules } from './cases.mjs';
import { changes, label, labelled, ready, shown, slideByKey } from './steps.mjs';
import { visit } from './trouble.mjs';

const listed = '.games li';

const newGame = (page) => page.locator(`${shown} .button:visible`, { hasText: 'New game' }).click();

async function play(page, slides) {
  for (let i = 0; i < slides; i++) await slideByKey(page);
  return label(page);
}

async function openGames(page) {
  await page.locator('.games-button').click();
  await page.locator('.games').waitFor();
}

const closeGames = (page) => page.locator('dialog > .row .button').click();

const inRow = (page, row, text) =>
  page.locator(listed).nth(row).locator('.button', { hasText: text });

// Writes values into the page's database as another version of the page could.
const put = (page, values) =>
  page.evaluate(async (games) => {
    const request = indexedDB.open('trey');
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    const transaction = request.result.transaction('games', 'readwrite');
    for (const game of games) transaction.objectStore('games').put(game);
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    request.result.close();
  }, values);

const playerSays = (page, text) =>
  page.locator(`${shown} .player`, { hasText: text }).waitFor({ timeout: 60000 });

export const cases = {
  async 'a new game keeps the one before, and undo brings it back'(page) {
    const before = await play(page, 3);
    await newGame(page);
    await page.waitForFunction(
      ([text]) =>
        document.querySelector('.view:not([hidden]) .tray').getAttribute('aria-label') !== text,
      [before],
    );
    await page.keyboard.press('u');
    await labelled(page, before);
    // Also after another visit; but never once the new game has a move.
    await newGame(page);
    await page.locator('[title*="back to the game before"]:visible').waitFor();
    await page.locator('.play[data-busy=no]').waitFor();
    await page.reload();
    await ready(page);
    await page.keyboard.press('u');
    await labelled(page, before);
    await newGame(page);
    await page.locator('[title*="back to the game before"]:visible').waitFor();
    const start = await label(page);
    await play(page, 1);
    await page.keyboard.press('u');
    await labelled(page, start);
    await page.keyboard.press('u');
    await page.locator('.play[data-busy=no]').waitFor();
    assert.equal(await label(page), start);
  },

  async 'a page that closes while it switches games continues the game it stored'(page) {
    const closeWhenSwitched = () =>
      page.evaluate(() => {
        const { setItem } = Storage.prototype;
        let closed = false;
        Storage.prototype.setItem = function store(key, value) {
          if (closed) return;
          setItem.call(this, key, value);
          if (key === 'trey.game.id') setTimeout(() => (closed = true));
        };
      });
    const before = await play(page, 3);
    await closeWhenSwitched();
    await newGame(page);
    const start = await changes(page, label, before, 'the board');
    await page.reload();
    await ready(page);
    assert.equal(await label(page), start);
    await closeWhenSwitched();
    await page.keyboard.press('u');
    await labelled(page, before);
    await page.reload();
    await ready(page);
    assert.equal(await label(page), before);
  },

  async 'games are listed with the best scores, taken up again, exported and deleted'(page) {
    const first = await play(page, 4);
    await newGame(page);
    await page.locator('[title*="back to the game before"]:visible').waitFor();
    const second = await play(page, 2);
    await openGames(page);
    await page.locator(listed).nth(1).waitFor();
    assert.equal(await page.locator(listed).count(), 2);
    assert.match(await page.locator(listed).nth(0).innerText(), /Threes! · 2 moves · being played/);
    assert.match(await page.locator(listed).nth(1).innerText(), /Threes! · 4 moves · .*20\d\d/);
    assert.match(await page.locator('.best-scores tr').innerText(), /Threes!\s+\d+/);
    const coming = page.waitForEvent('download');
    await page.locator('.games .button', { hasText: 'Export all' }).click();
    const lines = readFileSync(await (await coming).path(), 'utf8')
      .trim()
      .split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).slides.split(' ').length),
      [2, 4],
    );
    await inRow(page, 1, 'Play on').click();
    await labelled(page, first);
    await openGames(page);
    await inRow(page, 1, 'Play on').click();
    await labelled(page, second);
    await openGames(page);
    await inRow(page, 1, 'Review').click();
    await page.locator('#view-review:not([hidden])').waitFor();
    await openGames(page);
    await inRow(page, 1, 'Delete').click();
    await page.waitForFunction(() => document.querySelectorAll('.games li').length === 1);
    await closeGames(page);
    await page.reload();
    await ready(page);
    await openGames(page);
    assert.equal(await page.locator(listed).count(), 1);
  },

  async 'the last 50 games are kept; what cannot be read is passed over'(page) {
    const record = (game) => ({
      rules: 'window',
      score: 3,
      largest: 3,
      moves: 1,
      over: false,
      ...game,
    });
    await play(page, 1);
    await openGames(page);
    await closeGames(page);
    const many = Array.from({ length: 55 }, (_, i) =>
      record({ id: `old-${i}`, date: 1000 + i, record: '{}' }),
    );
    await put(page, [...many, { id: 'rubbish' }, record({ id: 'other', date: 'x', record: '{}' })]);
    await play(page, 1);
    await openGames(page);
    assert.equal(await page.locator(listed).count(), 50);
    const ids = await page.locator(listed).evaluateAll((rows) => rows.map((row) => row.dataset.id));
    assert.equal(ids[1], 'old-54');
    assert.equal(ids[49], 'old-6');
    await page.locator('.games .button', { hasText: 'Delete all' }).click();
    await page.locator('.games .button', { hasText: 'Delete 49 games' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.games li').length === 1);
  },

  async 'where storage is full or blocked the page says so once, and a new game can still be undone'(
    first,
  ) {
    const blocked = () => {
      const refuse = {
        get: () => {
          throw new DOMException('no', 'SecurityError');
        },
      };
      Object.defineProperty(globalThis, 'localStorage', refuse);
      Object.defineProperty(globalThis, 'indexedDB', refuse);
    };
    const full = () => {
      const refuse = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      Storage.prototype.setItem = refuse;
      IDBObjectStore.prototype.put = refuse;
    };
    for (const [init, text] of [
      [blocked, 'This browser does not save data here'],
      [full, 'There is no space left'],
    ])
      await visit(
        first,
        async (page, url) => {
          await page.goto(url);
          await ready(page);
          const before = await play(page, 2);
          await page.locator('.not-kept', { hasText: text }).waitFor();
          await newGame(page);
          await page.locator('[title*="back to the game before"]:visible').waitFor();
          await openGames(page);
          assert.equal(await page.locator(listed).count(), 1);
          await closeGames(page);
          await page.keyboard.press('u');
          await labelled(page, before);
          await page.locator('.not-kept .button').click();
          await play(page, 1);
          assert.equal(await page.locator('.not-kept').count(), 0);
          assert.equal(await page.locator('.failed').count(), 0);
        },
        { init },
      );
  },

  async 'each board has its network; the large one of 2048 is loaded on demand'(
    page,
    problems,
    { transport },
  ) {
    const files = transport === 'files';
    await playerSays(page, files ? 'Player: small network.' : 'Player: network.');
    for (const [rows, cols] of [
      [2, 4],
      [3, 3],
      [3, 4],
    ]) {
      await setRules(page, 'window', rows, cols);
      await playerSays(page, 'Player: network.');
    }
    await setRules(page, 'fibonacci', 4, 4);
    await playerSays(page, files ? /heuristic.*no network for these rules/ : 'heuristic');
    await setRules(page, '2048', 4, 4);
    if (!files) return playerSays(page, 'Player: network.');
    await playerSays(page, 'Player: small network.');
    const size = statSync('data/2048-4x4.network').size;
    assert.match(
      await page.locator('.load-network').innerText(),
      new RegExp(`\\(${(size / 1e6).toFixed(1)} MB\\)`),
    );
    await page.locator('.load-network').click();
    await playerSays(page, 'Player: large network.');
    assert.equal(await page.locator('.load-network').count(), 0);
    assert.match(await page.evaluate(() => document.body.dataset.networks), /2048-4x4/);
    return null;
  },

  async 'the address in the editor is that of the board being edited'(page) {
    await page.evaluate(() => {
      location.hash = 'analyse';
    });
    await page.locator('.analyse.editing').waitFor();
    await page.locator('.analyse .button', { hasText: 'Empty the board' }).click();
    await page.waitForFunction(() => location.hash === '#analyse');
    await page.locator('.analyse button.slot').first().focus();
    for (const key of '3612') await page.keyboard.press(key);
    await page.waitForFunction(() => /^#window\/34120{12}/.test(location.hash));
    const before = await label(page);
    await page.reload();
    await ready(page);
    await labelled(page, before);
  },

  async 'no number is −0'(page, problems, { transport }) {
    if (transport === 'files') return; // the modules are bundled there
    const found = await page.evaluate(async () => {
      const { brief, number } = await import('./js/words.js');
      return [-0, -0.2, 0.2, -0.4].flatMap((value) => [number(value), brief(value)]);
    });
    for (const text of found) assert.equal(text, '0');
  },

  async 'Chinese texts have full-width punctuation'() {
    const words = { ...zh, ...zhMore };
    const beside = /[\u4e00-\u9fff}] ?[,:;?!(]|[,:;?!)] ?[\u4e00-\u9fff]/u;
    for (const [key, value] of Object.entries(words)) {
      const prose = value.replace(/Threes!/g, '').replace(/\{\w+:[^}]*\}/g, '');
      assert.ok(!/[\u4e00-\u9fff]/u.test(prose) || !beside.test(prose), `${key}: ${value}`);
    }
  },

  // `trey serve` has no PNG icons: `make site` draws them.
  async 'icons of every kind are there, in the sizes that the manifest names'(
    page,
    problems,
    { transport },
  ) {
    if (transport !== 'files') return;
    const found = await page.evaluate(async () => {
      const manifest = await (await fetch('site.webmanifest')).json();
      const sizeOf = async (src) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      };
      const content = (selector) => document.querySelector(selector);
      return {
        icons: await Promise.all(
          manifest.icons
            .filter(({ type }) => type === 'image/png')
            .map(async ({ src, sizes, purpose }) => [sizes, await sizeOf(src), purpose]),
        ),
        apple: await sizeOf(content('link[rel=apple-touch-icon]').href),
        preview: await sizeOf(content('meta[property="og:image"]').content),
      };
    });
    for (const [shown, real] of found.icons) assert.equal(real, shown);
    assert.ok(found.icons.some(([, , purpose]) => purpose === 'maskable'));
    assert.equal(found.apple, '180x180');
    assert.equal(found.preview, '1200x630');
  },
};
