// @ts-check
// The notebook of the user's mistakes, stored in the browser with the date when each is due again.
// A correct answer is due again after 1, 3, 7, 21 and 60 days, a wrong one on the same day.

import { storedValue, storeValue } from './settings.js';

const most = 500;
const days = [1, 3, 7, 21, 60];
const day = 24 * 3600 * 1000;

const nameOf = ({ rules, hex, next }) => `${rules} ${hex} ${next}`;

// Stored data may come from another version or be damaged; only valid entries are used.
const isText = (value) => typeof value === 'string' && value !== '';
const isEntry = (entry) =>
  isText(entry?.rules) &&
  isText(entry.hex) &&
  isText(entry.next) &&
  Number.isFinite(entry.due) &&
  (!entry.deck || Array.isArray(entry.deck)) &&
  ['U', 'R', 'D', 'L'].filter((d) => Number.isFinite(entry.values?.[d])).length > 1;

export function notebook() {
  return storedValue('notebook', Array.isArray, []).filter(isEntry);
}

// Adds mistakes: {rules, hex, next, deck, score, values, best, played, loss}. Returns the number of
// new ones; if there are too many, the smallest are dropped.
export function addMistakes(mistakes) {
  const entries = notebook();
  const known = new Set(entries.map(nameOf));
  const fresh = mistakes.filter((mistake) => !known.has(nameOf(mistake)));
  if (fresh.length === 0) return 0;
  const now = Date.now();
  entries.push(
    ...fresh.map((mistake) => ({
      ...mistake,
      noted: now,
      due: now,
      level: 0,
      tried: 0,
      solved: 0,
    })),
  );
  entries.sort((a, b) => b.loss - a.loss);
  storeValue('notebook', entries.slice(0, most));
  return fresh.length;
}

export function dueEntries(now = Date.now()) {
  return notebook().filter((entry) => entry.due <= now);
}

export function recordAnswer(entry, right) {
  const entries = notebook();
  const mine = entries.find((other) => nameOf(other) === nameOf(entry));
  if (!mine) return;
  mine.tried++;
  mine.solved += right ? 1 : 0;
  mine.due = Date.now() + (right ? days[Math.min(mine.level, days.length - 1)] * day : 0);
  mine.level = right ? mine.level + 1 : 0;
  storeValue('notebook', entries);
}

// Returns true if the entry existed.
export function removeEntry(entry) {
  const entries = notebook();
  const others = entries.filter((other) => nameOf(other) !== nameOf(entry));
  storeValue('notebook', others);
  return others.length < entries.length;
}
