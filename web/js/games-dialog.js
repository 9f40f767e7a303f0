// @ts-check
// The dialog with the last games: listed with the best scores, exported, deleted, resumed.

import { familyOf, rankOf } from './board.js';
import { openDialog } from './dialog.js';
import { announce, fill, h, icon } from './dom.js';
import { maxGames, rulesName } from './games.js';
import { isCount, storedNames, storedValue } from './settings.js';
import { tileElement } from './tile.js';
import { number, t } from './words.js';

/** @typedef {import('./games.js').Games} Games */
/** @typedef {import('./games.js').KeptGame} KeptGame */

/** Best score per rule set, including those stored before games were.
 * @param {KeptGame[]} games
 * @returns {[string, number][]} */
export function bestScores(games) {
  const best = new Map();
  const note = (/** @type {string} */ rules, /** @type {number} */ score) =>
    best.set(rules, Math.max(score, best.get(rules) ?? 0));
  for (const name of storedNames('best.')) {
    const score = storedValue(name, isCount);
    if (score) note(name.slice('best.'.length), score);
  }
  for (const { rules, score } of games) note(rules, score);
  return [...best].sort((a, b) => rulesName(a[0]).localeCompare(rulesName(b[0])));
}

const time = (date) =>
  new Date(date).toLocaleString(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });

async function exportGames(games) {
  const { download } = await import('./share.js');
  const name = games.length === 1 ? 'trey-game.jsonl' : 'trey-games.jsonl';
  download(name, games.map(({ record }) => `${record}\n`).join(''), 'application/jsonl');
}

/** The dialog with all games. app.play(game) resumes one, app.look(game) reviews it.
 * @param {any} app
 * @param {Games} games
 * @param {string} current id of the game in Play */
export async function gamesDialog(app, games, current) {
  const currentFirst = (all) => [
    ...all.filter(({ id }) => id === current),
    ...all.filter(({ id }) => id !== current),
  ];
  let list = currentFirst(await games.list());
  const body = h('div.games');
  const button = (label, action, kind = 'button.button') =>
    h(kind, { type: 'button', onclick: action }, label);
  const close = () => dialog.close();
  const remove = async (gone) => {
    await games.remove(gone.map(({ id }) => id));
    list = currentFirst(await games.list());
    draw();
    announce(t('games.deleted', { n: gone.length }));
    body.querySelector('button')?.focus();
  };
  const row = (game) => {
    const family = familyOf(game.rules);
    const tile = { value: game.largest, rank: rankOf(game.largest, family) };
    const there = game.id === current;
    return h(
      'li',
      { 'data-id': game.id },
      h(
        'div.game',
        {},
        tileElement(tile, family, 'mini'),
        h('strong.number', {}, number(game.score)),
        h(
          'span.small.soft.grow',
          {},
          `${rulesName(game.rules)} · ${t('games.moves', { n: number(game.moves) })} · `,
          there ? t('games.now') : time(game.date),
        ),
      ),
      h(
        'div.row',
        {},
        there
          ? null
          : button(t(game.over ? 'games.open' : 'games.resume'), () => {
              close();
              app.resumeGame(game);
            }),
        button(t('review'), () => {
          close();
          app.reviewGame(game);
        }),
        button(t('games.export'), () => exportGames([game])),
        there ? null : button(t('games.delete'), () => remove([game]), 'button.button.quiet'),
      ),
    );
  };
  const draw = () => {
    const best = bestScores(list);
    const others = list.filter(({ id }) => id !== current);
    fill(
      body,
      best.length
        ? h(
            'table.best-scores',
            {},
            h('caption', {}, t('games.best')),
            h(
              'tbody',
              {},
              best.map(([rules, score]) =>
                h(
                  'tr',
                  {},
                  h('th', { scope: 'row' }, rulesName(rules)),
                  h('td.amount', {}, number(score)),
                ),
              ),
            ),
          )
        : null,
      h('p.small.soft', {}, t(list.length ? 'games.what' : 'games.none', { n: maxGames })),
      games.unstored.size ? h('p.notice', {}, icon('warning'), t('storage.blocked')) : null,
      h('ul', {}, list.map(row)),
      list.length
        ? h(
            'div.row',
            {},
            button(t('games.export all'), () => exportGames(list)),
            others.length ? removeAll(others) : null,
          )
        : null,
    );
  };
  // Asks for confirmation in the same place.
  const removeAll = (others) => {
    const first = button(t('games.delete all'), () => {
      const sure = button(t('games.delete sure', { n: others.length }), () => remove(others));
      first.replaceWith(sure);
      sure.focus();
    });
    return first;
  };
  draw();
  const dialog = openDialog(t('games.title'), body, button(t('close'), close));
  return dialog;
}
