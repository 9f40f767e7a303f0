// one-file.mjs SITE ENGINE OUTPUT: the page of directory SITE as one file that opens from a disk,
// containing the modules of web/js, styles, the file ENGINE, small networks and positions. Browsers load no
// modules and start no workers from file://, hence one plain script, and a worker from its text.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [site, engine, output] = process.argv.slice(2);
const read = (path) => readFileSync(join(site, path), 'utf8');

// Bundles a module and all its imports, static and dynamic, as one plain script.
const script = (path, place) =>
  execFileSync(
    'esbuild',
    [
      path,
      '--bundle',
      '--format=iife',
      '--target=es2022',
      '--minify',
      '--charset=utf8',
      '--log-level=warning',
      `--define:import.meta.url=${place}`,
    ],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );

const inScript = (text) => text.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--');
const base64 = (path) =>
  readFileSync(path === 'trey.wasm.gz' ? engine : join(site, path)).toString('base64');

const worker = `self.treyGiven = new Promise((resolve) => self.addEventListener('message', ({ data }) => { if (data.files) resolve(data.files); }));
${script('web/js/worker.js', '""')}`;

const files = [
  'trey.wasm.gz',
  ...readdirSync(join(site, 'data'))
    .filter((name) => /^threes-|-small\.network$/.test(name))
    .map((name) => `data/${name}`),
  'practice.json',
];
const unpack = `globalThis.treyFiles = { 'js/worker.js': document.getElementById('worker').textContent };
for (const element of document.querySelectorAll('script[data-path]')) {
  const text = atob(element.textContent), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  globalThis.treyFiles[element.dataset.path] = bytes;
  element.remove();
}
`;
// Only the scripts and styles below may run, and nothing may be loaded. The worker, made of a blob,
// has the page's policy, so WebAssembly must be allowed here.
const inlined = (kind) => {
  const hashes = [];
  const text = (content) => {
    hashes.push(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
    return `<${kind}>${content}</${kind}>`;
  };
  return { hashes, text };
};
const styles = inlined('style'),
  code = inlined('script');
const scripts = [
  `<script type="text/plain" id="worker">${inScript(worker)}</script>`,
  ...files.map(
    (path) =>
      `<script type="application/octet-stream" data-path="${path}">${base64(path)}</script>`,
  ),
  code.text(`\n'use strict';\n${unpack}${inScript(script('web/js/main.js', 'document.baseURI'))}`),
];
const policy = () =>
  `default-src 'none'; script-src ${code.hashes.join(' ')} 'wasm-unsafe-eval'; worker-src blob:; style-src ${styles.hashes.join(' ')}; img-src data:; font-src data:; base-uri 'none'; form-action 'none'`;
// Embeds the fonts of a style sheet.
const withFonts = (style) =>
  style.replace(
    /url\((['"]?)(fonts\/[^'")]+)\1\)/g,
    (all, mark, path) => `url('data:font/woff2;base64,${base64(path)}')`,
  );

const html = read('index.html')
  .replace(
    /<link rel="stylesheet" (?:href|data-later)="([^"]+)">\n/g,
    (all, path) => `${styles.text(`\n${withFonts(read(path))}`)}\n`,
  )
  .replace(
    /<link rel="icon"[^>]*>/,
    `<link rel="icon" href="data:image/svg+xml;base64,${base64('icon.svg')}">`,
  )
  .replace(
    /<(link rel="(manifest|preload|apple-touch-icon)"|meta name="trey-module")[^>]*>\n?/g,
    '',
  )
  .replace(/<meta property="og:[^>]*>\n/g, '')
  .replace(/<script type="module"[^>]*><\/script>\n/g, '')
  .replace(
    /<meta http-equiv="Content-Security-Policy"[^>]*>/,
    () => `<meta http-equiv="Content-Security-Policy" content="${policy()}">`,
  )
  .replace('</body>', () => `${scripts.join('\n')}\n</body>`);
if (!html.includes('sha256-')) throw new Error('index.html: it has no policy');
if (/ (src|href)="(?!data:|#)/.test(html.slice(0, html.indexOf('<script'))))
  throw new Error('index.html: something is left that is not inside');
writeFileSync(output, html);
