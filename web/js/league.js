// Judges many moves files at once, as `trey judge --league` does: 100 points per input for its best
// score; illegal moves, malformed files and missing files count 0. Files are matched by name: a
// moves file has the name of its input apart from the suffix.
//
// Inputs and moves files are distinguished by their text. If there are inputs among the files, those
// are played, otherwise the open input. Moves files in several folders belong to several players.
// In a single folder, with one input, each file is a player.

import { h } from './dom.js';
import { oneLine } from './paste.js';
import { number, t } from './words.js';

const mostBytes = 1 << 20; // size of a file: a session accepts no longer line
const states = ['counts', 'illegal', 'malformed', 'missing'];

export const isMoves = (text) => /^[^\n]*\n[^\n]*\n[URDL\s]*[URDL][URDL\s]*$/.test(text);
export const isInput = (text) => /^[^\n]*\n[^\n]*\n[ \t]*\d+([ \t]+\d+)+[ \t]*\r?\n/.test(text);

// --- which files ---

// Lists the selected files as [{path, file}]; a path starts with the selected folder.
export const chosenFiles = (files) =>
  files.map((file) => ({ path: file.webkitRelativePath || file.name, file }));

// Lists dropped files in the same form, including those in folders. Must be called during the
// event, because the browser discards the data afterwards.
export function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((entry) => entry.isDirectory))
    return Promise.resolve(chosenFiles([...transfer.files]));
  return Promise.all(entries.map((entry) => filesOf(entry, ''))).then((found) => found.flat());
}

async function filesOf(entry, folder) {
  const path = folder + entry.name;
  if (entry.isFile)
    return [
      {
        path,
        file: await new Promise((resolve, reject) => {
          entry.file(resolve, reject);
        }),
      },
    ];
  const reader = entry.createReader();
  const all = [];
  for (let some = null; some?.length !== 0; all.push(...some))
    some = await new Promise((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
  return (await Promise.all(all.map((inner) => filesOf(inner, `${path}/`)))).flat();
}

const nameOf = (path) => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const stemOf = (name) => name.replace(/(.)\.[^.]*$/, '$1');
const inOrder = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

async function readAll(files) {
  const read = files
    .filter(({ path }) => !nameOf(path).startsWith('.'))
    .map(async ({ path, file }) => {
      const long = file.size > mostBytes;
      return { path, name: nameOf(path), long, text: long ? '' : await file.text() };
    });
  return (await Promise.all(read)).sort((a, b) => inOrder(a.path, b.path));
}

// Names of players from folders, without their common prefix.
function playersOf(files) {
  const folders = [...new Set(files.map(({ path }) => folderOf(path)))];
  const parts = folders.map((folder) => folder.split('/'));
  let same = 0;
  while (
    folders.length > 1 &&
    parts.every((part) => part.length > same + 1 && part[same] === parts[0][same])
  )
    same++;
  return new Map(folders.map((folder, i) => [folder, parts[i].slice(same).join('/')]));
}

// Ignores other files beside the players' folders, and folders inside them.
function atOneDepth(files, inputOf) {
  const depthOf = ({ path }) => path.split('/').length;
  const known = files.filter(inputOf);
  const depth = Math.min(...(known.length ? known : files).map(depthOf));
  return files.filter((file) => depthOf(file) === depth);
}

// Returns {inputs, players, strangers}: inputs [{name, text}]; players [{name, files: Map of input
// -> [file]}]; strangers: files whose name matches no input.
function arrange(files, open) {
  const found = files.filter(({ text }) => isInput(text));
  const inputs = found.length ? found : open ? [open] : [];
  const inputOf = (file) => inputs.find(({ name }) => stemOf(name) === stemOf(file.name));
  const moves = atOneDepth(
    files.filter((file) => !found.includes(file)),
    inputOf,
  );
  const names = playersOf(moves);
  const players = new Map(),
    strangers = [];
  const give = (name, input, file) => {
    if (!players.has(name)) players.set(name, { name, files: new Map() });
    const { files: given } = players.get(name);
    if (input) given.set(input, [...(given.get(input) ?? []), file]);
  };
  for (const file of moves) {
    if (inputs.length === 1 && names.size === 1) give(file.name, inputs[0], file);
    else {
      const input = inputOf(file);
      give(names.get(folderOf(file.path)), input, file);
      if (!input) strangers.push(file.path);
    }
  }
  return { inputs, players: [...players.values()], strangers };
}

// --- judging ---

async function judgeFile(session, files) {
  const malformed = (remark) => ({ state: 'malformed', score: 0, remark });
  if (!files) return { state: 'missing', score: 0, remark: t('league.none') };
  if (files.length > 1)
    return malformed(t('league.two', { files: files.map(({ name }) => name).join(', ') }));
  const [{ text, long }] = files;
  if (long) return malformed(t('league.long'));
  try {
    const answer = await session.request(`judge file ${oneLine(text)}`);
    if (answer.given === 0 && answer.end === 'moves_used_up') return malformed(t('league.empty'));
    const illegal = answer.end === 'illegal';
    return {
      state: illegal ? 'illegal' : 'counts',
      score: illegal ? 0 : answer.score,
      moves: answer.moves,
      given: answer.given,
      remark: t(`end.${answer.end}`),
    };
  } catch (error) {
    if (!error.answer) throw error;
    return malformed(error.message);
  }
}

// Returns the league of `files`, [{path, file}], or null if there is nothing to judge. open: the
// session's input {name, text, bound}, or null. Afterwards the session has the last of the league's
// inputs.
export async function judgeLeague(session, files, open) {
  const { inputs, players, strangers } = arrange(await readAll(files), open);
  if (inputs.length === 0 || players.length === 0) return null;
  const league = {
    inputs: [],
    players: players.map(({ name }) => ({
      name,
      points: 0,
      score: 0,
      states: Object.fromEntries(states.map((state) => [state, 0])),
      results: [],
    })),
    strangers,
  };
  for (const input of inputs) {
    const bound = input === open ? open.bound : (await read(session, input)).bound;
    const results = [];
    for (const { files: given } of players)
      results.push(await judgeFile(session, given.get(input)));
    const best = Math.max(...results.map(({ score }) => score));
    league.inputs.push({ name: input.name, best, bound });
    results.forEach((result, i) => mark(league.players[i], result, best));
  }
  league.players.sort((a, b) => b.points - a.points || inOrder(a.name, b.name));
  league.players.forEach((player, i) => {
    player.rank =
      i > 0 && league.players[i - 1].points === player.points ? league.players[i - 1].rank : i + 1;
  });
  return league;
}

// An unreadable input is reported by name; its players cannot be judged.
async function read(session, { name, text }) {
  try {
    return await session.request(`sequence ${oneLine(text)}`);
  } catch (error) {
    if (error.answer) error.message = `${name}: ${error.message}`;
    throw error;
  }
}

function mark(player, result, best) {
  result.points = best === 0 ? 0 : (100 * result.score) / best;
  player.results.push(result);
  player.points += result.points;
  player.score += result.score;
  player.states[result.state]++;
}

// --- the table ---

const points = (value) =>
  value.toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

const amount = (text) => h('td.amount', {}, text);

function tableOf(label, heads, rows) {
  return h(
    'div.wide-table',
    { tabindex: 0, role: 'region', 'aria-label': label },
    h(
      'table.values.ranked',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          heads.map(([name, isAmount]) =>
            h(isAmount ? 'th.amount' : 'th', { scope: 'col' }, t(`league.${name}`)),
          ),
        ),
      ),
      h('tbody', {}, rows),
    ),
  );
}

// Judges a player on one input.
const resultCells = ({ state, score, moves, given, remark }, bound) => [
  amount(number(score)),
  amount(bound && moves !== undefined ? `${((100 * score) / bound).toFixed(1)} %` : '–'),
  amount(moves === undefined ? '–' : `${moves}/${given}`),
  h('td.small.soft', {}, state === 'counts' ? remark : `${t(`league.${state}`)}: ${remark}`),
];
const resultHeads = [
  ['score', true],
  ['share', true],
  ['made', true],
  ['end', false],
];

function inputPart(league, i) {
  const { name, best, bound } = league.inputs[i];
  const rows = [...league.players].sort((a, b) => b.results[i].points - a.results[i].points);
  return h(
    'details',
    {},
    h('summary', {}, t('league.input', { name, best: number(best), bound: number(bound) })),
    tableOf(
      name,
      [['player', false], ['points', true], ...resultHeads],
      rows.map((player) =>
        h(
          'tr',
          {},
          h('td', {}, player.name),
          amount(points(player.results[i].points)),
          resultCells(player.results[i], bound),
        ),
      ),
    ),
  );
}

// Content of the card of a league.
export function drawLeague(league) {
  const { inputs, players, strangers } = league;
  const title = t('league.title', {
    players: number(players.length),
    inputs: number(inputs.length),
  });
  const one = inputs.length === 1;
  const rows = players.map((player) =>
    h(
      'tr',
      {},
      h('td.number', {}, number(player.rank)),
      h('td', {}, player.name),
      amount(points(player.points)),
      one
        ? resultCells(player.results[0], inputs[0].bound)
        : [
            amount(number(player.score)),
            ...states.map((state) => amount(number(player.states[state]))),
          ],
    ),
  );
  const heads = one ? resultHeads : [['score', true], ...states.map((state) => [state, true])];
  return [
    h('h2', {}, title),
    h('p.small.soft', {}, t('league.how')),
    tableOf(title, [['rank', false], ['player', false], ['points', true], ...heads], rows),
    one ? [] : inputs.map((input, i) => inputPart(league, i)),
    strangers.length
      ? h('p.small.soft', {}, t('league.strangers', { files: strangers.join(', ') }))
      : null,
  ].flat();
}
