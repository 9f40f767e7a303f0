// check-js-size.mjs: no line of the page over 110 characters, no view class over 300 lines.

import { readFileSync, readdirSync } from 'node:fs';

const maxLine = 110,
  maxClass = 300;

const problems = [];
for (const path of readdirSync('web', { recursive: true }).sort()) {
  if (!/\.(m?js|css|html|ts)$/.test(path)) continue;
  const lines = readFileSync(`web/${path}`, 'utf8').split('\n');
  let begun = -1;
  lines.forEach((line, i) => {
    // A test's data may be one long text, and so may a picture in a style sheet.
    const isText =
      (path.startsWith('tests/') && /^\s*(return )?['"`].*['"`]\)?[,;]?$/.test(line)) ||
      (path.endsWith('.css') && line.includes('data:image/svg+xml'));
    if ([...line].length > maxLine && !isText)
      problems.push(`web/${path}:${i + 1}: ${[...line].length} characters`);
    if (/^(export )?class /.test(line)) begun = i;
    if (line === '}' && begun >= 0) {
      if (i - begun + 1 > maxClass)
        problems.push(`web/${path}:${begun + 1}: a class of ${i - begun + 1} lines`);
      begun = -1;
    }
  });
}
for (const problem of problems) console.log(problem);
process.exit(problems.length ? 1 : 0);
