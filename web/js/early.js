// @ts-check
// The first script of the page, run once its styles are there: on a slow network the first picture
// must not share the line with anything. It then loads the page's modules and the engine side by
// side; transport.js gives the engine to the worker.

const served = document.querySelector('meta[name=trey-transport][content=socket]');
if (!served)
  globalThis.treyEngine = fetch('trey.wasm.gz')
    .then((response) => (response.ok ? response.arrayBuffer() : null))
    .catch(() => null); // the worker tries once more, and reports why
for (const link of document.querySelectorAll('link[data-later]'))
  link.setAttribute('href', link.getAttribute('data-later') ?? '');
import('./main.js');
