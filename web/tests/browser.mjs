// How the browser is begun, for chromium.launch(): the one that has no window of its own where it
// is installed, since that takes a third of the time; CHROMIUM names another.

import { existsSync } from 'node:fs';

export const launch = {
  executablePath:
    process.env.CHROMIUM ??
    ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
