// @ts-check
// Texts in the page's language. A language has two tables in words/: LANGUAGE.js has the texts of Play,
// LANGUAGE-more.js all others. They map keys to texts, in which {name} stands for a value and
// {name:slide|slides} for the matching form, singular first.

import { settings } from './settings.js';
import en from './words/en.js';

// The English texts of Play are built in; other languages are loaded when selected.
const tables = {
  en: () => en,
  zh: async () => (await import('./words/zh.js')).default,
};
const more = {
  en: async () => (await import('./words/en-more.js')).default,
  zh: async () => (await import('./words/zh-more.js')).default,
};
let chosen = 'en';
let table = en;
let hasMore = false; // the second table was wanted, so it is loaded for each language chosen later
let plural = new Intl.PluralRules('en');

export const languages = { en: 'English', zh: '中文' };

// Applies the language setting; falls back to English if its tables cannot be loaded, and resolves
// to false.
export async function chooseLanguage() {
  let loaded = true;
  const wanted =
    settings.language === 'system' ? navigator.language.slice(0, 2) : settings.language;
  try {
    await loadTables(Object.hasOwn(tables, wanted) ? wanted : 'en');
  } catch {
    loaded = false;
    await loadTables('en').catch(() => {});
  }
  document.documentElement.lang = { zh: 'zh-Hans' }[chosen] ?? chosen;
  plural = new Intl.PluralRules(document.documentElement.lang);
  return loaded;
}

async function loadTables(language) {
  const [first, rest] = await Promise.all([tables[language](), hasMore ? more[language]() : null]);
  table = { ...en, ...first, ...rest };
  chosen = language;
}

// Loads the texts of dialogs and of the views other than Play.
export async function loadMoreWords() {
  hasMore = true;
  const language = chosen;
  const rest = await more[language]();
  if (language === chosen) table = { ...table, ...rest };
}

export function t(key, values = {}) {
  const text = table[key] ?? key;
  const form = (value, one, others) => (plural.select(Number(value)) === 'one' ? one : others);
  return text
    .replace(/\{(\w+):([^|}]*)\|([^}]*)\}/g, (all, name, one, others) =>
      form(values[name], one, others),
    )
    .replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

// 12,345; with a minus sign as wide as a digit, and none before 0.
export function number(value) {
  return (Math.round(value) + 0).toLocaleString(document.documentElement.lang).replace('-', '−');
}

// −1.5 k, with a space that does not break: for the rim, which is narrow.
export function brief(value) {
  const size = Math.abs(value);
  const sign = value <= -0.5 ? '−' : '';
  if (size < 1000) return `${sign}${Math.round(size)}`;
  if (size < 99950) return `${sign}${(size / 1000).toFixed(1)}\u00a0k`;
  return `${sign}${Math.round(size / 1000)}\u00a0k`;
}
