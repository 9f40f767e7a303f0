// @ts-check
// Texts in the page's language. A language is one table in words/: keys to texts, in which {name}
// stands for a value and {name:slide|slides} for the matching form, singular first.

import { settings } from './settings.js';
import en from './words/en.js';

// English is built in; other languages are loaded when selected.
const tables = {
  en: () => en,
  zh: async () => (await import('./words/zh.js')).default,
};
let table = en;
let plural = new Intl.PluralRules('en');

export const languages = { en: 'English', zh: '中文' };

// Applies the language setting; falls back to English if its table cannot be loaded.
export async function chooseLanguage() {
  const wanted =
    settings.language === 'system' ? navigator.language.slice(0, 2) : settings.language;
  try {
    table = Object.hasOwn(tables, wanted) ? await tables[wanted]() : en;
  } catch {
    table = en;
  }
  document.documentElement.lang = table === en ? 'en' : ({ zh: 'zh-Hans' }[wanted] ?? wanted);
  plural = new Intl.PluralRules(document.documentElement.lang);
}

export function t(key, values = {}) {
  const text = table[key] ?? en[key] ?? key;
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
