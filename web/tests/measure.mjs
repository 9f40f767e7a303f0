// measure.mjs SITE TREY [MOVES]: times and sizes by this machine's clock; nothing is asserted. A
// game of that many moves (1,700) is reviewed at 5 ms each: time until the graph appears and is
// complete, and the longest task of the page's thread meanwhile; a 2×4 board solved; the bytes of
// the first load.

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { launch } from './browser.mjs';
import { serveFolder } from './files.mjs';

const [site, trey, wanted = '1700'] = process.argv.slice(2);
const require = createRequire(
  join(process.cwd(), process.env.TREY_WEB_TOOLS ?? 'build/web-tests', 'package.json'),
);
const { chromium } = require('playwright-core');

// A game with this number of moves, by the player with one ply.
async function longGame(slides) {
  const child = spawn(trey, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let rest = '',
    done = null;
  child.stdout.setEncoding('utf8').on('data', (data) => {
    const lines = (rest + data).split('\n');
    rest = lines.pop();
    for (const line of lines)
      if (line.startsWith('{') && !line.includes('"more":true')) done(JSON.parse(line));
  });
  const ask = (line) =>
    new Promise((resolve) => {
      done = resolve;
      child.stdin.write(`${line}\n`);
    });
  for (let seed = 1; ; seed++) {
    await ask(`new window seed ${seed}`);
    if ((await ask(`auto ${slides} depth 1`)).moves < slides) continue;
    const { record } = await ask('save');
    child.stdin.end('quit\n');
    return record;
  }
}

const record = await longGame(Number(wanted));
const server = await serveFolder(site);
const browser = await chromium.launch(launch);
const page = await (
  await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })
).newPage();
let bytes = 0;
page.on('response', async (response) => {
  if (!response.url().includes('/data/'))
    bytes += Number(response.headers()['content-length'] ?? 0);
});
await page.goto(server.url);
await page.waitForFunction(
  () => document.body.dataset.ready === 'yes' && document.body.dataset.network === 'small',
  null,
  { timeout: 120000 },
);
console.log(`first load: ${(bytes / 1000).toFixed(0)} kB without the network`);
await page.evaluate(() => {
  globalThis.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      globalThis.longest = Math.max(globalThis.longest, duration);
  }).observe({ type: 'longtask' });
  location.hash = 'review';
});
await page.locator('#view-review details summary').click();
await page.locator('#view-review textarea').fill(record);
await page.evaluate(() => {
  globalThis.longest = 0;
});
await browser.startTracing(page, { categories: ['toplevel'] });
const begun = Date.now();
await page.locator('#view-review details .button').click();
await page.waitForFunction(
  () =>
    (document.querySelector('#view-review .graph .value')?.getAttribute('d') ?? '').split('L')
      .length > 40,
);
console.log(
  `review of ${wanted} slides: first graph after ${((Date.now() - begun) / 1000).toFixed(1)} s`,
);
await page.waitForFunction(
  () => /\d\.\d/.test(document.querySelector('#view-review .stats dd').textContent),
  null,
  { timeout: 300000 },
);
console.log(
  `review of ${wanted} slides: whole after ${((Date.now() - begun) / 1000).toFixed(1)} s; longest task ${await page.evaluate(() => globalThis.longest)} ms`,
);
const { traceEvents } = JSON.parse(await browser.stopTracing());
const main = traceEvents
  .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  .map(({ pid, tid }) => `${pid} ${tid}`);
const tasks = traceEvents.filter(
  ({ name, pid, tid, tdur }) =>
    name === 'ThreadControllerImpl::RunTask' &&
    tdur !== undefined &&
    main.includes(`${pid} ${tid}`),
);
console.log(
  `longest task by the processor's time: ${(Math.max(...tasks.map(({ tdur }) => tdur)) / 1000).toFixed(0)} ms of ${tasks.length} tasks`,
);
await page.evaluate(() => {
  location.hash = 'exact';
});
await page.locator('#view-exact tbody tr').first().waitFor();
await page.locator('#view-exact .button', { hasText: '2 × 4' }).click();
await page.locator('#view-exact p', { hasText: '12,710,375' }).waitFor({ timeout: 120000 });
console.log(`2×4: ${await page.locator('#view-exact .card p').first().innerText()}`);
await browser.close();
server.end();
