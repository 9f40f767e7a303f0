// @ts-check
// The header of the page: tabs of the views, those of the Lab, and buttons for rules, kept games
// and settings.

import { fill, h, icon } from './dom.js';
import { rulesName } from './games.js';
import { t } from './words.js';

const tabs = [
  { name: 'play', icon: 'play' },
  { name: 'analyse', icon: 'grid' },
  { name: 'review', icon: 'graph' },
  { name: 'practice', icon: 'target' },
  { name: 'sequence', icon: 'list', lab: true },
  { name: 'exact', icon: 'check', lab: true },
  { name: 'grid', icon: 'grid', lab: true },
];
export const isView = (name) => tabs.some((tab) => tab.name === name);
export const isLab = (name) => tabs.some((tab) => tab.lab && tab.name === name);

export class Header {
  /** @param {{rules: () => void, games: () => void, settings: () => void}} open opens a dialog */
  constructor(open) {
    this.open = open;
    this.draw();
  }

  draw() {
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
    this.rules = h('button.button.quiet', {
      type: 'button',
      'aria-haspopup': 'dialog',
      onclick: this.open.rules,
    });
    const button = (kind, label, picture, onclick) =>
      h(
        kind,
        {
          type: 'button',
          'aria-label': label,
          title: kind.includes('games') ? label : null,
          'aria-haspopup': 'dialog',
          onclick,
        },
        icon(picture),
      );
    fill(
      document.querySelector('header'),
      h('a.brand', { href: '#play' }, h('i'), 'trey'),
      this.tabs,
      h(
        'div.tools',
        {},
        this.rules,
        button(
          'button.button.quiet.square.games-button',
          t('games.title'),
          'book',
          this.open.games,
        ),
        button('button.icon-button', t('settings'), 'settings', this.open.settings),
      ),
    );
  }

  showRules(rules) {
    fill(this.rules, h('span', {}, rulesName(rules)), icon('down'));
  }

  // Marks the tab of the shown view; the tabs of the Lab follow the heading.
  markView(name, heading) {
    for (const tab of [...this.tabs.children, ...this.labTabs.children]) {
      if (tab.dataset.name === name) tab.setAttribute('aria-current', 'page');
      else if (tab.dataset.name === 'lab' && isLab(name)) tab.setAttribute('aria-current', 'true');
      else tab.removeAttribute('aria-current');
    }
    if (isLab(name)) heading?.after(this.labTabs);
    else this.labTabs.remove();
  }
}
