// measure-slow.mjs SITE [RUNS]: a first visit on a slow phone: a processor six times slower (by the
// browser) and 50 kB/s for all requests together (by the server, so that requests of the worker
// count, too). Measures when the page, the board, the first advice and the small network appear,
// from a server that compresses text, as most do, and from one that does not. Nothing is asserted.

import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

import { launch } from './browser.mjs';
import { types } from './files.mjs';

const [site, wanted = '5'] = process.argv.slice(2);
const bytesPerSecond = 50000,
  slowdown = 6,
  partBytes = 1000;
const require = createRequire(
  join(process.cwd(), process.env.TREY_WEB_TOOLS ?? 'build/web-tests', 'package.json'),
);
const { chromium } = require('playwright-core');

// A file server limited to 50 kB/s in all: responses take turns sending parts.
function serveSlowly(packs) {
  let free = performance.now(); // when the line is free again
  const turn = (bytes) => {
    free = Math.max(free, performance.now()) + (1000 * bytes) / bytesPerSecond;
    return new Promise((resolve) => setTimeout(resolve, free - performance.now()));
  };
  async function send(response, stream) {
    for await (const chunk of stream)
      for (let at = 0; at < chunk.length; at += partBytes) {
        const part = chunk.subarray(at, at + partBytes);
        await turn(part.length);
        if (response.destroyed) return;
        response.write(part);
      }
    response.end();
  }
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const file = join(site, path.endsWith('/') ? `${path}index.html` : path);
    const type = types[extname(file)] ?? 'application/octet-stream';
    let size;
    try {
      ({ size } = statSync(file));
    } catch {
      response.writeHead(404).end();
      return;
    }
    const text = packs && /^(text|image.svg|application.(json|manifest))/.test(type);
    const packed = text ? gzipSync(readFileSync(file)) : null;
    response.writeHead(200, {
      'content-type': type,
      'content-length': packed?.length ?? size,
      ...(packed ? { 'content-encoding': 'gzip' } : {}),
    });
    send(response, packed ? Readable.from([packed]) : createReadStream(file)).catch(() => {});
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}/`,
        end: () => server.closeAllConnections() ?? server.close(),
      }),
    ),
  );
}

const watch = () => {
  globalThis.seen = {};
  const look = () => {
    const note = (name, there) => {
      if (there) globalThis.seen[name] ??= performance.now();
    };
    note('board', document.querySelector('.play .tray .tile'));
    // Not .verdict, which says "Thinking" before.
    note('advice', document.querySelector('.play .verdict .arrow'));
    if (!globalThis.seen.advice) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

const browser = await chromium.launch(launch);
for (const packs of [true, false]) {
  const all = { 'first paint': [], board: [], 'first advice': [] };
  let requests = 0;
  for (let i = 0; i < Number(wanted); i++) {
    const server = await serveSlowly(packs);
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.addInitScript(watch);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    requests = 0;
    page.on('request', () => requests++);
    await page.goto(server.url, { waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.seen?.advice, null, { timeout: 120000 });
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    const seen = await page.evaluate(() => globalThis.seen);
    all['first paint'].push(paint);
    all.board.push(seen.board);
    all['first advice'].push(seen.advice);
    await context.close();
    server.end();
  }
  for (const [what, values] of Object.entries(all)) {
    const sorted = values.map((ms) => ms / 1000).sort((a, b) => a - b);
    const text = [sorted[sorted.length >> 1], sorted[0], sorted[sorted.length - 1]];
    console.log(
      `${packs ? 'packed' : 'plain'}: ${what}: median ${text[0].toFixed(2)}, least ${text[1].toFixed(2)}, most ${text[2].toFixed(2)} s`,
    );
  }
  console.log(`${packs ? 'packed' : 'plain'}: ${requests} requests before the first advice`);
}
await browser.close();
