// check.mjs DIRECTORY TOOLS TREY: checks the package trey-engine that is installed in DIRECTORY with
// the bundlers of TOOLS (tools/check-npm): in pages, in Node.js, by TypeScript, and the command
// against TREY.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';

import { launch } from '../browser.mjs';

const [app, tools, trey] = process.argv.slice(2).map((each) => resolve(each));
const require = createRequire(`${tools}/package.json`);
const { chromium } = require('playwright-core');

let passed = 0;
let failed = 0;
async function check(name, work) {
  try {
    await work();
    passed++;
    console.log(`ok     ${name}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${name}\n${error.stack ?? error}`);
  }
}

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: app, encoding: 'utf8', ...options });
  if (result.error) throw result.error;
  return result;
}
function done(command, args, options) {
  const result = run(command, args, options);
  if (result.status !== 0) throw new Error(`${args.join(' ')}: ${result.stdout}${result.stderr}`);
  return result.stdout;
}
const tool = (path, ...args) =>
  done(process.execPath, [join(tools, 'node_modules', path), ...args]);
function same(found, expected) {
  if (found !== expected) throw new Error(`found:\n${found}\nexpected:\n${expected}`);
}

// --- Node.js and TypeScript ---

const script = `const trey = await Engine.create();
await trey.request('set window 0000012003300000 next 1');
const { best, values } = await trey.request('advice depth 3');
const advice = JSON.stringify({ best, values });
`;
const nodeScript = `import { Engine, SessionError } from 'trey-engine';
${script}console.log(advice);
const refused = await trey.request('set window no').catch((error) => error);
if (!(refused instanceof SessionError) || !refused.answer.error) throw refused;
`;
let advice = '';

writeFileSync(`${app}/node.mjs`, nodeScript);
await check('Node.js gets advice, and its process ends', () => {
  advice = done(process.execPath, ['node.mjs'], { timeout: 60000 }).trim();
  if (!/^\{"best":"[URDL]","values":\{/.test(advice)) throw new Error(advice);
});

await check('Node.js gives the advice of trey', () => {
  const input =
    'setoption name Player value network-small\nset window 0000012003300000 next 1\nadvice depth 3\n';
  const lines = done(trey, ['engine'], { input }).trim().split('\n');
  const { best, values } = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .findLast((answer) => answer.values);
  same(advice, JSON.stringify({ best, values }));
});

await check('the package has the licences of what it contains', () => {
  for (const name of ['zstd', 'jansson', 'zlib', 'libpng', 'libjpeg', 'wasi-libc']) {
    const text = readFileSync(`${app}/node_modules/trey-engine/licences/${name}.txt`, 'utf8');
    if (!/copyright/i.test(text)) throw new Error(`${name} without a copyright notice`);
  }
});

// The depth would take minutes; a stopped search has the result so far. Ten searches that go on for
// 20 seconds after the stop would not end within the minute that the program has.
writeFileSync(
  `${app}/stop.mjs`,
  `import { Engine } from 'trey-engine';
const trey = await Engine.create();
await trey.request('set window 0000012003300000 next 1');
for (let i = 0; i < 10; i++) {
  const { best, stopped } = await trey.request('advice depth 30', ({ depth }) => {
    if (depth === 2) trey.stop();
  });
  if (best === null || !stopped) throw new Error('not stopped');
}
console.log('stopped');
`,
);
await check('Node.js stops a search', () => {
  same(done(process.execPath, ['stop.mjs'], { timeout: 60000 }).trim(), 'stopped');
});

writeFileSync(
  `${app}/types.mts`,
  `import { Engine } from 'trey-engine';
const trey = await Engine.create({ network: false });
const { best } = await trey.request('advice depth 1', (more) => 'depth' in more);
const move: 'U' | 'R' | 'D' | 'L' | null | undefined = best;
// @ts-expect-error: no such member
(await trey.request('advice depth 1')).nothing;
// @ts-expect-error: no such request
await trey.request('nonsense');
console.log(move);
`,
);
for (const [module, moduleResolution] of [
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])
  await check(`TypeScript knows the answers, module resolution ${moduleResolution}`, () => {
    const compilerOptions = { module, moduleResolution, target: 'es2022', strict: true };
    Object.assign(compilerOptions, { noEmit: true, types: [], lib: ['es2022', 'dom'] });
    writeFileSync(
      `${app}/tsconfig.json`,
      JSON.stringify({ compilerOptions, files: ['types.mts'] }),
    );
    tool('typescript/bin/tsc', '-p', 'tsconfig.json');
  });

// --- the command ---

// The same standard output, errors and status as TREY, which finds the same networks.
const networks = {
  ...process.env,
  TREY_NETWORKS: join(app, 'node_modules/trey-engine/share/trey'),
};
async function sameCommand(name, args, { input = '', edit = (text) => text } = {}) {
  await check(`npx: ${name}`, () => {
    const state = { XDG_STATE_HOME: join(app, 'state') };
    const seen = (result) =>
      `${edit(result.stdout)}\n${result.stderr}\nstatus ${result.status}`.replaceAll(
        /^trey-engine: /gm,
        'trey: ',
      );
    const expected = run(trey, args, { input, env: { ...networks, ...state } });
    rmSync(state.XDG_STATE_HOME, { recursive: true, force: true });
    rmSync(join(app, 'played.game'), { force: true });
    const found = run('npx', ['--no-install', 'trey-engine', ...args], {
      input,
      env: { ...process.env, ...state },
    });
    same(seen(found), seen(expected));
  });
}

const examples = new URL('../../../examples/', import.meta.url).pathname;
const pictures = new URL('../../../fuzz/corpus/fuzz_picture/', import.meta.url).pathname;
cpSync(`${examples}demo.txt`, `${app}/demo.txt`);
const board = '3072 12 2 12 1536 24 12 0 6 12 0 24 6 2 3 0';
const small = ['--player', 'network-small', '--threads', '1'];
await sameCommand('version', ['--version']);
await sameCommand('plan, proved optimal', ['plan', 'demo.txt']);
await sameCommand('advise with the network', [
  ...['advise', '--board', board, '--next', '1', '--depth', '4', ...small],
]);
await sameCommand('solve 2x3', ['solve', '--stats', '--json'], {
  edit: (text) => text.replace(/"seconds".*"stored_bytes"/, ''),
});
await sameCommand(
  '20 games',
  ['selfplay', '--games', '20', '--depth', '1', '--seed', '1', ...small],
  {
    edit: (text) => text.replace(/^time per move.*\n/m, ''),
  },
);
await sameCommand('hints', ['hints'], { input: '1\n2 2 2048\n2 2\n4 8\n' });
await sameCommand(
  'play in line mode',
  ['play', '--seed', '4', '--file', 'played.game', '--force'],
  {
    input: 'ULD\nauto 2\nundo\nsave\nquit\n',
    edit: (text) => text.slice(0, text.indexOf('auto')),
  },
);
for (const name of ['board.png', 'board.jpg', 'progressive.jpg', 'damaged.jpg', 'truncated.png'])
  await sameCommand(`read ${name}`, ['read', `${pictures}${name}`]);
await sameCommand('a missing file', ['plan', 'nothing.txt']);
await sameCommand('wrong usage', ['plan', '--unknown']);
await check('npx writes a file as a whole', () => {
  done('npx', ['--no-install', 'trey-engine', 'plan', '-q', '-o', 'demo.moves', 'demo.txt']);
  done(trey, ['plan', '-q', '-o', 'expected.moves', 'demo.txt']);
  same(readFileSync(`${app}/demo.moves`, 'utf8'), readFileSync(`${app}/expected.moves`, 'utf8'));
});

// --- pages ---

const page = (from) => `<!doctype html>
<meta charset="utf-8">
<p id="advice"></p>
<script type="module">
import { Engine } from '${from}';
${script}document.querySelector('#advice').textContent = advice;
</script>
`;
const contentTypes = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

// Serves a directory; `unpacks` marks packed files so that the browser unpacks them, as Vite does.
async function serve(directory, unpacks = false) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html');
    try {
      const bytes = readFileSync(join(directory, path));
      response.setHeader('content-type', contentTypes[extname(path)] ?? 'application/octet-stream');
      if (unpacks && path.endsWith('.gz')) response.setHeader('content-encoding', 'gzip');
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

const browser = await chromium.launch(launch);
async function opens(address) {
  const view = await browser.newPage();
  const problems = [];
  view.on('pageerror', (error) => problems.push(String(error)));
  view.on('requestfailed', (request) => problems.push(`not loaded: ${request.url()}`));
  view.on('response', (response) => {
    if (response.status() >= 400 && !response.url().endsWith('favicon.ico'))
      problems.push(`${response.status()}: ${response.url()}`);
  });
  try {
    await view.goto(address);
    await view.waitForFunction(() => document.querySelector('#advice').textContent, null, {
      timeout: 60000,
    });
    same(await view.textContent('#advice'), advice);
  } catch (error) {
    throw new Error(`${error.message}\n${problems.join('\n')}`);
  } finally {
    await view.close();
  }
}
async function served(directory, unpacks, path = '') {
  const { address, close } = await serve(directory, unpacks);
  try {
    await opens(address + path);
  } finally {
    close();
  }
}

for (const entry of ['index', 'files']) {
  const name = entry === 'index' ? 'trey-engine' : `trey-engine/${entry}`;
  writeFileSync(`${app}/${entry}.html`, page(`./node_modules/trey-engine/${entry}.js`));
  for (const unpacks of [false, true])
    await check(`${name} as plain files${unpacks ? ', unpacked by the browser' : ''}`, () =>
      served(app, unpacks, `${entry}.html`),
    );

  // Directories of their own, below the installed package.
  const source = `${app}/${entry}-page`;
  mkdirSync(source, { recursive: true });
  writeFileSync(`${source}/index.html`, page(name));
  writeFileSync(
    `${source}/main.js`,
    `import { Engine } from '${name}';\n(async () => {\n${script}document.querySelector('#advice').textContent = advice;\n})();\n`,
  );
  const bundled = (folder) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      `${folder}/index.html`,
      '<!doctype html><p id="advice"></p><script type="module" src="main.js"></script>',
    );
  };

  await check(`${name} built by Vite`, async () => {
    tool('vite/bin/vite.js', 'build', source, '--outDir', `${source}/dist`, '--logLevel', 'error');
    await served(`${source}/dist`);
  });

  await check(`${name} bundled by webpack`, async () => {
    bundled(`${source}/webpack`);
    tool(
      'webpack-cli/bin/cli.js',
      ...[
        '--mode',
        'production',
        '--entry',
        `${source}/main.js`,
        '--output-path',
        `${source}/webpack`,
      ],
    );
    await served(`${source}/webpack`);
  });
}

// Vite's development server and esbuild do not see the addresses of files in packages.
await check('trey-engine in the development server of Vite', async () => {
  const { createServer: createVite } = await import(
    `${tools}/node_modules/vite/dist/node/index.js`
  );
  const vite = await createVite({
    root: `${app}/index-page`,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false },
    cacheDir: `${app}/vite-cache`,
  });
  await vite.listen();
  try {
    await opens(`http://127.0.0.1:${vite.httpServer.address().port}/`);
  } finally {
    await vite.close();
  }
});
for (const [kind, options] of [
  ['one file', []],
  ['pieces', ['--splitting']],
])
  await check(`trey-engine bundled by esbuild into ${kind}`, async () => {
    const folder = `${app}/esbuild-${kind.replace(' ', '-')}`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      `${folder}/index.html`,
      '<!doctype html><p id="advice"></p><script type="module" src="main.js"></script>',
    );
    done(join(tools, 'node_modules/.bin/esbuild'), [
      ...[`${app}/index-page/main.js`, '--bundle', '--format=esm', `--outdir=${folder}`],
      ...['--log-level=warning', ...options],
    ]);
    await served(folder);
  });
await check('trey-engine bundled by esbuild for Node.js', () => {
  done(join(tools, 'node_modules/.bin/esbuild'), [
    ...['node.mjs', '--bundle', '--platform=node', '--format=esm', '--outfile=bundled.mjs'],
    '--log-level=warning',
  ]);
  same(done(process.execPath, ['bundled.mjs']).trim(), advice);
});

await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
