// A static file server for a directory: {url, end}.

import { spawn } from 'node:child_process';
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, relative } from 'node:path';
import { pipeline } from 'node:stream';

export const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

// `admit` may delay the answer to a request by its promise: it is called with the file's path in the
// directory and its size.
export function serveFolder(site, admit = null) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const file = join(site, path.endsWith('/') ? `${path}index.html` : path);
    let size;
    try {
      size = statSync(file).size;
    } catch {
      response.writeHead(404).end();
      return;
    }
    await admit?.(relative(site, file), size);
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-length': size,
    });
    // A removed file, or a page that closes its request, ends this response only.
    pipeline(createReadStream(file), response, () => {});
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}/`,
        end: () => {
          server.close();
          if (admit) server.closeAllConnections();
        },
      }),
    ),
  );
}

// `TREY serve` with the tables that are in the site's folder, likewise {url, end}.
export function serveByTrey(trey, site) {
  const folder = join(site, 'tables');
  const tables = existsSync(folder)
    ? readdirSync(folder).map((name) => `--table=${join(folder, name)}`)
    : [];
  const child = spawn(trey, ['serve', '--port', '0', ...tables], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
      const url = /http:\/\/\S+/.exec(output)?.[0];
      if (url) resolve({ url: url.endsWith('/') ? url : `${url}/`, end: () => child.kill() });
    });
    child.on('exit', () => reject(new Error(`trey serve ended: ${output}`)));
  });
}
