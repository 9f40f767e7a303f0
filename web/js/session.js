// @ts-check
// The session: requests as lines, answers as objects (docs/formats/engine.md). What carries the lines,
// a worker or a socket, is the transport's business.

/** @typedef {import('../engine/package/index.d.ts').Answers} Answers */
/** @typedef {import('../engine/package/index.d.ts').Progress} Progress */
/** @typedef {import('../engine/package/index.d.ts').ErrorAnswer} ErrorAnswer */

export class SessionError extends Error {
  /** @param {Pick<ErrorAnswer, 'error' | 'message'>} answer @param {(why: string) => string} refused */
  constructor(answer, refused = (why) => why) {
    super(refused(answer.message || answer.error));
    this.answer = answer;
  }
}

// Nothing is heard of the engine any more.
export class SessionLost extends Error {}

// A line that the session can answer by its tag: what is no text, or more than one line, is for it to refuse.
const asLine = (text) => text.replace(/\n/g, ' ').replaceAll('\0', '\ufffd');

// A line may have a mebibyte, its tag and line feed included; one that is longer would be refused
// without its tag.
const longest = (1 << 20) - 32;
const sizeOf = (text) =>
  text.length * 3 <= longest ? text.length : new TextEncoder().encode(text).length;

// A game that is begun without a seed would be the same for every visitor. 53 bits, as much as JSON holds.
const freshSeed = () => {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 21) * 2 ** 32 + low;
};

const beginsGame = (line) => /^(new|set) /.test(line) && !/ seed \d+/.test(line);

export class Session {
  /**
   * @param {import('./transport.js').Transport} transport
   * @param {(why: string) => string} [refused]  puts what the engine says of a fault into a sentence
   */
  constructor(transport, refused) {
    this.transport = transport;
    this.refused = refused;
    this.next = 1;
    /** Requests without a last line, by their tags.
     * @type {Map<string, {resolve: Function, reject: Function, more: Function | null}>} */
    this.waiting = new Map();
    /** Why nothing is answered any more.
     * @type {string | null} */
    this.closed = null;
    transport.onLine = (line) => this.take(line);
    transport.onClose = (reason) => this.fail(reason);
    transport.onBack = () => this.reopen();
    /** @type {((reason: string) => void) | null} */
    this.onLost = null;
    /** @type {(() => void) | null} */
    this.onBack = null;
    /** Called with each answer that names the player that thought.
     * @type {((answer: {player: string, warning?: string}) => void) | null} */
    this.onPlayer = null;
  }

  /**
   * Resolves to the last line of the answer; `more` is called with those before it. Rejects with a
   * SessionError where the session says what is wrong.
   * @template {keyof Answers} C
   * @overload
   * @param {C | `${C} ${string}`} line
   * @param {((answer: Progress[C]) => void) | null} [more]
   * @param {ArrayBuffer | null} [pixels]
   * @returns {Promise<Answers[C]>}
   */
  /**
   * @overload
   * @param {string} line
   * @param {((answer: any) => void) | null} [more]
   * @param {ArrayBuffer | null} [pixels] of a `picture` request
   * @returns {Promise<any>}
   */
  /**
   * @param {string} line
   * @param {((answer: any) => void) | null} [more]
   * @param {ArrayBuffer | null} [pixels] of a `picture` request
   * @returns {Promise<any>}
   */
  request(line, more = null, pixels = null) {
    if (this.closed) return Promise.reject(new SessionLost(this.closed));
    if (beginsGame(line)) line = `${line} seed ${freshSeed()}`;
    if (sizeOf(line) > longest)
      return Promise.reject(
        new SessionError({ error: 'limit', message: 'the line is too long' }, this.refused),
      );
    const tag = String(this.next++);
    return new Promise((resolve, reject) => {
      this.waiting.set(tag, { resolve, reject, more });
      this.transport.send(`#${tag} ${asLine(line)}`, pixels);
    });
  }

  // The position that a picture shows, from an ImageData; its buffer is given away. One picture at a time.
  readPicture({ data, width, height }) {
    const read = () => this.request(`picture ${width} ${height}`, null, data.buffer);
    this.pictures = (this.pictures ?? Promise.resolve()).then(read, read);
    return this.pictures;
  }

  // Ends what was asked for so far; each request still gets its last line.
  stop() {
    if (this.waiting.size > 0 && !this.closed) this.transport.send('stop');
  }

  take(line) {
    if (!line.startsWith('{')) return;
    const answer = JSON.parse(line);
    const request = this.waiting.get(answer.tag);
    if (!request) return;
    if (answer.more) {
      if (request.more) request.more(answer);
      return;
    }
    this.waiting.delete(answer.tag);
    if (answer.player) this.onPlayer?.(answer);
    if (answer.error) request.reject(new SessionError(answer, this.refused));
    else request.resolve(answer);
  }

  // Nothing is answered any more, neither what waits nor what is still to be asked.
  fail(reason) {
    this.closed = reason;
    for (const request of this.waiting.values()) request.reject(new SessionLost(reason));
    this.waiting.clear();
    this.onLost?.(reason);
  }

  // A new engine is there, to which nothing of what was before is known.
  reopen() {
    this.closed = null;
    this.onBack?.();
  }
}
