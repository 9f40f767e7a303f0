// @ts-check
// What is kept in the browser: choices, the game in progress, best scores. Storage may be full or
// forbidden; then nothing is kept, the page says so, and everything works.

const prefix = 'trey.';

/** Why something could not be kept.
 * @type {'full' | 'blocked' | null} */
let troubled = null;
/** @type {((kind: string) => void) | null} */
let onTrouble = null;

// `listener` is called once with 'full' or 'blocked', also if that was found before.
export function onStorageTrouble(listener) {
  onTrouble = listener;
  if (troubled) listener(troubled);
}

export function storageTrouble(error) {
  if (troubled) return;
  troubled = error?.name === 'QuotaExceededError' ? 'full' : 'blocked';
  onTrouble?.(troubled);
}

export function keep(name, value) {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch (error) {
    storageTrouble(error);
  }
}

// Names under which something is kept that begin with `start`.
export function keptNames(start) {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix + start))
      .map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

export function drop(name) {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // nothing was kept
  }
}

// What was kept, if `isSound` says that it can be used: it may come from another version, or be
// damaged, and is dropped then.
/**
 * @param {string} name
 * @param {(value: any) => boolean} isSound
 * @param {any} [otherwise]
 * @returns {any}
 */
export function kept(name, isSound, otherwise = null) {
  try {
    const text = localStorage.getItem(prefix + name);
    if (text === null) return otherwise;
    const value = JSON.parse(text);
    if (isSound(value)) return value;
  } catch {
    // forbidden, or no JSON
  }
  drop(name);
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

// Each with what it is where nothing was chosen, and what it may be.
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

function keptSettings() {
  const found = kept('settings', isObject, {});
  return Object.fromEntries(
    Object.entries(known).map(([name, [usual, isSound]]) => [
      name,
      isSound(found[name]) ? found[name] : usual,
    ]),
  );
}

/** @type {Record<string, any>} */
export const settings = keptSettings();

// How much work a piece of advice is, as limits of the session: fixed work, so that the same
// position has the same advice everywhere. Without limits it is that of `trey advise`.
export const adviceLimits = () =>
  ({ short: 'nodes 1000000', usual: '', long: 'nodes 30000000' })[settings.thought];

const listeners = new Set();

export function change(name, value) {
  settings[name] = value;
  keep('settings', settings);
  apply();
  for (const listener of listeners) listener(name);
}

export function onChange(listener) {
  listeners.add(listener);
}

// Puts the looks that were chosen onto the page.
export function apply() {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = settings.theme === 'system' ? (dark ? 'dark' : 'light') : settings.theme;
  root.dataset.palette = settings.palette;
  root.dataset.motion = settings.motion;
  root.style.colorScheme = root.dataset.theme ?? '';
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);

// Another tab of the page changed them.
window.addEventListener('storage', ({ key }) => {
  if (key !== `${prefix}settings`) return;
  const before = { ...settings };
  Object.assign(settings, keptSettings());
  apply();
  for (const name of Object.keys(settings))
    if (settings[name] !== before[name]) for (const listener of listeners) listener(name);
});
