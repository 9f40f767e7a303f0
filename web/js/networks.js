// @ts-check
// Which network plays on which boards (docs/training.md).

/** Size in bytes of the networks that are loaded only on request, where it is shown.
 * @type {Record<string, number>} */
export const sizes = { '2048-4x4': 17867878 };

const files = ['threes-2x4', 'threes-3x3', 'threes-3x4', '2048-4x4-small'];

/** True for the two networks of 4×4 Threes!, between which the user chooses.
 * @param {string | null} name */
export const isChoice = (name) => name === 'small' || name === 'large';

/** Network for a rule set: its name, null if there is none, and a larger one that is loaded only
 * on request, if there is one.
 * @param {string} rules "window", "classic,rows=3,cols=4"
 * @param {string} choice 'small' or 'large'
 * @returns {{name: string | null, larger: string | null}} */
export function networkFor(rules, choice) {
  const [game] = rules.split(',');
  const rows = /rows=(\d+)/.exec(rules)?.[1] ?? '4',
    cols = /cols=(\d+)/.exec(rules)?.[1] ?? '4';
  const inside = globalThis.treyFiles; // the single-file page contains only the small networks
  const none = { name: null, larger: null };
  if (game === 'fibonacci') return none;
  if (game !== '2048' && rows === '4' && cols === '4')
    return { name: inside ? 'small' : choice, larger: null };
  const large = game === '2048' ? `2048-${rows}x${cols}` : null;
  const name = large ? `${large}-small` : `threes-${rows}x${cols}`;
  if (!files.includes(name) || (inside && !inside[`data/${name}.network`])) return none;
  return { name, larger: inside ? null : large };
}
