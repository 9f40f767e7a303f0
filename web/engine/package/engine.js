// The class Engine over a source: where the worker and its files come from, which differs between
// the entries index.js, node.js and files.js.

import { Session, SessionError } from './js/session.js';

export { SessionError };

/** @typedef {object} Source
 * @property {() => Promise<WorkerLike>} worker
 * @property {() => Promise<ArrayBuffer>} wasm
 * @property {() => Promise<ArrayBuffer>} network */
/** @typedef {object} WorkerLike
 * @property {(message: object, transfer?: ArrayBuffer[]) => void} post
 * @property {() => void} terminate
 * @property {((data: any) => void) | null} onMessage
 * @property {((reason: string) => void) | null} onError
 * @property {(busy: boolean) => void} [keep] keeps the process alive while an answer is awaited */

/** Makes the class for a source. @param {Source} source */
export function defineEngine(source) {
  return class Engine {
    #worker;
    #session;
    #transport;
    #loading = null; // {resolve, reject, onLoad} of the network
    // Starts an engine. Resolves once its network is loaded, or immediately with {network: false}.
    static async create({ network = true, onLoad = null } = {}) {
      const wasm = source.wasm();
      const weights = network ? source.network() : null;
      weights?.catch(() => {}); // reported below
      const worker = await source.worker();
      const engine = new Engine(worker);
      try {
        const bytes = await wasm;
        worker.post({ engine: bytes }, [bytes]);
        if (weights) await engine.#load('small', await weights, onLoad);
        worker.keep?.(false);
      } catch (error) {
        engine.close();
        throw error;
      }
      return engine;
    }

    /** @private use Engine.create */
    constructor(worker) {
      this.#worker = worker;
      this.#transport = { onLine: null, onClose: null, send: (line) => worker.post({ line }) };
      this.#session = new Session(this.#transport);
      worker.onMessage = (data) => this.#receive(data);
      worker.onError = (reason) => this.#fail(reason);
    }

    #fail(reason) {
      this.#transport.onClose(reason);
      this.#loading?.reject(new Error(reason));
    }

    #receive(data) {
      if (data.lines) for (const line of data.lines) this.#transport.onLine(line);
      else if (data.loading) this.#loading?.onLoad?.(data.loading);
      else if (data.loaded) this.#loading?.resolve();
      else if (data.failed) this.#loading?.reject(new Error(data.reason));
      else if (data.closed) this.#fail(data.closed);
    }

    async #load(name, bytes, onLoad) {
      this.#worker.post({ file: bytes }, [bytes]);
      this.#worker.post({ load: name });
      await new Promise((resolve, reject) => {
        this.#loading = { resolve, reject, onLoad };
      });
    }

    async request(line, more = null) {
      this.#worker.keep?.(true);
      try {
        return await this.#session.request(line, more);
      } finally {
        if (this.#session.pending.size === 0) this.#worker.keep?.(false);
      }
    }

    stop() {
      this.#session.stop();
    }

    close() {
      this.#worker.terminate();
      this.#session.close('the engine is closed');
    }
  };
}

// The bytes of a text in base64.
function bytesOf(text) {
  const coded = atob(text);
  const bytes = new Uint8Array(coded.length);
  for (let i = 0; i < coded.length; i++) bytes[i] = coded.charCodeAt(i);
  return bytes.buffer;
}

/** The files as JavaScript modules, which every bundler finds and loads on demand. */
export const embedded = {
  wasm: async () => bytesOf((await import('./embedded/wasm.js')).default),
  network: async () => bytesOf((await import('./embedded/network.js')).default),
  worker: async () => (await import('./embedded/worker.js')).default,
};

/** A worker of the browser as WorkerLike. @param {Worker} worker @returns {WorkerLike} */
export function browserWorker(worker) {
  const wrapped = {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
    onMessage: null,
    onError: null,
  };
  worker.onmessage = ({ data }) => wrapped.onMessage?.(data);
  worker.onerror = (event) => wrapped.onError?.(event.message || 'the worker does not start');
  return wrapped;
}
