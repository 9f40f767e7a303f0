// Advice and the Analyse view: the printed facts, their sources, and that unreadable input changes
// nothing.

import assert from 'node:assert/strict';

import { label, networkAdvises, open, shown } from './steps.mjs';

const settled = (page) => page.locator(`${shown} .advice[data-state=settled]`).waitFor();
const oddsShown = (page) =>
  page.waitForFunction(
    (view) => /%/.test(document.querySelector(`${view} .outlook`)?.innerText ?? ''),
    shown,
  );
const details = (page) => page.locator(`${shown} .more-advice > summary`).click();
const text = (page, what) => page.locator(`${shown} ${what}`).innerText();

async function goTo(page, hash) {
  await page.evaluate((wanted) => {
    location.hash = wanted;
  }, hash);
  await page.waitForFunction((wanted) => location.hash.startsWith(wanted), hash);
  await page.locator('.analyse:not([hidden])').waitFor(); // loaded when it is first shown
  await networkAdvises(page);
}

// As if the text had been pasted somewhere on the page.
const paste = (page, pasted) =>
  page.evaluate((what) => {
    const data = new DataTransfer();
    data.setData('text', what);
    const event = { clipboardData: data, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new ClipboardEvent('paste', event));
  }, pasted);

// Records all requests to the engine from now on, over either transport.
const listen = (page) =>
  page.evaluate(() => {
    globalThis.asked = [];
    for (const [way, name] of [
      [WebSocket, 'send'],
      [Worker, 'postMessage'],
    ]) {
      const send = way.prototype[name];
      way.prototype[name] = function listened(what, ...more) {
        globalThis.asked.push(JSON.stringify(what));
        return send.call(this, what, ...more);
      };
    }
  });
const asked = (page) => page.evaluate(() => globalThis.asked.join('\n'));

const position = '#window/45670120033800a0';

const files = (work) => Object.assign(work, { only: 'files' });

export const cases = {
  async 'an unknown next tile is not invented: advice is the average, and says so'(page) {
    await listen(page);
    await goTo(page, position);
    assert.match(await asked(page), /set window 45670120033800a0 next \?/);
    assert.doesNotMatch(page.url(), /45670120033800a0\//);
    assert.equal(await page.locator('.analyse .facts .next-tiles').count(), 0);
    assert.match(
      await text(page, '.advice'),
      /The next tile is not known: this is the average over all \d+/,
    );
    await details(page);
    await page.getByText(/average over \d+ possible decks/).waitFor();
    // Another view and another visit do not invent one either.
    await open(page, 'grid');
    await page.locator(`.tabs a[data-name=analyse]`).click();
    await settled(page);
    assert.equal(await page.locator('.analyse .facts .next-tiles').count(), 0);
    await page.reload();
    await networkAdvises(page);
    assert.match(await text(page, '.advice'), /The next tile is not known/);
    // The first move draws it.
    const before = await label(page);
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.querySelector('.analyse .facts .next-tiles'));
    assert.notEqual(await label(page), before);
  },

  async 'a known next tile has an average over decks only'(page) {
    await goTo(page, `${position}/2`);
    assert.doesNotMatch(await text(page, '.advice'), /The next tile is not known/);
    await details(page);
    await page.getByText(/average over \d+ possible decks/).waitFor();
  },

  async 'the editor offers the hints that are possible, and refuses an empty board'(page) {
    await open(page, 'analyse');
    const hints = page.locator('.analyse .pick:not(.tiles) button');
    await hints.first().waitFor();
    await page.locator('.analyse .side .button.primary').click();
    await page.locator('.notice.bad', { hasText: 'The board is empty' }).waitFor();
    await page.locator('.analyse .side .button', { hasText: 'Follow a game' }).click();
    await page.locator('.analyse.editing').waitFor();
    assert.equal(await hints.count(), 4); // 1, 2, 3, unknown
    assert.equal(await hints.last().getAttribute('aria-pressed'), 'true');
    await page.locator('.analyse .pick.tiles button[aria-label="384"]').click();
    await page.locator('.analyse .pick button[aria-label="6 or 12 or 24"]').waitFor();
    assert.equal(await page.locator('.notice.bad:not([hidden])').count(), 0);
    await page.locator('.analyse .pick:not(.tiles) button[aria-label="3"]').click();
    assert.equal(await hints.nth(2).getAttribute('aria-pressed'), 'true');
    await page.locator('.analyse .side .button.primary').click();
    await page.waitForURL(/#window\/a000000000000000\/3$/);
  },

  async 'a paste that cannot be read changes and stores nothing'(page) {
    await goTo(page, `${position}/2`);
    const before = await label(page);
    await page.waitForFunction(() => localStorage.getItem('trey.followed')?.includes('45670120'));
    const stored = await page.evaluate(() => localStorage.getItem('trey.followed'));
    const faults = [
      'nothing of the kind',
      'me@1|0112[3]zz|@2',
      '{"format":"trey record 1","rules":"window","board":"1"}',
      '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0',
      'oy5:Grid0',
      'https://example.org/#window/zzzz/1',
    ];
    for (const fault of faults) {
      await paste(page, fault);
      await page.locator('.analyse .notice.bad:not([hidden])').waitFor();
      assert.equal(await page.locator('dialog').count(), 0, fault);
      assert.equal(await label(page), before, fault);
      assert.match(page.url(), /45670120033800a0\/2/);
      await settled(page); // it is searched again
    }
    assert.equal(await page.evaluate(() => localStorage.getItem('trey.followed')), stored);
    // The game that continues is the one shown.
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction((was) => {
      const now = document.querySelector('.analyse .tray').getAttribute('aria-label');
      return now !== was && /384/.test(now);
    }, before);
  },

  async 'Ctrl+V anywhere: a preview, then the position; or nothing'(page) {
    await goTo(page, `${position}/2`);
    const before = await label(page);
    // The message about an unreadable paste ends with the next one.
    await paste(page, 'nothing of the kind');
    await page.locator('.analyse .notice.bad:not([hidden])').waitFor();
    await paste(page, '0 0 0 0\n0 1 2 0\n0 3 3 0\n0 0 0 12');
    const dialog = page.locator('dialog');
    await dialog.locator('.preview .tray[aria-label*="row 4: empty empty empty 12"]').waitFor();
    assert.match(await dialog.innerText(), /The next tile is not in it/);
    assert.equal(await label(page), before);
    assert.equal(await page.locator('.analyse .notice.bad:not([hidden])').count(), 0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await label(page), before);
    await settled(page);
    await paste(page, '0 0 0 0\n0 1 2 0\n0 3 3 0\n0 0 0 12');
    await dialog.locator('.primary').click();
    await page.locator('.analyse.editing').waitFor();
    assert.match(await label(page), /row 4: empty empty empty 12/);
    // In a text field, Ctrl+V belongs to the field.
    await page.locator('.analyse summary', { hasText: 'Paste' }).click();
    await page.locator('.analyse textarea').focus();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text', '1 2 3');
      const event = { clipboardData: data, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', event));
    });
    assert.equal(await dialog.count(), 0);
    // A game: its end and its number of moves.
    await page.locator('.analyse textarea').evaluate((field) => field.blur());
    await paste(
      page,
      '{"format":"trey record 1","rules":"course rows=2 cols=3","board":"100000","next":"3","deck":"0,1,0","score":9,"slides":"R03:2 D12:3 U53:2"}',
    );
    await dialog.locator('.preview', { hasText: 'A game of 3 moves' }).waitFor();
    await dialog.locator('.primary').click();
    await page.waitForURL(/#course,rows=2,cols=3\/330003/);
  },

  async 'a board of 2048 pasted under Threes! is offered as one'(page) {
    await goTo(page, `${position}/2`);
    await paste(page, '0 0 0 0\n0 4 2 0\n0 8 16 64\n0 0 128 2048');
    const dialog = page.locator('dialog');
    await dialog.getByText('It is not a board of Threes!, but it can be one of 2048.').waitFor();
    await dialog.locator('.primary', { hasText: 'Open it as 2048' }).click();
    await page.waitForURL(/#2048\//);
    await settled(page);
    assert.match(await label(page), /row 4: empty empty 128 2048/);
    assert.equal(await text(page, '.facts .big'), '0');
  },

  async 'the same position has the same advice and odds, with fixed work'(page) {
    await listen(page);
    const read = async () => {
      await networkAdvises(page);
      await oddsShown(page);
      return [
        await text(page, '.verdict'),
        await text(page, '.outlook'),
        await page.locator('.analyse .rim .said').allInnerTexts(),
      ];
    };
    await goTo(page, `${position}/2`);
    const once = await read();
    assert.doesNotMatch(await asked(page), /movetime/);
    await page.reload();
    assert.deepEqual(await read(), once);
  },

  'an answer of the heuristic that comes after the network is not taken for its own': files(
    async (page) => {
      await page.addInitScript(() => {
        globalThis.players = [];
        new MutationObserver(() => {
          const text = document.querySelector('.view:not([hidden]) .player')?.textContent;
          if (text && text !== globalThis.players.at(-1)) globalThis.players.push(text);
        }).observe(document, { subtree: true, childList: true, characterData: true });
        // Holds answers of the heuristic until the page knows that the network is loaded.
        const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
        Object.defineProperty(Worker.prototype, 'onmessage', {
          set(handle) {
            let late = [];
            set.call(this, (event) => {
              const { lines, loaded } = event.data;
              if (late && lines?.some((line) => line.includes('"player":"heuristic"')))
                late.push(event);
              else handle(event);
              if (!loaded) return;
              const held = late ?? [];
              late = null;
              setTimeout(() => held.forEach(handle));
            });
          },
        });
      });
      await page.reload();
      await networkAdvises(page);
      assert.deepEqual(await page.evaluate(() => globalThis.players), [
        'Player: heuristic, which is weaker than a network. The network is being loaded.',
        'Player: small network.',
      ]);
    },
  ),

  async 'each number once: a sentence, two figures, and bars'(page) {
    await goTo(page, `${position}/2`);
    await oddsShown(page);
    const [sentence, outlook] = [await text(page, '.verdict'), await text(page, '.outlook')];
    assert.match(sentence, /^(Up|Right|Down|Left)\b[^\d]*\n.+[.]$/);
    assert.match(outlook, /Expected final score\s+[\d,]+\s+Chance of a\s+768\s+\d+ %/);
    assert.equal(await page.locator('.analyse .rim.best').count(), 1);
    assert.equal(await page.locator('.analyse .more-advice table:visible').count(), 0);
    const shownNumbers = `${outlook}\n${await page.locator('.analyse .rim .said').allInnerTexts()}`
      .match(/[\d,.]{3,}/g)
      .filter((number) => number !== '768');
    assert.equal(new Set(shownNumbers).size, shownNumbers.length);
    // Details: all milestones with intervals.
    await details(page);
    const rows = page.locator('.analyse .ladder tbody tr');
    await page.locator('.analyse .ladder', { hasText: 'From 400 games' }).waitFor();
    assert.deepEqual(
      await rows.locator('.tile').allInnerTexts(),
      ['768', '1536', '3072', '6144', '12288'].map(String),
    );
    assert.match(await rows.first().innerText(), /\d+ %\s+\d+ to \d+ %/);
    // A longer search, on request.
    await listen(page);
    await page.locator('.analyse .button', { hasText: 'Think longer' }).click();
    await settled(page);
    assert.match(await asked(page), /advice nodes 10000000/); // the tests usually use a million
  },

  async 'two moves compared by games in pairs'(page) {
    await goTo(page, `${position}/2`);
    await listen(page);
    await details(page);
    const compare = page.locator('.analyse .compare');
    await compare.locator('select').nth(2).selectOption('100');
    await compare.locator('select').nth(0).selectOption('U');
    await compare.locator('select').nth(1).selectOption('U');
    assert.ok(await compare.locator('.button').isDisabled());
    await compare.locator('select').nth(1).selectOption('R');
    // A new search of the position keeps what was chosen.
    await page.locator(`${shown} .more-advice .button`, { hasText: 'Think longer' }).click();
    await settled(page);
    assert.deepEqual(
      await compare.locator('select').evaluateAll((all) => all.map(({ value }) => value)),
      ['U', 'R', '100'],
    );
    await compare.locator('.button').click();
    await compare.locator('.button', { hasText: 'Play again' }).waitFor();
    const result = await compare.locator('.result').innerText();
    assert.match(await asked(page), /odds moves UR games 100/);
    assert.match(result, /100 games|104 games/);
    assert.match(result, /\d[\d,]* more than (up|right) on average \(95 % interval: /);
    assert.deepEqual(await compare.locator('thead th').allInnerTexts(), ['Up', 'Right']);
    assert.equal(await compare.locator('tbody tr').count(), 6);
    await compare.locator('.button').click();
    await compare.locator('.button', { hasText: 'Play again' }).waitFor();
    assert.equal(await compare.locator('.result').innerText(), result);
  },
};

// Views for screenshots and accessibility checks.
export const views = {
  async details(page) {
    await goTo(page, position);
    await oddsShown(page);
    await details(page);
    await page.locator('.analyse .compare select').nth(2).selectOption('100');
    await page.locator('.analyse .compare .button').click();
    await page.locator('.analyse .compare .button', { hasText: 'Play again' }).waitFor();
  },
  async preview(page) {
    await goTo(page, `${position}/2`);
    await paste(page, '0 0 0 0\n0 4 2 0\n0 8 16 64\n0 0 128 2048');
    await page.locator('dialog .preview').waitFor();
  },
};
