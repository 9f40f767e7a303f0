// @ts-check
// Files of the site: fetched, or, in the page that is one file, taken out of it.

// Bytes of a file that stands beside index.html.
export async function siteFile(path) {
  const inside = globalThis.treyFiles?.[path];
  if (inside) return inside;
  const response = await fetch(new URL(path, document.baseURI.replace(/#.*/, '')));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}
