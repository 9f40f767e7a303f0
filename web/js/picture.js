// Positions from pictures: a screenshot that is pasted, dropped, selected or shared becomes a
// position; several become a game. The browser decodes the pictures and the session reads their
// pixels, on this machine only.

import { familyOf, rankOf } from './board.js';
import { fill, h, icon, selectedFiles } from './dom.js';
import { PictureCheck } from './picture-check.js';
import { pixelsOf, seenWords } from './pixels.js';
import { t } from './words.js';

const sharedCache = 'shared-pictures'; // where sw.js stores pictures shared with the page
const hexOf = (board, family) =>
  board.map((tile) => (tile ? rankOf(tile, family) : 0).toString(16)).join('');

export const picturesIn = (files) => [...files].filter((file) => file.type.startsWith('image/'));

export class PictureCard {
  constructor(view) {
    this.view = view;
    this.file = h('input.unseen', {
      type: 'file',
      accept: 'image/*',
      multiple: true,
      tabindex: -1,
      'aria-label': t('picture.choose'),
      onchange: () => this.open(selectedFiles(this.file)),
    });
    this.state = h('p.small', { role: 'status' });
    this.result = h('div.picture-read', { hidden: true });
    this.check = new PictureCheck(this.result, () => this.view.enqueue(() => this.use()));
    this.live = h('div');
    this.element = h(
      'details.card.pictures',
      {},
      h('summary', {}, h('strong', {}, t('picture'))),
      h('p.small.soft', { style: { margin: '.5rem 0' } }, t('picture.how')),
      h(
        'div.row',
        {},
        h(
          'button.button',
          { type: 'button', onclick: () => this.file.click() },
          icon('file'),
          t('picture.choose'),
        ),
        this.file,
        navigator.mediaDevices?.getDisplayMedia
          ? h(
              'button.button',
              { type: 'button', onclick: () => this.watch() },
              icon('play'),
              t('live'),
            )
          : null,
      ),
      this.state,
      this.result,
      this.live,
      h('p.small.soft', {}, t('picture.private')),
    );
    view.element.addEventListener('dragover', (event) => event.preventDefault());
    view.element.addEventListener('drop', (event) => {
      const files = [...event.dataTransfer.files];
      // The browser would leave the page to show a file of another kind; here it is refused by name.
      if (files.length) event.preventDefault();
      this.open(files);
    });
    this.onPaste = (event) => {
      const files = picturesIn(event.clipboardData?.files ?? []);
      if (!files.length || view.element.hidden) return;
      event.preventDefault();
      this.open(files);
    };
    document.addEventListener('paste', this.onPaste);
    if (new URLSearchParams(location.search).has('shared')) this.openShared();
  }

  // Reads the pictures shared with the installed page, which sw.js stored.
  async openShared() {
    history.replaceState(null, '', location.pathname + location.hash);
    const cache = await caches.open(sharedCache);
    const files = [];
    for (const key of await cache.keys()) files.push(await (await cache.match(key)).blob());
    await caches.delete(sharedCache);
    this.open(files);
  }

  // One picture becomes a position, several a game in their order.
  open(files) {
    if (files.length === 0) return null;
    this.element.open = true;
    this.result.hidden = true;
    this.view.problem.hidden = true;
    this.view.session.stop();
    return this.view.enqueue(() =>
      files.length > 1 ? this.openGame(files) : this.openOne(files[0]),
    );
  }

  say(text) {
    this.state.textContent = text;
  }

  // Resolves to {read, canvas}, or to {damaged}, a message, if the browser cannot decode the file.
  async read(file) {
    const bitmap = await createImageBitmap(file).catch(() => null);
    if (!bitmap) return { damaged: t('picture.damaged', { name: file.name ?? '' }) };
    const canvas = document.createElement('canvas');
    const pixels = pixelsOf(bitmap, bitmap.width, bitmap.height, canvas);
    bitmap.close();
    return { canvas, read: await this.view.session.readPicture(pixels) };
  }

  async openOne(file) {
    this.say(t('picture.reading'));
    const { read, canvas, damaged } = await this.read(file);
    if (damaged) {
      this.say('');
      this.view.showProblem(damaged);
      return;
    }
    if (!read.board) {
      this.say(t(`picture.${read.problem}`));
      return;
    }
    const sure = this.check.open(read, canvas);
    this.say(sure ? t('picture.read') : t(`picture.${read.problem ?? 'check'}`));
    if (sure) await this.use();
  }

  // Follows the game from this position, so that advice, moves and corrections work as usual.
  async use() {
    const { view } = this;
    const { board, rules, next } = this.check.reading;
    const plain = rules.split(',')[0];
    view.mode = plain === '2048' ? 'analyse' : 'follow';
    const request = plain === '2048' ? 'set' : 'follow';
    const hex = hexOf(board, familyOf(rules));
    view.showPosition(
      await view.session.request(
        `${request} ${rules} ${hex}${plain === '2048' ? '' : ` next ${next}`}`,
      ),
      false,
    );
    this.say(t('picture.read'));
  }

  // --- several pictures ---

  async openGame(files) {
    const { session } = this.view;
    const left = [];
    let moves = 0,
      begun = false;
    for (const [i, file] of files.entries()) {
      this.say(t('picture.of', { n: i + 1, all: files.length }));
      const { read, damaged } = await this.read(file);
      const name = file.name ?? String(i + 1);
      if (damaged || read.problem) {
        left.push(damaged ?? `${name}: ${t(`picture.${read.problem}`)}`);
        continue;
      }
      const answer = await session.request(seenWords(read, !begun));
      begun = true;
      moves += answer.made.length;
      if (answer.found === 'nothing' || answer.found === 'ambiguous')
        left.push(`${name}: ${t(`picture.${answer.found}`)}`);
    }
    fill(
      this.result,
      left.length
        ? h(
            'ul.small',
            {},
            left.map((text) => h('li', {}, text)),
          )
        : null,
    );
    this.result.hidden = left.length === 0;
    this.say(t('picture.game', { n: moves }));
    if (!begun) return;
    const { record } = await session.request('save');
    if (moves > 0 && left.length === 0) await this.review(record);
    else {
      this.view.mode = 'follow';
      this.view.showPosition(await session.request('game'), false);
    }
  }

  async review(record) {
    const view = await this.view.app.viewOf('review');
    view.open(record);
  }

  // --- live ---

  async watch() {
    this.view.problem.hidden = true;
    const files = await import('./live.js').catch(() => null);
    if (!files) {
      this.view.showProblem(t('view.missing'));
      return;
    }
    this.watcher?.end();
    this.watcher = new files.Watcher(this);
    fill(this.live, this.watcher.element);
    await this.watcher.begin();
  }

  // Stops watching, and reading what is pasted, when another view replaces this one.
  close() {
    this.watcher?.end();
    document.removeEventListener('paste', this.onPaste);
  }
}
