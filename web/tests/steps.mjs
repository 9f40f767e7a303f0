// Steps shared by the cases.

export const shown = '.view:not([hidden])';

// Waits until the page can be used. Chromium drops keys before the first paint, which a busy machine
// may do last.
export const ready = (page) =>
  page.waitForFunction(
    () =>
      document.body.dataset.ready === 'yes' &&
      performance.getEntriesByName('first-contentful-paint').length > 0,
  );

// The small network of the page itself is loaded; with `trey serve` it need not be.
export const networkLoaded = (page) =>
  page.waitForFunction(
    () =>
      document.body.dataset.network === 'small' ||
      document.querySelector('meta[name=trey-transport]').content === 'socket',
  );

export const label = (page) => page.locator(`${shown} .tray`).getAttribute('aria-label');

export const labelled = (page, wanted) =>
  page.waitForFunction(
    ([text]) =>
      document.querySelector('.view:not([hidden]) .tray')?.getAttribute('aria-label') === text,
    [wanted],
  );

export async function open(page, hash) {
  await page.evaluate((text) => {
    location.hash = text;
  }, hash);
  await page.locator(`#view-${hash.split('/')[0]}:not([hidden])`).waitFor();
}

// Waits until advice of the network is settled. The name of the heuristic mentions networks, too.
// When the network arrives, the position is searched again, in the same task that changes the name.
export async function networkAdvises(page) {
  await page
    .locator(`${shown} .player`, { hasText: /^Player: (small )?network\./ })
    .waitFor({ state: 'attached' });
  await page.locator(`${shown} .advice[data-state=settled]`).waitFor();
}

// Waits until the result of `read` changes.
export async function changes(page, read, before, what) {
  for (const end = Date.now() + 120000; Date.now() < end;) {
    const now = await read(page);
    if (now !== before) return now;
    await page.waitForTimeout(20);
  }
  throw new Error(`${what} did not change from ${before}`);
}

// Makes a move by a legal key, and waits for the board to show it.
export async function slideByKey(page, keys = ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) {
  const before = await label(page);
  const names = { ArrowLeft: 'L', ArrowUp: 'U', ArrowRight: 'R', ArrowDown: 'D' };
  for (const key of keys) {
    if (await page.locator(`${shown} .rim.${names[key]}`).isDisabled()) continue;
    await page.keyboard.press(key);
    return changes(page, label, before, 'the board');
  }
  throw new Error('no legal slide');
}
