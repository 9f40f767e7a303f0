// What is kept in the browser: choices, the game in progress, best scores. Storage may be full or
// forbidden; then nothing is kept, and everything works.

const prefix = 'trey.';

export function keep(name, value) {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // nothing is kept
  }
}

export function kept(name, otherwise = null) {
  try {
    const text = localStorage.getItem(prefix + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

const defaults = {
  theme: 'system', palette: 'game', motion: 'on', letters: true, network: 'small', language: 'system', speed: 4,
};

export const settings = { ...defaults, ...kept('settings', {}) };
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
  root.style.colorScheme = root.dataset.theme;
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);

// Another tab of the page changed them.
window.addEventListener('storage', ({ key }) => {
  if (key !== `${prefix}settings`) return;
  const known = { ...settings };
  Object.assign(settings, kept('settings', {}));
  apply();
  for (const name of Object.keys(settings)) if (settings[name] !== known[name]) for (const listener of listeners) listener(name);
});
