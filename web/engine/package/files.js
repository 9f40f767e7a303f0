// The engine for browsers with its files as they are, for pages that forbid workers from `blob:`
// addresses and to save a third of the size. Bundlers find the addresses because they are literal
// (Vite's build, webpack); for others the files must be copied.

import { browserWorker, defineEngine, SessionError } from './engine.js';

export { SessionError };

async function load(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

export const Engine = defineEngine({
  wasm: () => load(new URL('./trey.wasm.gz', import.meta.url)),
  network: () => load(new URL('./share/trey/window-small.network', import.meta.url)),
  worker: async () =>
    browserWorker(new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })),
});

export const createEngine = (options) => Engine.create(options);
