// @ts-check
// The transport over a WebSocket to `trey serve`; loaded only if the page comes from there.

import { t } from './words.js';

const minWaitMs = 250,
  maxWaitMs = 4000; // delay before a reconnection attempt
// silence after which the server is asked whether it is alive, and after which it counts as lost
const silentMs = 20000;
const openingMs = 15000; // timeout for opening a connection

// The server's engine has its networks, so none is loaded. A lost connection is retried, and
// onBack() reports the new one, whose session has no state. After a silence the server is sent
// `isready`, which it answers even during a search; without an answer the connection counts as
// lost, because a dead server or network closes nothing.
export function socketTransport() {
  /** @type {any} */
  const transport = {
    onLine: null,
    onClose: null,
    onBack: null,
    reopens: true,
    hasNetworks: true,
    onLoad: null,
    load: () => Promise.resolve(),
  };
  const address = new URL('session', location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  address.hash = '';
  /** @type {any} */
  let socket = null;
  let heard = 0,
    asked = 0,
    waitMs = minWaitMs,
    ended = false;
  const lose = (reason) => {
    const lost = socket;
    socket = null;
    lost.close(); // which may take long if the server does not answer
    transport.onClose?.(reason);
    openAgain();
  };
  const open = () =>
    new Promise((resolve, reject) => {
      const made = new WebSocket(address);
      const late = setTimeout(() => made.close(), openingMs);
      made.onopen = () => {
        clearTimeout(late);
        socket = made;
        heard = Date.now();
        asked = 0;
        resolve(transport);
      };
      made.onerror = () => reject(new Error(t('engine.silent')));
      made.onmessage = ({ data }) => {
        if (socket !== made) return;
        heard = Date.now();
        asked = 0;
        waitMs = minWaitMs; // not earlier: a server without memory opens connections only to close them
        for (const line of data.split('\n')) if (line && line !== 'readyok') transport.onLine(line);
      };
      made.onclose = () => {
        clearTimeout(late);
        reject(new Error(t('engine.silent')));
        if (socket === made) lose(t('engine.closed'));
      };
    });
  const openAgain = () => {
    if (ended) return;
    setTimeout(() => open().then(() => transport.onBack?.(), openAgain), waitMs);
    waitMs = Math.min(2 * waitMs, maxWaitMs);
  };
  // Counted from the question, not from the last line, because a machine that slept has not asked
  // yet.
  const asking = setInterval(() => {
    if (!socket) return;
    const now = Date.now();
    if (asked && now - asked > silentMs) lose(t('engine.closed'));
    else if (!asked && now - heard > silentMs) {
      asked = now;
      socket.send('isready');
    }
  }, silentMs / 8);
  transport.send = (line, pixels = null) => {
    if (pixels) socket?.send(pixels);
    socket?.send(line);
  };
  transport.end = () => {
    ended = true;
    clearInterval(asking);
    socket?.close();
  };
  return open();
}
