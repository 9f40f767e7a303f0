// @ts-check
// Dialogs and offline use in one file, which is loaded after the first advice.

import { gamesDialog } from './games-dialog.js';
import { chooseRules } from './rules-dialog.js';
import { chooseSettings } from './settings-dialog.js';
import { t } from './words.js';

export { keepOffline } from './offline.js';

const dialogs = {
  rules(app) {
    const { analyse } = app.views;
    const edits = Boolean(analyse) && app.view === analyse;
    chooseRules(t(edits ? 'rules' : 'new'), app.shownRules, (rules) => {
      if (edits) analyse.startEdit(rules, null);
      else app.startGame(rules).catch((error) => app.failed(error));
    });
  },

  games(app) {
    app.views.play
      .keepGame()
      .then(() => gamesDialog(app, app.games, app.played.id))
      .catch((error) => app.failed(error));
  },

  settings(app, focused) {
    app.settingsDialog = chooseSettings(focused);
  },
};

/** Opens a dialog of the header.
 * @param {any} app
 * @param {'rules' | 'games' | 'settings'} name
 * @param {string | null} [focused] field that receives the focus */
export function openDialog(app, name, focused = null) {
  dialogs[name](app, focused);
}
