// @ts-check
// Data stored in the browser: settings, the game in progress, best scores. If storage is full or
// blocked, nothing is stored, the page says so, and everything else works.

const prefix = 'trey.';

/** Reason why something was not stored.
 * @type {'full' | 'blocked' | null} */
let troubled = null;
/** @type {((kind: string) => void) | null} */
let onTrouble = null;

// `listener` is called once with 'full' or 'blocked', also if the trouble occurred before.
export function onStorageTrouble(listener) {
  onTrouble = listener;
  if (troubled) listener(troubled);
}

export function storageTrouble(error) {
  if (troubled) return;
  troubled = error?.name === 'QuotaExceededError' ? 'full' : 'blocked';
  onTrouble?.(troubled);
}

export function storeValue(name, value) {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch (error) {
    storageTrouble(error);
  }
}

// Names of stored values that start with `start`.
export function storedNames(start) {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix + start))
      .map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

export function deleteValue(name) {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // nothing was stored
  }
}

// Returns a stored value if `isSound` accepts it. A value from another version, or a damaged one,
// is deleted.
/** @param {string} name
 * @param {(value: any) => boolean} isSound
 * @param {any} [otherwise]
 * @returns {any} */
export function storedValue(name, isSound, otherwise = null) {
  try {
    const text = localStorage.getItem(prefix + name);
    if (text === null) return otherwise;
    const value = JSON.parse(text);
    if (isSound(value)) return value;
  } catch {
    // blocked, or invalid JSON
  }
  deleteValue(name);
  return otherwise;
}

export const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
export const isTruth = (value) => typeof value === 'boolean';
export const isLine = (value) => typeof value === 'string' && value !== '' && !value.includes('\n');
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const oneOf =
  (...values) =>
  (value) =>
    values.includes(value);

// Default of each setting, and a test of its value.
/** @type {Record<string, [any, (value: any) => boolean]>} */
const known = {
  theme: ['system', oneOf('system', 'light', 'dark')],
  palette: ['game', oneOf('game', 'safe')],
  motion: ['on', oneOf('on', 'off')],
  letters: [true, isTruth],
  sound: [false, isTruth],
  network: ['small', oneOf('small', 'large')],
  thought: ['usual', oneOf('short', 'usual', 'long')],
  language: ['system', (value) => typeof value === 'string' && /^[a-z]{2,8}$/.test(value)],
  speed: [4, (value) => Number.isFinite(value) && value >= 1 && value <= 240],
};

function storedSettings() {
  const found = storedValue('settings', isObject, {});
  return Object.fromEntries(
    Object.entries(known).map(([name, [usual, isSound]]) => [
      name,
      isSound(found[name]) ? found[name] : usual,
    ]),
  );
}

/** @type {Record<string, any>} */
export const settings = storedSettings();

// Search limits of advice in the session's syntax: a fixed amount of work, so that a position gets
// the same advice everywhere. Without limits, the default of `trey advise`.
export const adviceLimits = () =>
  ({ short: 'nodes 1000000', usual: '', long: 'nodes 30000000' })[settings.thought];

const listeners = new Set();

export function setSetting(name, value) {
  settings[name] = value;
  storeValue('settings', settings);
  applySettings();
  for (const listener of listeners) listener(name);
}

export function onChange(listener) {
  listeners.add(listener);
}

// Applies the chosen appearance to the page.
export function applySettings() {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = settings.theme === 'system' ? (dark ? 'dark' : 'light') : settings.theme;
  root.dataset.palette = settings.palette;
  root.dataset.motion = settings.motion;
  root.style.colorScheme = root.dataset.theme ?? '';
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applySettings);

// Another tab changed the settings.
window.addEventListener('storage', ({ key }) => {
  if (key !== `${prefix}settings`) return;
  const before = { ...settings };
  Object.assign(settings, storedSettings());
  applySettings();
  for (const name of Object.keys(settings))
    if (settings[name] !== before[name]) for (const listener of listeners) listener(name);
});
