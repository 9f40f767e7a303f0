// Positions from elsewhere: pasted, shared, or read from a picture. The session parses each one
// without changing the current game; a preview shows it before it is opened.

import { Board } from './board.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { isField } from './input.js';
import { bookmarklet, readPaste } from './paste.js';
import { SessionLost } from './session.js';
import { t } from './words.js';

// Rules to try if the board is invalid under the selected rules.
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

  // Handles Ctrl+V outside of input fields.
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

  // Opens a text, or a position {rules, board, next, deck}, the last two optional.
  // Without `preview`, asks only if the text is ambiguous. Resolves to true if it was opened.
  async open(what, { preview = true, source = '' } = {}) {
    const { view } = this;
    let read;
    this.refusal = null;
    view.problem.hidden = true; // of an earlier paste
    this.session.stop();
    try {
      read = typeof what === 'string' ? await this.readText(what) : await this.readPosition(what);
    } catch (error) {
      if (error instanceof SessionLost) throw error;
      this.refusal = t('paste.not', { why: this.why(error) });
      view.showProblem(this.refusal);
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

  // Returns {position, request, confirm, other}: the position of a text, the request that opens it,
  // and whether its size or its rules differ from the selected ones.
  async readText(text) {
    const read = readPaste(text, this.view.app.rules);
    if (read.kind === 'board') return this.readBoard(text);
    const position = await this.session.request(read.look);
    return { position, request: read.kind === 'saved' && !read.saved.next ? null : read.request };
  }

  async readPosition({ rules, board, next = null, deck = null }) {
    const cells = Array.isArray(board) ? board.join(',') : board;
    const words =
      `${rules.trim().replace(/ /g, ',')} ${cells} next ${next ?? '?'}` +
      (deck ? ` deck ${deck}` : '');
    const position = await this.session.request(`check ${words}`);
    return { position, request: next ? `set ${words}` : null };
  }

  // Tries the selected rules, then those of another game.
  async readBoard(text) {
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

  // Shows a preview; resolves to true if the user accepts it.
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
      const dialog = openDialog(
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
