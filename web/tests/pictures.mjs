// Cases of run.mjs: pictures that are chosen, dropped and pasted, and their correction.

import { draw2048, drawPosition, loadGlyphs } from './draw.mjs';
import { ready } from './steps.mjs';

const glyphs = loadGlyphs();
const glyphs2048 = loadGlyphs('src/picture/glyph_table_2048.c').slice(0, 10);
const row = (text) => text.split(' ').map(Number);

// PNG bytes of a drawn position; `spoil` covers cells with grey.
async function picture(page, name, position, spoil = []) {
  const url = await page.evaluate(
    ([given, covered]) => {
      const canvas = globalThis.drawPosition(given);
      const context = canvas.getContext('2d');
      context.fillStyle = '#808080';
      for (const cell of covered)
        context.fillRect(90 + 120 * (cell % 4), 318 + 160 * Math.floor(cell / 4), 100, 140);
      return canvas.toDataURL('image/png');
    },
    [{ glyphs, ...position }, spoil],
  );
  return { name, mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1], 'base64') };
}

async function open(page, url) {
  await page.addInitScript(`globalThis.drawPosition = ${drawPosition}`);
  await page.goto(`${url}#analyse`);
  await page.reload();
  await ready(page);
}

const choose = (page, files) => page.locator('.pictures input[type=file]').setInputFiles(files);
// Drops or pastes a file; resolves to true if the page handled the event.
const give = (page, kind, target, { name, type, buffer }) =>
  page.evaluate(
    ([event, where, file, bytes]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0));
      data.items.add(new File([content], file.name, { type: file.type }));
      const options = { bubbles: true, cancelable: true };
      const made =
        event === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, ...options })
          : new ClipboardEvent('paste', { clipboardData: data, ...options });
      document.querySelector(where).dispatchEvent(made);
      return made.defaultPrevented;
    },
    [kind, target, { name, type }, buffer.toString('base64')],
  );
const refuses = (page, text) =>
  page.waitForFunction(
    (wanted) => document.querySelector('.view.analyse [role=alert]').textContent.includes(wanted),
    text,
  );
const hexIs = (page, hex) =>
  page.waitForFunction((wanted) => location.hash.includes(`/${wanted}`), hex);

export const cases = {
  async 'a picture becomes a position with advice'(page, problems, { url }) {
    await open(page, url);
    const board = row('3 0 0 1 2 0 48 0 0 0 6 0 0 0 0 96');
    await choose(page, [await picture(page, 'shot.png', { board, next: [2] })]);
    await hexIs(page, '3001207000400008');
    await page.waitForFunction(
      () => document.querySelectorAll('.picture-cells .uncertain').length === 0,
    );
    if (!(await page.locator('.pictures').textContent()).includes('Nothing leaves it'))
      problems.push('it is not said that nothing leaves the machine');
  },

  async 'cells that cannot be read are marked, and one tap corrects them'(page, problems, { url }) {
    await open(page, url);
    const board = row('3 0 0 1 2 0 12 0 0 0 6 0 0 0 0 24');
    await choose(page, [await picture(page, 'shot.png', { board, next: [] }, [6])]);
    await page.waitForFunction(
      () => document.querySelectorAll('.picture-cells .uncertain').length === 1,
    );
    await page.locator('.pictures [role=group] button[aria-label="12"]').click();
    await page.locator('.picture-read .row button', { hasText: /^1$/ }).click();
    await page.getByRole('button', { name: 'Use this position' }).click();
    await hexIs(page, '3001205000400006');
    await page.waitForFunction(
      () =>
        document.querySelector('.pictures > [role=status]').textContent ===
        'The position was read.',
    );
  },

  async 'a picture of 2048 becomes a position of 2048 with advice'(page, problems, { url }) {
    await open(page, url);
    await page.evaluate(`globalThis.draw2048 = ${draw2048}`);
    const board = row('0 2 4 8 16 32 64 128 256 512 1024 2048 0 0 0 0');
    const drawn = await page.evaluate(
      (given) => globalThis.draw2048(given).toDataURL('image/png').split(',')[1],
      { glyphs: glyphs2048, board },
    );
    await choose(page, [
      { name: '2048.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') },
    ]);
    await hexIs(page, '0123456789ab0000');
    await page.locator('#view-analyse .verdict strong').waitFor();
    await page.locator('.tools button', { hasText: '2048' }).waitFor();
  },

  async 'several pictures become a game in Review'(page, problems, { url }) {
    await open(page, url);
    const files = [];
    for (const [board, next] of [
      ['3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1', [2]],
      ['3 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2', [1]],
      ['3 0 0 0 0 0 0 0 0 0 0 0 0 1 2 1', [3]],
    ])
      files.push(await picture(page, `${files.length}.png`, { board: row(board), next }));
    await choose(page, files);
    await page.waitForFunction(() => location.hash === '#review');
    await page.waitForFunction(() =>
      /\b2\b/.test(document.querySelector('.view.review h2')?.textContent ?? ''),
    );
  },

  async 'a picture that is dropped or pasted is read, and one that shows no board is refused'(
    page,
    problems,
    { url },
  ) {
    await open(page, url);
    const { buffer } = await picture(page, 'shot.png', {
      board: row('3 0 0 1 2 0 12 0 0 0 6 0 0 0 0 24'),
      next: [1],
    });
    for (const [kind, target] of [
      ['drop', '.view.analyse'],
      ['paste', 'body'],
    ]) {
      await page.evaluate(() => history.replaceState(null, '', '#analyse'));
      await give(page, kind, target, { name: 'a.png', type: 'image/png', buffer });
      await hexIs(page, '3001205000400006');
    }
    const dark = {
      name: 'dark.png',
      mimeType: 'image/png',
      buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 60 } }),
    };
    await choose(page, [dark]);
    await page.waitForFunction(() =>
      document.querySelector('.pictures [role=status]').textContent.includes('No board'),
    );
    await choose(page, [{ ...dark, buffer: Buffer.from('no picture') }]);
    await refuses(page, 'cannot be decoded');
  },

  // The browser would replace the page by the file.
  async 'a dropped file that is no picture is refused by its name'(page, problems, { url }) {
    await open(page, url);
    const text = { name: 'notes.txt', type: 'text/plain', buffer: Buffer.from('notes') };
    if (!(await give(page, 'drop', '.view.analyse', text)))
      problems.push('the browser leaves the page');
    await refuses(page, 'notes.txt');
    // Beside pictures it is listed with the reason.
    const shown = [];
    for (const board of ['3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1', '3 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2'])
      shown.push(await picture(page, `${shown.length}.png`, { board: row(board), next: [2] }));
    await choose(page, [shown[0], { ...text, mimeType: text.type }, shown[1]]);
    await page.locator('.picture-read li', { hasText: 'notes.txt cannot be decoded' }).waitFor();
  },

  async 'after a change of language a picture is read once, and only in Analyse'(
    page,
    problems,
    { url },
  ) {
    await open(page, url);
    const board = row('3 0 0 1 2 0 12 0 0 0 6 0 0 0 0 24');
    const { buffer } = await picture(page, 'shot.png', { board, next: [1] });
    const paste = () => give(page, 'paste', 'body', { name: 'a.png', type: 'image/png', buffer });
    await page.locator('.tools .icon-button').click();
    await page
      .locator('dialog select', { has: page.locator('option[value=zh]') })
      .selectOption('zh');
    await page.waitForFunction(() => document.documentElement.lang === 'zh-Hans');
    await page.locator('dialog[open] button.primary').click();
    await page.locator('.tabs a[data-name=play]').click();
    await page.locator('#view-play:not([hidden])').waitFor();
    if (await paste()) problems.push('a picture pasted in Play is read');
    await page.locator('.tabs a[data-name=analyse]').click();
    await page.locator('#view-analyse:not([hidden])').waitFor();
    if (!(await paste())) problems.push('a picture pasted in Analyse is not read');
    await hexIs(page, '3001205000400006');
  },

  async 'a picture shared to the installed page is read'(page, problems, { url, transport }) {
    await open(page, url);
    const { buffer } = await picture(page, 'shot.png', {
      board: row('3 0 0 1 2 0 12 0 0 0 6 0 0 0 0 24'),
      next: [1],
    });
    if (transport === 'files') {
      // The worker answers the form that Android sends.
      await page.waitForFunction(() => navigator.serviceWorker.controller);
      await page.evaluate(async (bytes) => {
        const form = new FormData();
        form.append(
          'pictures',
          new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], 'a.png', {
            type: 'image/png',
          }),
        );
        const response = await fetch('./share-picture', { method: 'POST', body: form });
        if (!response.ok) throw new Error(String(response.status));
      }, buffer.toString('base64'));
      await page.goto(`${url}?shared#analyse`);
      await hexIs(page, '3001205000400006');
    }
  },

  async 'watching: a refusal or an early stop leaves no buttons without effect'(
    page,
    problems,
    { url },
  ) {
    await open(page, url);
    await page.locator('.pictures summary').click();
    const watch = page.getByRole('button', { name: 'Watch a window' });
    const ends = async (text) => {
      await page.locator('.live [role=status]', { hasText: text }).waitFor();
      const left = await page.locator('.live button:visible').allTextContents();
      if (left.length) problems.push(`${text}: ${left}`);
    };
    await page.evaluate(() => {
      navigator.mediaDevices.getDisplayMedia = () => Promise.reject(new Error('refused'));
    });
    await watch.click();
    await ends('No window was chosen');
    await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.getContext('2d').fillRect(0, 0, 9, 9);
      navigator.mediaDevices.getDisplayMedia = async () => canvas.captureStream(10);
      // Stops as soon as the button is there: the second engine is still being connected.
      new MutationObserver((changes, observer) => {
        const stop = [...document.querySelectorAll('.live button')].find(
          ({ hidden, textContent }) => !hidden && textContent === 'Stop watching',
        );
        const looking = document.querySelector('.live [role=status]')?.textContent;
        if (!stop || !/Looking/.test(looking)) return;
        observer.disconnect();
        stop.click();
      }).observe(document.querySelector('.pictures'), {
        subtree: true,
        childList: true,
        attributes: true,
      });
    });
    await watch.click();
    await ends('Watching has ended');
    await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  },

  async 'a watched window whose first picture is of another game costs no move'(page, _, { url }) {
    await open(page, url);
    // A canvas takes the place of the window.
    await page.evaluate(() => {
      const window = document.createElement('canvas');
      window.width = 640;
      window.height = 1136;
      navigator.mediaDevices.getDisplayMedia = async () => window.captureStream(30);
      const context = window.getContext('2d');
      let shown = null;
      globalThis.show = (position) => (shown = globalThis.drawPosition(position));
      setInterval(() => shown && context.drawImage(shown, 0, 0), 50);
    });
    const show = (board, next) =>
      page.evaluate((given) => void globalThis.show(given), { glyphs, board: row(board), next });
    const stateIs = (text) =>
      page.waitForFunction(
        (wanted) => document.querySelector('.live [role=status]')?.textContent.includes(wanted),
        text,
      );
    const counted = (moves) =>
      page.waitForFunction((n) => document.querySelectorAll('.watched li').length === n, moves);
    await show('0 0 0 0 3 3 0 0 1 2 0 3 0 0 0 0', [1]);
    await page.locator('.pictures summary').click();
    await page.getByRole('button', { name: 'Watch a window' }).click();
    await stateIs('Following');
    await show('3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1', [2]);
    await stateIs('does not follow');
    await show('3 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2', [1]);
    await counted(1);
    // A misreading, then the followed board again: its text returns, and the game goes on.
    await show('0 0 0 0 3 3 0 0 1 2 0 3 0 0 0 0', [1]);
    await stateIs('does not follow');
    await show('3 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2', [1]);
    await stateIs('Following');
    await show('3 0 0 0 0 0 0 0 0 0 0 0 0 1 2 1', [3]);
    await counted(2);
    // Stored after it is shown.
    await page.waitForFunction(() => {
      const [{ board, slides }, ...others] = JSON.parse(localStorage.getItem('trey.watched')).map(
        (record) => JSON.parse(record),
      );
      return others.length === 0 && `${board} ${slides}` === '3000000000000001 Lf2:1 Lf1:3';
    });
    await page.getByRole('button', { name: 'Stop watching' }).click();
  },
};
