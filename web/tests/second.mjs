// The second half of the page: review, practice, and what follows, as cases that run against either engine.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const data = (name) => readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8');
const shown = '.view:not([hidden])';

// A game in which three slides were made that were the worst there were: 75, 175 and 240.
const planted = data('planted.jsonl').trim();
const blunders = [75, 175, 240];

const open = async (page, hash) => {
  await page.evaluate((text) => { location.hash = text; }, hash);
  await page.locator(`#view-${hash.split('/')[0]}:not([hidden])`).waitFor();
};

async function review(page, record = planted) {
  await open(page, 'review');
  await page.locator('#view-review details summary').click();
  await page.locator('#view-review textarea').fill(record);
  await page.locator('#view-review details .button').click();
  await page.waitForFunction(() => /\d\.\d/.test(document.querySelector('#view-review .stats dd')?.textContent ?? ''), null, { timeout: 60000 });
}

const label = (page) => page.locator(`${shown} .tray`).getAttribute('aria-label');

const notebook = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('trey.notebook') ?? '[]'));

export const cases = {
  async 'a review finds the blunders that were planted'(page) {
    await review(page);
    for (const slide of blunders) assert.equal(await page.locator(`#view-review .mistake[data-key="${slide}"] .glyph`).innerText(), '??');
    await page.locator('#view-review .mistake').first().click();
    assert.match(await page.locator('.said-slide strong').innerText(), /less than (up|down|left|right)/);
    assert.match(await page.locator('.said-slide p').innerText(), /: .*\./);
    assert.equal(await page.locator('#view-review .rim.wrong').count(), 1);
    assert.match(await page.locator('#view-review .graph').getAttribute('aria-label'), /blunders/);
    // Blunders and mistakes are in the notebook, and the smaller ones are not.
    const { length } = await notebook(page);
    const marked = (await Promise.all(['??', '?'].map((mark) => page.locator(`#view-review .mistake .glyph[data-mark="${mark}"]`).count()))).reduce((a, b) => a + b);
    assert.equal(length, marked);
  },

  async 'the game just played is reviewed, stepped through and sought'(page) {
    for (let i = 0; i < 6; i++) {
      const before = await label(page);
      for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) {
        await page.keyboard.press(key);
        if (await page.waitForFunction(([was]) => document.querySelector('.view:not([hidden]) .tray').getAttribute('aria-label') !== was, [before], { timeout: 1500 }).catch(() => null)) break;
      }
    }
    const end = await label(page);
    await open(page, 'review');
    await page.waitForFunction(() => /\d\.\d/.test(document.querySelector('#view-review .stats dd')?.textContent ?? ''));
    const first = await label(page);
    await page.keyboard.press('End');
    await page.waitForFunction(([wanted]) => document.querySelector('#view-review .tray').getAttribute('aria-label') === wanted, [end]);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(([wanted]) => document.querySelector('#view-review .tray').getAttribute('aria-label') === wanted, [end]);
    await page.locator('#view-review .seek').fill('0');
    assert.equal(await label(page), first);
    await open(page, 'play');
    await page.waitForFunction(([wanted]) => document.querySelector('#view-play .tray').getAttribute('aria-label') === wanted, [end]);
  },

  async 'what is no game is said to be none'(page) {
    await open(page, 'review');
    await page.locator('#view-review details summary').click();
    await page.locator('#view-review textarea').fill('hello');
    await page.locator('#view-review details .button').click();
    await page.locator('#view-review .notice.bad:not([hidden])').waitFor();
    assert.match(await page.locator('#view-review .notice.bad').innerText(), /no game/);
  },

  async 'practice: a position solved and one failed'(page) {
    await open(page, 'practice');
    await page.locator('#view-practice .verdict strong', { hasText: 'Which slide' }).waitFor();
    const set = JSON.parse(readFileSync(new URL('../practice.json', import.meta.url))).positions;
    const keys = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];
    const best = (i) => set[i][3].indexOf(Math.max(...set[i][3].filter((v) => v !== null)));
    await page.keyboard.press(keys[best(0)]);
    await page.locator('#view-practice .verdict strong', { hasText: 'is best' }).waitFor();
    await page.locator('#view-practice .dot.solved').waitFor();
    await page.locator('#view-practice .next-position').click();
    await page.locator('#view-practice .verdict strong', { hasText: 'Which slide' }).waitFor();
    await page.keyboard.press(keys['URDL'.indexOf(set[1][4])]);
    await page.locator('#view-practice .verdict strong', { hasText: 'was best' }).waitFor();
    await page.locator('#view-practice .dot.failed').waitFor();
    // A second answer does not count, and all of it is kept.
    await page.keyboard.press(keys[best(1)]);
    await page.reload();
    await page.waitForFunction(() => document.body.dataset.ready === 'yes');
    await page.locator('#view-practice .dot.failed').waitFor();
    assert.equal(await page.locator('#view-practice .dot.solved').count(), 1);
    assert.equal(await page.locator('#view-practice .dot[aria-current]').getAttribute('aria-label'), 'Position 3');
  },

  async 'practice from the notebook; a right answer is not due again today'(page) {
    await review(page);
    const [entry] = await notebook(page);
    const count = (await notebook(page)).length;
    await open(page, 'practice/mine');
    await page.locator('#view-practice .verdict strong', { hasText: 'Which slide' }).waitFor();
    await page.keyboard.press({ U: 'ArrowUp', R: 'ArrowRight', D: 'ArrowDown', L: 'ArrowLeft' }[entry.best]);
    await page.locator('#view-practice .verdict strong', { hasText: 'is best' }).waitFor();
    await page.waitForFunction(([n]) => document.querySelector('#view-practice').innerText.includes(`${n} due`), [count - 1]);
    const after = (await notebook(page)).find(({ hex, next }) => hex === entry.hex && next === entry.next);
    assert.equal(after.solved, 1);
    assert.ok(after.due > Date.now());
  },

  async 'a game and its review as links; the review as one file'(page) {
    await review(page);
    await page.locator('#view-review .icon-button').click();
    await page.locator('dialog .button', { hasText: 'Link to the review' }).click();
    await page.waitForFunction(() => /#review\//.test(document.querySelector('dialog input').value));
    const link = await page.locator('dialog input').inputValue();
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('dialog .button', { hasText: 'The review as a file' }).click()]);
    const text = readFileSync(await file.path(), 'utf8');
    assert.match(text, /^<!doctype html>/);
    assert.ok(text.includes('<svg') && text.includes('trey record 1') && text.includes('>175<'));
    await page.locator('dialog .primary').click();
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await page.goto(link);
    await page.waitForFunction(() => document.body.dataset.ready === 'yes');
    await page.locator('#view-review .mistake[data-key="175"]').waitFor();
    await page.evaluate((hash) => { location.hash = hash; }, new URL(link).hash.replace('#review', '#game'));
    await page.locator('#view-analyse:not([hidden])').waitFor();
    await page.waitForFunction(() => /7,641/.test(document.querySelector('#view-analyse .facts .big')?.textContent ?? ''));
    await page.evaluate(() => { location.hash = '#review/AAAA'; });
    await page.locator('#view-review .notice.bad:not([hidden])').waitFor();
  },

  async 'a picture of the board, on the clipboard or saved'(page) {
    await review(page);
    await page.locator('#view-review .icon-button').click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('dialog .button', { hasText: 'Picture' }).click();
    await page.locator('dialog [role=status]', { hasText: 'picture' }).waitFor();
    const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
    assert.deepEqual(types, ['image/png']);
  },
};

export const views = {
  async review(page) {
    await review(page);
    await page.locator('#view-review .mistake').first().click();
    await page.locator('#view-review .odds-area').waitFor();
  },
  async 'review-empty'(page) { await open(page, 'review'); await page.locator('#view-review.empty').waitFor(); },
  async practice(page) {
    await open(page, 'practice');
    await page.locator('#view-practice .verdict strong', { hasText: 'Which slide' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.locator('#view-practice .next-position').waitFor();
  },
  async share(page) { await open(page, 'practice'); await page.keyboard.press('ArrowUp'); await page.locator('#view-practice .button.square').click(); await page.locator('dialog').waitFor(); },
};
