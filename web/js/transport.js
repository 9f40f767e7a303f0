// @ts-check
// Transports of lines: a worker with the engine as WebAssembly, or a socket to `trey serve`
// (socket.js). Both have send(line, pixels), where `pixels` is the buffer of a `picture` request,
// else null; onLine, onClose, and onLoad({name, loaded, total}) while a network loads; load(name),
// which requests a network (networks.js) and resolves once the engine has it; and hasNetworks, true
// if the engine has its own. A worker also has loadTable({file, bytes}, more), which loads a table
// of exact values and reports progress by more({loaded, total}).

import { t } from './words.js';

/** @typedef {object} Transport
 * @property {(line: string, pixels?: ArrayBuffer | null) => void} send
 * @property {((line: string) => void) | null} onLine
 * @property {((reason: string) => void) | null} onClose
 * @property {(() => void) | null} [onBack] a new engine is connected, without state
 * @property {((progress: Progress) => void) | null} [onLoad]
 * @property {(name: string) => Promise<void>} [load]
 * @property {(table: {file: string, bytes: number}, more: (progress: Progress) => void) =>
 * Promise<void>} [loadTable]
 * @property {boolean} [reopens] a lost connection is retried
 * @property {boolean} [hasNetworks] the engine has its own */
/** @typedef {{name: string, loaded: number, total: number}} Progress */

function workerTransport() {
  const inside = globalThis.treyFiles; // the single-file page contains all other files
  const worker = inside
    ? new Worker(
        URL.createObjectURL(
          new Blob([/** @type {any} */ (inside['js/worker.js'])], { type: 'text/javascript' }),
        ),
      )
    : new Worker(new URL('./worker.js', import.meta.url), {
        type: 'module',
        name: globalThis.treyEngine ? 'engine comes' : '',
      });
  if (inside) worker.postMessage({ files: inside });
  globalThis.treyEngine?.then((bytes) =>
    worker.postMessage({ engine: bytes }, bytes ? [bytes] : []),
  );
  globalThis.treyEngine = null;
  /** @type {any} */
  const transport = { onLine: null, onClose: null, onLoad: null };
  let loads = new Map();
  transport.send = (line, pixels = null) =>
    pixels ? worker.postMessage({ line, pixels }, [pixels]) : worker.postMessage({ line });
  transport.end = () => worker.terminate();
  transport.load = (wanted) =>
    new Promise((resolve, reject) => {
      const name = inside && wanted === 'large' ? 'small' : wanted;
      loads.set(name, { resolve, reject });
      worker.postMessage({ load: name });
    });
  transport.loadTable = ({ file, bytes }, more) =>
    new Promise((resolve, reject) => {
      loads.set(file, { resolve, reject, more });
      worker.postMessage({ table: { path: file, bytes } });
    });
  worker.onmessage = ({ data }) => {
    if (data.lines) for (const line of data.lines) transport.onLine(line);
    else if (data.loading) (loads.get(data.loading.name)?.more ?? transport.onLoad)?.(data.loading);
    else if (data.loaded) loads.get(data.loaded)?.resolve();
    else if (data.failed) loads.get(data.failed)?.reject(new Error(data.reason));
    else if (data.closed) transport.onClose?.(data.closed);
  };
  worker.onerror = (event) => transport.onClose?.(event.message || t('engine.lost'));
  return Promise.resolve(transport);
}

// `trey serve` marks the page that it serves.
export function connect() {
  const served = document.querySelector('meta[name=trey-transport][content=socket]');
  return served
    ? import('./socket.js').then(({ socketTransport }) => socketTransport())
    : workerTransport();
}
