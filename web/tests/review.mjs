// Review, Practice and the Lab on a first visit: samples, the list of moves, learning from
// mistakes, the review as a page, and exact values of Threes!.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { planted, review } from './second.mjs';
import { label, networkLoaded, open, ready, shown } from './steps.mjs';

const keys = { U: 'ArrowUp', R: 'ArrowRight', D: 'ArrowDown', L: 'ArrowLeft' };

const finished = (page) => page.locator('#view-review .learn:not([hidden])').waitFor();

// All results of a review of a game, without the current view.
const report = (page) =>
  page.evaluate(() => {
    const textOf = (selector) =>
      [...document.querySelectorAll(`#view-review ${selector}`)].map((one) => one.textContent);
    return { stats: textOf('.stats dd'), mistakes: textOf('.mistake'), moves: textOf('.move') };
  });

const sample = (page) => page.locator('#view-review .button', { hasText: 'Sample game' }).click();

// Reviews the sample again. The card about learning is drawn anew when a review begins; it may be
// hidden for too short a time to be seen.
const sampleAgain = async (page) => {
  await page.evaluate(() =>
    document.querySelector('#view-review .learn p').setAttribute('data-before', ''),
  );
  await sample(page);
  await page.locator('#view-review .learn p[data-before]').waitFor({ state: 'detached' });
  await finished(page);
};

export const cases = {
  async 'review opens with a sample, which has the same report every time; its end is enlarged'(
    page,
  ) {
    await open(page, 'review');
    await finished(page);
    await page.locator('#view-review p:not([hidden])', { hasText: 'This is a sample' }).waitFor();
    await networkLoaded(page); // a review before that is by the heuristic, and then replaced
    await sampleAgain(page);
    const first = await report(page);
    assert.match(first.stats[0], /^\d\d\.\d$/);
    assert.ok(first.mistakes.length > 10 && first.moves.length === 216);
    // Mistakes of the sample do not count as the user's.
    assert.equal(await page.evaluate(() => localStorage.getItem('trey.notebook')), null);
    await sampleAgain(page);
    assert.deepEqual(await report(page), first);
    const seek = page.locator('#view-review .seek');
    const span = () => seek.evaluate((range) => [range.min, range.max]);
    assert.deepEqual(await span(), ['0', '216']);
    await page.locator('#view-review .zoom .button', { hasText: 'The end' }).click();
    assert.deepEqual(await span(), ['176', '216']);
    assert.equal(await seek.inputValue(), '176');
    const names = await page.locator('#view-review .graph .name').allTextContents();
    assert.ok(names.includes('final score 7,290'), names.join());
    // A position before the enlarged end shows the whole game again.
    await page.locator('#view-review .stepper .button').first().click();
    assert.deepEqual(await span(), ['0', '216']);
  },

  async 'the list of moves has their marks; mistakes are learned from at once'(page) {
    await review(page);
    const moves = page.locator('#view-review .move');
    assert.equal(await moves.count(), 238);
    for (const slide of [129, 169, 214])
      assert.equal(
        await moves
          .nth(slide - 1)
          .locator('.glyph')
          .innerText(),
        '??',
      );
    assert.match(await moves.nth(128).getAttribute('aria-label'), /^Move 129: \w+, blunder$/);
    await moves.nth(128).click();
    await page.locator('#view-review .move[data-index="128"][aria-current]').waitFor();
    assert.match(await page.locator('.said-slide strong').innerText(), /less than/);
    await page.keyboard.press('ArrowRight');
    await page.locator('#view-review .move[data-index="129"][aria-current]').waitFor();
    // One of them is in the Tab order, and it is visible.
    assert.equal(await page.locator('#view-review .move[tabindex="0"]').count(), 1);
    const seen = await moves.nth(129).evaluate((button) => {
      const inner = button.getBoundingClientRect(),
        outer = button.closest('.moves').getBoundingClientRect();
      return inner.top >= outer.top - 1 && inner.left >= outer.left - 1;
    });
    assert.ok(seen);
    const exercises = await page.evaluate(() =>
      JSON.parse(localStorage.getItem('trey.notebook')).sort((a, b) => a.move - b.move),
    );
    await page.locator('#view-review .learn .button').click();
    const asked = (n) =>
      page.locator('#view-practice .verdict', { hasText: `Move ${n} of the game` }).waitFor();
    await asked(exercises[0].move);
    const dots = page.locator('#view-practice .dot');
    assert.equal(await dots.count(), exercises.length);
    await page.keyboard.press(keys[exercises[0].best]);
    await page.locator('#view-practice .verdict strong', { hasText: 'is best' }).waitFor();
    await page.locator('#view-practice .dot.solved').waitFor();
    await page.keyboard.press('Enter');
    await asked(exercises[1].move);
    await page.keyboard.press(keys[exercises[1].played]);
    await page.locator('#view-practice .verdict strong', { hasText: 'was best' }).waitFor();
    await page.locator('#view-practice .dot.failed').waitFor();
    // They are in the notebook, and the solved one is not due today.
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('trey.notebook')));
    assert.equal(kept.filter(({ due }) => due > Date.now()).length, 1);
    // Left and resumed; after a reload the notebook replaces them.
    await open(page, 'play');
    await open(page, 'practice');
    assert.equal(await dots.count(), exercises.length);
    await page.reload();
    await ready(page);
    await page.locator('#view-practice .verdict', { hasText: 'Which move' }).waitFor();
  },

  async 'the review as a single page: all of it there, nothing loaded, no script'(page, problems) {
    await review(page);
    await page.locator('#view-review .icon-button').click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('dialog .button', { hasText: 'The review as a single page' }).click(),
    ]);
    const text = readFileSync(await file.path(), 'utf8');
    assert.doesNotMatch(text, /<script|<link|src=|@import|url\(/);
    const alone = await page.context().newPage();
    alone.on('console', (message) => problems.push(`the page: ${message.text()}`));
    await alone.setContent(text);
    const figures = await page.locator('#view-review .stats dd').allInnerTexts();
    const there = await alone.locator('dd').allInnerTexts();
    assert.deepEqual(
      there,
      figures.map((figure) => figure.split('\n')[0]),
    );
    const mistakes = await page.locator('#view-review .mistake').count();
    assert.equal(await alone.locator('.mistake').count(), Math.min(30, mistakes));
    assert.equal(await alone.locator('.moves li').count(), 238);
    assert.equal(await alone.locator('.mistake').first().locator('.board b').count(), 16);
    assert.equal(await alone.locator('textarea').inputValue(), planted);
    assert.ok((await alone.locator('svg .value').boundingBox()).width > 300);
    await alone.close();
  },

  async 'exact values of Threes! with its deck; an estimate that stays the same'(page) {
    await open(page, 'exact');
    await page.locator('#view-exact p', { hasText: '312.99' }).waitFor();
    await page.locator('#view-exact .best .ring').waitFor({ state: 'attached' });
    const head = await page.locator('#view-exact thead').innerText();
    assert.match(head, /Player’s estimate\s+Difference/);
    const table = () => page.locator('#view-exact tbody').innerText();
    const before = await label(page);
    const first = await table();
    // The best move has nearly the value of the whole game: only the first tile differs.
    const best = Number(
      (await page.locator('#view-exact tr.best td.amount').first().innerText()).replace(',', ''),
    );
    assert.ok(Math.abs(best - 312.99) < 5, String(best));
    await page.locator('#view-exact .button:not([disabled])', { hasText: 'Best move' }).click();
    await page.locator('#view-exact .row.below .button.square:not([disabled])').click();
    await page.waitForFunction(
      ([was]) => document.querySelector('#view-exact .tray').getAttribute('aria-label') === was,
      [before],
    );
    await page.locator('#view-exact .best .ring').waitFor({ state: 'attached' });
    assert.equal(await table(), first);
    await page.locator('#view-exact .button', { hasText: '2 × 2' }).click();
    await page.locator('#view-exact p', { hasText: '34.93' }).waitFor();
    // 2×4 is solved with the bag of three.
    await page.locator('#view-exact .button', { hasText: 'bag of three' }).click();
    await page.locator('#view-exact p', { hasText: '59.26' }).waitFor();
  },

  async 'the Lab: three views under one tab, the last one remembered; an example in one click'(
    page,
  ) {
    const lab = page.locator('.tabs a', { hasText: 'Lab' });
    await lab.click();
    await page.locator('#view-sequence:not([hidden])').waitFor();
    assert.equal(await lab.getAttribute('aria-current'), 'true');
    assert.deepEqual(await page.locator('.lab-tabs a').allInnerTexts(), [
      'Sequence',
      'Exact',
      'Grid',
    ]);
    await page.locator('#view-sequence .button', { hasText: 'Show an example' }).click();
    await page.locator('#view-sequence p', { hasText: 'proved best' }).waitFor();
    assert.equal(await page.locator('#view-sequence .huge').innerText(), '3,222');
    const labels = await page
      .locator('#view-sequence .rulers')
      .first()
      .locator('text')
      .allTextContents();
    assert.equal(new Set(labels).size, labels.length, `labels of the graph: ${labels}`);
    await page.locator('.lab-tabs a', { hasText: 'Grid' }).click();
    await page.locator('#view-grid tbody tr').first().waitFor();
    await page.locator('.tabs a', { hasText: 'Practice' }).click();
    await page.locator('#view-practice:not([hidden])').waitFor();
    assert.equal(await page.locator('.lab-tabs').count(), 0);
    await lab.click();
    await page.locator('#view-grid:not([hidden])').waitFor();
    assert.equal(await page.evaluate(() => location.hash), '#grid');
    assert.equal(
      await page.locator('.lab-tabs a[aria-current=page]').getAttribute('data-name'),
      'grid',
    );
  },

  async 'practice explains itself to those who are new to it'(page) {
    await open(page, 'practice');
    await page.locator('#view-practice .explanation[open] li').first().waitFor();
    for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
    await page.locator('#view-practice .next-position').waitFor();
    await page.reload();
    await ready(page);
    await page.locator(`${shown} .verdict strong`).waitFor();
    assert.equal(await page.locator('#view-practice .explanation[open]').count(), 0);
  },
};

export const views = {
  async 'learn-from-mistakes'(page) {
    await open(page, 'review');
    await finished(page);
    await page.locator('#view-review .learn .button').click();
    await page.locator('#view-practice .verdict', { hasText: 'of the game' }).waitFor();
  },
  async 'sequence-empty'(page) {
    await open(page, 'sequence');
    await page.locator('#view-sequence.empty .intro').waitFor();
  },
};
