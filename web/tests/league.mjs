// Moves files judged as a league, with the results of the command: chosen or dropped, with the
// inputs or for the open one.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { openInput } from './second.mjs';
import { open } from './steps.mjs';

const short = readFileSync(new URL('data/short.txt', import.meta.url), 'utf8');
const other = short
  .split('\n')
  .map((line, i) => (i >= 7 ? line.split(' ').reverse().join(' ') : line))
  .join('\n');
const moves = (letters) => `a\nb\n${letters}\n`;

// A class on two inputs: a tie, an illegal move, a missing file, one without moves, two for one
// input, a misspelt name.
const files = {
  'inputs/one.txt': short,
  'inputs/two.in': other,
  'class/README': 'a note to the marker\n',
  'class/anna/one.txt': moves('LURD'),
  'class/anna/two.txt': moves('LUL'),
  'class/bert/one.moves': moves('LURD'),
  'class/bert/two.txt': moves('LLLLLLLLLLLL'),
  'class/cleo/one.txt': 'LRUD\nLRUD\nnone\n',
  'class/cleo/two.a': moves('L'),
  'class/cleo/two.b': moves('L'),
  'class/dora/ones.txt': moves('L'),
  'class/dora/two': moves('LU'),
  'class/dora/old/one.txt': moves('L'),
};

async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'trey-league-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const cellsOf = (table) =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.cells].map((cell) => cell.textContent.replace(/,/g, ''))),
    );

export const cases = {
  async 'a folder with inputs and players is judged as a league, as by the command'(
    page,
    problems,
    { trey },
  ) {
    await withFolder(async (folder) => {
      await open(page, 'sequence');
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.locator('#view-sequence .button', { hasText: 'Judge a folder' }).click(),
      ]);
      await chooser.setFiles(folder);
      const table = page.locator('#view-sequence table').first();
      await table.waitFor();
      const shown = await cellsOf(table);
      assert.deepEqual(shown.map((row) => row[1]).sort(), ['anna', 'bert', 'cleo', 'dora']);
      await page
        .locator('#view-sequence', { hasText: 'Files that match no input’s name' })
        .waitFor();
      assert.equal(
        await page.locator('#view-sequence details summary', { hasText: 'bound' }).count(),
        2,
      );
      if (!trey) return;
      const { players } = JSON.parse(
        execFileSync(resolve(trey), ['judge', '--league', 'inputs', 'class', '--json'], {
          cwd: folder,
          encoding: 'utf8',
        }),
      );
      assert.deepEqual(
        shown,
        players.map((player) =>
          [
            player.rank,
            player.player,
            player.points.toFixed(2),
            player.score,
            player.counts,
            player.illegal,
            player.malformed,
            player.missing,
          ].map(String),
        ),
      );
    });
  },

  async 'files that are dropped on an open input are players, and the input stays open'(page) {
    await openInput(page, 'short.txt');
    const best = await page.locator('#view-sequence .huge').innerText();
    await page.locator('#view-sequence').evaluate(
      (view, given) => {
        const dataTransfer = new DataTransfer();
        for (const [name, text] of given) dataTransfer.items.add(new File([text], name));
        view.dispatchEvent(
          new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
        );
      },
      [
        ['ann.txt', moves('LU')],
        ['bob.txt', moves('LU')],
        ['cy.txt', moves('LLLLLLLLLLLL')],
        ['dot.txt', 'nothing\n'],
        ['.hidden', 'x'],
      ],
    );
    const table = page.locator('#view-sequence table').first();
    await table.waitFor();
    const rows = await cellsOf(table);
    assert.deepEqual(
      rows.map((row) => row.slice(0, 3)),
      [
        ['1', 'ann.txt', '100.00'],
        ['1', 'bob.txt', '100.00'],
        ['3', 'cy.txt', '0.00'],
        ['3', 'dot.txt', '0.00'],
      ],
    );
    assert.match(rows[2][6], /^Illegal: /);
    assert.equal(await page.locator('#view-sequence .huge').innerText(), best);
    // If there is nothing to judge the page reports it.
    await page.locator('#view-sequence input[multiple]').setInputFiles([
      { name: 'only.txt', mimeType: 'text/plain', buffer: Buffer.from(short) },
      { name: '.x', mimeType: 'text/plain', buffer: Buffer.from('') },
    ]);
    await page
      .locator('#view-sequence .notice.bad:not([hidden])', { hasText: 'no moves files' })
      .waitFor();
  },
};
