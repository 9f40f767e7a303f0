#!/usr/bin/env node
// trey's command by Node.js: `npx trey-engine plan FILE`. It is the same program as trey, compiled to
// WebAssembly; it runs on one thread, and `play` works in line mode.

import { readFileSync } from 'node:fs';
import tty from 'node:tty';
import { fileURLToPath } from 'node:url';

import { guestPath, run } from './wasi.js';

const program = fileURLToPath(new URL('./trey.wasm', import.meta.url));
const variables = {
  ...process.env,
  PWD: guestPath('.'),
  TREY_PROGRAM: guestPath(program),
};
if (process.platform === 'win32')
  for (const name of ['HOME', 'LOCALAPPDATA', 'TEMP', 'TMPDIR', 'TREY_NETWORKS'])
    if (variables[name]) variables[name] = guestPath(variables[name]);
if (tty.isatty(1)) variables.COLUMNS ??= String(process.stdout.columns);

// Absolute paths with a drive are the only ones that the program would not understand.
const args = process.argv
  .slice(2)
  .map((word) =>
    process.platform === 'win32' && /^[A-Za-z]:[\\/]/.test(word) ? guestPath(word) : word,
  );

try {
  await run(await WebAssembly.compile(readFileSync(program)), ['trey', ...args], variables);
} catch (error) {
  process.stderr.write(
    error instanceof WebAssembly.RuntimeError
      ? `trey: ended by an error of the program: ${error.message}\n`
      : `trey: cannot start: ${error.message}\n`,
  );
  process.exit(1);
}
