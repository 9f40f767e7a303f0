// The page without a network, after the first visit. `make site` writes the version and the files
// into this worker; with no files, as `trey serve` hands it out, it withdraws, and takes along what
// was kept for the same address before.

const version = '';
const files = [];

const name = `trey-${version}`;
const mine = (key) => key.startsWith('trey-');

// All of a version or nothing; what the browser has already is asked for anew, and not loaded
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

// The path of a request below the page's own, without its query; null if it is for something else.
function pathOf(request) {
  const { scope } = self.registration;
  const url = request.url.replace(/[?#].*/, '');
  return request.method === 'GET' && url.startsWith(scope)
    ? url.slice(scope.length) || 'index.html'
    : null;
}

// A page and what belongs to it come from one version. The large network and tables are kept once
// they were asked for, as they come: whoever waits for them sees how far they are.
async function answer(event, path) {
  const cache = await caches.open(name);
  const found = await cache.match(path);
  if (found) return found;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(cache.put(path, response.clone()).catch(() => {}));
  return response;
}

// Pictures that are shared to the installed page (share_target of site.webmanifest) are kept until
// the page takes them.
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
