// @ts-check
// The first script of the page. It runs after the styles have loaded, because on a slow network
// nothing should compete with the first paint. It then loads the page's modules and the first part
// of the engine in parallel; transport.js passes the engine to the worker.

const served = document.querySelector('meta[name=trey-transport][content=socket]');
if (!served)
  globalThis.treyEngine = fetch('engine-first.wasm.gz')
    .then((response) => (response.ok ? response.arrayBuffer() : null))
    .catch(() => null); // the worker tries again, and reports the reason
for (const module of document.querySelectorAll('meta[name=trey-module]')) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = module.getAttribute('content') ?? '';
  document.head.append(link);
}
import('./main.js');
