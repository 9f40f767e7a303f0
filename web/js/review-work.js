// The requests of a review: the positions of the game, the values of its moves, the odds of a large
// tile. All have fixed limits of work, so that the same game always gets the same report.

import { Report } from './report.js';
import { t } from './words.js';

const oddsPlaces = 48,
  oddsGames = 32;

const load = (session, record) => session.request(`load ${record.replace(/[\r\n]/g, ' ')}`);

// Creates the report of a record before any move is valued; returns null if it was stopped. Throws
// if the record is invalid.
export async function loadReport(session, record) {
  const steps = [];
  const position = await load(session, record);
  if (!position.moves) throw new Error(t('review.none'));
  const end = await session.request('steps', (answer) => steps.push(answer));
  return end.stopped ? null : new Report(record, [...steps, end]);
}

// Values all moves and calls onMove(index) after each. Returns true if all are complete;
// isCurrent() returns false when the answers are no longer needed.
export async function valueMoves(session, report, isCurrent, onMove) {
  const sum = await session.request('review', (answer) => {
    if (!isCurrent()) return;
    if (answer.points !== undefined) report.points = answer.points;
    if (!answer.slide) return;
    report.moves[answer.slide - 1] = answer;
    report.done = answer.done;
    onMove(answer.slide - 1);
  });
  if (!isCurrent() || sum.stopped || sum.done < sum.slides) return false;
  report.sum = sum;
  return true;
}

// Estimates the odds of a large tile at some positions of the game, by playing games to the end.
// Calls onMore() on progress. Continues where it was interrupted.
export async function computeOdds(session, report, isCurrent, onMore) {
  const { total, end, places } = report;
  const count = Math.min(oddsPlaces, total);
  const wanted = Array.from({ length: count }, (_, i) =>
    Math.round((i * (total - 1)) / Math.max(1, count - 1)),
  );
  const upper = report.family === 'fibonacci' ? Math.round(end.largest * 1.618) : end.largest * 2;
  const oddsOf = (tile) =>
    places.map((one) => [one.place, one.largest >= tile ? 1 : (one.reach[tile] ?? 0)]);
  await load(session, report.record); // it may have loaded other games meanwhile
  for (const place of wanted.slice(places.length)) {
    if (!isCurrent()) return;
    await session.request(`goto ${place}`);
    if (!isCurrent()) return;
    const { reach, stopped } = await session.request(`odds games ${oddsGames}`);
    if (!isCurrent() || stopped) return;
    places.push({ place, reach, largest: report.steps[place].largest });
    if (places.length % 6 && places.length < count) continue;
    const high = oddsOf(upper);
    report.odds = high.some(([, p]) => p >= 0.05)
      ? { tile: upper, points: high }
      : { tile: end.largest, points: oddsOf(end.largest) };
    onMore();
  }
  report.places = null;
}
