// Watching a game: captures the window or tab that shows it, reads a picture five times a second,
// and follows the game (watched-game.js). A separate engine reads the pictures, so that they do not
// wait for a search.

import { h, icon } from './dom.js';
import { pixelsOf } from './pixels.js';
import { Session } from './session.js';
import { isLine, storedValue, storeValue } from './settings.js';
import { connect } from './transport.js';
import { WatchedGame } from './watched-game.js';
import { t } from './words.js';

const everyMs = 200;
const grades = [
  [0.1, '??'],
  [0.04, '?'],
  [0.015, '?!'],
];
const arrows = { U: '↑', R: '→', D: '↓', L: '←' };
const keptGames = 20; // max. records of watched games

// Mark of a move by what it lost; '' for a good move, or if its values are unknown.
export function markOf(advice, move) {
  const { latest, position } = advice ?? {};
  const best =
    latest?.values && Math.max(...Object.values(latest.values).filter((v) => v !== null));
  const value = latest?.values?.[move];
  if (typeof value !== 'number') return '';
  const loss = (best - value) / Math.max(best - (latest.points ? position.score : 0), 1000);
  return grades.find(([least]) => loss >= least)?.[1] ?? '';
}

export class Watcher {
  constructor(card) {
    this.card = card;
    this.view = card.view;
    this.state = h('p', { role: 'status' });
    this.score = h('p.small.soft');
    this.moves = h('ol.watched', { 'aria-label': t('live.moves') });
    this.video = h('video', { muted: true, playsinline: true, 'aria-label': t('live.video') });
    this.video.muted = true;
    const button = (label, action, picture = null) =>
      h(
        'button.button',
        { type: 'button', hidden: true, onclick: action },
        picture && icon(picture),
        t(label),
      );
    // Buttons that need a captured window, and the one that needs a game.
    this.whileWatching = [
      button('live.stop', () => this.end(), 'stop'),
      ...(globalThis.documentPictureInPicture
        ? [button('live.small', () => this.openSmall())]
        : []),
    ];
    this.reviewButton = button('live.review', () => this.card.review(this.record), 'graph');
    this.element = h(
      'div.live',
      {},
      this.state,
      this.score,
      h('div.row', {}, this.whileWatching, this.reviewButton),
      this.video,
      this.moves,
    );
    this.canvas = document.createElement('canvas');
    this.running = false;
    this.record = null;
    this.marks = { '?!': 0, '?': 0, '??': 0 };
  }

  async begin() {
    try {
      this.stream = await navigator.mediaDevices.getDisplayMedia({
        video: { frameRate: 10 },
        audio: false,
      });
    } catch {
      this.say('live.refused');
      return;
    }
    this.say('live.looking');
    for (const button of this.whileWatching) button.hidden = false;
    const transport = await connect();
    if (!this.stream) {
      transport.end?.(); // stopped meanwhile
      return;
    }
    this.reader = new Session(transport, (why) => t('refused', { why }));
    this.transport = transport;
    this.game = new WatchedGame(
      (line) => this.view.session.request(line),
      (line) => this.reader.request(line),
    );
    this.stream.getVideoTracks()[0].addEventListener('ended', () => this.end());
    this.video.srcObject = this.stream;
    await this.video.play().catch((error) => {
      if (this.stream) throw error;
    });
    if (!this.stream) return;
    this.running = true;
    this.tick();
  }

  // Shows a state, once: screen readers announce every change.
  say(key) {
    const text = t(key);
    if (this.state.textContent !== text) this.state.textContent = text;
  }

  // Stops the capture; the followed game and its record remain.
  end() {
    if (!this.running && !this.stream) return;
    this.running = false;
    clearTimeout(this.timer);
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = this.video.srcObject = null;
    this.transport?.end?.();
    this.small?.close();
    for (const button of this.whileWatching) button.hidden = true;
    this.say('live.ended');
  }

  tick() {
    const begun = performance.now();
    this.readFrame()
      .catch((error) => {
        // A frame that was being read when watching ended gets no answer.
        if (!this.running || error.answer) return;
        this.end();
        throw error;
      })
      .finally(() => {
        if (this.running)
          this.timer = setTimeout(
            () => this.tick(),
            Math.max(0, begun + everyMs - performance.now()),
          );
      });
  }

  async readFrame() {
    this.drawSmall();
    const { videoWidth: width, videoHeight: height } = this.video;
    if (!width || !height) return;
    const read = await this.reader.readPicture(pixelsOf(this.video, width, height, this.canvas));
    if (!this.running) return;
    const words = this.game.settledWords(read);
    if (read.problem === 'no_board') this.say('live.no_board');
    if (words && words === this.game.followed) this.resume();
    else if (words) await this.view.enqueue(() => this.follow(words));
  }

  // The followed position is seen again, after a pause or a misreading.
  resume() {
    if (this.game.returned()) this.view.restart(); // the misreading stopped the search
    this.say(this.followingKey);
  }

  async follow(words) {
    if (!this.running) return;
    const { view } = this;
    const { session } = view;
    const advice = { latest: view.advice.latest, position: view.advice.position };
    session.stop();
    const answer = await this.game.add(words);
    if (!answer) {
      this.say('live.lost');
      if (!view.advice.latest) view.restart();
      return;
    }
    if (answer.first) {
      this.moves.replaceChildren();
      this.marks = { '?!': 0, '?': 0, '??': 0 };
    }
    // The advice is about the position before the first of these moves, unless a game begins.
    for (const [i, move] of answer.made.entries())
      this.addMove(move, i === 0 && !answer.first ? markOf(advice, move.slide) : '');
    this.followingKey = answer.over ? 'live.over' : 'live.following';
    this.say(this.followingKey);
    this.score.textContent = t('live.score', {
      score: answer.score,
      n: answer.moves,
      inaccuracies: String(this.marks['?!']),
      mistakes: String(this.marks['?']),
      blunders: String(this.marks['??']),
    });
    const { record } = await session.request('save').catch(() => ({}));
    if (record) this.keepRecord(record, answer.first);
    view.mode = 'follow';
    view.showPosition(answer, false);
  }

  addMove({ slide, tile }, mark) {
    if (mark) this.marks[mark]++;
    this.moves.prepend(
      h(
        `li${mark ? '.bad' : ''}`,
        {},
        `${arrows[slide]} ${t(slide.toLowerCase())}`,
        mark ? h('strong', {}, ` ${mark}`) : '',
        h('small.soft', {}, ` + ${tile}`),
      ),
    );
    if (mark) this.lastMark = { slide, mark };
    else this.lastMark = null;
  }

  // Records of the watched games, latest first. A game without a move is replaced: its picture was
  // of something else, or old.
  keepRecord(record, first) {
    this.record = record;
    this.reviewButton.hidden = false;
    const games = storedValue('watched', (list) => Array.isArray(list) && list.every(isLine), []);
    if (games.length > 0 && (!first || games[0].includes('"slides":""'))) games[0] = record;
    else games.unshift(record);
    storeValue('watched', games.slice(0, keptGames));
  }

  // --- the small window that stays in front ---

  async openSmall() {
    this.small = await globalThis.documentPictureInPicture.requestWindow({
      width: 200,
      height: 220,
    });
    const { document } = this.small;
    document.title = 'trey';
    this.arrow = document.createElement('div');
    this.text = document.createElement('div');
    for (const sheet of [
      'font:700 8rem/1 system-ui;text-align:center',
      'font:1rem system-ui;text-align:center',
    ])
      (sheet.startsWith('font:700') ? this.arrow : this.text).style.cssText = sheet;
    document.body.append(this.arrow, this.text);
    this.small.addEventListener('pagehide', () => {
      this.small = null;
    });
    this.drawSmall();
  }

  drawSmall() {
    if (!this.small) return;
    const { best } = this.view.advice;
    const { position } = this.view;
    this.arrow.textContent = position?.over ? '■' : best ? arrows[best] : '…';
    this.text.textContent = this.lastMark
      ? `${this.lastMark.mark} ${t(this.lastMark.slide.toLowerCase())}`
      : best && !position?.over
        ? t(best.toLowerCase())
        : this.state.textContent;
  }
}
