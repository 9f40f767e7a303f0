// Memory of the page during auto-play: its heap, its elements and its stored games must not grow
// with the number of games played. growth.mjs SITE MINUTES measures this time and prints a line per
// minute, which nothing asserts; `cases` has the short form.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { launch } from './browser.mjs';
import { serveFolder } from './files.mjs';
import { ready } from './steps.mjs';

// Plays games at full speed, one after the other, until `games` are over or `ms` have passed. Returns
// the number of games that are over.
const playGames = (page, { games = Infinity, ms = Infinity }) =>
  page.evaluate(
    async ([most, limit]) => {
      const begun = performance.now();
      const play = document.querySelector('.view.play');
      const ended = play.querySelector('.ended');
      const until = async (is) => {
        while (!is()) await new Promise((done) => setTimeout(done, 5));
      };
      const toggle = play.querySelector('.auto .button');
      let count = 0;
      const late = () => performance.now() - begun > limit;
      while (count < most && !late()) {
        if (!play.querySelector('.stage.runs')) toggle.click();
        await until(() => !ended.hidden || late());
        if (ended.hidden) break;
        await until(() => !play.querySelector('.stage.runs') && play.dataset.busy !== 'yes');
        count++;
        ended.querySelector('.button').click();
        await until(() => ended.hidden);
      }
      if (play.querySelector('.stage.runs')) toggle.click();
      await until(() => !play.querySelector('.stage.runs') && play.dataset.busy !== 'yes');
      return count;
    },
    [games === Infinity ? 1e9 : games, ms === Infinity ? 1e12 : ms],
  );

// Counts what the page holds once its garbage is collected.
async function holdings(page) {
  const devtools = await page.context().newCDPSession(page);
  for (let i = 0; i < 3; i++) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  await devtools.detach();
  const stored = await page.evaluate(async () => {
    // Opening it before the first game is kept would create it without its store.
    if ((await indexedDB.databases()).length === 0) return { games: 0, bytes: 0 };
    const done = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open('trey'));
    const all = await done(database.transaction('games').objectStore('games').getAll());
    database.close();
    return { games: all.length, bytes: JSON.stringify(all).length };
  });
  return { heap: usedSize, nodes, listeners: jsEventListeners, ...stored };
}

async function setSpeed(page, rate) {
  await page.evaluate((speed) => {
    const range = document.querySelector('.auto.speed input');
    range.value = String(Math.log2(speed));
    range.dispatchEvent(new Event('input'));
  }, rate);
}

async function begin(page, rules) {
  await page.evaluate((text) => {
    localStorage.setItem('trey.rules', JSON.stringify(text));
    localStorage.removeItem('trey.game');
  }, rules);
  await page.reload();
  await ready(page);
  await setSpeed(page, 240);
}

export const cases = {
  // A board of 2×2, whose games are short.
  async 'auto-play of many games: heap and elements do not grow, games are kept once'(page) {
    await begin(page, 'classic,rows=2,cols=2');
    await playGames(page, { games: 5 });
    const before = await holdings(page);
    await playGames(page, { games: 15 });
    const after = await holdings(page);
    const text = JSON.stringify({ before, after });
    assert.equal(before.games, 5, text);
    assert.equal(after.games, 20, text);
    assert.ok(after.bytes / after.games < (1.5 * before.bytes) / before.games, text);
    assert.ok(after.heap < before.heap + 500000, text);
    assert.ok(after.nodes < before.nodes + 100, text);
    assert.ok(after.listeners < before.listeners + 30, text);
  },
};

async function measure(site, minutes) {
  const require = createRequire(
    join(process.cwd(), process.env.TREY_WEB_TOOLS ?? 'build/web-tests', 'package.json'),
  );
  const { chromium } = require('playwright-core');
  const server = await serveFolder(site);
  const browser = await chromium.launch(launch);
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(0);
  await page.goto(server.url);
  await ready(page);
  await begin(page, 'window');
  await page.waitForFunction(() => document.body.dataset.network === 'small');
  const devtools = await browser.newBrowserCDPSession();
  // Resident memory of the largest renderer process: page, worker and engine.
  const resident = async () => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
    const sizes = processInfo
      .filter(({ type }) => type === 'renderer')
      .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`))?.[1] ?? 0));
    return Math.max(...sizes) / 1024;
  };
  let games = 0;
  for (let minute = 0; minute <= minutes; minute++) {
    if (minute > 0) games += await playGames(page, { ms: 60000 });
    const { heap, nodes, listeners, games: kept, bytes } = await holdings(page);
    console.log(
      `${minute} min: ${games} games over; heap ${(heap / 1e6).toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners, ${kept} kept games of ${(bytes / 1000).toFixed(0)} kB, process ${(await resident()).toFixed(0)} MiB`,
    );
  }
  await browser.close();
  server.end();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await measure(process.argv[2], Number(process.argv[3] ?? 20));
