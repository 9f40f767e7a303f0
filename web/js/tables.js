// @ts-check
// Boards that are too large to be solved here: tables of them, which the engine has (`trey serve
// --table`), or which stand beside the page and come when they are wished for (tables.json, which
// `make site` writes).

import { siteFile } from './files.js';

const shapeOf = (rules) =>
  ['rows', 'cols'].map((name) => Number(new RegExp(`${name}=(\\d+)`).exec(rules)?.[1] ?? 4));

async function readList() {
  const list = JSON.parse(new TextDecoder().decode(await siteFile('tables.json')));
  return list.filter(
    ({ file, rows, cols, bytes }) => typeof file === 'string' && rows > 0 && cols > 0 && bytes > 0,
  );
}

// A table that was spoilt on its way is not to be taken from the browser's store again.
async function forget(path) {
  for (const key of (await globalThis.caches?.keys()) ?? [])
    await (await caches.open(key)).delete(path);
}

export class Tables {
  constructor(app) {
    this.session = app.session;
    this.transport = app.transport;
    this.had = []; // {rules, kind, states, root, …}, as the session tells them
    this.offered = null; // {file, rows, cols, kind, bytes}
    this.coming = new Map(); // file -> how much of it is there, 0 to 1
    // tell(table, error): more of it is there, or all (it is not coming any more), or it fails
    this.tell = null;
  }

  // Looks what there is. Where there is nothing to be had nobody is told.
  async look() {
    this.offered ??=
      this.transport.loadTable && !globalThis.treyFiles ? await readList().catch(() => []) : [];
    this.had = (await this.session.request('tables').catch(() => ({ tables: [] }))).tables;
  }

  // [rows, cols] of boards of the rule set course, each once.
  sizes() {
    const all = this.had
      .filter(({ rules }) => rules.startsWith('course,'))
      .map(({ rules }) => shapeOf(rules))
      .concat(this.offered.map(({ rows, cols }) => [rows, cols]));
    return [...new Map(all.map((size) => [size.join(), size])).values()];
  }

  // The table by which the engine answers for these rules; it takes the one that knows most.
  of(rules) {
    return (
      this.had
        .filter((table) => table.rules === rules)
        .sort((a, b) => Number(a.kind === 'play') - Number(b.kind === 'play'))[0] ?? null
    );
  }

  // Tables that would tell more of this board than the engine has.
  more([rows, cols], has) {
    return this.offered.filter(
      (table) =>
        table.rows === rows &&
        table.cols === cols &&
        (!has || (has.kind === 'play' && table.kind !== 'play')),
    );
  }

  async load(table) {
    const { file } = table;
    if (this.coming.has(file)) return;
    const told = (share) => {
      this.coming.set(file, share);
      this.tell(table, null);
    };
    told(0);
    const error = await this.transport
      .loadTable(table, ({ loaded, total }) => told(loaded / total))
      .then(
        () => null,
        (reason) => reason,
      );
    if (error) await forget(file).catch(() => {});
    this.coming.delete(file);
    this.tell(table, error);
  }
}
