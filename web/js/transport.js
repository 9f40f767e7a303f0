// What carries the lines: a worker with the engine as WebAssembly, or a socket to `trey serve`. Both
// have send(line), onLine, onClose, and onLoad({name, loaded, total}) while a network comes; load(name)
// asks for a network ('small' or 'large') and resolves once the engine has it. A worker also has loadTable({file, bytes}, more),
// which does so for a table of exact values, and tells of it by more({loaded, total}).

import { t } from './words.js';

const minWaitMs = 250, maxWaitMs = 4000; // before a lost connection is tried again
const silentMs = 20000; // without a line before the server is asked whether it is there, and then before it is given up
const openingMs = 15000; // that a connection may take to open

function workerTransport() {
  const inside = globalThis.treyFiles; // the page is one file, with all others in it
  const worker = inside ? new Worker(URL.createObjectURL(new Blob([inside['js/worker.js']], { type: 'text/javascript' })))
    : new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  if (inside) worker.postMessage({ files: inside });
  const transport = { onLine: null, onClose: null, onLoad: null };
  let loads = new Map();
  transport.send = (line) => worker.postMessage({ line });
  transport.load = (wanted) => new Promise((resolve, reject) => {
    const name = inside ? 'small' : wanted;
    loads.set(name, { resolve, reject });
    worker.postMessage({ load: name });
  });
  transport.loadTable = ({ file, bytes }, more) => new Promise((resolve, reject) => {
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

// The server's engine has its networks; there is nothing to load. A connection that is lost is tried again, and
// onBack() reports the new one, whose session knows nothing of what was before. A server that has said nothing for a
// while is sent `isready`, which it answers also while it thinks; without an answer the connection counts as lost, since
// a dead server or network closes nothing.
function socketTransport() {
  const transport = { onLine: null, onClose: null, onBack: null, reopens: true, onLoad: null, load: () => Promise.resolve() };
  const address = new URL('session', location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  address.hash = '';
  let socket = null, heard = 0, asked = 0, waitMs = minWaitMs;
  const lose = (reason) => {
    const lost = socket;
    socket = null;
    lost.close(); // which may take long, if nobody answers
    transport.onClose?.(reason);
    openAgain();
  };
  const open = () => new Promise((resolve, reject) => {
    const made = new WebSocket(address);
    const late = setTimeout(() => made.close(), openingMs);
    made.onopen = () => { clearTimeout(late); socket = made; heard = Date.now(); asked = 0; resolve(transport); };
    made.onerror = () => reject(new Error(t('engine.silent')));
    made.onmessage = ({ data }) => {
      if (socket !== made) return;
      heard = Date.now();
      asked = 0;
      waitMs = minWaitMs; // not before: a server without memory opens connections only to close them
      for (const line of data.split('\n')) if (line && line !== 'readyok') transport.onLine(line);
    };
    made.onclose = () => {
      clearTimeout(late);
      reject(new Error(t('engine.silent')));
      if (socket === made) lose(t('engine.closed'));
    };
  });
  const openAgain = () => {
    setTimeout(() => open().then(() => transport.onBack?.(), openAgain), waitMs);
    waitMs = Math.min(2 * waitMs, maxWaitMs);
  };
  // Counted from the question, not from the last line: a machine that slept has asked nothing yet.
  setInterval(() => {
    if (!socket) return;
    const now = Date.now();
    if (asked && now - asked > silentMs) lose(t('engine.closed'));
    else if (!asked && now - heard > silentMs) {
      asked = now;
      socket.send('isready');
    }
  }, silentMs / 8);
  transport.send = (line) => socket?.send(line);
  return open();
}

// `trey serve` marks the page that it hands out.
export function connect() {
  const served = document.querySelector('meta[name=trey-transport]')?.content === 'socket';
  return served ? socketTransport() : workerTransport();
}
