// Problems around the page, and its reactions: storage, networks, old browsers, impatient users.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';

import { setRules } from './cases.mjs';
import { label, labelled, ready, shown, slideByKey } from './steps.mjs';

const moreThan = (page, was) =>
  page.waitForFunction(
    ([text]) =>
      document.querySelector('.view:not([hidden]) .tray')?.getAttribute('aria-label') !== text,
    [was],
  );
const served = (page) =>
  page.evaluate(() => document.querySelector('meta[name=trey-transport]').content === 'socket');
const verdict = (page) => page.locator(`${shown} .verdict strong`).waitFor();

// A separate visitor; `init` prepares its page before any script runs.
export async function visit(page, work, { init = null, ...options } = {}) {
  const context = await page
    .context()
    .browser()
    .newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(120000);
  try {
    const other = await context.newPage();
    if (init) await other.addInitScript(init);
    const errors = [];
    other.on('pageerror', (error) => errors.push(error.message));
    await work(other, page.url().replace(/#.*/, ''));
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
}

// Presses Tab until `selector` has the focus, like a user without a mouse.
async function tabTo(page, selector) {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => Boolean(document.activeElement?.matches(wanted)), selector))
      return;
  }
  throw new Error(`the focus does not come to ${selector}`);
}

// Every tile lies on its cell.
const settled = (page) =>
  page.waitForFunction(() => {
    const tray = document.querySelector('.view:not([hidden]) .tray');
    if (document.getAnimations().some((a) => a.playState === 'running')) return false;
    const box = ({ left, top, width }) => [left, top, width].map((v) => Math.round(v));
    const near = (a, b) => a.every((v, i) => Math.abs(v - b[i]) <= 1);
    const slots = [...tray.querySelectorAll('.slot')].map((slot) =>
      box(slot.getBoundingClientRect()),
    );
    const tiles = [...tray.querySelectorAll(':scope > .tile')].map((tile) =>
      box(tile.getBoundingClientRect()),
    );
    return tiles.length > 0 && tiles.every((tile) => slots.some((slot) => near(slot, tile)));
  });

export const cases = {
  async 'a first load has what is needed to play; other views come later'(first) {
    await visit(first, async (page, url) => {
      const sizes = new Map();
      const coming = [];
      const addSize = (response) => {
        if (!response.url().includes('/data/'))
          coming.push(
            response
              .body()
              .then((body) => sizes.set(new URL(response.url()).pathname, body.length)),
          );
      };
      page.on('response', addSize);
      await page.goto(url);
      await ready(page);
      await page.waitForFunction(() => document.body.dataset.network === 'small');
      await verdict(page);
      page.off('response', addSize); // the page may be closed before later ones have come
      await Promise.all(coming);
      const total = [...sizes.values()].reduce((a, b) => a + b);
      assert.ok(total <= 450000, `${total} bytes: ${[...sizes].join(' ')}`);
      assert.ok(
        sizes.has('/js/main.js') &&
          !sizes.has('/js/review.js') &&
          !sizes.has('/js/share.js') &&
          !sizes.has('/practice.json'),
      );
      for (const name of ['review', 'practice', 'sequence', 'exact', 'grid']) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, name);
        await page.locator(`#view-${name}:not([hidden])`).waitFor();
      }
    });
  },

  async 'a view whose files fail to load is reported, and loads later'(first) {
    await visit(first, async (page, url) => {
      await page.goto(url);
      await ready(page);
      await page.route('**/js/sequence.js', (route) => route.abort());
      await page.locator('.tabs a[data-name=lab]').click();
      await page.locator('.lacking').waitFor();
      await slideByKey(page);
      await page.unroute('**/js/sequence.js');
      await page.locator('.lacking .button').click();
      await page.locator('#view-sequence:not([hidden])').waitFor();
      assert.equal(await page.locator('.lacking').count(), 0);
    });
  },

  async 'tables that are missing, fail to load or are damaged: reported, and requested again'(
    first,
    problems,
    { trey, transport },
  ) {
    if (!trey || transport !== 'files') return;
    await visit(first, async (page, url) => {
      const by = (text) => page.locator('#view-exact .button', { hasText: text });
      const trouble = (text) =>
        page.locator('#view-exact .notice.bad', { hasText: text }).waitFor();
      const exact = async () => {
        await page.goto(`${url}#exact`);
        await page.reload();
        await page.locator('#view-exact tbody tr').first().waitFor();
      };
      // Invalid contents in place of the list: nothing is offered, and no error is shown.
      for (const list of [
        { body: '[]' },
        { body: '<!doctype html>' },
        { body: '[{}, null]' },
        { status: 404, body: '' },
      ]) {
        await page.route('**/tables.json', (route) => route.fulfill(list));
        await exact();
        assert.equal(await by('3 × 2').count(), 0);
        assert.equal(await page.locator('.notice.bad:visible').count(), 0);
        await page.unroute('**/tables.json');
      }
      await exact();
      await by('3 × 2').click();
      const spoil = async (response, change) => ({
        response,
        body: change(Buffer.from(await response.body())),
      });
      for (const [text, answer] of [
        ['404', async (route) => route.fulfill({ status: 404, body: '' })],
        [
          'damaged',
          async (route) =>
            route.fulfill(
              await spoil(await route.fetch({ maxRetries: 3 }), (bytes) => {
                bytes[5000] ^= 1;
                return bytes;
              }),
            ),
        ],
        [
          'damaged',
          async (route) =>
            route.fulfill({
              body: (await (await route.fetch({ maxRetries: 3 })).body()).subarray(0, 9000),
            }),
        ],
      ]) {
        await page.route('**/3x2.means', answer);
        await by('Averages of all moves').click();
        await trouble(text);
        await page.unroute('**/3x2.means');
      }
      await by('Averages of all moves').click();
      await page.locator('#view-exact p', { hasText: '455.97' }).waitFor();
      assert.equal(await page.locator('.notice.bad:visible').count(), 0);
    });
  },

  async 'two tabs at once: neither disturbs the other, the last slide is kept'(page) {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await ready(other);
    for (let i = 0; i < 3; i++) {
      await slideByKey(page);
      await slideByKey(other);
    }
    const last = await label(other);
    await other.locator('.tools .icon-button').click();
    await other.locator('dialog select').first().selectOption('dark');
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    await other.locator('dialog .primary').click();
    await page.evaluate(() => {
      location.hash = 'analyse';
    });
    await page.locator('#view-analyse:not([hidden])').waitFor();
    await slideByKey(other);
    const after = await label(other);
    assert.notEqual(after, last);
    await other.waitForFunction(
      () =>
        JSON.parse(JSON.parse(localStorage.getItem('trey.game'))).slides.split(' ').length === 4,
    );
    await other.reload();
    await ready(other);
    await labelled(other, after);
    await other.close();
  },

  async 'everything works with blocked or full storage'(first) {
    const forbidden = () =>
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('no', 'SecurityError');
        },
      });
    const full = () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    };
    for (const init of [forbidden, full])
      await visit(
        first,
        async (page, url) => {
          await page.goto(url);
          await ready(page);
          for (let i = 0; i < 3; i++) await slideByKey(page);
          const before = await label(page);
          for (const name of ['analyse', 'review', 'practice', 'play']) {
            await page.evaluate((hash) => {
              location.hash = hash;
            }, name);
            await page.locator(`#view-${name}:not([hidden])`).waitFor();
          }
          await labelled(page, before);
          await page.locator('.tools .icon-button').click();
          await page.locator('dialog select').first().selectOption('dark');
          await page.locator('dialog .primary').click();
          await verdict(page);
          assert.equal(await page.locator('.failed').count(), 0);
        },
        { init },
      );
  },

  async 'without scripts, or without WebAssembly, the page says what it needs'(first) {
    await visit(
      first,
      async (page, url) => {
        await page.goto(url);
        assert.match(await page.locator('body').innerText(), /trey needs JavaScript/);
      },
      { javaScriptEnabled: false },
    );
    await visit(first, async (page, url) => {
      await page.route('**/js/worker.js', async (route) => {
        const response = await route.fetch({ maxRetries: 3 });
        await route.fulfill({
          response,
          body: `delete globalThis.WebAssembly;\n${await response.text()}`,
        });
      });
      await page.goto(url);
      if (await served(page))
        await verdict(page); // the server searches
      else assert.match(await page.locator('.failed').innerText(), /needs WebAssembly/);
    });
  },

  async 'without the second part of the engine the game goes on; it is requested again'(first) {
    await visit(first, async (page, url) => {
      await page.route('**/engine-later.wasm.gz', (route) => route.abort());
      await page.goto(url);
      await ready(page);
      await slideByKey(page);
      await verdict(page);
      if (await served(page)) return; // the server has the whole engine
      await page.unroute('**/engine-later.wasm.gz');
      await page.locator('.play .notice .button').click();
      await page.waitForFunction(() => document.body.dataset.network === 'small');
      assert.equal(await page.locator('.failed').count(), 0);
    });
  },

  async 'by keys alone: played, set up, analysed, followed'(first) {
    await visit(first, async (page, url) => {
      await page.goto(url);
      await ready(page);
      await slideByKey(page);
      await page.keyboard.press('?');
      await page.locator(`${shown} .quiet-rim`).waitFor();
      await page.keyboard.press('?');
      await verdict(page);
      await tabTo(page, '.tabs a[data-name=analyse]');
      await page.keyboard.press('Enter');
      await page.locator('.analyse.editing').waitFor();
      await tabTo(page, '.analyse button.slot');
      // As fast as possible: 36 is not a valid tile, so it is read as a 3 and a 6.
      for (const key of '36322110') await page.keyboard.press(key);
      assert.match(await label(page), /row 1: 3 6 3 2; row 2: 2 1 1 empty; row 3: empty/);
      await tabTo(page, '.analyse .side .pick:not(.tiles) button');
      await page.keyboard.press('Enter');
      await tabTo(page, '.analyse .side .button.primary');
      await page.keyboard.press('Enter');
      await verdict(page);
      const before = await label(page);
      await slideByKey(page);
      await page.keyboard.press('u');
      await labelled(page, before);
      await tabTo(page, '.analyse .side .button:not(.square)');
      await page.keyboard.press('Enter');
      await page.locator('.analyse.editing').waitFor();
      await tabTo(page, '.analyse .side .button.primary + .button');
      await page.keyboard.press('Enter');
      await page.locator('.analyse .steps').waitFor();
      await slideByKey(page);
      const where = page.locator('.analyse button.slot');
      await page.locator('.analyse .steps li[aria-current]', { hasText: /Where|Next/ }).waitFor();
      if ((await where.count()) > 0) {
        await tabTo(page, '.analyse button.slot');
        await page.keyboard.press('Enter');
      }
      await page.locator('.analyse .steps li[aria-current]', { hasText: 'Next' }).waitFor();
      await tabTo(page, '.analyse .side .pick button:not([disabled])');
      await page.keyboard.press('Enter');
      await page.locator('.analyse .steps li[aria-current]', { hasText: 'Move' }).waitFor();
    });
  },

  async 'turned and resized in the middle of slides; tiles lie on their cells'(page) {
    const sizes = [
      { width: 844, height: 390 },
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
      { width: 320, height: 568 },
      { width: 768, height: 1024 },
    ];
    for (const size of sizes) {
      const before = await label(page);
      for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'])
        await page.keyboard.press(key);
      await page.setViewportSize(size);
      await moreThan(page, before);
      await page.locator('.play[data-busy=no]').waitFor();
      await settled(page);
      await verdict(page);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      assert.equal(wide, false, `${size.width}×${size.height} scrolls sideways`);
    }
  },

  async 'other rules in the middle of a search'(page) {
    for (const [name, rows, cols] of [
      ['2048', 4, 4],
      ['window', 4, 4],
      ['fibonacci', 3, 4],
      ['classic', 4, 4],
    ]) {
      await setRules(page, name, rows, cols); // the search continues meanwhile
      await page.waitForFunction(
        ([n]) => document.querySelectorAll('.play .tray .slot').length === n,
        [rows * cols],
      );
      await verdict(page);
    }
    assert.equal(await page.locator('.failed').count(), 0);
  },

  async 'a server that stops answering without closing is detected; the game continues'(
    first,
    problems,
    { trey },
  ) {
    if (!(await served(first))) return;
    const child = spawn(trey, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const url = await new Promise((resolve) => {
        child.stdout.on('data', (data) => resolve(String(data).trim()));
      });
      await visit(first, async (page) => {
        await page.goto(url);
        await ready(page);
        await slideByKey(page);
        await verdict(page);
        const before = await label(page);
        child.kill('SIGSTOP');
        // The page's clock is advanced until its request has timed out.
        while (!(await page.locator('.broken').isVisible())) {
          await page.evaluate(() => {
            const now = Date.now;
            Date.now = () => now() + 25000;
          });
          await page.waitForTimeout(1000);
        }
        child.kill('SIGCONT');
        await page.locator('.broken').waitFor({ state: 'detached' });
        await labelled(page, before);
        await slideByKey(page);
        await verdict(page);
      });
    } finally {
      child.kill('SIGKILL');
    }
  },

  async 'the server stops and returns: reported, and the game continues'(
    first,
    problems,
    { trey, site },
  ) {
    if (!(await served(first))) return;
    const serve = (port, ...more) =>
      new Promise((resolve, reject) => {
        const child = spawn(trey, ['serve', '--port', port, ...more], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        let output = '';
        child.stdout.on('data', (data) => {
          output += data;
          const url = /http:\/\/\S+/.exec(output)?.[0];
          if (url) resolve({ child, url });
        });
        child.on('exit', () => reject(new Error(`trey serve ended: ${output}`)));
      });
    const end = ({ child }) =>
      new Promise((resolve) => {
        child.on('exit', resolve);
        child.kill('SIGKILL');
      });
    let server = await serve('0');
    try {
      await visit(first, async (page) => {
        await page.goto(server.url);
        await ready(page);
        for (let i = 0; i < 3; i++) await slideByKey(page);
        await verdict(page);
        const before = await label(page);
        await end(server);
        await page.locator('.broken').waitFor();
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('u');
        server = await serve(new URL(server.url).port);
        await page.locator('.broken').waitFor({ state: 'detached' });
        await labelled(page, before);
        await slideByKey(page);
        // The same while trey plays on.
        await page.keyboard.press(' ');
        await moreThan(page, await label(page));
        await end(server);
        await page.locator('.broken').waitFor();
        server = await serve(new URL(server.url).port);
        await page.locator('.broken').waitFor({ state: 'detached' });
        await slideByKey(page);
        await verdict(page);
        // And while a position is analysed.
        await page.evaluate(() => {
          location.hash = '#window/4567012003380000/2';
        });
        await page.waitForFunction(() =>
          /24/.test(document.querySelector('.analyse .tray')?.getAttribute('aria-label') ?? ''),
        );
        await verdict(page);
        const shownBefore = await label(page);
        await end(server);
        await page.locator('.broken').waitFor();
        server = await serve(new URL(server.url).port);
        await page.locator('.broken').waitFor({ state: 'detached' });
        await verdict(page);
        await labelled(page, shownBefore);
        // A board with a table: from a server that has it, then from one that has not.
        for (const more of [[`--table=${site}/tables/3x2.means`], []]) {
          await end(server);
          await page.locator('.broken').waitFor();
          server = await serve(new URL(server.url).port, ...more);
          await page.locator('.broken').waitFor({ state: 'detached' });
          await page.evaluate(() => {
            location.hash = 'exact';
          });
          await page.locator('#view-exact tbody tr').first().waitFor();
          if (more.length) await page.locator('#view-exact .button', { hasText: '3 × 2' }).click();
          await page.locator('#view-exact p', { hasText: '455.97' }).waitFor();
        }
        assert.equal(await page.locator('.failed').count(), 0);
      });
    } finally {
      await end(server);
    }
  },
};
