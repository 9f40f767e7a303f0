// The page: finds its engine, shows its views, keeps its settings.

import { AnalyseView } from './analyse.js';
import { fill, h, icon } from './dom.js';
import { ExactView } from './exact.js';
import { GridView } from './grid.js';
import { keepOffline } from './offline.js';
import { PlayView } from './play.js';
import { PracticeView } from './practice.js';
import { ReviewView } from './review.js';
import { SequenceView } from './sequence.js';
import { Session } from './session.js';
import { unpackGame } from './share.js';
import { apply, change, keep, kept, onChange, settings } from './settings.js';
import { connect } from './transport.js';
import { chooseLanguage, languages, t } from './words.js';

const tabs = [
  { name: 'play', icon: 'play' }, { name: 'analyse', icon: 'grid' }, { name: 'review', icon: 'graph' }, { name: 'practice', icon: 'target' },
  { name: 'sequence', icon: 'list', more: true }, { name: 'exact', icon: 'check', more: true }, { name: 'grid', icon: 'grid', more: true },
];
const games = ['window', 'classic', 'course', '2048', 'fibonacci'];

class App {
  constructor() {
    const rules = String(kept('rules', 'window'));
    this.rules = /^[\w,=]+$/.test(rules) && games.includes(rules.split(',')[0]) ? rules : 'window';
    this.main = document.querySelector('main');
    this.drawHeader();
  }

  async start() {
    const transport = await connect();
    this.transport = transport;
    transport.onLoad = ({ name, loaded, total }) => this.loading(name, loaded, total);
    this.session = new Session(transport, (why) => t('refused', { why }));
    this.views = { play: new PlayView(this), analyse: new AnalyseView(this), review: new ReviewView(this), practice: new PracticeView(this),
      sequence: new SequenceView(this), exact: new ExactView(this), grid: new GridView(this) };
    fill(this.main, h('h1.unseen', {}, 'trey'), Object.entries(this.views).map(([name, view]) => {
      view.element.hidden = true;
      view.element.id = `view-${name}`;
      return view.element;
    }));
    const { hash } = location;
    await this.views.play.open();
    await this.goTo(hash);
    window.addEventListener('hashchange', () => this.goTo(location.hash));
    document.addEventListener('keydown', (event) => { if (this.view) this.view.key(event); });
    this.loadNetwork(settings.network);
    onChange((name) => {
      if (name === 'network') this.loadNetwork(settings.network);
      if (name === 'language') location.reload();
    });
    document.body.dataset.ready = 'yes';
    keepOffline();
  }

  // #play and the like, what a view knows by itself (#practice/mine), a game, or a position.
  async goTo(hash) {
    const text = hash.replace(/^#/, '');
    const [first, ...rest] = text.split('/');
    const route = rest.join('/');
    if (route && (first === 'game' || first === 'review')) return this.openGame(first, route);
    const named = Object.hasOwn(this.views, first) && (!route || this.views[first].route);
    const name = named ? first : text.includes('/') ? 'analyse' : 'play';
    if (named && route) this.views[name].route(route);
    if (!named && text.includes('/')) this.views.analyse.link(text);
    const view = this.views[name];
    if (this.view === view && (named || !text.includes('/'))) return;
    if (this.view) await this.view.hide();
    for (const [other, { element }] of Object.entries(this.views)) element.hidden = other !== name;
    for (const tab of this.tabs.querySelectorAll('a')) {
      if (tab.dataset.name === name) tab.setAttribute('aria-current', 'page');
      else tab.removeAttribute('aria-current');
    }
    this.tabs.querySelector('.more').classList.toggle('here', tabs.some((tab) => tab.more && tab.name === name));
    document.title = `${t(name)} · trey`;
    this.view = view;
    await view.show();
  }

  // A game that was shared, to be looked at or reviewed.
  async openGame(what, packed) {
    let record = '';
    try {
      record = await unpackGame(packed);
    } catch {
      // said below
    }
    const view = this.views[what === 'review' ? 'review' : 'analyse'];
    history.replaceState(null, '', `#${what === 'review' ? 'review' : 'analyse'}`);
    if (record && what === 'review') view.pending = record;
    else if (record) view.shared = record;
    if (this.view === view) await view.hide();
    this.view = this.view === view ? null : this.view;
    await this.goTo(location.hash);
    if (!record) view.complain(t('paste.not', { why: t('share.cut') }));
  }

  // --- header ---

  drawHeader() {
    const link = ({ name, icon: picture, more }) => h(more ? 'a.rare' : 'a', { href: `#${name}`, 'data-name': name }, icon(picture), t(name));
    this.tabs = h('nav.tabs', { 'aria-label': t('views') }, tabs.map(link), h('button.more', { type: 'button', 'aria-haspopup': 'dialog', onclick: () => this.chooseMore() }, icon('more'), t('more')));
    this.rulesButton = h('button.button.quiet', { type: 'button', 'aria-haspopup': 'dialog', onclick: () => this.chooseRules() });
    fill(document.querySelector('header'), h('a.brand', { href: '#play' }, h('i'), 'trey'), this.tabs,
      h('div.tools', {}, this.rulesButton, h('button.icon-button', { type: 'button', 'aria-label': t('settings'), 'aria-haspopup': 'dialog', onclick: () => this.chooseSettings() }, icon('settings'))));
    this.rulesAre(this.rules);
  }

  rulesAre(rules) {
    this.rules = rules.trim().replace(/ /g, ',');
    keep('rules', this.rules);
    const [name] = this.rules.split(',');
    const shape = /rows=(\d+)/.exec(this.rules) ? ` ${/rows=(\d+)/.exec(this.rules)[1]}×${/cols=(\d+)/.exec(this.rules)?.[1] ?? 4}` : '';
    fill(this.rulesButton, t(`rules.${name}`) + shape, icon('down'));
  }

  dialog(title, body, ...buttons) {
    const dialog = h('dialog', { 'aria-label': title, onclose: () => dialog.remove() }, h('h2', {}, title), body, h('div.row', {}, buttons));
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  }

  select(label, options, chosen, onchange = null) {
    const select = h('select', { onchange: onchange && (() => onchange(select.value)) }, options.map(([value, text]) => h('option', { value, selected: String(value) === String(chosen) }, text)));
    return { select, field: h('label.field', {}, h('span.label', {}, label), select) };
  }

  // On a phone: the views that have no tab there.
  chooseMore() {
    const dialog = this.dialog(t('more'), h('div.share', {}, tabs.filter(({ more }) => more).map(({ name, icon: picture }) => h('a.button', { href: `#${name}`, onclick: () => dialog.close() }, icon(picture), t(name)))),
      h('button.button', { type: 'button', onclick: () => dialog.close() }, t('close')));
  }

  chooseRules() {
    const [name, ...fields] = this.rules.split(',');
    const has = Object.fromEntries(fields.map((field) => field.split('=')));
    const game = this.select(t('game'), games.map((g) => [g, t(`rules.${g}`)]), name);
    const sizes = [2, 3, 4].map((n) => [n, n]);
    const rows = this.select(t('rows'), sizes, has.rows ?? 4), cols = this.select(t('cols'), sizes, has.cols ?? 4);
    const dialog = this.dialog(t('new'), h('div', {}, game.field, h('div.row', { style: { 'flex-wrap': 'nowrap', margin: '0' } }, rows.field, cols.field)),
      h('button.button', { type: 'button', onclick: () => dialog.close() }, t('close')),
      h('button.button.primary', { type: 'button', onclick: () => {
        const shape = rows.select.value === '4' && cols.select.value === '4' ? '' : `,rows=${rows.select.value},cols=${cols.select.value}`;
        dialog.close();
        const rules = `${game.select.value}${shape}`;
        if (this.view === this.views.analyse) this.views.analyse.startEdit(rules, null);
        else this.views.play.enqueue(() => null).then(() => this.views.play.newGame(rules)).catch((error) => this.failed(error));
      } }, t('start')));
  }

  chooseSettings() {
    const choose = (name, label, values) => this.select(label, values.map((value) => [value, t(`${name}.${value}`)]), settings[name], (value) => change(name, value)).field;
    const letters = h('input', { type: 'checkbox', checked: settings.letters, onchange: () => change('letters', letters.checked) });
    const motion = h('input', { type: 'checkbox', checked: settings.motion === 'on', onchange: () => change('motion', motion.checked ? 'on' : 'off') });
    const served = document.querySelector('meta[name=trey-transport]')?.content === 'socket';
    const dialog = this.dialog(t('settings'), h('div', {}, choose('theme', t('theme'), ['system', 'light', 'dark']), choose('palette', t('palette'), ['game', 'safe']),
      served ? h('p.small.soft', {}, t('network.served')) : globalThis.treyFiles ? null : choose('network', t('network'), ['small', 'large']),
      h('label.check', {}, motion, t('motion')), h('label.check', {}, letters, t('letters')),
      Object.keys(languages).length > 1 ? this.select(t('language'), [['system', t('theme.system')], ...Object.entries(languages)], settings.language, (value) => change('language', value)).field : null),
    h('button.button.primary', { type: 'button', onclick: () => dialog.close() }, t('close')));
  }

  // --- the network ---

  loading(name, loaded, total) {
    const mb = (bytes) => (bytes / 1e6).toFixed(1);
    this.loader ??= h('section.card', { role: 'status' });
    if (!this.loader.isConnected) this.views.play.element.querySelector('.side').prepend(this.loader);
    const share = total ? Math.round(100 * loaded / total) : 50;
    fill(this.loader, h('strong', {}, t('network.loading')), h('div.progress', { role: 'progressbar', 'aria-label': t('network'), 'aria-valuenow': share, 'aria-valuemin': 0, 'aria-valuemax': 100 }, h('b', { style: { width: `${share}%` } })),
      h('p.small.soft', {}, total ? h('span.number', {}, `${t('network.of', { loaded: mb(loaded), total: mb(total) })} `) : null, t('network.wait')));
  }

  async loadNetwork(name) {
    try {
      await this.transport.load(name);
      this.loader?.remove();
      document.body.dataset.network = name;
      this.session.stop();
      this.view?.restart?.();
    } catch {
      this.loader ??= h('section.card', {});
      if (!this.loader.isConnected) this.views.play.element.querySelector('.side').prepend(this.loader);
      fill(this.loader, h('div.notice', { role: 'alert' }, icon('warning'), h('div.grow', {}, h('strong', {}, t('network.failed')), h('p.small.soft', {}, t('network.weaker'))),
        h('button.button', { type: 'button', onclick: () => this.loadNetwork(name) }, t('again'))));
    }
  }

  // The engine is gone, or something unforeseen happened: said plainly, the game is kept.
  failed(error) {
    console.error(error);
    if (document.querySelector('.failed')) return;
    this.main.prepend(h('section.card.notice.bad.failed', { role: 'alert' }, icon('warning'), h('div.grow', {}, h('strong', {}, t('engine.failed')), h('p.small.soft', {}, `${error.message}. ${t('engine.reload')}`)),
      h('button.button', { type: 'button', onclick: () => location.reload() }, t('reload'))));
  }
}

apply();
chooseLanguage();
document.querySelector('.skip').textContent = t('skip');
const app = new App();
app.start().catch((error) => app.failed(error));
