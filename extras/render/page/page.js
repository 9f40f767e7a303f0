/* Replays a game of a known sequence: the rules, the boards of the game, and the page.
 *
 * The rules. A board is sixteen ranks, row by row: 0 for an empty cell, 1 and 2 for these
 * tiles, and k + 3 for 3 * 2^k. */
const Rules = (() => {
  const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEF';
  const ranks = (text) => Array.from(text, (letter) => LETTERS.indexOf(letter));
  const tile = (rank) => (rank < 3 ? rank : 3 * 2 ** (rank - 3));
  const points = (rank) => (rank === 0 ? 0n : rank < 3 ? 1n : 3n ** BigInt(rank - 2));
  const score = (board) => board.reduce((sum, rank) => sum + points(rank), 0n);

  /* The four lines of a direction, each with its cells from the wall on. Among equal lines the
   * first one gets the tile: the most clockwise one. */
  const line = (cell) => [0, 1, 2, 3].map(cell);
  const LINES = {
    L: [3, 2, 1, 0].map((row) => line((i) => 4 * row + i)),
    R: [0, 1, 2, 3].map((row) => line((i) => 4 * row + 3 - i)),
    U: [0, 1, 2, 3].map((col) => line((i) => 4 * i + col)),
    D: [3, 2, 1, 0].map((col) => line((i) => 4 * (3 - i) + col)),
  };

  const merged = (a, b) => (a >= 3 && a === b ? a + 1 : a > 0 && b > 0 && a + b === 3 ? 3 : 0);

  /* Slides one line. Returns the index after which all tiles moved by one cell, or -1. */
  function slideLine(board, cells) {
    for (let i = 0; i + 1 < 4; i++) {
      const front = board[cells[i]],
        merge = merged(front, board[cells[i + 1]]);
      if (front !== 0 && merge === 0) continue;
      if (front === 0 && cells.slice(i).every((cell) => board[cell] === 0)) return -1;
      board[cells[i]] = merge || board[cells[i + 1]];
      for (let k = i + 1; k < 4; k++) board[cells[k]] = k < 3 ? board[cells[k + 1]] : 0;
      return i;
    }
    return -1;
  }

  const isSmaller = (a, b) => {
    for (let i = 3; i >= 0; i--) if (a[i] !== b[i]) return a[i] < b[i];
    return false;
  };

  /* Plays a move on the board itself. Returns the steps of the tiles and the spawn cell, or
   * null if the move is illegal. */
  function play(board, direction, rank) {
    const steps = [];
    let best = null,
      spawn = -1;
    for (const cells of LINES[direction]) {
      const before = cells.map((cell) => board[cell]);
      const from = slideLine(board, cells);
      if (from < 0) continue;
      for (let k = from + 1; k < 4; k++)
        if (before[k] !== 0)
          steps.push({
            from: cells[k],
            to: cells[k - 1],
            joins: k === from + 1 && before[from] !== 0,
          });
      const after = cells.map((cell) => board[cell]);
      if (best === null || isSmaller(after, best)) {
        best = after;
        spawn = cells[3];
      }
    }
    if (best === null) return null;
    board[spawn] = rank;
    return { steps, spawn };
  }
  return { ranks, tile, score, play };
})();

/* The boards of a game. Every STRIDE-th one is stored; the others are replayed from there. */
class Game {
  constructor(data) {
    this.start = Rules.ranks(data.start);
    this.tiles = Rules.ranks(data.tiles);
    this.moves = data.moves;
    this.end = data.end;
    this.stored = [this.start];
    const board = this.start.slice();
    for (let n = 0; n < this.moves.length; n++) {
      Rules.play(board, this.moves[n], this.tiles[n]);
      if ((n + 1) % Game.STRIDE === 0) this.stored.push(board.slice());
    }
  }
  at(number) {
    const index = Math.floor(number / Game.STRIDE);
    const board = this.stored[index].slice();
    for (let n = index * Game.STRIDE; n < number; n++)
      Rules.play(board, this.moves[n], this.tiles[n]);
    return board;
  }
}
Game.STRIDE = 256;

function show(game) {
  const find = (id) => document.getElementById(id);
  const tray = find('tray'),
    count = game.moves.length;
  const ARROWS = { U: '\u2191', R: '\u2192', D: '\u2193', L: '\u2190' };
  const WORDS = { U: 'up', R: 'right', D: 'down', L: 'left' };
  const OFF = { U: [0, 1], R: [-1, 0], D: [0, -1], L: [1, 0] };
  const grouped = (value) => value.toLocaleString('en');
  const still = window.matchMedia('(prefers-reduced-motion: reduce)');

  /* The board after `number` moves, and the effect of the last of them. */
  function position(number) {
    const before = game.at(Math.max(number - 1, 0)),
      board = before.slice();
    const { steps, spawn } =
      number === 0
        ? { steps: [], spawn: -1 }
        : Rules.play(board, game.moves[number - 1], game.tiles[number - 1]);
    return { number, before, board, steps, spawn };
  }
  let now = position(0),
    cards = [],
    animationTimer = 0,
    endAnimation = null,
    pointer = false;

  /* --- cards ------------------------------------------------------------------------- */

  function place(element, col, row) {
    /* Cards are 20 % wide at a distance of 24 %; translate is relative to the card's size. */
    element.style.transform = `translate(${20 + col * 120}%, ${15.2 + row * 115.4}%)`;
  }
  const placeAt = (element, cell) => place(element, cell % 4, Math.floor(cell / 4));
  const placeOutside = (element, cell, direction) =>
    place(element, (cell % 4) + OFF[direction][0], Math.floor(cell / 4) + OFF[direction][1]);

  function styleCard(element, rank, largest) {
    const text = String(Rules.tile(rank));
    element.className =
      'card' +
      (rank === 1 ? ' one' : rank === 2 ? ' two' : '') +
      (rank > 3 && rank === largest ? ' most' : '');
    element.textContent = text;
    element.style.setProperty('--fit', text.length > 3 ? (3.1 / text.length).toFixed(3) : '1');
  }
  function makeCard(rank, cell, largest) {
    const element = document.createElement('div');
    styleCard(element, rank, largest);
    placeAt(element, cell);
    tray.append(element);
    return element;
  }

  function redraw() {
    const largest = Math.max(...now.board);
    tray.querySelectorAll('.card').forEach((element) => element.remove());
    cards = now.board.map((rank, cell) => (rank === 0 ? null : makeCard(rank, cell, largest)));
    if (now.spawn >= 0) cards[now.spawn].classList.add('entered');
  }

  /* Animates the cards from one position to the next or the previous one, and redraws them at
   * the end. */
  function animate(was) {
    const forwards = now.number > was.number,
      { steps, spawn, before, number } = forwards ? now : was;
    const direction = game.moves[number - 1];
    if (was.spawn >= 0) cards[was.spawn].classList.remove('entered');
    if (forwards) {
      const card = makeCard(game.tiles[number - 1], spawn, 0);
      card.classList.add('entered');
      placeOutside(card, spawn, direction);
      void tray.offsetWidth;
      placeAt(card, spawn);
    } else placeOutside(cards[spawn], spawn, direction);
    for (const { from, to, joins } of steps) {
      const card = cards[forwards ? from : to];
      if (joins && !forwards) {
        makeCard(before[to], to, 0);
        styleCard(card, before[from], 0);
      }
      if (joins) card.classList.add('over');
      placeAt(card, forwards ? to : from);
    }
    endAnimation = () => {
      redraw();
      if (forwards) for (const { to, joins } of steps) if (joins) cards[to].classList.add('pop');
    };
  }
  function finish() {
    window.clearTimeout(animationTimer);
    if (endAnimation) endAnimation();
    endAnimation = null;
  }

  /* --- facts ------------------------------------------------------------------------- */

  function status() {
    const arrow = document.createElement('b'),
      words = [];
    if (now.number > 0) {
      const letter = game.moves[now.number - 1];
      arrow.textContent = ARROWS[letter];
      arrow.setAttribute('aria-hidden', 'true');
      const gain = Rules.score(now.board) - Rules.score(now.before);
      words.push(` ${WORDS[letter]}, +${grouped(gain)}`);
    }
    if (now.number === count) words.push(game.end);
    find('status').replaceChildren(arrow, words.join(' \u00b7 ') || 'the start');
  }

  function facts() {
    const { number, board } = now;
    find('score').textContent = grouped(Rules.score(board));
    find('largest').textContent = grouped(Rules.tile(Math.max(...board)));
    controls.showNumber(number);
    const next = game.tiles.slice(number, number + 6);
    find('next').setAttribute(
      'aria-label',
      'next tiles: ' + (next.map(Rules.tile).join(' ') || 'none'),
    );
    find('next').replaceChildren(
      ...next.map((rank) => {
        const element = document.createElement('div');
        styleCard(element, rank, 0);
        return element;
      }),
    );
    const words = board.map((rank) => Rules.tile(rank) || 'empty');
    const rows = [0, 4, 8, 12].map((i) => words.slice(i, i + 4).join(' '));
    tray.setAttribute('aria-label', 'board: ' + rows.join(', '));
    status();
  }

  /* --- controls ---------------------------------------------------------------------- */

  function seek(target) {
    finish();
    target = Math.min(Math.max(target, 0), count);
    if (target === now.number) return;
    const was = now,
      time = controls.isPlaying() ? Math.min(180, 600 / controls.speed()) : 180;
    now = position(target);
    facts();
    if (still.matches || Math.abs(target - was.number) > 1) return redraw();
    document.documentElement.style.setProperty('--step', `${time}ms`);
    animate(was);
    animationTimer = window.setTimeout(finish, time);
  }
  const controls = addControls(count, () => now.number, seek);

  /* A clicked control loses the focus, so that space continues to play and pause. */
  document.addEventListener('keydown', () => {
    pointer = false;
  });
  document.addEventListener(
    'pointerdown',
    () => {
      pointer = true;
    },
    true,
  );
  for (const kind of ['click', 'change'])
    document.addEventListener(kind, (event) => {
      const control = event.target.closest(kind === 'click' ? 'button' : 'select');
      if (pointer && control) control.blur();
    });

  for (let cell = 0; cell < 16; cell++) {
    const slot = document.createElement('div');
    slot.className = 'slot';
    placeAt(slot, cell);
    tray.append(slot);
  }
  facts();
  redraw();
  controls.openAtHash();
}

if (typeof document !== 'undefined')
  show(new Game(JSON.parse(document.getElementById('game').textContent)));
