// Positions from elsewhere: pasted, shared, read from a picture. Each is read by the session
// without any change to what is shown, shown in a preview, and only then taken up.

import { Board } from './board.js';
import { h } from './dom.js';
import { isField } from './input.js';
import { bookmarklet, readPaste } from './paste.js';
import { SessionLost } from './session.js';
import { t } from './words.js';

// Rules by which a board is read that is none by the rules that are chosen.
const otherRules = ['window', '2048', 'fibonacci'];

const nameOf = (rules) => rules.split(/[ ,]/)[0];
const isThrees = (rules) => !/^(2048|fibonacci)/.test(rules);

export class PastePanel {
  constructor(view) {
    this.view = view;
    this.session = view.session;
    this.text = h('textarea', {
      'aria-label': t('paste.what'),
      spellcheck: 'false',
      oninput: () => {
        view.problem.hidden = true;
      },
    });
    const page = location.href.replace(/#.*/, '');
    this.element = h(
      'details.card',
      {},
      h('summary', {}, h('strong', {}, t('paste'))),
      h('p.small.soft', { style: { margin: '.5rem 0' } }, t('paste.what')),
      this.text,
      h(
        'div.row',
        { style: { 'margin-top': '.6rem' } },
        h(
          'button.button',
          { type: 'button', onclick: () => view.applyPosition(this.text.value) },
          t('paste.read'),
        ),
      ),
      h(
        'p.small.soft',
        { style: { 'margin-top': '.8rem' } },
        t('bookmarklet.how'),
        ' ',
        h('a', { href: bookmarklet(page) }, t('bookmarklet')),
      ),
    );
    this.onPaste = (event) => this.paste(event);
  }

  // Ctrl+V anywhere but in a field.
  listen() {
    document.addEventListener('paste', this.onPaste);
  }

  ignore() {
    document.removeEventListener('paste', this.onPaste);
  }

  paste(event) {
    const text = event.clipboardData?.getData('text') ?? '';
    if (isField(event.target) || document.querySelector('dialog[open]') || !text.trim()) return;
    event.preventDefault();
    this.view.applyPosition(text);
  }

  // Takes up a text, or a position {rules, board, next, deck} whose last two may be missing.
  // Without `preview` only what may be something else than it seems is asked about. Resolves to
  // whether it was taken up.
  async open(what, { preview = true, source = '' } = {}) {
    const { view } = this;
    let read;
    this.refusal = null;
    this.session.stop();
    try {
      read = typeof what === 'string' ? await this.look(what) : await this.lookAt(what);
    } catch (error) {
      if (error instanceof SessionLost) throw error;
      this.refusal = t('paste.not', { why: this.why(error) });
      view.complain(this.refusal);
      view.restart();
      return false;
    }
    if ((preview || read.confirm || read.other) && !(await this.confirm(read, source))) {
      view.restart();
      return false;
    }
    const { position, request } = read;
    if (request) await view.ask(request);
    else if (position.hints.length && !position.over) await view.edit(position.rules, position);
    else await view.ask(`set ${position.rules} ${position.hex} next ?`);
    return true;
  }

  why(error) {
    if (error.answer) return error.message;
    const [what, count] = error.message.split(':');
    return what === 'games' ? t('paste.games', { n: count }) : t('paste.none');
  }

  // {position, request, confirm, other}: the position that a text has, the request that takes it
  // up, whether its size or its rules are others than those that are chosen.
  async look(text) {
    const read = readPaste(text, this.view.app.rules);
    if (read.kind === 'board') return this.lookAtBoard(text);
    const position = await this.session.request(read.look);
    return { position, request: read.kind === 'saved' && !read.saved.next ? null : read.request };
  }

  async lookAt({ rules, board, next = null, deck = null }) {
    const cells = Array.isArray(board) ? board.join(',') : board;
    const words =
      `${rules.trim().replace(/ /g, ',')} ${cells} next ${next ?? '?'}` +
      (deck ? ` deck ${deck}` : '');
    const position = await this.session.request(`check ${words}`);
    return { position, request: next ? `set ${words}` : null };
  }

  // By the rules that are chosen, else by those of another game.
  async lookAtBoard(text) {
    const chosen = this.view.app.rules;
    const others = otherRules.filter((name) =>
      isThrees(chosen) ? name !== 'window' : name !== nameOf(chosen),
    );
    let refusal = null;
    for (const rules of [chosen, ...others]) {
      try {
        const { request } = readPaste(text, rules);
        const found = await this.session.request(request);
        const position = await this.session.request(`check ${found.rules} ${found.hex} next ?`);
        return { position, request: null, confirm: found.confirm, other: rules !== chosen };
      } catch (error) {
        if (!error.answer) throw error;
        refusal ??= error;
      }
    }
    throw refusal;
  }

  // Shows what was read; resolves to whether it is to be taken up.
  confirm({ position, confirm, other }, source) {
    const { app } = this.view;
    const { rows, cols, rules, hints, next, slides } = position;
    const board = new Board({ onSlide: () => {} });
    const game = t(`rules.${nameOf(rules)}`);
    const notes = [
      other && t('preview.other', { chosen: t(`rules.${nameOf(app.rules)}`), game }),
      confirm && t('paste.size', { rows, cols }),
      confirm && t('paste.size.why'),
      slides !== undefined && t('preview.moves', { n: slides }),
      next !== '?' && t('next.of', { tiles: next.split(',').join(t('or')) }),
      next === '?' && hints?.length > 0 && t('preview.next'),
    ].filter(Boolean);
    return new Promise((resolve) => {
      let yes = false;
      const close = (answer) => {
        yes = answer;
        dialog.close();
      };
      const dialog = app.dialog(
        source || t('preview'),
        h(
          'div.preview',
          {},
          board.tray,
          h(
            'div',
            {},
            h('p', {}, h('strong', {}, game)),
            notes.map((note) => h('p.small', {}, note)),
          ),
        ),
        h('button.button', { type: 'button', onclick: () => close(false) }, t('cancel')),
        h(
          'button.button.primary',
          { type: 'button', autofocus: true, onclick: () => close(true) },
          t(other ? 'preview.other.use' : 'preview.use', { game }),
        ),
      );
      board.show(position);
      dialog.addEventListener('close', () => resolve(yes));
    });
  }
}
