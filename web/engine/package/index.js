// The engine of trey for a web page: WebAssembly in a worker, with the protocol of
// docs/formats/engine.md.

import { Session, SessionError } from './js/session.js';

export { SessionError };

// Starts an engine. Resolves once its network is loaded, or immediately with {network: false}.
export async function createEngine({ network = true, onLoad = null } = {}) {
  const worker = new Worker(new URL('./js/worker.js', import.meta.url), { type: 'module' });
  const transport = { onLine: null, onClose: null, send: (line) => worker.postMessage({ line }) };
  const session = new Session(transport);
  let fail = null;
  worker.onerror = (event) => {
    transport.onClose(event.message);
    fail?.(new Error(event.message));
  };
  const loaded = new Promise((resolve, reject) => {
    fail = reject;
    worker.onmessage = ({ data }) => {
      if (data.lines) for (const line of data.lines) transport.onLine(line);
      else if (data.loading) onLoad?.(data.loading);
      else if (data.loaded) resolve();
      else if (data.failed) reject(new Error(data.reason));
      else if (data.closed) {
        transport.onClose(data.closed);
        reject(new Error(data.closed));
      }
    };
  });
  loaded.catch(() => {});
  if (network) {
    worker.postMessage({ load: 'small' });
    await loaded;
  }
  return {
    request: (line, more = null) => session.request(line, more),
    stop: () => session.stop(),
    close: () => {
      worker.terminate();
      session.close('the engine is closed');
    },
  };
}
