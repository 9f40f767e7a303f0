// The engine for Node.js, in a worker thread. A thread that has nothing to answer does not keep the
// process alive.

import { Worker } from 'node:worker_threads';

import { defineEngine, embedded, SessionError } from './engine.js';

export { SessionError };

// Global values that a worker of a browser has. Between its slices the engine sends a message to
// itself. A port of Node.js delivers up to 1000 messages in a row, so that `stop` would wait for
// 1000 slices (20 s); setImmediate() lets the messages of other ports in.
const prelude = `
const { parentPort } = require('node:worker_threads');
globalThis.MessageChannel = class {
  constructor() {
    this.port1 = { onmessage: null };
    this.port2 = { postMessage: (data) => setImmediate(() => this.port1.onmessage({ data })) };
  }
};
const self = (globalThis.self = { name: '', postMessage: (message) => parentPort.postMessage(message) });
parentPort.on('message', (data) => self.onmessage({ data }));
`;

export const Engine = defineEngine({
  ...embedded,
  async worker() {
    const worker = new Worker(prelude + (await embedded.worker()), { eval: true });
    const wrapped = {
      post: (message, transfer = []) => worker.postMessage(message, transfer),
      terminate: () => worker.terminate(),
      keep: (busy) => (busy ? worker.ref() : worker.unref()),
      onMessage: null,
      onError: null,
    };
    worker.on('message', (data) => wrapped.onMessage?.(data));
    worker.on('error', (error) => wrapped.onError?.(error.message));
    return wrapped;
  },
});

export const createEngine = (options) => Engine.create(options);
