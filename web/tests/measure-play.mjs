// measure-play.mjs SITE TREY [RUNS]: times and sizes of playing, by this machine's clock; nothing
// is asserted. From a cold start of the page, from files and by `TREY serve`: the board, the first
// advice, the first advice with the network; the bytes of the first load; how long a search
// continues after `stop`; the time until the first answer and the end of `trey serve`, with a page
// open.

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { launch } from './browser.mjs';
import { serveFolder } from './files.mjs';

const [site, trey, wanted = '7'] = process.argv.slice(2);
const runs = Number(wanted);
const require = createRequire(
  join(process.cwd(), process.env.TREY_WEB_TOOLS ?? 'build/web-tests', 'package.json'),
);
const { chromium } = require('playwright-core');
const browser = await chromium.launch(launch);

const summary = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return `median ${Math.round(sorted[sorted.length >> 1])}, minimum ${Math.round(sorted[0])}, maximum ${Math.round(sorted[sorted.length - 1])} ms`;
};

// Since the request of the page: when its document first shows each item.
const watch = () => {
  globalThis.seen = {};
  const look = () => {
    const note = (name, there) => {
      if (there) globalThis.seen[name] ??= performance.now();
    };
    note('board', document.querySelector('.play .tray .tile'));
    const advised = /\d/.test(document.querySelector('.play .outlook')?.textContent ?? '');
    note('advice', advised);
    note(
      'network',
      document.body?.dataset.network ||
        document.querySelector('meta[name=trey-transport]')?.content === 'socket',
    );
    note('advice with it', globalThis.seen.network && advised);
    if (!globalThis.seen['advice with it']) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

async function measureColdLoads(name, url) {
  const all = { board: [], advice: [], 'advice with it': [] };
  let bytes = 0;
  for (let i = 0; i < runs; i++) {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await page.addInitScript(watch);
    bytes = 0;
    page.on('response', (response) => {
      if (!response.url().includes('/data/'))
        bytes += Number(response.headers()['content-length'] ?? 0);
    });
    await page.goto(url);
    await page.waitForFunction(() => globalThis.seen['advice with it'], null, { timeout: 120000 });
    const seen = await page.evaluate(() => globalThis.seen);
    for (const what of Object.keys(all)) all[what].push(seen[what]);
    await context.close();
  }
  for (const [what, values] of Object.entries(all))
    console.log(
      `${name}: ${what === 'advice with it' ? 'advice with the network' : what}: ${summary(values)}`,
    );
  console.log(`${name}: ${bytes} bytes without the network`);
}

// From the stop request to the last line, as the page receives it.
async function measureStop(name, url) {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.goto(url);
  await page.waitForFunction(() => document.body.dataset.ready === 'yes');
  const times = await page.evaluate(async (count) => {
    const { connect } = await import('./js/transport.js');
    const { Session } = await import('./js/session.js');
    const transport = await connect();
    const session = new Session(transport);
    await transport.load('small');
    const found = [];
    for (let i = 0; i < count; i++) {
      await session.request(`new window seed ${i + 1}`);
      await session.request('auto 100 depth 1');
      const search = session.request('advice movetime 60000');
      await new Promise((resolve) => setTimeout(resolve, 300 + 37 * i));
      const begun = performance.now();
      session.stop();
      await search;
      found.push(performance.now() - begun);
    }
    return found;
  }, 4 * runs);
  console.log(`${name}: a search ends after \`stop\`: ${summary(times)}`);
  return page;
}

function serve() {
  const begun = performance.now();
  const child = spawn(trey, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve) => {
    child.stdout.on('data', async (data) => {
      const url = String(data).trim();
      await (await fetch(url)).text();
      resolve({ url, child, firstMs: performance.now() - begun });
    });
  });
}

const ending = (child) =>
  new Promise((resolve) => {
    const begun = performance.now();
    child.on('exit', () => resolve(performance.now() - begun));
    child.kill();
  });

const files = await serveFolder(site);
await measureColdLoads('files', files.url);
await measureStop('files', files.url);
files.end();
const server = await serve();
await measureColdLoads('serve', server.url);
await measureStop('serve', server.url);
const first = [server.firstMs],
  last = [await ending(server.child)];
for (let i = 1; i < runs; i++) {
  const { child, firstMs } = await serve();
  first.push(firstMs);
  last.push(await ending(child));
}
console.log(`trey serve: first answer: ${summary(first)}`);
console.log(
  `trey serve: end, two sessions open: ${Math.round(last[0])} ms; none open: ${summary(last.slice(1))}`,
);
await browser.close();
