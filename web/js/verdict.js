// @ts-check
// Advice in words: how far a move is behind, what it does, and how it differs from another one.
// Pure functions of the session's answers.

import { t } from './words.js';

/** Loss of a move as a share of the points to come. */
export function lossOf(value, best, score) {
  return (best - value) / Math.max(best - score, 1000);
}

/** Length of a bar, 0 to 1: half a bar is a mistake of 4 %. */
export const shareOf = (loss) => 1 / (1 + loss / 0.04);

/** A share as text, with more digits for small shares. */
export const percentText = (p) => `${(100 * p).toFixed(p < 0.1 ? 1 : 0)} %`;

/** The facts of a move that are worth reporting, most important first. Each has a name, words, and
 * a sign: for the move (1), against it (-1), or neutral. */
function remarks(facts) {
  const candidates = [];
  const add = (name, side, values = {}) =>
    candidates.push({ name, side, text: t(`fact.${name}`, values) });
  if (facts.over > 0.005) add('over', -1, { percent: percentText(facts.over) });
  else if (facts.stuck > 0.02) add('stuck', -1, { percent: percentText(facts.stuck) });
  if (facts.wins) add('wins', 1);
  if (facts.was_corner && !facts.is_corner) add('leaves-corner', -1);
  if (facts.parted) add('parts', -1);
  if (facts.shut_in > facts.was_shut_in) add('shuts', -1, { tile: facts.shut_in_largest });
  if (facts.merges === 1) add('merge', 1, { tile: facts.largest_merged });
  if (facts.merges > 1) add('merges', 1, { n: facts.merges, tile: facts.largest_merged });
  if (!facts.was_corner && facts.is_corner) add('into-corner', 1, { tile: facts.largest });
  if (facts.shut_in < facts.was_shut_in) add('frees', 1);
  if (facts.same_corner && candidates.length < 2) add('keeps-corner', 1);
  if (facts.merges === 0 && candidates.length < 2) add('no-merge', 0);
  return candidates;
}

/** The facts of a move in words: risks first, then effects. */
export function reasons(facts) {
  return facts
    ? remarks(facts)
        .slice(0, 2)
        .map(({ text }) => text)
    : [];
}

/** The main difference between the best move and the second: a fault of the second only, or an
 * advantage of the best only, else the free cells. If there is none, the difference lies some moves
 * ahead. */
export function difference(best, second, other) {
  if (!best || !second) return '';
  const own = remarks(best);
  const others = remarks(second);
  const lacks = (list, remark) =>
    !list.some(
      ({ name, text }) => name === remark.name && (remark.side < 0 || text === remark.text),
    );
  const faults = others.filter((remark) => remark.side < 0 && lacks(own, remark));
  const merits = own.filter((remark) => remark.side > 0 && lacks(others, remark));
  const risk = faults.find(({ name }) => name === 'over' || name === 'stuck');
  const wins = merits.find(({ name }) => name === 'wins');
  const candidates = [
    wins && t('reason.best', { what: wins.text }),
    risk && t('reason.other', { other, what: risk.text }),
    merits[0] && t('reason.best', { what: merits[0].text }),
    faults[0] && t('reason.other', { other, what: faults[0].text }),
    best.empty > second.empty && t('reason.room', { n: best.empty, other, fewer: second.empty }),
    best.ready > second.ready && t('reason.ready', { n: best.ready, other, fewer: second.ready }),
    t('reason.ahead'),
  ].filter(Boolean);
  return candidates[0];
}

/** "Up, right and down" in the page's language; type: 'conjunction' or 'disjunction'. */
function listOf(names, type) {
  const { lang } = document.documentElement;
  return new Intl.ListFormat(lang === 'en' ? 'en-GB' : lang, { type }).format(names);
}

/** The best move and its certainty in words, from an answer to `advice`; `moves`: best first. */
export function verdictOf({ certainty, certainty_over: over, only_move: only }, moves) {
  const [best, second] = moves;
  const move = t(best);
  if (only || !second) return t('verdict.only', { move });
  const rivals = moves.slice(1).filter((d) => over?.[d] === certainty);
  const names = rivals.map((d) => t(d.toLowerCase()));
  const others = listOf(names, 'disjunction');
  if (certainty === 'clear') return t('verdict.clear', { move });
  if (certainty === 'better') return t('verdict.better', { move, others });
  if (certainty === 'about equal')
    return t('verdict.equal', { moves: listOf([move, ...names], 'conjunction') });
  return t('verdict.first', { move });
}
