// @ts-check
// The session: requests as lines, answers as objects (docs/formats/engine.md). The transport, a
// worker or a socket, carries the lines.

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

// The engine no longer answers.
export class SessionLost extends Error {}

// Newlines and zero bytes would break a line; the session must report an error with the line's tag
// instead.
const asLine = (text) => text.replace(/\n/g, ' ').replaceAll('\0', '\ufffd');

// A line may have 1 MiB including its tag and line feed. A longer one would be rejected without its
// tag.
const longest = (1 << 20) - 32;
const sizeOf = (text) =>
  text.length * 3 <= longest ? text.length : new TextEncoder().encode(text).length;

// Without a seed every visitor would get the same game. 53 bits is the precision of JSON numbers.
const freshSeed = () => {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 21) * 2 ** 32 + low;
};

const beginsGame = (line) => /^(new|set) /.test(line) && !/ seed \d+/.test(line);

export class Session {
  /** @param {import('./transport.js').Transport} transport
   * @param {(why: string) => string} [refused] turns the engine's error message into a sentence
   */
  constructor(transport, refused) {
    this.transport = transport;
    this.refused = refused;
    this.next = 1;
    /** Requests that wait for their last line, by tag.
     * @type {Map<string, {resolve: Function, reject: Function, more: Function | null}>} */
    this.pending = new Map();
    /** Reason why nothing is answered any more.
     * @type {string | null} */
    this.closed = null;
    transport.onLine = (line) => this.receive(line);
    transport.onClose = (reason) => this.close(reason);
    transport.onBack = () => this.reconnected();
    /** @type {((reason: string) => void) | null} */
    this.onLost = null;
    /** @type {(() => void) | null} */
    this.onBack = null;
    /** Called with each answer that names the player that searched.
     * @type {((answer: {tag: string, player: string, warning?: string}) => void) | null} */
    this.onPlayer = null;
  }

  /** Resolves to the last line of the answer; `more` is called with each line before it. Rejects
   * with a SessionError if the session reports an error.
   * @template {keyof Answers} C
   * @overload
   * @param {C | `${C} ${string}`} line
   * @param {((answer: Progress[C]) => void) | null} [more]
   * @param {ArrayBuffer | null} [pixels]
   * @returns {Promise<Answers[C]>} */
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
      this.pending.set(tag, { resolve, reject, more });
      this.transport.send(`#${tag} ${asLine(line)}`, pixels);
    });
  }

  // Reads the position in an ImageData, whose buffer is transferred. One picture at a time.
  readPicture({ data, width, height }) {
    const read = () => this.request(`picture ${width} ${height}`, null, data.buffer);
    this.pictures = (this.pictures ?? Promise.resolve()).then(read, read);
    return this.pictures;
  }

  // Stops all requests sent so far; each still gets its last line.
  stop() {
    if (this.pending.size > 0 && !this.closed) this.transport.send('stop');
  }

  receive(line) {
    if (!line.startsWith('{')) return;
    const answer = JSON.parse(line);
    const request = this.pending.get(answer.tag);
    if (!request) return;
    if (answer.more) {
      if (request.more) request.more(answer);
      return;
    }
    this.pending.delete(answer.tag);
    if (answer.player) this.onPlayer?.(answer);
    if (answer.error) request.reject(new SessionError(answer, this.refused));
    else request.resolve(answer);
  }

  // Rejects all waiting and future requests.
  close(reason) {
    this.closed = reason;
    for (const request of this.pending.values()) request.reject(new SessionLost(reason));
    this.pending.clear();
    this.onLost?.(reason);
  }

  // The transport has a new engine, without any state of the old one.
  reconnected() {
    this.closed = null;
    this.onBack?.();
  }
}
