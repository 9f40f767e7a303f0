// @ts-check
// The application: connects to the engine, switches between views, stores the settings.

import { AnalyseView } from './analyse.js';
import { announce, fill, h, icon } from './dom.js';
import { Games, gamesDialog, PlayedGame, rulesName } from './games.js';
import { isChoice, networkFor, sizes } from './networks.js';
import { closeOnOutsideClick } from './input.js';
import { keepOffline } from './offline.js';
import { PlayView } from './play.js';
import { Session, SessionLost } from './session.js';
import {
  applySettings,
  onChange,
  onStorageTrouble,
  setSetting,
  settings,
  storageTrouble,
  storedValue,
  storeValue,
} from './settings.js';
import { connect } from './transport.js';
import { chooseLanguage, languages, t } from './words.js';

const tabs = [
  { name: 'play', icon: 'play' },
  { name: 'analyse', icon: 'grid' },
  { name: 'review', icon: 'graph' },
  { name: 'practice', icon: 'target' },
  { name: 'sequence', icon: 'list', lab: true },
  { name: 'exact', icon: 'check', lab: true },
  { name: 'grid', icon: 'grid', lab: true },
];
// Views loaded when they are first opened, so that the first load has only what Play and Analyse
// need.
const lazyViews = {
  review: async () => (await import('./review.js')).ReviewView,
  practice: async () => (await import('./practice.js')).PracticeView,
  sequence: async () => (await import('./sequence.js')).SequenceView,
  exact: async () => (await import('./exact.js')).ExactView,
  grid: async () => (await import('./grid.js')).GridView,
};
const isLab = (name) => tabs.some((tab) => tab.lab && tab.name === name);
const games = ['window', 'classic', 'course', '2048', 'fibonacci'];

class App {
  constructor() {
    this.rules = storedValue(
      'rules',
      (rules) => /^[\w,=]+$/.test(rules) && games.includes(String(rules).split(',')[0]),
      'window',
    );
    this.main = document.querySelector('main') ?? document.body;
    /** Views by name, those opened so far.
     * @type {Record<string, any>} */
    this.views = {};
    /** @type {any} */
    this.transport = this.session = this.view = null;
    /** @type {any} */
    this.loader = this.broken = this.loadProblem = this.settingsDialog = this.lastPlayer = null;
    /** @type {Promise<any> | null} */
    this.firstLoad = this.navigation = this.showing = null;
    this.games = new Games(storageTrouble);
    this.played = new PlayedGame(this.games);
    this.networks = new Set(); // loaded in the engine
    this.loadingNetworks = new Set(); // being loaded
    this.failedNetworks = new Set(); // failed to load; retried on request
    this.playerNote = h('p.player.small.soft', { role: 'status' });
    this.lab = 'sequence'; // the last view shown in the Lab tab
    this.drawHeader();
  }

  async start() {
    const transport = await connect();
    this.transport = transport;
    transport.onLoad = ({ name, loaded, total }) => this.loading(name, loaded, total);
    this.session = new Session(transport, (why) => t('refused', { why }));
    this.session.onLost = (reason) => this.lost(reason);
    this.session.onBack = () => this.reconnected();
    this.session.onPlayer = (answer) => this.setPlayer(answer);
    fill(this.main, h('h1.unseen', {}, 'trey'));
    this.add('play', PlayView);
    this.add('analyse', AnalyseView);
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
    this.needNetwork();
    onStorageTrouble((kind) => this.showStorageProblem(kind));
    onChange((name) => {
      if (name === 'network') {
        this.failedNetworks.clear();
        this.needNetwork();
      }
      if (
        name === 'thought' &&
        [this.views.play, this.views.analyse].includes(this.view) &&
        !this.view.auto
      )
        this.thinkAgain();
      if (name === 'language')
        this.navigation = (this.navigation ?? Promise.resolve())
          .then(() => this.changeLanguage())
          .catch((error) => this.failed(error));
    });
    document.body.dataset.ready = 'yes';
    // After the first network, so that the two downloads do not compete.
    (this.firstLoad ?? Promise.resolve()).then(keepOffline);
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
    await chooseLanguage();
    fill(document.querySelector('.skip'), t('skip'));
    this.drawHeader();
    await before.hide();
    this.view = null;
    for (const [name, old] of Object.entries(this.views)) {
      const made = this.add(name, old.constructor);
      made.copyFrom(old);
      old.element.remove();
    }
    if (this.loader?.isConnected === false) this.placeLoader();
    await this.showView(shown);
    if (choosing) this.chooseSettings('language');
  }

  async viewOf(name) {
    if (this.views[name]) return this.views[name];
    const View = await lazyViews[name]();
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
    const known = tabs.some(({ name }) => name === first);
    try {
      if (known) await this.viewOf(first);
      if (shared) await import('./share.js');
    } catch {
      return this.showLoadProblem(hash);
    }
    if (shared) return this.openGame(first, route);
    const named = known && (!route || this.views[first].route);
    const position = !named && text.includes('/');
    if (position) this.views.analyse.link(text);
    else if (named && route) this.views[first].route(route);
    const name = named ? first : position ? 'analyse' : 'play';
    if (this.view === this.views[name] && !position) return null;
    return this.showView(name);
  }

  async showView(name) {
    this.loadProblem?.remove();
    const view = this.views[name];
    if (this.view) await this.view.hide();
    for (const [other, { element }] of Object.entries(this.views)) element.hidden = other !== name;
    for (const tab of [...this.tabs.children, ...this.labTabs.children]) {
      if (tab.dataset.name === name) tab.setAttribute('aria-current', 'page');
      else if (tab.dataset.name === 'lab' && isLab(name)) tab.setAttribute('aria-current', 'true');
      else tab.removeAttribute('aria-current');
    }
    if (isLab(name)) {
      this.lab = name;
      this.main.querySelector('h1')?.after(this.labTabs);
    } else this.labTabs.remove();
    document.title = `${t(name)} · trey`;
    this.view = view;
    view.advice?.element?.after(this.playerNote);
    this.showRules(this.rules);
    // Not awaited: the user may switch to another view meanwhile.
    this.showing = Promise.resolve(view.show()).catch((error) => this.failed(error));
  }

  // The files of a view could not be loaded: the current view stays.
  async showLoadProblem(hash) {
    this.loadProblem?.remove();
    this.loadProblem = h(
      'section.card.notice.bad.lacking',
      { role: 'alert' },
      icon('warning'),
      h('strong.grow', {}, t('view.missing')),
      h('button.button', { type: 'button', onclick: () => this.goTo(hash) }, t('again')),
    );
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

  // --- header ---

  drawHeader() {
    const link = ({ name, icon: picture }) =>
      h('a', { href: `#${name}`, 'data-name': name }, icon(picture), t(name));
    this.tabs = h(
      'nav.tabs',
      { 'aria-label': t('views') },
      tabs.filter(({ lab }) => !lab).map(link),
      link({ name: 'lab', icon: 'lab' }),
    );
    // Above the views of the Lab, which share one tab.
    this.labTabs?.remove();
    this.labTabs = h(
      'nav.lab-tabs',
      { 'aria-label': t('lab') },
      tabs.filter(({ lab }) => lab).map(link),
    );
    this.rulesButton = h('button.button.quiet', {
      type: 'button',
      'aria-haspopup': 'dialog',
      onclick: () => this.chooseRules(),
    });
    fill(
      document.querySelector('header'),
      h('a.brand', { href: '#play' }, h('i'), 'trey'),
      this.tabs,
      h(
        'div.tools',
        {},
        this.rulesButton,
        h(
          'button.button.quiet.square.games-button',
          {
            type: 'button',
            'aria-label': t('games.title'),
            title: t('games.title'),
            'aria-haspopup': 'dialog',
            onclick: () => this.chooseGame(),
          },
          icon('book'),
        ),
        h(
          'button.icon-button',
          {
            type: 'button',
            'aria-label': t('settings'),
            'aria-haspopup': 'dialog',
            onclick: () => this.chooseSettings(),
          },
          icon('settings'),
        ),
      ),
    );
    this.setRules(this.rules);
  }

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
    fill(this.rulesButton, h('span', {}, rulesName(this.shownRules)), icon('down'));
    this.needNetwork();
  }

  dialog(title, body, ...buttons) {
    const dialog = h(
      'dialog',
      { 'aria-label': title, onclose: () => dialog.remove() },
      h('h2', {}, title),
      body,
      h('div.row', {}, buttons),
    );
    closeOnOutsideClick(dialog);
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  }

  /** @param {string} label
   * @param {any[]} options
   * @param {any} chosen
   * @param {((value: string) => void) | null} [onchange] */
  select(label, options, chosen, onchange = null) {
    const select = h(
      'select',
      { onchange: onchange && (() => onchange(select.value)) },
      options.map(([value, text]) =>
        h('option', { value, selected: String(value) === String(chosen) }, text),
      ),
    );
    return { select, field: h('label.field', {}, h('span.label', {}, label), select) };
  }

  chooseRules() {
    const [name, ...fields] = this.shownRules.split(',');
    const has = Object.fromEntries(fields.map((field) => field.split('=')));
    const game = this.select(
      t('game'),
      games.map((g) => [g, t(`rules.${g}`)]),
      name,
    );
    const sizes = [2, 3, 4].map((n) => [n, n]);
    const rows = this.select(t('rows'), sizes, has.rows ?? 4),
      cols = this.select(t('cols'), sizes, has.cols ?? 4);
    const dialog = this.dialog(
      t(this.view === this.views.analyse ? 'rules' : 'new'),
      h(
        'div',
        {},
        game.field,
        h('div.row', { style: { 'flex-wrap': 'nowrap', margin: '0' } }, rows.field, cols.field),
      ),
      h('button.button', { type: 'button', onclick: () => dialog.close() }, t('close')),
      h(
        'button.button.primary',
        {
          type: 'button',
          onclick: () => {
            const shape =
              rows.select.value === '4' && cols.select.value === '4'
                ? ''
                : `,rows=${rows.select.value},cols=${cols.select.value}`;
            dialog.close();
            const rules = `${game.select.value}${shape}`;
            if (this.view === this.views.analyse) this.views.analyse.startEdit(rules, null);
            else this.startGame(rules).catch((error) => this.failed(error));
          },
        },
        t('start'),
      ),
    );
  }

  // The game starts in Play, also from another view.
  async startGame(rules) {
    if (this.view !== this.views.play) {
      location.hash = 'play';
      await this.goTo('#play');
    }
    await this.views.play.enqueue(() => null);
    await this.views.play.newGame(rules);
  }

  // --- games that were played ---

  chooseGame() {
    const { play } = this.views;
    play
      .keepGame()
      .then(() => gamesDialog(this, this.games, this.played.id))
      .catch((error) => this.failed(error));
  }

  async resumeGame(game) {
    if (this.view !== this.views.play) {
      location.hash = 'play';
      await this.goTo('#play');
    }
    await this.views.play.enqueue(() => null);
    await this.views.play.resumeGame(game).catch((error) => this.failed(error));
  }

  async reviewGame({ record }) {
    const view = await this.viewOf('review').catch(() => null);
    if (!view) return this.showLoadProblem('#review');
    view.pending = record;
    if (this.view === view) {
      await view.hide();
      this.view = null;
    }
    location.hash = 'review';
    return this.goTo('#review');
  }

  // Shown once: the browser blocks storage, or it is full.
  showStorageProblem(kind) {
    const notice = h(
      'section.card.notice.not-kept',
      { role: 'status' },
      icon('warning'),
      h(
        'div.grow',
        {},
        h('strong', {}, t(`storage.${kind}`)),
        h('p.small.soft', {}, t(`storage.${kind}.why`)),
      ),
      h('button.button', { type: 'button', onclick: () => notice.remove() }, t('close')),
    );
    this.main.prepend(notice);
  }

  /** @param {string | null} [focused] field that receives the focus */
  chooseSettings(focused = null) {
    const choose = (name, label, values) =>
      this.select(
        label,
        values.map((value) => [value, t(`${name}.${value}`)]),
        settings[name],
        (value) => setSetting(name, value),
      ).field;
    const letters = h('input', {
      type: 'checkbox',
      checked: settings.letters,
      onchange: () => setSetting('letters', letters.checked),
    });
    const motion = h('input', {
      type: 'checkbox',
      checked: settings.motion === 'on',
      onchange: () => setSetting('motion', motion.checked ? 'on' : 'off'),
    });
    const sound = h('input', {
      type: 'checkbox',
      checked: settings.sound,
      onchange: () => setSetting('sound', sound.checked),
    });
    const served = document.querySelector('meta[name=trey-transport][content=socket]');
    const language = this.select(
      t('language'),
      [['system', t('theme.system')], ...Object.entries(languages)],
      settings.language,
      (value) => setSetting('language', value),
    );
    const dialog = (this.settingsDialog = this.dialog(
      t('settings'),
      h(
        'div',
        {},
        choose('theme', t('theme'), ['system', 'light', 'dark']),
        choose('palette', t('palette'), ['game', 'safe']),
        served
          ? h('p.small.soft', {}, t('network.served'))
          : globalThis.treyFiles
            ? null
            : choose('network', t('network'), ['small', 'large']),
        choose('thought', t('thought'), ['short', 'usual', 'long']),
        h('label.check', {}, motion, t('motion')),
        h('label.check', {}, letters, t('letters')),
        h('label.check', {}, sound, t('sound')),
        language.field,
      ),
      h('button.button.primary', { type: 'button', onclick: () => dialog.close() }, t('close')),
    ));
    if (focused === 'language') language.select.focus();
  }

  // --- networks and the player that thinks ---

  placeLoader() {
    const side = this.views.play.element.querySelector('.side') ?? this.views.play.element;
    side.prepend(this.loader);
  }

  loading(name, loaded, total) {
    const mb = (bytes) => (bytes / 1e6).toFixed(1);
    this.loader ??= h('section.card', { role: 'status' });
    if (!this.loader.isConnected) this.placeLoader();
    const share = total ? Math.round((100 * loaded) / total) : 50;
    fill(
      this.loader,
      h('strong', {}, t('network.loading')),
      h(
        'div.progress',
        {
          role: 'progressbar',
          'aria-label': t('network'),
          'aria-valuenow': share,
          'aria-valuemin': 0,
          'aria-valuemax': 100,
        },
        h('b', { style: { width: `${share}%` } }),
      ),
      h(
        'p.small.soft',
        {},
        total
          ? h('span.number', {}, `${t('network.of', { loaded: mb(loaded), total: mb(total) })} `)
          : null,
        t('network.wait'),
      ),
    );
  }

  // Loads the network of the current rules: small ones at once, the one of 2048 on demand.
  needNetwork() {
    if (!this.started) return;
    const { name, onDemand } = networkFor(this.shownRules, settings.network);
    const there = isChoice(name) ? this.using === name : this.networks.has(name);
    const idle = !this.loadingNetworks.has(name) && !this.failedNetworks.has(name);
    const ours = !this.transport.hasNetworks || isChoice(name);
    if (name && ours && !onDemand && !there && idle) {
      const load = this.loadNetwork(name);
      this.firstLoad ??= load;
    }
    this.drawPlayer();
  }

  // Stores what the session reports about the player that searched last.
  setPlayer({ player, warning }) {
    const rules = this.shownRules;
    if (this.lastPlayer?.player !== player || this.lastPlayer.rules !== rules)
      this.lastPlayer = { player, rules };
    if (warning) this.lastPlayer.warning = warning;
    this.drawPlayer();
  }

  // Shows which player is used, predicted before the first answer, and which other one is
  // available.
  drawPlayer() {
    const { name, onDemand } = networkFor(this.shownRules, settings.network);
    const answered = this.lastPlayer?.rules === this.shownRules ? this.lastPlayer : null;
    const served = this.transport?.hasNetworks;
    const there = served ? null : this.networks.has(name) ? 'network' : 'heuristic';
    const player = answered?.player ?? there;
    const which = !served && isChoice(name) ? `.${name}` : '';
    const known = ['network', 'heuristic', 'points'].includes(player);
    const called = known ? t(`player.${player}${player === 'network' ? which : ''}`) : player;
    const wanted =
      name && onDemand && !served && !this.networks.has(name) && !this.loadingNetworks.has(name);
    const text = [
      called ? t('player', { player: called }) : '',
      player === 'heuristic' && !served ? t(this.whyHeuristic(name)) : '',
      answered?.warning ? t('player.warning', { warning: answered.warning }) : '',
    ];
    const state = JSON.stringify([text, wanted]);
    if (this.playerNote.dataset.state === state) return;
    this.playerNote.dataset.state = state;
    fill(
      this.playerNote,
      text.filter(Boolean).join(' '),
      wanted
        ? h(
            'button.button.load-network',
            { type: 'button', onclick: () => this.loadNetwork(name) },
            icon('download'),
            t('player.load', { mb: (sizes[name] / 1e6).toFixed(1) }),
          )
        : null,
    );
  }

  whyHeuristic(name) {
    if (!name) return 'player.none';
    return this.loadingNetworks.has(name) ? 'player.coming' : 'player.missing';
  }

  thinkAgain() {
    this.session.stop();
    this.view?.restart?.();
  }

  // Resolves when the network is loaded or has failed.
  async loadNetwork(name) {
    this.loadingNetworks.add(name);
    this.failedNetworks.delete(name);
    this.drawPlayer();
    try {
      await this.transport.load(name);
      this.loader?.remove();
      this.networks.add(name);
      if (isChoice(name)) document.body.dataset.network = this.using = name;
      document.body.dataset.networks = [...this.networks].join(' ');
      if (networkFor(this.shownRules, settings.network).name === name) {
        this.lastPlayer = null;
        this.thinkAgain();
      }
    } catch {
      this.failedNetworks.add(name);
      this.loader ??= h('section.card', {});
      if (!this.loader.isConnected) this.placeLoader();
      fill(
        this.loader,
        h(
          'div.notice',
          { role: 'alert' },
          icon('warning'),
          h(
            'div.grow',
            {},
            h('strong', {}, t('network.failed')),
            h('p.small.soft', {}, t('network.weaker')),
          ),
          h('button.button', { type: 'button', onclick: () => this.loadNetwork(name) }, t('again')),
        ),
      );
    } finally {
      this.loadingNetworks.delete(name);
      this.drawPlayer();
    }
  }

  // The connection is lost: the current view stays and the loss is shown. A socket reconnects; a
  // worker does not.
  lost(reason) {
    this.view?.lost?.();
    if (!this.transport.reopens) {
      this.failed(new Error(reason));
      return;
    }
    this.broken ??= h(
      'section.card.notice.bad.broken',
      { role: 'alert' },
      icon('warning'),
      h(
        'div.grow',
        {},
        h('strong', {}, t('engine.broken')),
        h('p.small.soft', {}, t('engine.reopens')),
      ),
    );
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
    const [what, why] = error.message.startsWith('unable')
      ? [t('engine.unable'), t('engine.needs')]
      : [t('engine.failed'), `${error.message}. ${t('engine.reload')}`];
    this.main.prepend(
      h(
        'section.card.notice.bad.failed',
        { role: 'alert' },
        icon('warning'),
        h('div.grow', {}, h('strong', {}, what), h('p.small.soft', {}, why)),
        h('button.button', { type: 'button', onclick: () => location.reload() }, t('reload')),
      ),
    );
  }
}

applySettings();
chooseLanguage().then(() => {
  fill(document.querySelector('.skip'), t('skip'));
  const app = new App();
  app.start().catch((error) => app.failed(error));
});
