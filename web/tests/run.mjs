// run.mjs SITE [TREY [PART|PART...]]: runs the cases, or those whose names contain one of these
// parts, on the page in directory SITE, from a static server, and from `TREY serve` if that program
// is given; axe-core on every view; screenshots into build/web-tests/shots.

import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { launch } from './browser.mjs';
import { serveByTrey, serveFolder } from './files.mjs';
import * as advice from './advice.mjs';
import * as first from './cases.mjs';
import * as firstVisit from './first-visit.mjs';
import * as games from './games.mjs';
import * as growth from './growth.mjs';
import * as kept from './kept.mjs';
import * as league from './league.mjs';
import * as pictures from './pictures.mjs';
import * as look from './look.mjs';
import * as review from './review.mjs';
import * as second from './second.mjs';
import { ready } from './steps.mjs';
import * as trouble from './trouble.mjs';

const cases = {
    ...first.cases,
    ...second.cases,
    ...trouble.cases,
    ...firstVisit.cases,
    ...growth.cases,
    ...kept.cases,
    ...league.cases,
    ...advice.cases,
    ...pictures.cases,
    ...games.cases,
    ...look.cases,
    ...review.cases,
  },
  views = { ...first.views, ...second.views, ...advice.views, ...review.views };

const [site, trey, only] = process.argv.slice(2);
const tools = process.env.TREY_WEB_TOOLS ?? 'build/web-tests';
const require = createRequire(join(process.cwd(), tools, 'package.json'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const shots = join('build/web-tests', 'shots');
mkdirSync(shots, { recursive: true });

// The first line of a problem, and the lines of the tests that it came from.
function inBrief(problem) {
  const places = [...problem.matchAll(/([\w-]+\.mjs:\d+):\d+/g)].map(([, place]) => place);
  return [problem.split('\n')[0], ...places.slice(0, 4)].join(', ').slice(0, 300);
}

let passed = 0,
  failed = 0;
const failures = [];
function count(what, problems) {
  if (problems.length === 0) {
    console.log(`ok     ${what}`);
    passed++;
  } else {
    console.log(`not ok ${what}`);
    for (const problem of problems) console.log(`    ${problem}`);
    failures.push(`${what}: ${inBrief(problems[0])}`);
    failed++;
  }
}

// Time limit of every wait.
const patienceMs = 120000;
const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
  landscape: { width: 844, height: 390 },
};

// The page starts games with random seeds; the cases need the same games each time: those of seed
// 1, 2, 3 ...
function countSeeds() {
  let seed = 0;
  crypto.getRandomValues = (words) => {
    words.fill(0);
    words[words.length - 1] = ++seed;
    return words;
  };
}

// A fresh page in its own browser context; collects everything that should not occur.
async function open(browser, url, size, theme) {
  const short = [{ name: 'trey.settings', value: '{"thought":"short"}' }]; // no case needs more
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage: short }] },
    viewport: sizes[size],
    colorScheme: theme,
    hasTouch: size !== 'desktop',
    deviceScaleFactor: 1,
    reducedMotion: 'no-preference',
  });
  context.setDefaultTimeout(patienceMs);
  await context.addInitScript(countSeeds);
  const page = await context.newPage();
  const problems = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      problems.push(`console: ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (
      origin !== new URL(url).origin &&
      origin !== 'null' &&
      !request.url().startsWith('ws://127.0.0.1')
    )
      problems.push(`outside request: ${request.url()}`);
  });
  return { context, page, problems };
}

async function runCase(browser, url, size, theme, what, work) {
  if (only && !only.split('|').some((part) => what.includes(part))) return;
  const begun = performance.now();
  const { context, page, problems } = await open(browser, url, size, theme);
  try {
    await page.goto(url);
    await ready(page);
    await work(page, problems, { trey, site, url, transport: what.split(':')[0], check });
  } catch (error) {
    problems.push(error.stack);
    await page
      .screenshot({ path: join(shots, `failed-${what.replace(/\W+/g, '-')}.png`) })
      .catch(() => {});
  }
  await context.close();
  count(`${what} (${((performance.now() - begun) / 1000).toFixed(1)} s)`, problems);
}

// axe-core's findings on the current page.
async function check(page) {
  if (!(await page.evaluate(() => Boolean(globalThis.axe)))) await page.evaluate(axe);
  const result = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ['violations'] }),
  );
  return result.violations.map(
    ({ id, nodes }) =>
      `axe: ${id}: ${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(', ')}`,
  );
}

async function checkView(page, problems, name) {
  problems.push(...(await check(page)));
  await page.screenshot({ path: join(shots, `${name}.png`), timeout: patienceMs });
}

const browser = await chromium.launch(launch);
// A view once, then in each size and in light and dark, as if the user resized the window and
// changed the system's setting.
async function checkAllSizes(page, problems, transport, name) {
  for (const size of transport === 'files' ? Object.keys(sizes) : ['phone'])
    for (const theme of transport === 'files' ? ['light', 'dark'] : ['light']) {
      await page.setViewportSize(sizes[size]);
      await page.emulateMedia({ colorScheme: theme });
      await page.waitForFunction(
        (wanted) =>
          document.documentElement.dataset.theme === wanted &&
          !document.getAnimations().some((a) => a.playState === 'running'),
        theme,
      );
      await checkView(page, problems, `${transport}-${name}-${size}-${theme}`);
    }
}

const servers = { files: await serveFolder(site) };
if (trey) servers.serve = await serveByTrey(trey, site);
const works = [];
for (const [transport, { url }] of Object.entries(servers)) {
  for (const [i, [what, work]] of Object.entries(cases).entries())
    if (!work.only || work.only === transport)
      works.push(() =>
        runCase(browser, url, i % 2 ? 'phone' : 'desktop', 'light', `${transport}: ${what}`, work),
      );
  for (const [name, work] of Object.entries(views))
    works.push(() =>
      runCase(
        browser,
        url,
        'phone',
        'light',
        `${transport}: view ${name}`,
        async (page, problems) => {
          await work(page);
          await checkAllSizes(page, problems, transport, name);
        },
      ),
    );
}
// Two at a time: one searches while the other waits for pictures.
async function runNextCases() {
  while (works.length) await works.shift()();
}
await Promise.all([runNextCases(), runNextCases()]);
for (const server of Object.values(servers)) server.end();
await browser.close();
// The failed cases are listed once more, since callers may show only the last lines.
for (const what of failures) console.log(`failed: ${what}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
