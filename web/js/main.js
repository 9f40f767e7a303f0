// @ts-check
// The application: connects to the engine, switches between views, stores the settings.

import { announce, fill, h } from './dom.js';
import { Games, PlayedGame, ruleNames } from './games.js';
import { Header, isLab, isView } from './header.js';
import { NetworkLoader } from './network-loader.js';
import { connectionLost, failure, storageProblem, viewMissing } from './notices.js';
import { PlayView } from './play.js';
import { loadRest } from './rest.js';
import { Session, SessionLost } from './session.js';
import {
  applySettings,
  onChange,
  onStorageTrouble,
  settings,
  storageTrouble,
  storedValue,
  storeValue,
} from './settings.js';
import { connect } from './transport.js';
import { chooseLanguage, t } from './words.js';

// Views loaded when they are first opened, so that the first load has only what Play needs.
const lazyViews = {
  analyse: async () => (await import('./analyse.js')).AnalyseView,
  review: async () => (await import('./review.js')).ReviewView,
  practice: async () => (await import('./practice.js')).PracticeView,
  sequence: async () => (await import('./sequence.js')).SequenceView,
  exact: async () => (await import('./exact.js')).ExactView,
  grid: async () => (await import('./grid.js')).GridView,
};

class App {
  constructor() {
    this.rules = storedValue(
      'rules',
      (rules) => /^[\w,=]+$/.test(rules) && ruleNames.includes(String(rules).split(',')[0]),
      'window',
    );
    this.main = document.querySelector('main') ?? document.body;
    /** Views by name, those opened so far.
     * @type {Record<string, any>} */
    this.views = {};
    /** @type {any} */
    this.transport = this.session = this.view = null;
    /** @type {any} */
    this.broken = this.loadProblem = this.settingsDialog = null;
    /** @type {Promise<any> | null} */
    this.navigation = this.showing = null;
    this.games = new Games(storageTrouble);
    this.played = new PlayedGame(this.games);
    this.networks = new NetworkLoader(this);
    this.lab = 'sequence'; // the last view shown in the Lab tab
    this.header = new Header({
      rules: () => this.openDialog('rules'),
      games: () => this.openDialog('games'),
      settings: () => this.openDialog('settings'),
    });
    this.setRules(this.rules);
  }

  async start() {
    const transport = await connect();
    this.transport = transport;
    transport.onLoad = (progress) => this.networks.showProgress(progress);
    this.session = new Session(transport, (why) => t('refused', { why }));
    this.session.onLost = (reason) => this.lost(reason);
    this.session.onBack = () => this.reconnected();
    this.session.onPlayer = (answer) => this.networks.setPlayer(answer);
    fill(this.main, h('h1.unseen', {}, 'trey'));
    this.add('play', PlayView);
    const { hash } = location;
    await this.views.play.open();
    await this.goTo(hash);
    await this.showing;
    // Not from location, which opening a game may have changed in the meantime.
    window.addEventListener('hashchange', ({ newURL }) => this.goTo(new URL(newURL).hash));
    document.addEventListener('keydown', (event) => {
      if (this.view) this.view.key(event);
    });
    this.started = true;
    this.networks.needed();
    onStorageTrouble((kind) => this.main.prepend(storageProblem(kind)));
    onChange((name) => this.applySetting(name));
    document.body.dataset.ready = 'yes';
    // After the first network, so that the two downloads do not compete.
    Promise.all([loadRest(), this.networks.first])
      .then(([{ keepOffline }]) => keepOffline())
      .catch(() => {}); // the views and dialogs that need the rest try again
  }

  applySetting(name) {
    if (name === 'network') {
      this.networks.failed.clear();
      this.networks.needed();
    }
    const advises = this.view && [this.views.play, this.views.analyse].includes(this.view);
    if (name === 'thought' && advises && !this.view.autoplay?.run) this.thinkAgain();
    if (name === 'language') this.applyLanguage();
  }

  applyLanguage() {
    this.navigation = (this.navigation ?? Promise.resolve())
      .then(() => this.changeLanguage())
      .catch((error) => this.failed(error));
  }

  add(name, View) {
    const view = (this.views[name] = new View(this));
    view.element.hidden = true;
    view.element.id = `view-${name}`;
    this.main.append(view.element);
    return view;
  }

  // Changes the language: header and views are created again, because all of them contain texts,
  // and take over the state of the old ones.
  async changeLanguage() {
    const before = this.view;
    const shown = Object.keys(this.views).find((name) => this.views[name] === before);
    const choosing = this.settingsDialog?.open;
    this.settingsDialog?.close();
    const loaded = await chooseLanguage();
    fill(document.querySelector('.skip'), t('skip'));
    this.header.draw();
    this.setRules(this.rules);
    await before.hide();
    this.view = null;
    for (const [name, old] of Object.entries(this.views)) {
      const made = this.add(name, old.constructor);
      made.copyFrom(old);
      old.element.remove();
    }
    this.networks.placeAgain();
    await this.showView(shown);
    if (!loaded) await this.showLoadProblem(() => this.applyLanguage());
    else if (choosing) this.openDialog('settings', 'language');
  }

  async viewOf(name) {
    if (this.views[name]) return this.views[name];
    const [View] = await Promise.all([lazyViews[name](), loadRest()]);
    return this.views[name] ?? this.add(name, View);
  }

  // Navigates one step after the other; only the last of several waiting requests is executed.
  goTo(hash) {
    this.wanted = hash;
    this.navigation = (this.navigation ?? Promise.resolve())
      .then(() => (this.wanted === hash ? this.open(hash) : null))
      .catch((error) => this.failed(error));
    return this.navigation;
  }

  // Opens #play and the like, a view's own route (#practice/mine), a game, or a position.
  async open(hash) {
    const text = hash.replace(/^#/, '');
    const [first, ...rest] = text.split('/');
    const route = rest.join('/');
    if (first === 'lab') {
      history.replaceState(null, '', `#${this.lab}`);
      return this.open(location.hash);
    }
    const shared = route && (first === 'game' || first === 'review');
    const known = isView(first);
    let named = false,
      position = false;
    try {
      if (known) await this.viewOf(first);
      named = known && (!route || Boolean(this.views[first].route));
      position = !named && text.includes('/');
      if (position) await this.viewOf('analyse');
      if (shared) await import('./share.js');
    } catch {
      return this.showLoadProblem(() => this.goTo(hash));
    }
    if (shared) return this.openGame(first, route);
    if (position) this.views.analyse.link(text);
    else if (route) this.views[first].route(route);
    const name = named ? first : position ? 'analyse' : 'play';
    if (this.view === this.views[name] && !position) {
      this.loadProblem?.remove();
      return null;
    }
    return this.showView(name);
  }

  async showView(name) {
    this.loadProblem?.remove();
    const view = this.views[name];
    if (this.view) await this.view.hide();
    for (const [other, { element }] of Object.entries(this.views)) element.hidden = other !== name;
    this.header.markView(name, this.main.querySelector('h1'));
    if (isLab(name)) this.lab = name;
    document.title = `${t(name)} · trey`;
    this.view = view;
    view.advice?.element?.after(this.networks.note);
    this.showRules(this.rules);
    // Not awaited: the user may switch to another view meanwhile.
    this.showing = Promise.resolve(view.show()).catch((error) => this.failed(error));
  }

  // The files of a view or dialog could not be loaded: the current view stays.
  async showLoadProblem(again) {
    this.loadProblem?.remove();
    this.loadProblem = viewMissing(again);
    if (!this.view) await this.showView('play');
    this.main.prepend(this.loadProblem);
  }

  // Opens a shared game for analysis or review.
  async openGame(what, packed) {
    const { unpackGame } = await import('./share.js');
    let record = '';
    try {
      record = await unpackGame(packed);
    } catch {
      // reported below
    }
    const view = this.views[what === 'review' ? 'review' : 'analyse'];
    history.replaceState(null, '', `#${what === 'review' ? 'review' : 'analyse'}`);
    if (record && what === 'review') view.pending = record;
    else if (record) view.shared = record;
    if (this.view === view) await view.hide();
    this.view = this.view === view ? null : this.view;
    await this.open(location.hash);
    if (record) return;
    await this.showing;
    view.showProblem(t('paste.not', { why: t('share.cut') }));
  }

  // --- rules and settings ---

  // Sets the rules of a new game and of a new board: those of the game in Play or Analyse.
  setRules(rules) {
    this.rules = rules.trim().replace(/ /g, ',');
    storeValue('rules', this.rules);
    this.showRules(rules);
  }

  // Shows the rules of the current view in the header. Views whose games cannot be continued do not
  // change the default rules.
  showRules(rules) {
    this.shownRules = rules.trim().replace(/ /g, ',');
    this.header.showRules(this.shownRules);
    this.networks.needed();
  }

  // Opens a dialog of dialogs.js once the files are there; of several that wait, the last one.
  /** @param {'rules' | 'games' | 'settings'} name
   * @param {string | null} [focused] field that receives the focus */
  async openDialog(name, focused = null) {
    const wanted = (this.wantedDialog = {});
    const files = await loadRest().catch(() => null);
    if (this.wantedDialog !== wanted) return;
    if (!files) await this.showLoadProblem(() => this.openDialog(name, focused));
    else {
      this.loadProblem?.remove();
      files.openDialog(this, name, focused);
    }
  }

  // Shows Play when its earlier tasks are done.
  async goToPlay() {
    if (this.view !== this.views.play) {
      location.hash = 'play';
      await this.goTo('#play');
    }
    await this.views.play.enqueue(() => null);
  }

  async startGame(rules) {
    await this.goToPlay();
    await this.views.play.newGame(rules);
  }

  // --- games that were played ---

  async resumeGame(game) {
    await this.goToPlay();
    await this.views.play.resumeGame(game).catch((error) => this.failed(error));
  }

  async reviewGame({ record }) {
    const view = await this.viewOf('review').catch(() => null);
    if (!view) return this.showLoadProblem(() => this.goTo('#review'));
    view.pending = record;
    if (this.view === view) {
      await view.hide();
      this.view = null;
    }
    location.hash = 'review';
    return this.goTo('#review');
  }

  // --- the engine ---

  thinkAgain() {
    this.session.stop();
    this.view?.restart?.();
  }

  // The connection is lost: the current view stays and the loss is shown. A socket reconnects; a
  // worker does not.
  lost(reason) {
    this.view?.lost?.();
    if (!this.transport.reopens) {
      this.failed(new Error(reason));
      return;
    }
    this.broken ??= connectionLost();
    this.main.prepend(this.broken);
  }

  // After reconnecting, views load their own games; the new session has none.
  reconnected() {
    this.broken?.remove();
    announce(t('engine.back'));
    if (this.view)
      this.showing = Promise.resolve(this.view.show()).catch((error) => this.failed(error));
  }

  // The engine has stopped, or an unexpected error occurred: reports it; the game is stored.
  failed(error) {
    if (error instanceof SessionLost && this.transport.reopens) return;
    console.error(error);
    document.getElementById('boot')?.remove();
    if (document.querySelector('.failed')) return;
    this.main.prepend(failure(error));
  }
}

applySettings();
chooseLanguage().then(() => {
  // A later visit has the rest in its cache.
  if (navigator.serviceWorker?.controller) loadRest().catch(() => {});
  fill(document.querySelector('.skip'), t('skip'));
  const app = new App();
  app.start().catch((error) => app.failed(error));
});
