// The engine for Node.js, in a worker thread. A thread that has nothing to answer does not keep the
// process alive.

import { Worker } from 'node:worker_threads';

import { defineEngine, embedded, SessionError } from './engine.js';

export { SessionError };

// Global values that a worker of a browser has.
const prelude = `
const { parentPort } = require('node:worker_threads');
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
