// check-js-size.mjs: no line of the page over 110 characters, no view class over 300 lines. The
// lists below are the only exceptions: files still to be split or to be wrapped.

import { readFileSync, readdirSync } from 'node:fs';

const maxLine = 110,
  maxClass = 300;
const longLines = ['grid'];
const longClasses = [];

const problems = [];
const found = { lines: new Set(), classes: new Set() };
const note = (list, kind, name, text) => {
  found[kind].add(name);
  if (!list.includes(name)) problems.push(text);
};

for (const path of readdirSync('web', { recursive: true }).sort()) {
  if (!/\.(m?js|css|html|ts)$/.test(path)) continue;
  const lines = readFileSync(`web/${path}`, 'utf8').split('\n');
  const name = path.startsWith('js/') ? path.slice(3, -3) : path;
  let begun = -1;
  lines.forEach((line, i) => {
    // A test's data may be one long text, and so may a picture in a style sheet.
    const isText =
      (path.startsWith('tests/') && /^\s*(return )?['"`].*['"`]\)?[,;]?$/.test(line)) ||
      (path.endsWith('.css') && line.includes('data:image/svg+xml'));
    if ([...line].length > maxLine && !isText)
      note(longLines, 'lines', name, `web/${path}:${i + 1}: ${[...line].length} characters`);
    if (/^(export )?class /.test(line)) begun = i;
    if (line === '}' && begun >= 0) {
      if (i - begun + 1 > maxClass)
        note(
          longClasses,
          'classes',
          name,
          `web/${path}:${begun + 1}: a class of ${i - begun + 1} lines`,
        );
      begun = -1;
    }
  });
}
for (const problem of problems) console.log(problem);
for (const name of longLines)
  if (!found.lines.has(name)) console.log(`note: ${name} needs no place in longLines any more`);
for (const name of longClasses)
  if (!found.classes.has(name)) console.log(`note: ${name} needs no place in longClasses any more`);
process.exit(problems.length ? 1 : 0);
