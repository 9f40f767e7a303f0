// live.mjs [--drawn] SITE [TREY]: the page, from a static server and, if TREY is given, from `TREY
// serve`, watches another tab that shows pictures of a game. First drawn ones, with missed moves, a
// pause, an animation, its end and another game; then, without --drawn, the screenshots of a real
// game in ../shared/cases/screens, if they exist, after a picture of another game. Needs a browser
// that captures tabs (chromium, not its headless shell).

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { launch } from './browser.mjs';
import { drawPosition, loadGlyphs } from './draw.mjs';
import { serveByTrey, serveFolder } from './files.mjs';
import { ready } from './steps.mjs';

const drawnOnly = process.argv[2] === '--drawn';
const [site, trey] = process.argv.slice(drawnOnly ? 3 : 2);
const tools = process.env.TREY_WEB_TOOLS ?? 'build/web-tests';
const require = createRequire(join(process.cwd(), tools, 'package.json'));
const { chromium } = require('playwright-core');
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) {
  console.log('skipped: no chromium that captures tabs');
  process.exit(77);
}
const glyphs = loadGlyphs();
const title = 'game to watch';
const browser = await chromium.launch({
  executablePath,
  headless: false,
  args: [
    ...launch.args,
    '--headless=new',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--disable-background-timer-throttling',
    `--auto-select-tab-capture-source-by-title=${title}`,
  ],
});
const context = await browser.newContext({ viewport: { width: 1000, height: 1200 } });
context.setDefaultTimeout(120000);
const game = await context.newPage();
await game.setContent(`<title>${title}</title><body style="margin:0;background:#222"></body>`);
await game.evaluate(`globalThis.drawPosition = ${drawPosition}`);
// Nothing is captured of a page that does not change.
await game.evaluate(() => {
  const dot = document.createElement('i');
  dot.style.cssText = 'position:fixed;right:0;bottom:0;width:4px;height:4px;background:#333';
  document.body.append(dot);
  setInterval(
    () => (dot.style.background = dot.style.background === 'rgb(51, 51, 51)' ? '#344' : '#333'),
    50,
  );
});
let server = null,
  passed = 0,
  failed = 0;

async function attempt(what, work) {
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  try {
    await page.goto(`${server.url}#analyse`);
    await ready(page);
    await page.locator('.pictures summary').click();
    await page.getByRole('button', { name: 'Watch a window' }).click();
    await work(page);
  } catch (error) {
    problems.push(
      error.stack,
      await page
        .locator('.live')
        .innerText()
        .catch(() => ''),
    );
  }
  if (problems.length) {
    failed++;
    console.log(`not ok ${what}\n    ${problems.join('\n    ')}`);
    await page.screenshot({ path: 'build/web-tests/shots/failed-live.png' }).catch(() => {});
  } else {
    passed++;
    console.log(`ok     ${what}`);
    await page.screenshot({ path: 'build/web-tests/shots/live.png' }).catch(() => {});
  }
  await page.close();
}

const show = (position) =>
  game.evaluate(
    (given) => {
      document.querySelector('canvas, img')?.remove();
      document.body.prepend(globalThis.drawPosition(given));
    },
    { glyphs, ...position },
  );
const showImage = (path) =>
  game.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      document.querySelector('canvas, img')?.remove();
      document.body.prepend(image);
    },
    `data:image/png;base64,${readFileSync(path).toString('base64')}`,
  );
const shows = (page, text) =>
  page.waitForFunction(
    (wanted) => document.querySelector('.live [role=status]')?.textContent.includes(wanted),
    text,
  );
// The picture shown before may have been read first, so each game waits for its first position.
const hexOf = (board) =>
  board.map((tile) => (tile > 3 ? 3 + Math.log2(tile / 3) : tile).toString(16)).join('');
const follows = (page, board) =>
  page.waitForFunction((hex) => location.hash.includes(`/${hex}`), hexOf(board));
const counted = (page, moves) =>
  page.waitForFunction((n) => document.querySelectorAll('.watched li').length === n, moves);
const recordOf = (page) =>
  page.evaluate(() =>
    JSON.parse(localStorage.getItem('trey.watched') ?? '[]').map((r) => JSON.parse(r)),
  );
const equal = (got, wanted) => {
  if (JSON.stringify(got) !== JSON.stringify(wanted))
    throw new Error(`${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
};
const row = (text) => text.split(' ').map(Number);

const screens = '../shared/cases/screens';
async function watchGames(how) {
  await attempt(
    `a drawn game is followed through missed moves, a pause and an animation, ${how}`,
    async (page) => {
      const begun = row('3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1');
      await show({ board: begun, next: [2] });
      await follows(page, begun);
      await shows(page, 'Following');
      await show({ board: row('3 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2'), next: [1] });
      await counted(page, 1);
      // A pause: the board is gone, then back.
      await game.evaluate(() => document.querySelector('canvas').remove());
      await shows(page, 'No board in sight');
      await show({ board: row('3 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2'), next: [1] });
      // Two moves at once.
      await show({ board: row('3 0 0 0 0 0 0 0 0 0 0 0 1 2 1 3'), next: [2] });
      await counted(page, 3);
      // Advice is there at once.
      await page.waitForFunction(() =>
        /U|R|D|L|up|right|down|left/i.test(document.querySelector('.advice')?.textContent ?? ''),
      );
      // Another game.
      await show({ board: row('0 0 0 0 0 3 3 0 0 1 2 0 0 0 0 0'), next: [3] });
      await page.waitForFunction(() => document.querySelectorAll('.watched li').length === 0);
      await show({ board: row('0 0 0 0 3 3 0 0 1 2 0 3 0 0 0 0'), next: [1] });
      await counted(page, 1);
      const records = await recordOf(page);
      equal(records.length, 2);
      equal(records[0].slides, 'Lb3:1');
      equal(records[1].slides.split(' ').map((s) => s[0]).length, 3);
      await page.getByRole('button', { name: 'Stop watching' }).click();
      await shows(page, 'Watching has ended');
      await page.getByRole('button', { name: 'Review this game' }).click();
      await page.waitForFunction(() => location.hash === '#review');
    },
  );

  if (!drawnOnly && existsSync(join(screens, 'game')))
    await attempt(
      `the screenshots of a real game, after one of another game, end with its record, ${how}`,
      async (page) => {
        const wrong = row('0 0 0 0 3 3 0 0 1 2 0 3 0 0 0 0');
        await show({ board: wrong, next: [1] });
        await follows(page, wrong);
        await shows(page, 'Following');
        const labels = readFileSync(join(screens, 'game.tsv'), 'utf8').trim().split('\n');
        const pictures = labels
          .map((line) => line.split(/\s+/))
          .filter(([name]) => name.endsWith('.png'))
          .map(([name, ...tiles]) => ({ name, board: tiles.slice(0, 16).map(Number) }));
        for (const [i, { name, board }] of pictures.entries()) {
          await showImage(join(screens, 'game', name));
          await follows(page, board);
          await counted(page, i);
        }
        const records = await recordOf(page);
        const [record] = records;
        if (records.some(({ slides }) => slides === ''))
          throw new Error('the wrong first picture left a game without moves');
        const shown = await page.evaluate(
          () => document.querySelector('.live .small')?.textContent,
        );
        equal(record.board, hexOf(pictures[0].board));
        equal(record.slides.split(' ').length, pictures.length - 1);
        if (!record.slides.endsWith('R04:2 Ud2:1')) throw new Error(record.slides);
        console.log(`       ${shown}`);
      },
    );
  else console.log('skipped: the screenshots of a real game');
}

server = await serveFolder(site);
await watchGames('as files');
server.end();
if (trey) {
  server = await serveByTrey(trey, site);
  await watchGames('by trey serve');
  server.end();
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
