// @ts-check
// The engine in a worker of the page. Its first part may come in a message, because the page may be
// loading that already, as the worker's name says. The single-file page has the engine as a whole.

import { runEngine } from './engine-core.js';

/** Loads a file of the site. In the single-file page, files come with the first message.
 * @param {string} path */
async function siteFile(path) {
  const given = self.treyGiven && (await self.treyGiven)[path];
  const response = given
    ? new Response(given)
    : await fetch(new URL(`../${path}`, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response;
}

let giveEngine = null;
const givenEngine = new Promise((resolve) => {
  giveEngine = resolve;
});

// The engine is compressed because simple file servers do not compress. null comes if the page
// failed to load its first part. Later workers of a page, such as that of a watched window, load it
// themselves.
async function engineFile() {
  if (self.treyGiven) return siteFile('trey.wasm.gz');
  const given = self.name === 'engine comes' ? await givenEngine : null;
  return given ? new Response(given) : siteFile('engine-first.wasm.gz');
}

const handleEvent = runEngine(engineFile(), siteFile);
self.onmessage = (event) => {
  if (event.data.engine !== undefined) giveEngine(event.data.engine);
  else handleEvent(event);
};
