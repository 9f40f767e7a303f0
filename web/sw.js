// Service worker: the page works offline after the first visit. `make site` writes the version and
// the list of files into it. Without files, as `trey serve` serves it, it unregisters itself and
// deletes the caches of earlier pages at this address.

const version = '';
const files = [];

const name = `trey-${version}`;
const mine = (key) => key.startsWith('trey-');

// Caches all files of a version or none; the browser revalidates its copies instead of loading them
// twice.
async function install() {
  if (files.length === 0) return self.skipWaiting();
  const cache = await caches.open(name);
  return cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })));
}

async function activate() {
  for (const key of await caches.keys()) if (mine(key) && key !== name) await caches.delete(key);
  if (files.length > 0) {
    await self.clients.claim();
    return;
  }
  await caches.delete(name);
  await self.registration.unregister();
  for (const client of await self.clients.matchAll({ type: 'window' })) client.navigate(client.url);
}

// Path of a request relative to the page, without its query; null for other sites.
function pathOf(request) {
  const { scope } = self.registration;
  const url = request.url.replace(/[?#].*/, '');
  return request.method === 'GET' && url.startsWith(scope)
    ? url.slice(scope.length) || 'index.html'
    : null;
}

// The page and its files come from one version. The large network and tables are cached when first
// requested, and passed through as a stream, so that the page can show their progress.
async function answer(event, path) {
  const cache = await caches.open(name);
  const found = await cache.match(path);
  if (found) return found;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(cache.put(path, response.clone()).catch(() => {}));
  return response;
}

// Stores pictures shared with the installed page (share_target of site.webmanifest) until the page
// reads them.
async function takeShared(request) {
  const pictures = (await request.formData()).getAll('pictures');
  await caches.delete('shared-pictures');
  const cache = await caches.open('shared-pictures');
  for (const [i, picture] of pictures.entries())
    await cache.put(`shared-pictures/${i}`, new Response(picture));
  return Response.redirect(`${self.registration.scope}?shared#analyse`, 303);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  if (event.data === 'replace') self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'POST' && event.request.url.endsWith('/share-picture')) {
    event.respondWith(takeShared(event.request));
    return;
  }
  const path = pathOf(event.request);
  if (files.includes(path) || (files.length > 0 && /^(data|tables)\//.test(path ?? '')))
    event.respondWith(answer(event, path));
});
