// The engine in a worker of the package: its files come in messages, the module as {engine: bytes}
// and the network as {file: bytes}.

import { runEngine } from './js/engine-core.js';

let giveEngine;
let giveFile;
const engine = new Promise((resolve) => {
  giveEngine = resolve;
});
const file = new Promise((resolve) => {
  giveFile = resolve;
});

// With its size, so that progress can be reported.
const responseOf = (bytes) =>
  new Response(bytes, { headers: { 'content-length': String(bytes.byteLength) } });

const handleEvent = runEngine(engine.then(responseOf), () => file.then(responseOf));
self.onmessage = (event) => {
  if (event.data.engine) giveEngine(event.data.engine);
  else if (event.data.file) giveFile(event.data.file);
  else handleEvent(event);
};
