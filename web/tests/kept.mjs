// State kept by the browser and by the views: damaged values, changes of view, another language.

import assert from 'node:assert/strict';

import { setRules } from './cases.mjs';
import { openInput, planted, review } from './second.mjs';
import {
  changes,
  label,
  labelled,
  networkLoaded,
  open,
  ready,
  shown,
  slideByKey,
} from './steps.mjs';

// Values of every kind, each invalid for some of the stored names.
const rubbish = [
  '{',
  '"nonsense"',
  '17',
  '[1,2]',
  '[{"rules":"window","hex":"zz","next":"1","due":0,"loss":1,"values":{"U":1,"R":2}}]',
  '{"record":"{}","link":"#window/12","mode":"follow"}',
  '{"theme":{},"palette":5,"motion":null,"network":"huge","thought":4,"language":[],"speed":"fast","letters":"no"}',
];
const names = [
  'game',
  'rules',
  'settings',
  'followed',
  'advice',
  'notebook',
  'practice',
  'streak',
  'best.window',
];

export const cases = {
  async 'damaged stored values are dropped, and every view works'(page) {
    for (const text of rubbish) {
      await page.evaluate(
        ([value, keys]) => {
          for (const key of keys) localStorage.setItem(`trey.${key}`, value);
        },
        [text, names],
      );
      await page.reload();
      await ready(page);
      await slideByKey(page);
      await open(page, 'analyse');
      await page.locator('#view-analyse.editing .slot.edit').first().waitFor();
      await open(page, 'practice/mine');
      await page.locator('#view-practice.empty').waitFor();
      assert.equal(await page.locator(`${shown} .notice.bad:not([hidden])`).count(), 0);
      await open(page, 'practice/set');
      await page.locator('#view-practice .verdict strong', { hasText: 'Which move' }).waitFor();
      await open(page, 'review');
      await page.waitForFunction(() =>
        /\d/.test(document.querySelector('#view-review .stats dd')?.textContent ?? ''),
      );
      await open(page, 'play');
      await page.locator('.speed').first().waitFor({ state: 'attached' });
      assert.match(
        await page.locator('#view-play .card.auto .number').textContent(),
        /^\d+ moves?\/s$/,
      );
      assert.equal(await page.locator('.failed').count(), 0, text);
    }
    await networkLoaded(page);
    for (const name of ['followed', 'streak', 'practice'])
      assert.notEqual(
        await page.evaluate((key) => localStorage.getItem(`trey.${key}`), name),
        rubbish.at(-1),
        name,
      );
  },

  async 'two visitors get two games, and the game has a seed'(page) {
    const seeds = [],
      boards = [];
    for (let visitor = 0; visitor < 3; visitor++) {
      const context = await page.context().browser().newContext();
      const other = await context.newPage();
      await other.goto(page.url().replace(/#.*/, ''));
      await ready(other);
      await slideByKey(other);
      const game = await other.waitForFunction(() =>
        JSON.parse(localStorage.getItem('trey.game') ?? 'null'),
      );
      const { seed, board } = JSON.parse(await game.jsonValue());
      seeds.push(seed);
      boards.push(board);
      await context.close();
    }
    assert.equal(new Set(seeds).size, 3, seeds.join(' '));
    await slideByKey(page);
    await page.locator('#view-play button[title=Share]:visible').click();
    await page.locator('dialog', { hasText: 'Seed of the game: 1' }).waitFor();
    assert.ok(new Set(boards).size > 1, boards.join(' '));
  },

  async 'the rules of other views are not those of a new game, or of a board to set up'(page) {
    const rules = page.locator('.tools .button:not(.games-button)');
    const cells = () => page.locator(`${shown} .slot`).count();
    await open(page, 'exact');
    await page.locator('#view-exact tbody tr').first().waitFor();
    assert.match(await rules.innerText(), /2×3/);
    await open(page, 'analyse');
    await page.locator('#view-analyse.editing .slot.edit').first().waitFor();
    assert.equal(await cells(), 16);
    assert.equal(await rules.innerText(), 'Threes!');
    await open(page, 'exact');
    await open(page, 'play');
    const before = await label(page);
    await page.locator('#view-play .button:visible', { hasText: 'New game' }).click();
    await changes(page, label, before, 'the board');
    assert.equal(await cells(), 16);
    // A game opened from another view starts in Play.
    await open(page, 'practice');
    await setRules(page, '2048', 3, 4);
    await page.locator('#view-play:not([hidden])').waitFor();
    await rules.filter({ hasText: '2048 3×4' }).waitFor();
    assert.equal(await cells(), 12);
    await slideByKey(page);
  },

  async 'another language: every view has what it had'(page) {
    const speak = async (language) => {
      await page.locator('.tools .icon-button').click();
      await page.locator('dialog select').last().selectOption(language);
      await page.waitForFunction(
        (wanted) => document.documentElement.lang.startsWith(wanted),
        language,
      );
      await page.locator('dialog .button.primary').click();
    };
    await slideByKey(page);
    const played = await label(page);
    await open(page, 'analyse');
    await page.locator('#view-analyse .pick.tiles button[aria-label="24"]').click();
    await page.locator('#view-analyse summary', { hasText: 'Paste' }).click();
    await page.locator('#view-analyse textarea').fill('half a board');
    await open(page, 'grid');
    await page.locator('#view-grid textarea').fill('2 2 4\n0 8 8');
    await page.locator('#view-grid .button.primary').click();
    await openInput(page, 'short.txt');
    const best = await page.locator('#view-sequence .huge').innerText();
    await review(page);
    await page.locator('#view-review .mistake').first().click();
    await speak('zh');
    await page.waitForFunction(() =>
      /准确度\n\d+\.\d/.test(document.querySelector('#view-review .stats').innerText),
    );
    assert.equal(await page.locator('#view-review textarea').inputValue(), planted);
    await page.locator('#view-review .mistake[aria-current]').waitFor();
    assert.match(await page.locator('#view-review .said-slide strong').innerText(), /少/);
    await page.locator('#view-review .odds-area').waitFor();
    await open(page, 'sequence');
    assert.equal(await page.locator('#view-sequence .huge').innerText(), best);
    assert.equal(
      await page.locator('#view-sequence .button', { hasText: '走法' }).first().isEnabled(),
      true,
    );
    await open(page, 'grid');
    await page.waitForFunction(() =>
      /2 2 4;/.test(document.querySelector('#view-grid .tray').getAttribute('aria-label')),
    );
    await open(page, 'analyse');
    assert.equal(await page.locator('#view-analyse textarea').inputValue(), 'half a board');
    assert.match(await label(page), /24 空/);
    await speak('en');
    assert.match(await label(page), /row 1: 24 empty/);
    await open(page, 'play');
    await labelled(page, played);
    await slideByKey(page);
    assert.equal(await page.locator('.failed').count(), 0);
  },

  async 'a phone on its side: board and controls stay in sight when trey plays on'(page) {
    await page.setViewportSize({ width: 844, height: 390 });
    await slideByKey(page);
    await page.locator('#view-play .verdict strong').waitFor();
    const inSight = (element) =>
      element.evaluateAll((found) =>
        found.some((one) => {
          const { top, bottom, height } = one.getBoundingClientRect();
          return height > 0 && top >= 0 && bottom <= innerHeight;
        }),
      );
    const board = page.locator('#view-play .tray');
    const playOn = page.locator('#view-play').getByRole('button', { name: 'Play on' });
    assert.ok((await inSight(board)) && (await inSight(playOn)), 'before');
    await playOn.last().click(); // the card below, scrolled into view
    await page.locator('#view-play').getByRole('button', { name: 'Pause' }).first().waitFor();
    assert.ok(await inSight(board), 'the board, when it was told to play on');
    await page.keyboard.press(' ');
  },

  async 'a phone on its side: a view in which nothing is open yet uses the room there is'(page) {
    await page.setViewportSize({ width: 844, height: 390 });
    await open(page, 'sequence');
    await page.locator('#view-sequence.empty').waitFor();
    const { x, width } = await page.locator('#view-sequence .side').boundingBox();
    assert.ok(width >= 500 && Math.abs(x + width / 2 - 422) < 20, `${x} ${width}`);
  },

  async 'a finished game offers its review, and no impossible action'(page) {
    await setRules(page, 'course', 2, 2);
    for (let i = 0; i < 6; i++) await page.keyboard.press('+');
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press(' ');
    await page.locator('#view-play h2', { hasText: 'The game is over' }).waitFor();
    for (const name of ['Play on', 'Pause'])
      assert.equal(
        await page.locator('#view-play').getByRole('button', { name, disabled: false }).count(),
        0,
        name,
      );
    await page.locator('#view-play a', { hasText: 'Review' }).click();
    await page.locator('#view-review:not([hidden]) .mistakes').waitFor({ state: 'attached' });
    await page.waitForFunction(() =>
      /\d/.test(document.querySelector('#view-review .stats dd').textContent),
    );
    await open(page, 'play');
    await page.keyboard.press('u');
    await page
      .locator('#view-play')
      .getByRole('button', { name: 'Play on', disabled: false })
      .first()
      .waitFor();
  },

  async 'a review has its odds after leaving and returning'(page) {
    await review(page);
    await open(page, 'play');
    await open(page, 'review');
    await page.locator('#view-review .odds-area').waitFor();
    const words = await page.locator('#view-review .graph .name').allTextContents();
    assert.ok(
      words.some((text) => /^odds of \d+$/.test(text)),
      words.join(),
    );
  },

  async 'a file with more games than the list shows reports it'(page) {
    await open(page, 'review');
    const file = {
      name: 'many.jsonl',
      mimeType: 'text/plain',
      buffer: Buffer.from(`${planted}\n`.repeat(1001)),
    };
    await page.locator('#view-review input[type=file]').setInputFiles(file);
    await page.locator('#view-review', { hasText: 'The first 1,000 of 1,001 games' }).waitFor();
    assert.equal(await page.locator('#view-review select option').count(), 1000);
  },

  async 'advice does the chosen amount of work, and at once'(page) {
    // Records requests to the engine, over either transport.
    await page.evaluate(() => {
      globalThis.asked = '';
      for (const [way, name] of [
        [WebSocket, 'send'],
        [Worker, 'postMessage'],
      ]) {
        const send = way.prototype[name];
        way.prototype[name] = function listened(what, ...more) {
          globalThis.asked += `${JSON.stringify(what)}\n`;
          return send.call(this, what, ...more);
        };
      }
    });
    const asked = (what) => page.waitForFunction((text) => globalThis.asked.includes(text), what);
    const choose = async () => {
      await page.locator('.tools .icon-button').click();
      return page.getByLabel('Time for advice');
    };
    await slideByKey(page);
    await asked('advice nodes 1000000');
    await (await choose()).selectOption('long');
    await asked('advice nodes 30000000');
    await page.keyboard.press('Escape');
    await open(page, 'analyse');
    await page.locator('#view-play').waitFor({ state: 'hidden' });
    await page.evaluate(() => {
      globalThis.asked = '';
      location.hash = '#window/4567012003380000/2';
    });
    await asked('advice nodes 30000000');
    await page.reload();
    await ready(page);
    assert.equal(await (await choose()).inputValue(), 'long');
  },
};
