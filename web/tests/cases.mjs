// User actions on the page, as cases that run with either engine. Each gets a page that is ready.

import assert from 'node:assert/strict';

import { changes, label, networkAdvises, ready, slideByKey } from './steps.mjs';

const board = (page) => page.locator('.view:not([hidden]) .tray');
const score = async (page) =>
  Number((await page.locator('.view:not([hidden]) .facts .big').innerText()).replace(/\D/g, ''));

// Waits until all requests of the game are answered.
const done = (page) => page.locator('.play[data-busy=no]').waitFor();

async function swipe(page, x, y) {
  const box = await board(page).boundingBox();
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= 5; i++) await page.mouse.move(from.x + (x * i) / 5, from.y + (y * i) / 5);
  await page.mouse.up();
}

export async function setRules(page, name, rows, cols) {
  const before = await label(page);
  await page.locator('.tools .button:not(.games-button)').click();
  await page.locator('dialog select').nth(0).selectOption(name);
  await page.locator('dialog select').nth(1).selectOption(String(rows));
  await page.locator('dialog select').nth(2).selectOption(String(cols));
  await page.locator('dialog .primary').click();
  await changes(page, label, before, 'the board');
}

const tab = (page, name) => page.locator(`.tabs a[data-name=${name}]`).click();

async function readText(page, text) {
  await tab(page, 'analyse');
  if (!(await page.locator('#view-analyse textarea').isVisible()))
    await page.locator('#view-analyse summary', { hasText: 'Paste' }).click();
  await page.locator('#view-analyse textarea').fill(text);
  await page.locator('#view-analyse .button', { hasText: 'Read it' }).click();
}

async function pasteText(page, text) {
  await readText(page, text);
  await page.locator('dialog .preview').waitFor();
  await page.locator('dialog .primary').click();
}

const verdict = (page) => page.locator('.view:not([hidden]) .verdict strong').waitFor();

// A saved game of another page, in that page's own format.
export function savedGame(cells, next, moves) {
  const key = (name) => `y${name.length}:${name}`;
  const int = (value) => (value === 0 ? 'z' : `i${value}`);
  return `o${cells.map((value, i) => key(`Grid${i}`) + int(value)).join('')}${key('NextValue')}${int(next)}${key('NumMoves')}${int(moves)}g`;
}

export const cases = {
  async 'a game by keys, with undo and redo'(page) {
    const start = await label(page);
    for (let i = 0; i < 8; i++) await slideByKey(page);
    const then = await label(page);
    await page.keyboard.press('u');
    const back = await changes(page, label, then, 'the board');
    await page.keyboard.press('r');
    assert.equal(await changes(page, label, back, 'the board'), then);
    for (let i = 0; i < 8; i++) {
      const now = await label(page);
      await page.keyboard.press('u');
      await changes(page, label, now, 'the board');
    }
    assert.equal(await label(page), start);
    assert.ok(
      (await page.locator('.controls .button').first().isDisabled()) ||
        (await page.locator('.phone-bar .button').first().isDisabled()),
    );
  },

  async 'moves by swipes; a short drag changes nothing'(page) {
    const before = await label(page);
    await swipe(page, 12, 0);
    await slideByKey(page);
    const then = await label(page);
    await page.keyboard.press('u');
    assert.equal(await changes(page, label, then, 'the board'), before);
    assert.ok(
      await page.locator('.phone-bar .button, .controls .button').first().isDisabled(),
      'there was one slide',
    );
    for (const [x, y, d] of [
      [-120, 0, 'L'],
      [0, -120, 'U'],
      [120, 0, 'R'],
      [0, 120, 'D'],
    ]) {
      if (await page.locator(`.view:not([hidden]) .rim.${d}`).isDisabled()) continue;
      const now = await label(page);
      await swipe(page, x, y);
      await changes(page, label, now, 'the board');
    }
  },

  async 'advice: a verdict, values that deepen, the likely line'(page) {
    await networkAdvises(page);
    const rims = await page.locator('.view:not([hidden]) .rim.best').count();
    assert.equal(rims, 1);
    await page.keyboard.press('?');
    await page.locator('.view:not([hidden]) .rimmed.quiet-rim').waitFor();
    await page.keyboard.press('?');
    await verdict(page);
  },

  async 'trey plays on until a 384, and the user takes over'(page) {
    const slider = page.locator('.card.auto input');
    if (await slider.isVisible()) {
      await slider.fill('8');
      await page.locator('.card.auto .button').click();
    } else {
      for (let i = 0; i < 6; i++) await page.keyboard.press('+');
      await page.locator('.phone-bar .button').last().click();
    }
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll('.view:not([hidden]) .tray .tile')].some(
          (tile) => Number(tile.textContent) >= 384,
        ),
      null,
      { timeout: 120000 },
    );
    await page.keyboard.press('u');
    await page.waitForFunction(() => !document.querySelector('.icon.filled path[d^="M6 4h4"]'));
    await done(page);
    const now = await score(page);
    await slideByKey(page);
    await done(page);
    const gained = (await score(page)) - now;
    // The move may make the 384 again, which is 2,187 points more.
    assert.ok(gained >= 0 && gained < 3000, `${gained} points by one move`);
  },

  async 'a position pasted, and analysed'(page) {
    await pasteText(page, '0 0 0 0\n0 1 2 0\n0 3 3 0\n0 0 0 0');
    await page.locator('.analyse.editing').waitFor();
    await page.waitForFunction(() =>
      /3 3/.test(document.querySelector('.analyse .tray').getAttribute('aria-label')),
    );
    await page.locator('.analyse .pick:not(.tiles) button').first().click();
    await page.locator('.analyse .side .button.primary').click();
    await verdict(page);
    assert.match(page.url(), /#window\/0000012003300000\/1/);
  },

  // Opening it must not change the address back, or the tab of Analyse would lead nowhere.
  async 'a link followed while a position opens leads to its view'(page) {
    await readText(page, '0 0 0 0\n0 1 2 0\n0 3 3 0\n0 0 0 0');
    await page.locator('dialog .preview').waitFor();
    await page.evaluate(() => {
      document.querySelector('dialog .primary').click();
      location.hash = 'play';
    });
    await page.locator('#view-play:not([hidden])').waitFor();
    assert.equal(await page.evaluate(() => location.hash), '#play');
    await tab(page, 'analyse');
    await page.locator('#view-analyse:not([hidden])').waitFor();
  },

  async 'a record pasted, and stepped through'(page) {
    for (let i = 0; i < 3; i++) await slideByKey(page);
    const last = await label(page);
    const saved = await page.waitForFunction(() => {
      const text = JSON.parse(localStorage.getItem('trey.game') ?? '""');
      return text && JSON.parse(text).slides.split(' ').length === 3 ? text : null;
    });
    await pasteText(page, await saved.jsonValue());
    await page.waitForFunction(
      (wanted) => document.querySelector('.analyse .tray')?.getAttribute('aria-label') === wanted,
      last,
    );
    await verdict(page);
    await page.keyboard.press('u');
    await changes(page, label, last, 'the board');
  },

  async 'text without a position is refused with a message'(page) {
    await readText(page, 'hello 1 2 3');
    await page.locator('.notice.bad:not([hidden])').waitFor();
    assert.match(
      await page.locator('.notice.bad:not([hidden])').innerText(),
      /'hello' is not a valid tile/,
    );
  },

  async 'boards pasted as others print them'(page) {
    const wanted =
      /row 1: 3 empty 6 12; row 2: 2 1 3 empty; row 3: 24 48 96 empty; row 4: 1 2 empty 3/;
    const layouts = [
      '| 3 |   | 6 | 12|\n| 2 | 1 | 3 |   |\n| 24| 48| 96|   |\n| 1 | 2 |   | 3 |',
      '3,,6,12\n2,1,3,\n24,48,96,\n1,2,,3\n',
      '[[ 3  0  6 12]\n [ 2  1  3  0]\n [24 48 96  0]\n [ 1  2  0  3]]',
      '     3     .     6    12\n     2     1     3     .\n    24    48    96     .\n     1     2     .     3\n',
    ];
    for (const layout of layouts) {
      await pasteText(page, '2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1');
      await page.waitForFunction(() =>
        /row 1: 2 empty/.test(
          document.querySelector('.analyse.editing .tray')?.getAttribute('aria-label') ?? '',
        ),
      );
      await pasteText(page, layout);
      await page.waitForFunction(() =>
        /row 1: 3 empty/.test(
          document.querySelector('.analyse.editing .tray')?.getAttribute('aria-label') ?? '',
        ),
      );
      assert.match(await label(page), wanted, layout);
    }
  },

  async 'a board with missing cells never becomes a smaller one without a question'(page) {
    await pasteText(page, '0 0 0 0\n0 1 2 0\n0 3 3 0\n0 0 0 0');
    await page.waitForFunction(() =>
      /3 3/.test(
        document.querySelector('.analyse.editing .tray')?.getAttribute('aria-label') ?? '',
      ),
    );
    const before = await label(page);
    await readText(page, '3  6 12\n2 1 3 6\n24 48\n1 2 3');
    await page.locator('.notice.bad:not([hidden])').waitFor();
    assert.match(
      await page.locator('.notice.bad:not([hidden])').innerText(),
      /found 12 tiles, expected 16/,
    );
    await readText(page, '1 2 0\n0 3 6');
    await page.locator('dialog', { hasText: 'A board of 2 × 3?' }).waitFor();
    await page.locator('dialog .button:not(.primary)').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    assert.equal(await label(page), before);
    await pasteText(page, '1 2 0\n0 3 6');
    await page.waitForFunction(() =>
      /row 2: empty 3 6/.test(
        document.querySelector('.analyse.editing .tray')?.getAttribute('aria-label') ?? '',
      ),
    );
    assert.match(await label(page), /row 1: 1 2 empty; row 2: empty 3 6/);
  },

  async 'one game in the form of the course framework'(page) {
    await pasteText(
      page,
      'random:course_start=9@1795686367380|022133[3]5183[3]91A2E2F3[3]#D13[3]#L[3]71#R[3]42#R[6]81#UF2#LF3[3]#U[6]C2#UC3|course_start=9@1795686367380',
    );
    await verdict(page);
    assert.match(page.url(), /#course/);
    await readText(page, 'a@1|0112|@2\na@1|0112|@2');
    await page.locator('.notice.bad:not([hidden])').waitFor();
    assert.match(await page.locator('.notice.bad:not([hidden])').innerText(), /2 games/);
  },

  async 'a link to a position'(page) {
    await page.evaluate(() => {
      location.hash = '#window/0000012003300000/2';
    });
    await page.waitForFunction(() =>
      /1 2/.test(document.querySelector('.analyse .tray')?.getAttribute('aria-label') ?? ''),
    );
    await verdict(page);
    await page.evaluate(() => {
      location.hash = '#window/99999';
    });
    await page.locator('.notice.bad:not([hidden])').waitFor();
  },

  async 'the saved game of play.threesgame.com'(page) {
    const cells = [1, 2, 3, 0, 0, 0, 6, 0, 0, 12, 0, 0, 24, 0, 0, 48];
    const saved = savedGame(cells, 2, 77);
    await page.evaluate((text) => {
      location.hash = `#saved/${encodeURIComponent(text)}`;
    }, saved);
    await page.waitForFunction(() =>
      /48/.test(document.querySelector('.analyse .tray')?.getAttribute('aria-label') ?? ''),
    );
    await verdict(page);
    assert.match(await label(page), /row 1: 24 empty empty 48;.*row 4: 1 2 3 empty/);
  },

  async 'the bookmarklet brings a saved game here'(page) {
    await tab(page, 'analyse');
    await page.locator('#view-analyse summary', { hasText: 'Paste' }).click();
    const href = await page.locator('#view-analyse details a').getAttribute('href');
    await page.route('**/other.html', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>a game</title>' }),
    );
    await page.goto(new URL('other.html', page.url().replace(/#.*/, '')).href);
    const saved = savedGame([3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 6, 0, 0, 0], 1, 9);
    await page.evaluate(
      (text) => localStorage.setItem('com.underscorediscovery/Threes/slot.0', text),
      saved,
    );
    await page.evaluate(decodeURIComponent(href.replace(/^javascript:/, '')));
    await ready(page);
    await verdict(page);
    assert.match(await label(page), /row 1: 6 empty empty empty;.*row 4: 3 empty/);
  },

  async 'a game followed by two taps a move'(page) {
    await page.evaluate(() => {
      location.hash = '#window/0000012003300000/1';
    });
    await page.waitForFunction(() =>
      /1 2/.test(document.querySelector('.analyse .tray')?.getAttribute('aria-label') ?? ''),
    );
    await page.locator('.analyse .side .button', { hasText: 'Change the board' }).click();
    await page.locator('.analyse.editing').waitFor();
    await page.locator('.analyse .side .button', { hasText: 'Follow a game' }).click();
    await verdict(page);
    for (let move = 0; move < 5; move++) {
      const before = await label(page);
      for (const [key, d] of [
        ['ArrowLeft', 'L'],
        ['ArrowDown', 'D'],
        ['ArrowRight', 'R'],
        ['ArrowUp', 'U'],
      ])
        if (!(await page.locator(`.analyse .rim.${d}`).isDisabled())) {
          await page.keyboard.press(key);
          break;
        }
      await changes(page, label, before, 'the board');
      await page.locator('.analyse .steps li[aria-current]', { hasText: /Where|Next/ }).waitFor();
      const dashed = page.locator('.analyse button.slot');
      if ((await dashed.count()) > 0) await dashed.first().click();
      await page.locator('.analyse .steps li[aria-current]', { hasText: 'Next' }).waitFor();
      await page.locator('.analyse .pick button:not([disabled])').first().click();
      await page.locator('.analyse .steps li[aria-current]', { hasText: 'Move' }).waitFor();
    }
    await verdict(page);
    // A wrongly entered cell is corrected, and moves continue from there.
    const wrong = await label(page);
    await page.locator('.analyse .side .button', { hasText: 'Correct a cell' }).click();
    await page.locator('.analyse button.slot.edit').first().click();
    await page.locator('.analyse .pick.tiles button[aria-label="24"]').click();
    await changes(page, label, wrong, 'the board');
    assert.match(await label(page), /row 1: 24 /);
    await page.locator('.analyse .side .button', { hasText: 'Done' }).click();
    await page.locator('.analyse .steps').waitFor();
    // After another visit the game is still followed.
    const last = await label(page);
    await page.waitForFunction(
      () => JSON.parse(localStorage.getItem('trey.followed') ?? 'null')?.link === location.hash,
    );
    await page.reload();
    await page.locator('.analyse .steps').waitFor();
    assert.equal(await label(page), last);
  },

  async 'other games and boards'(page) {
    await setRules(page, '2048', 4, 4);
    for (let i = 0; i < 5; i++) await slideByKey(page);
    assert.ok((await page.locator('.play .tray .tile.square').count()) > 0);
    await setRules(page, 'window', 3, 3);
    assert.equal(await page.locator('.play .tray .slot').count(), 9);
    await slideByKey(page);
    await setRules(page, 'course', 2, 3);
    assert.equal(await page.locator('.play .tray .slot').count(), 6);
  },

  async 'settings and the game are kept'(page) {
    await page.locator('.tools .icon-button').click();
    await page.locator('dialog select').first().selectOption('dark');
    await page.locator('dialog .primary').click();
    for (let i = 0; i < 3; i++) await slideByKey(page);
    const before = await label(page);
    await page.waitForFunction(() => {
      const saved = JSON.parse(localStorage.getItem('trey.game') ?? '""');
      return saved && JSON.parse(saved).slides.split(' ').length === 3;
    });
    await page.reload();
    await ready(page);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    assert.equal(await label(page), before);
  },
  async 'invalid stored data and invalid links do no harm'(page) {
    const rubbish = ['"nonsense"', '{', 'null', '[1,2]', '"window\\nquit"', '17'];
    for (const text of rubbish) {
      await page.evaluate((value) => {
        for (const name of ['game', 'rules', 'settings', 'followed', 'advice', 'best.window'])
          localStorage.setItem(`trey.${name}`, value);
      }, text);
      await page.reload();
      await ready(page);
      await slideByKey(page);
    }
    for (const hash of [
      '#/',
      '#a/b/c',
      '#window/%',
      '#saved/%',
      '#saved/oy5:Grid0',
      '#window/0000012003300000/1\nquit',
      `#window/${'9'.repeat(100000)}`,
      '#constructor',
      '#__proto__/x',
    ]) {
      await page.evaluate((text) => {
        location.hash = text;
      }, hash);
      // Views change one after the other: a key would be lost if another one were still to come.
      const view = hash.includes('/') ? 'analyse' : 'play';
      await page.locator(`#view-${view}:not([hidden])`).waitFor();
    }
    await tab(page, 'play');
    await page.locator('#view-play:not([hidden])').waitFor();
    await slideByKey(page);
    assert.equal(await page.locator('.failed').count(), 0);
  },

  async 'fast input loses nothing'(page) {
    for (let i = 0; i < 6; i++) await page.keyboard.press('+');
    await page.keyboard.press(' ');
    for (let i = 0; i < 5; i++)
      for (const key of [' ', 'u', 'ArrowLeft', 'r', '?', 'u', 'ArrowUp', ' '])
        await page.keyboard.press(key);
    await setRules(page, '2048', 3, 4);
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.evaluate(() => document.activeElement.blur());
    // No 'u' here: before the first move it returns to the previous game, of 4x4.
    for (const key of [' ', 'a', 's', ' ', 'd', 'w']) await page.keyboard.press(key);
    await tab(page, 'analyse');
    await tab(page, 'play');
    await done(page);
    assert.equal(await page.locator('.play .tray .slot').count(), 12);
    await slideByKey(page);
    assert.equal(await page.locator('.failed').count(), 0);
  },
};

// Views for screenshots and accessibility checks.
export const views = {
  async play(page) {
    for (let i = 0; i < 4; i++) await slideByKey(page);
    await verdict(page);
  },
  async edit(page) {
    await tab(page, 'analyse');
    await page.locator('.analyse.editing').waitFor();
  },
  async analyse(page) {
    await page.evaluate(() => {
      location.hash = '#window/4567012003380000/2';
    });
    await page.waitForFunction(() =>
      /24/.test(document.querySelector('.analyse .tray')?.getAttribute('aria-label') ?? ''),
    );
    await verdict(page);
  },
  async settings(page) {
    await page.locator('.tools .icon-button').click();
    await page.locator('dialog').waitFor();
  },
  async rules(page) {
    await page.locator('.tools .button:not(.games-button)').click();
    await page.locator('dialog').waitFor();
  },
};
