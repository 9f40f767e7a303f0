// @ts-check
// Files of the site: fetched, or read from the page itself in the single-file version.

// Loads a file next to index.html as bytes.
export async function siteFile(path) {
  const inside = globalThis.treyFiles?.[path];
  if (inside) return inside;
  const response = await fetch(new URL(path, document.baseURI.replace(/#.*/, '')));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}
