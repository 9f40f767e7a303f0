// @ts-check
// Loads the networks that play, shows the progress, and notes which player thinks.

import { fill, h, icon } from './dom.js';
import { isChoice, networkFor, sizes } from './networks.js';
import { networkMissing } from './notices.js';
import { settings } from './settings.js';
import { t } from './words.js';

export class NetworkLoader {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.loaded = new Set(); // networks in the engine
    this.loading = new Set(); // networks being loaded
    this.failed = new Set(); // networks that failed to load; retried on request
    /** The first load, which other downloads wait for.
     * @type {Promise<void> | null} */
    this.first = null;
    /** @type {any} */
    this.loader = this.lastPlayer = null;
    this.firstTag = 0; // tag of the first request after the last network was loaded
    this.note = h('p.player.small.soft', { role: 'status' });
  }

  placeLoader() {
    const { element } = this.app.views.play;
    (element.querySelector('.side') ?? element).prepend(this.loader);
  }

  // After the views were created again.
  placeAgain() {
    if (this.loader?.isConnected === false) this.placeLoader();
  }

  showProgress({ name, loaded, total }) {
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

  // Loads the network of the current rules.
  needed() {
    if (!this.app.started) return;
    const { name } = networkFor(this.app.shownRules, settings.network);
    const there = isChoice(name) ? this.using === name : this.loaded.has(name);
    const idle = !this.loading.has(name) && !this.failed.has(name);
    const ours = !this.app.transport.hasNetworks || isChoice(name);
    if (name && ours && !there && idle) {
      const load = this.load(name);
      this.first ??= load;
    }
    this.drawPlayer();
  }

  // Resolves when the network is loaded or has failed.
  async load(name) {
    this.loading.add(name);
    this.failed.delete(name);
    this.drawPlayer();
    try {
      await this.app.transport.load(name);
      this.loader?.remove();
      this.loaded.add(name);
      if (isChoice(name)) document.body.dataset.network = this.using = name;
      document.body.dataset.networks = [...this.loaded].join(' ');
      const used = networkFor(this.app.shownRules, settings.network);
      if (name === used.name || name === used.larger) {
        this.lastPlayer = null;
        this.firstTag = this.app.session.next;
        this.app.thinkAgain();
      }
    } catch {
      this.failed.add(name);
      this.loader ??= h('section.card', {});
      if (!this.loader.isConnected) this.placeLoader();
      fill(
        this.loader,
        networkMissing(() => this.load(name)),
      );
    } finally {
      this.loading.delete(name);
      this.drawPlayer();
    }
  }

  // Stores what the session reports about the player that searched last. Answers to requests from
  // before the network was loaded, such as a search that it ended, name the earlier player.
  setPlayer({ tag, player, warning }) {
    if (Number(tag) < this.firstTag) return;
    const rules = this.app.shownRules;
    if (this.lastPlayer?.player !== player || this.lastPlayer.rules !== rules)
      this.lastPlayer = { player, rules };
    if (warning) this.lastPlayer.warning = warning;
    this.drawPlayer();
  }

  // Shows which player is used, predicted before the first answer, and which other network is
  // available.
  drawPlayer() {
    const { name, larger } = networkFor(this.app.shownRules, settings.network);
    const answered = this.lastPlayer?.rules === this.app.shownRules ? this.lastPlayer : null;
    const served = this.app.transport?.hasNetworks;
    const there = served ? null : this.loaded.has(name) ? 'network' : 'heuristic';
    const player = answered?.player ?? there;
    const size = isChoice(name) ? name : this.loaded.has(larger) ? 'large' : 'small';
    const which = !served && (isChoice(name) || larger) ? `.${size}` : '';
    const known = ['network', 'heuristic', 'points'].includes(player);
    const called = known ? t(`player.${player}${player === 'network' ? which : ''}`) : player;
    const wanted = larger && !served && !this.loaded.has(larger) && !this.loading.has(larger);
    const text = [
      called ? t('player', { player: called }) : '',
      player === 'heuristic' && !served ? t(this.whyHeuristic(name)) : '',
      answered?.warning ? t('player.warning', { warning: answered.warning }) : '',
    ];
    const state = JSON.stringify([text, wanted]);
    if (this.note.dataset.state === state) return;
    this.note.dataset.state = state;
    fill(
      this.note,
      text.filter(Boolean).join(' '),
      wanted
        ? h(
            'button.button.load-network',
            { type: 'button', onclick: () => this.load(larger) },
            icon('download'),
            t('player.load', { mb: (sizes[larger] / 1e6).toFixed(1) }),
          )
        : null,
    );
  }

  whyHeuristic(name) {
    if (!name) return 'player.none';
    return this.loading.has(name) ? 'player.coming' : 'player.missing';
  }
}
