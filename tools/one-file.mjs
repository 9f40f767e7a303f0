// one-file.mjs SITE OUTPUT: the page of folder SITE as one file that opens from a disk: its modules put together, styles,
// engine, small network and positions inside. Browsers load no modules and start no workers from file://, hence
// one plain script, and a worker from its text.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const [site, output] = process.argv.slice(2);
const read = (path) => readFileSync(join(site, path), 'utf8');

// Modules in the order in which they need each other, each a function that returns what it exports. The forms of import
// and export that the page uses are known here, and any other is refused.
function bundle(entry) {
  const made = new Map(),
    parts = [];
  const add = (path) => {
    if (made.has(path)) {
      if (made.get(path) === null) throw new Error(`${path}: imports go round in a circle`);
      return made.get(path);
    }
    made.set(path, null);
    const names = [];
    let text = read(path).replace(/^import ([^;]+?) from '([^']+)';$/gm, (all, what, from) => {
      const variable = add(posix.join(dirname(path), from));
      if (/^\w+$/.test(what)) return `const ${what} = ${variable}.default;`;
      if (!/^\{[^}]*\}$/.test(what)) throw new Error(`${path}: ${all}`);
      return `const ${what.replace(/\s+/g, ' ').replace(/ as /g, ': ')} = ${variable};`;
    });
    text = text.replace(
      /\bimport\('([^']+)'\)/g,
      (all, from) => `Promise.resolve(${add(posix.join(dirname(path), from))})`,
    );
    text = text
      .replace(/^export default /m, () => {
        names.push('default: exported');
        return 'const exported = ';
      })
      .replace(/^export ((?:async )?function|class|const) (\w+)/gm, (all, kind, name) => {
        names.push(name);
        return `${kind} ${name}`;
      })
      .replaceAll('import.meta.url', 'document.baseURI');
    if (/^(import|export)\b/m.test(text))
      throw new Error(`${path}: a form of import or export that is not known`);
    if (
      /^const \w+ = [^;]*, \w+ = .*;$/m.test(
        text
          .split('\n')
          .filter((line) => names.some((name) => line.startsWith(`const ${name} =`)))
          .join('\n'),
      )
    )
      throw new Error(`${path}: one export a line`);
    const variable = `m${parts.length}`;
    parts.push(
      `// ${path}\nconst ${variable} = (() => {\n${text}\nreturn { ${names.join(', ')} };\n})();\n`,
    );
    made.set(path, variable);
    return variable;
  };
  add(entry);
  return parts.join('\n');
}

const inScript = (text) => text.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--');
const base64 = (path) => readFileSync(join(site, path)).toString('base64');

const worker = `self.treyGiven = new Promise((resolve) => self.addEventListener('message', ({ data }) => { if (data.files) resolve(data.files); }));
${read('js/worker.js').replaceAll('import.meta.url', "''")}`;
if (/^(import|export)\b/m.test(worker))
  throw new Error('js/worker.js: imports cannot be in one file');

const files = ['trey.wasm.gz', 'data/window-small.network', 'practice.json'];
const unpack = `globalThis.treyFiles = { 'js/worker.js': document.getElementById('worker').textContent };
for (const element of document.querySelectorAll('script[data-path]')) {
  const text = atob(element.textContent), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  globalThis.treyFiles[element.dataset.path] = bytes;
  element.remove();
}
`;
// Nothing but the scripts and styles below may run, and nothing may be loaded. The worker, made of a blob, is under
// the policy of the page, so WebAssembly must be allowed here.
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
  code.text(`\n'use strict';\n${unpack}${inScript(bundle('js/main.js'))}`),
];
const policy = () =>
  `default-src 'none'; script-src ${code.hashes.join(' ')} 'wasm-unsafe-eval'; worker-src blob:; style-src ${styles.hashes.join(' ')}; img-src data:; base-uri 'none'; form-action 'none'`;

const html = read('index.html')
  .replace(
    /<link rel="stylesheet" href="([^"]+)">\n/g,
    (all, path) => `${styles.text(`\n${read(path)}`)}\n`,
  )
  .replace(
    /<link rel="icon"[^>]*>/,
    `<link rel="icon" href="data:image/svg+xml;base64,${base64('icon.svg')}">`,
  )
  .replace(/<link rel="(manifest|modulepreload)"[^>]*>\n/g, '')
  .replace(/<script type="module"[^>]*><\/script>\n/, '')
  .replace(
    /<meta http-equiv="Content-Security-Policy"[^>]*>/,
    () => `<meta http-equiv="Content-Security-Policy" content="${policy()}">`,
  )
  .replace('</body>', () => `${scripts.join('\n')}\n</body>`);
if (!html.includes('sha256-')) throw new Error('index.html: it has no policy');
if (/ (src|href)="(?!data:|#)/.test(html.slice(0, html.indexOf('<script'))))
  throw new Error('index.html: something is left that is not inside');
writeFileSync(output, html);
