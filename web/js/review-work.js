// What a review asks of the session: the positions of the game, the values of its moves, the odds
// of a large tile. All of it is a fixed amount of work, so that the same game gets the same report
// every time.

import { Report } from './report.js';
import { t } from './words.js';

const oddsPlaces = 48,
  oddsGames = 32;

const load = (session, record) => session.request(`load ${record.replace(/[\r\n]/g, ' ')}`);

// The report of a record before anything is valued; null if it was stopped. Throws if the record is
// no game.
export async function loadReport(session, record) {
  const steps = [];
  const position = await load(session, record);
  if (!position.moves) throw new Error(t('review.none'));
  const end = await session.request('steps', (answer) => steps.push(answer));
  return end.stopped ? null : new Report(record, [...steps, end]);
}

// Values all moves. onMove(index) after each. True if none is missing; isCurrent() turns false
// where the answers are not wanted any more.
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

// How likely a large tile was, at some places of the game: by games played to their ends from
// there. onMore() when there is more to show. Goes on where it was interrupted.
export async function computeOdds(session, report, isCurrent, onMore) {
  const { total, end, places } = report;
  const count = Math.min(oddsPlaces, total);
  const wanted = Array.from({ length: count }, (_, i) =>
    Math.round((i * (total - 1)) / Math.max(1, count - 1)),
  );
  const upper = report.family === 'fibonacci' ? Math.round(end.largest * 1.618) : end.largest * 2;
  const oddsOf = (tile) =>
    places.map((one) => [one.place, one.largest >= tile ? 1 : (one.reach[tile] ?? 0)]);
  await load(session, report.record); // it may have known other games meanwhile
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
