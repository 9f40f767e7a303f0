// The engine for browsers. Its worker, WebAssembly module and network are JavaScript modules, so
// every bundler and every file server handles them.

import { browserWorker, defineEngine, embedded, SessionError } from './engine.js';

export { SessionError };

export const Engine = defineEngine({
  ...embedded,
  async worker() {
    const source = new Blob([await embedded.worker()], { type: 'text/javascript' });
    const address = URL.createObjectURL(source);
    const worker = browserWorker(new Worker(address));
    // Revoked once the worker has begun; some browsers load it late.
    setTimeout(() => URL.revokeObjectURL(address), 60000);
    return worker;
  },
});

export const createEngine = (options) => Engine.create(options);
