// Selects the game to review: the one in Play, the sample, a file, or pasted text; for a file with
// several games, one of them.

import { fill, h, icon, selectedFiles } from './dom.js';
import { picturesIn } from './picture.js';
import { number, t } from './words.js';

const mostLines = 1000; // max. games of a file that are offered

export class GameChooser {
  // onPlayed(), onSample(): selects these games; onRecord(record): a record as text;
  // onPictures(files): screenshots of a game; onProblem(text): no valid game.
  constructor({ onPlayed, onSample, onRecord, onPictures, onProblem }) {
    this.onRecord = onRecord;
    this.onPictures = onPictures;
    this.onProblem = onProblem;
    this.text = h('textarea', { 'aria-label': t('review.paste'), spellcheck: 'false' });
    this.file = h('input.unseen', {
      type: 'file',
      tabindex: -1,
      multiple: true,
      'aria-label': t('review.file'),
      onchange: () => this.openFiles(selectedFiles(this.file)),
    });
    this.which = h('div');
    const button = (name, label, action) =>
      h('button.button', { type: 'button', onclick: action }, icon(name), t(label));
    this.played = button('graph', 'review.played', onPlayed);
    this.element = h(
      'section.card',
      {},
      h('h2', {}, t('review.which')),
      h(
        'div.row',
        {},
        this.played,
        button('file', 'review.file', () => this.file.click()),
        this.file,
        button('book', 'review.sample', onSample),
      ),
      this.which,
      h(
        'details',
        {},
        h('summary', {}, t('paste')),
        h('p.small.soft', {}, t('review.paste')),
        this.text,
        h(
          'div.row.below-field',
          {},
          button('check', 'paste.read', () => this.openText(this.text.value)),
        ),
      ),
    );
  }

  openFiles(files) {
    const pictures = picturesIn(files);
    if (pictures.length > 0) this.onPictures(pictures);
    else this.openFile(files[0]);
  }

  openFile(file) {
    if (file)
      file.text().then(
        (text) => this.openText(text),
        (error) => this.onProblem(error.message),
      );
  }

  // Opens text with one record per line; the first of several is opened and the others are offered.
  openText(text) {
    const lines = text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean);
    if (lines.length === 0) {
      this.onProblem(t('paste.none'));
      return;
    }
    this.lines = lines;
    this.line = 0;
    this.drawLines();
    this.onRecord(lines[0]);
  }

  drawLines() {
    const { lines } = this;
    const select =
      lines?.length > 1 &&
      h(
        'select',
        {
          'aria-label': t('review.which'),
          onchange: () => {
            this.line = Number(select.value);
            this.onRecord(lines[this.line]);
          },
        },
        lines
          .slice(0, mostLines)
          .map((line, i) =>
            h('option', { value: i, selected: i === this.line }, t('review.number', { n: i + 1 })),
          ),
      );
    fill(
      this.which,
      select,
      lines?.length > mostLines &&
        h('p.small.soft', {}, t('review.cut', { n: number(mostLines), all: number(lines.length) })),
    );
  }

  copyFrom(from) {
    this.lines = from.lines;
    this.line = from.line;
    this.text.value = from.text.value;
    this.element.querySelector('details').open = from.element.querySelector('details').open;
    this.drawLines();
  }
}
