// @ts-check
// The last games, stored in the browser (IndexedDB). `PlayedGame` is the game in Play: it is stored
// when it ends or another one starts, and *New game* can be undone.

import { deleteValue, isCount, isLine, storedValue, storeValue } from './settings.js';
import { t } from './words.js';

/** A stored game. `date`: last played, in milliseconds since 1970; `record`: a line of
 * docs/formats/record.md.
 * @typedef {{id: string, date: number, rules: string, score: number, largest: number, moves:
 * number, over: boolean, record: string}} KeptGame */

export const maxGames = 50;

/** True if the stored object is a game; another version of the page may have stored something else.
 * @param {any} game */
const isGame = (game) =>
  isLine(game?.id) &&
  isLine(game.rules) &&
  isLine(game.record) &&
  [game.date, game.score, game.largest, game.moves].every(isCount);

/** Converts a request of IndexedDB to a promise.
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

// The latest `maxGames` games. If the browser cannot store them, they last until the page is
// closed.
export class Games {
  /** @param {(error: any) => void} onTrouble called when nothing can be stored */
  constructor(onTrouble) {
    this.onTrouble = onTrouble;
    /** @type {Map<string, KeptGame>} */
    this.unstored = new Map();
    /** @type {Promise<IDBDatabase> | null} */
    this.database = null;
  }

  open() {
    this.database ??= (async () => {
      const request = indexedDB.open('trey', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' });
      const database = await done(request);
      // Another tab needs a newer version, or the user cleared the site's data.
      database.onversionchange = () => database.close();
      database.onclose = () => {
        this.database = null;
      };
      return database;
    })().catch((error) => {
      this.database = null;
      throw error;
    });
    return this.database;
  }

  /** Runs `work` with the stored games in one transaction; resolves when the transaction is
   * complete.
   * @template T
   * @param {(store: IDBObjectStore) => Promise<T>} work
   * @returns {Promise<T>} */
  async inStore(work) {
    const transaction = (await this.open()).transaction('games', 'readwrite');
    const whole = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(null);
      transaction.onabort = () => reject(transaction.error);
    });
    whole.catch(() => {}); // `work` may reject first
    const result = await work(transaction.objectStore('games'));
    await whole;
    return result;
  }

  /** Stores a game, replacing the one with the same id, and deletes the oldest above `maxGames`.
   * @param {KeptGame} game */
  async put(game) {
    try {
      await this.inStore(async (store) => {
        await done(store.put(game));
        const all = await done(store.getAll());
        const oldest = all.filter(isGame).sort((a, b) => b.date - a.date);
        for (const { id } of oldest.slice(maxGames)) store.delete(id);
      });
      this.unstored.delete(game.id);
    } catch (error) {
      this.unstored.set(game.id, game);
      this.onTrouble(error);
    }
  }

  /** All games, latest first.
   * @returns {Promise<KeptGame[]>} */
  async list() {
    const stored = await this.inStore((store) => done(store.getAll())).catch(() => []);
    const all = new Map(stored.filter(isGame).map((game) => [game.id, game]));
    for (const [id, game] of this.unstored) all.set(id, game);
    return [...all.values()].sort((a, b) => b.date - a.date).slice(0, maxGames);
  }

  /** @param {string} id */
  async get(id) {
    return (await this.list()).find((game) => game.id === id) ?? null;
  }

  /** @param {string[]} ids */
  async remove(ids) {
    for (const id of ids) this.unstored.delete(id);
    await this.inStore(async (store) => {
      for (const id of ids) store.delete(id);
    }).catch((error) => this.onTrouble(error));
  }
}

const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

// The game in Play, and the one before it, which *New game* replaced.
export class PlayedGame {
  /** @param {Games} games */
  constructor(games) {
    this.games = games;
    /** @type {string} */
    this.id = storedValue('game.id', isLine) ?? newId();
    /** Id of the previous game while *New game* can be undone.
     * @type {string | null} */
    this.before = storedValue('game.before', isLine);
    storeValue('game.id', this.id);
  }

  /** @param {string} id @param {string | null} before */
  use(id, before) {
    this.id = id;
    this.before = before;
    storeValue('game.id', id);
    if (before) storeValue('game.before', before);
    else deleteValue('game.before');
  }

  /** Stores the game, unless it has no move. Returns true if it was stored.
   * @param {any} position as the session reports it
   * @param {string} record */
  async store(position, record) {
    if (!record || !(position.moves || position.redo)) return false;
    const { rules, score, moves, largest, over } = position;
    const [id, date] = [this.id, Date.now()];
    if ((await this.games.get(id))?.record === record) return true; // viewed, not played
    await this.games.put({ id, date, rules, score, largest, moves, over: Boolean(over), record });
    return true;
  }

  /** Switches to another game after this one was given to `store`. The record of the other game
   * must be saved at the same time: a page that closes in between would continue one game under
   * the id of the other.
   * @param {boolean} stored what `store` returned
   * @param {string} [id] of the other game, if it is stored */
  switchTo(stored, id = newId()) {
    this.use(id, stored ? this.id : id === this.before ? null : this.before);
  }

  /** True if undo at this position returns to the previous game.
   * @param {any} position */
  canReturn(position) {
    return Boolean(this.before) && !position.undo && !position.redo && !position.moves;
  }

  /** The previous game; null if it was deleted meanwhile. */
  async previous() {
    return this.before && (await this.games.get(this.before));
  }

  /** Switches back to the previous game, whose record is saved at the same time, or forgets it if
   * it cannot be continued.
   * @param {KeptGame | null} game */
  returnTo(game) {
    this.use(game ? game.id : this.id, null);
  }
}

/** The games that can be played, by the names of their rules. */
export const ruleNames = ['window', 'classic', 'course', '2048', 'fibonacci'];

/** Display name of a rule set: "Threes! 3×4".
 * @param {string} rules */
export function rulesName(rules) {
  const [name] = rules.trim().split(/[ ,]/);
  const rows = /rows=(\d+)/.exec(rules)?.[1],
    cols = /cols=(\d+)/.exec(rules)?.[1];
  return t(`rules.${name}`) + (rows || cols ? ` ${rows ?? 4}×${cols ?? 4}` : '');
}
