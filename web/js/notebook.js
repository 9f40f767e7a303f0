// @ts-check
// The notebook of one's own mistakes: kept in the browser, with when each is due again. An answer
// that was right comes back after 1, 3, 7, 21 and 60 days, a wrong one today.

import { keep, kept } from './settings.js';

const most = 500;
const days = [1, 3, 7, 21, 60];
const day = 24 * 3600 * 1000;

const nameOf = ({ rules, hex, next }) => `${rules} ${hex} ${next}`;

// What is kept may be of another version, or anything: only what practice can use is an entry.
const isText = (value) => typeof value === 'string' && value !== '';
const isEntry = (entry) =>
  isText(entry?.rules) &&
  isText(entry.hex) &&
  isText(entry.next) &&
  Number.isFinite(entry.due) &&
  (!entry.deck || Array.isArray(entry.deck)) &&
  ['U', 'R', 'D', 'L'].filter((d) => Number.isFinite(entry.values?.[d])).length > 1;

export function notebook() {
  return kept('notebook', Array.isArray, []).filter(isEntry);
}

// Adds mistakes: {rules, hex, next, deck, score, values, best, played, loss}. How many are new; of too many
// the smallest are forgotten.
export function note(mistakes) {
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
  keep('notebook', entries.slice(0, most));
  return fresh.length;
}

export function due(now = Date.now()) {
  return notebook().filter((entry) => entry.due <= now);
}

export function answered(entry, right) {
  const entries = notebook();
  const mine = entries.find((other) => nameOf(other) === nameOf(entry));
  if (!mine) return;
  mine.tried++;
  mine.solved += right ? 1 : 0;
  mine.due = Date.now() + (right ? days[Math.min(mine.level, days.length - 1)] * day : 0);
  mine.level = right ? mine.level + 1 : 0;
  keep('notebook', entries);
}

// True if there was such an entry.
export function forget(entry) {
  const entries = notebook();
  const others = entries.filter((other) => nameOf(other) !== nameOf(entry));
  keep('notebook', others);
  return others.length < entries.length;
}
