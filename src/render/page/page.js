"use strict";
/* The rules of the known-sequence game. A board is sixteen ranks, row by row; a rank is 0 for
 * an empty cell, 1 and 2 for those tiles, and k + 3 for 3 * 2^k. */
const Rules = (() => {
  const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEF";
  const ranks = (text) => Array.from(text, (letter) => LETTERS.indexOf(letter));
  const tile = (rank) => (rank < 3 ? rank : 3 * 2 ** (rank - 3));
  const points = (rank) => (rank === 0 ? 0n : rank < 3 ? 1n : 3n ** BigInt(rank - 2));
  const score = (board) => board.reduce((sum, rank) => sum + points(rank), 0n);

  /* The four lines of a direction, cells from the wall to the trailing edge. Among equal lines
   * the one that stands first takes the tile: the most clockwise one. */
  const line = (cell) => [0, 1, 2, 3].map(cell);
  const LINES = {
    L: [3, 2, 1, 0].map((row) => line((i) => 4 * row + i)),
    R: [0, 1, 2, 3].map((row) => line((i) => 4 * row + 3 - i)),
    U: [0, 1, 2, 3].map((col) => line((i) => 4 * i + col)),
    D: [3, 2, 1, 0].map((col) => line((i) => 4 * (3 - i) + col)),
  };

  const merged = (a, b) => (a >= 3 && a === b ? a + 1 : a > 0 && b > 0 && a + b === 3 ? 3 : 0);

  /* Slides one line; returns the index from which on tiles stepped, or -1. */
  function slideLine(board, cells) {
    for (let i = 0; i + 1 < 4; i++) {
      const front = board[cells[i]], joined = merged(front, board[cells[i + 1]]);
      if (front !== 0 && joined === 0) continue;
      if (front === 0 && cells.slice(i).every((cell) => board[cell] === 0)) return -1;
      board[cells[i]] = joined || board[cells[i + 1]];
      for (let k = i + 1; k < 4; k++) board[cells[k]] = k < 3 ? board[cells[k + 1]] : 0;
      return i;
    }
    return -1;
  }

  const below = (a, b) => {
    for (let i = 3; i >= 0; i--) if (a[i] !== b[i]) return a[i] < b[i];
    return false;
  };

  /* Plays a move on the board itself. Returns what stepped where and the entry cell, or null
   * if nothing moves. */
  function play(board, direction, rank) {
    const steps = [];
    let best = null, entry = -1;
    for (const cells of LINES[direction]) {
      const before = cells.map((cell) => board[cell]);
      const from = slideLine(board, cells);
      if (from < 0) continue;
      for (let k = from + 1; k < 4; k++)
        if (before[k] !== 0)
          steps.push({ from: cells[k], to: cells[k - 1], joins: k === from + 1 && before[from] !== 0 });
      const after = cells.map((cell) => board[cell]);
      if (best === null || below(after, best)) {
        best = after;
        entry = cells[3];
      }
    }
    if (best === null) return null;
    board[entry] = rank;
    return { steps, entry };
  }
  return { ranks, tile, score, play };
})();

/* A game to look at: boards at any move, with marks on the way so that any is near. */
class Game {
  constructor(data) {
    this.start = Rules.ranks(data.start);
    this.tiles = Rules.ranks(data.tiles);
    this.moves = data.moves;
    this.marks = [this.start];
    const board = this.start.slice();
    for (let n = 0; n < this.moves.length; n++) {
      Rules.play(board, this.moves[n], this.tiles[n]);
      if ((n + 1) % Game.STRIDE === 0) this.marks.push(board.slice());
    }
  }
  at(number) {
    const mark = Math.floor(number / Game.STRIDE);
    const board = this.marks[mark].slice();
    for (let n = mark * Game.STRIDE; n < number; n++) Rules.play(board, this.moves[n], this.tiles[n]);
    return board;
  }
}
Game.STRIDE = 256;

function show(game) {
  const find = (id) => document.getElementById(id);
  const tray = find("tray"), count = game.moves.length;
  const ARROWS = { U: "\u2191", R: "\u2192", D: "\u2193", L: "\u2190" };
  const OFF = { U: [0, 1], R: [-1, 0], D: [0, -1], L: [1, 0] };
  let number = 0, board = game.start.slice(), cards = new Array(16).fill(null), timer = 0;

  const place = (element, col, row) => {
    /* Cards are 20 % wide in a pitch of 24 %; translate counts in the card's own size. */
    element.style.transform = `translate(${20 + col * 120}%, ${15.2 + row * 115.4}%)`;
  };
  const placeAt = (element, cell) => place(element, cell % 4, Math.floor(cell / 4));

  function dress(element, rank, largest) {
    const text = String(Rules.tile(rank));
    element.className = "card" + (rank === 1 ? " one" : rank === 2 ? " two" : "") +
      (rank > 3 && rank === largest ? " most" : "");
    element.textContent = text;
    element.style.setProperty("font-size", text.length > 3 ? `calc(${(3.1 / text.length).toFixed(3)} * var(--size))` : "");
  }
  function makeCard(rank, cell, largest) {
    const element = document.createElement("div");
    dress(element, rank, largest);
    placeAt(element, cell);
    tray.append(element);
    return element;
  }

  function facts() {
    const largest = Math.max(...board);
    find("score").textContent = Rules.score(board).toLocaleString("en");
    find("move").textContent = number.toLocaleString("en");
    find("largest").textContent = Rules.tile(largest).toLocaleString("en");
    find("direction").textContent = number > 0 ? ARROWS[game.moves[number - 1]] : "";
    find("seek").value = number;
    find("back").disabled = find("first").disabled = number === 0;
    find("forward").disabled = find("last").disabled = number === count;
    find("next").replaceChildren(...game.tiles.slice(number, number + 6).map((rank) => {
      const element = document.createElement("div");
      dress(element, rank, 0);
      return element;
    }));
    const rows = [0, 4, 8, 12].map((i) => board.slice(i, i + 4).map(Rules.tile).join(" "));
    tray.setAttribute("aria-label", "board: " + rows.join(", "));
    return largest;
  }

  /* Draws the board afresh, without motion. */
  function redraw() {
    const largest = facts();
    tray.classList.add("still");
    tray.querySelectorAll(".card").forEach((element) => element.remove());
    cards = board.map((rank, cell) => (rank === 0 ? null : makeCard(rank, cell, largest)));
    if (number > 0) {
      const before = game.at(number - 1);
      const played = Rules.play(before, game.moves[number - 1], game.tiles[number - 1]);
      cards[played.entry].classList.add("entered");
    }
    void tray.offsetWidth;
    tray.classList.remove("still");
  }

  /* One move on, with motion: cards step, joined ones pop, the new one comes in. */
  function animate() {
    tray.querySelectorAll(".gone").forEach((element) => element.remove());
    const direction = game.moves[number];
    const { steps, entry } = Rules.play(board, direction, game.tiles[number]);
    number++;
    const largest = facts(), next = cards.slice();
    for (const { from } of steps) next[from] = null;
    for (const { from, to, joins } of steps) {
      const card = cards[from];
      placeAt(card, to);
      if (joins) {
        cards[to].classList.add("gone");
        card.classList.add("over");
      }
      next[to] = card;
    }
    next[entry] = makeCard(game.tiles[number - 1], entry, largest);
    const [col, row] = OFF[direction];
    tray.classList.add("still");
    place(next[entry], (entry % 4) + col, Math.floor(entry / 4) + row);
    void tray.offsetWidth;
    tray.classList.remove("still");
    placeAt(next[entry], entry);
    cards = next;
    cards.forEach((card, cell) => card && dress(card, board[cell], largest));
    for (const { to, joins } of steps) if (joins) cards[to].classList.add("pop", "over");
    cards[entry].classList.add("entered");
    window.setTimeout(() => tray.querySelectorAll(".gone").forEach((element) => element.remove()), 170);
  }

  function seek(target) {
    target = Math.min(Math.max(target, 0), count);
    if (target === number) return;
    if (target === number + 1) return animate();
    number = target;
    board = game.at(number);
    redraw();
  }

  const speed = () => Number(find("speed").value);
  function pause() {
    window.clearInterval(timer);
    timer = 0;
    find("play").classList.remove("playing");
    find("play").setAttribute("aria-label", "play");
  }
  function play() {
    if (number === count) seek(0);
    window.clearInterval(timer);
    document.documentElement.style.setProperty("--step", `${Math.min(160, 700 / speed())}ms`);
    timer = window.setInterval(() => (number < count ? seek(number + 1) : pause()), 1000 / speed());
    find("play").classList.add("playing");
    find("play").setAttribute("aria-label", "pause");
  }
  const toggle = () => (timer ? pause() : play());
  const step = (target) => { pause(); seek(target); };
  function changeSpeed(by) {
    const select = find("speed");
    select.selectedIndex = Math.min(Math.max(select.selectedIndex + by, 0), select.options.length - 1);
    if (timer) play();
  }

  find("play").onclick = toggle;
  find("first").onclick = () => step(0);
  find("back").onclick = () => step(number - 1);
  find("forward").onclick = () => step(number + 1);
  find("last").onclick = () => step(count);
  find("speed").onchange = () => timer && play();
  find("seek").oninput = (event) => step(Number(event.target.value));
  const KEYS = {
    " ": toggle, ArrowLeft: () => step(number - 1), ArrowRight: () => step(number + 1),
    Home: () => step(0), End: () => step(count), "+": () => changeSpeed(1), "=": () => changeSpeed(1),
    "-": () => changeSpeed(-1),
  };
  document.addEventListener("keydown", (event) => {
    const action = KEYS[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
    event.preventDefault();
    action();
  });
  /* #123 opens the page at move 123. */
  const openAtHash = () => step(Number.parseInt(location.hash.slice(1), 10) || 0);
  window.addEventListener("hashchange", openAtHash);

  for (let cell = 0; cell < 16; cell++) {
    const slot = document.createElement("div");
    slot.className = "slot";
    placeAt(slot, cell);
    tray.append(slot);
  }
  find("moves").textContent = count.toLocaleString("en");
  find("seek").max = count;
  redraw();
  openAtHash();
}

if (typeof document !== "undefined") show(new Game(JSON.parse(document.getElementById("game").textContent)));
