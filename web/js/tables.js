// @ts-check
// Tables of boards that are too large to solve here. The engine has them (`trey serve --table`), or
// they are files next to the page, loaded on request (tables.json, which `make site` writes).

import { siteFile } from './files.js';

const shapeOf = (rules) =>
  ['rows', 'cols'].map((name) => Number(new RegExp(`${name}=(\\d+)`).exec(rules)?.[1] ?? 4));

async function readList() {
  const list = JSON.parse(new TextDecoder().decode(await siteFile('tables.json')));
  return list.filter(
    ({ file, rows, cols, bytes }) => typeof file === 'string' && rows > 0 && cols > 0 && bytes > 0,
  );
}

// Bypasses the browser's cache after a damaged download.
async function deleteFromCaches(path) {
  for (const key of (await globalThis.caches?.keys()) ?? [])
    await (await caches.open(key)).delete(path);
}

export class Tables {
  constructor(app) {
    this.session = app.session;
    this.transport = app.transport;
    this.engineTables = []; // tables of the engine: {rules, kind, states, root, …}
    this.siteTables = null; // tables next to the page: {file, rows, cols, kind, bytes}
    this.loading = new Map(); // file -> loaded share, 0 to 1
    // onChange(table, error) is called on progress, at the end, or with an error
    this.onChange = null;
  }

  // Finds the available tables; without any it stays silent.
  async refresh() {
    this.siteTables ??=
      this.transport.loadTable && !globalThis.treyFiles ? await readList().catch(() => []) : [];
    this.engineTables = (await this.session.request('tables').catch(() => ({ tables: [] }))).tables;
  }

  // Sizes [rows, cols] of boards of the rule set course, each once.
  sizes() {
    const all = this.engineTables
      .filter(({ rules }) => rules.startsWith('course,'))
      .map(({ rules }) => shapeOf(rules))
      .concat(this.siteTables.map(({ rows, cols }) => [rows, cols]));
    return [...new Map(all.map((size) => [size.join(), size])).values()];
  }

  // The table that the engine uses for these rules: the most complete one.
  of(rules) {
    return (
      this.engineTables
        .filter((table) => table.rules === rules)
        .sort((a, b) => Number(a.kind === 'play') - Number(b.kind === 'play'))[0] ?? null
    );
  }

  // Tables with more values for this board than the engine has.
  more([rows, cols], has) {
    return this.siteTables.filter(
      (table) =>
        table.rows === rows &&
        table.cols === cols &&
        (!has || (has.kind === 'play' && table.kind !== 'play')),
    );
  }

  async load(table) {
    const { file } = table;
    if (this.loading.has(file)) return;
    const told = (share) => {
      this.loading.set(file, share);
      this.onChange(table, null);
    };
    told(0);
    const error = await this.transport
      .loadTable(table, ({ loaded, total }) => told(loaded / total))
      .then(
        () => null,
        (reason) => reason,
      );
    if (error) await deleteFromCaches(file).catch(() => {});
    this.loading.delete(file);
    this.onChange(table, error);
  }
}
