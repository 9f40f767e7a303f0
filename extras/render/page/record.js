/* Replays a recorded game. The data has every position, so the page needs no rules. */
class Game {
  constructor(data) {
    Object.assign(this, data);
    this.cells = this.rows * this.cols;
    this.count = this.moves.length;
  }
  ranks(number) {
    const from = number * this.cells;
    return Array.from(this.boards.slice(from, from + this.cells), (digit) =>
      Number.parseInt(digit, 16),
    );
  }
  tile(rank) {
    return this.tiles[rank];
  }
  rankOf(tile) {
    return this.tiles.indexOf(tile);
  }
  /* Expected result of the whole game before a move. */
  expected(index) {
    const best = Math.max(...this.review.values[index].filter((value) => value !== null));
    return best + (this.ahead ? this.scores[index] : 0);
  }
}

function show(game) {
  const find = (id) => document.getElementById(id);
  const tray = find('tray'),
    review = game.review;
  const ARROWS = { U: '\u2191', R: '\u2192', D: '\u2193', L: '\u2190' };
  const WORDS = { U: 'up', R: 'right', D: 'down', L: 'left' };
  const grouped = (value) =>
    value.toLocaleString('en', { maximumFractionDigits: review && !review.points ? 2 : 0 });
  let now = 0;

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }
  function card(rank, largest) {
    const text = String(game.tile(rank));
    const plain = !game.threes || rank > 2;
    const made = element(
      'div',
      'card' +
        (plain ? '' : rank === 1 ? ' one' : ' two') +
        (rank > 3 && rank === largest ? ' most' : ''),
      text,
    );
    made.style.setProperty('--fit', text.length > 3 ? (3.1 / text.length).toFixed(3) : '1');
    return made;
  }

  /* --- the board --------------------------------------------------------------------- */

  function drawBoard() {
    const ranks = game.ranks(now),
      largest = Math.max(...ranks);
    const entry = now > 0 ? game.entries[now - 1] : -1;
    tray.replaceChildren(
      ...ranks.map((rank, cell) => {
        if (rank === 0) return element('div', 'slot');
        const made = card(rank, largest);
        if (cell === entry) made.classList.add('entered');
        return made;
      }),
    );
    const words = ranks.map((rank) => game.tile(rank) || 'empty'),
      rows = [];
    for (let row = 0; row < game.rows; row++)
      rows.push(words.slice(row * game.cols, (row + 1) * game.cols).join(' '));
    tray.setAttribute('aria-label', 'board: ' + rows.join(', '));
    find('largest').textContent = grouped(now === game.count ? game.largest : game.tile(largest));
  }
  function drawNext() {
    const next = game.next[now],
      deck = game.deck[now];
    const tiles = /^[0-9,]+$/.test(next) ? next.split(',').map(Number) : [];
    find('next').replaceChildren(
      ...(tiles.length
        ? tiles.map((tile) => card(game.rankOf(tile), 0))
        : [element('span', '', next === '+' ? 'a bonus tile' : 'not shown')]),
    );
    find('next').setAttribute('aria-label', 'next: ' + (tiles.join(', ') || next));
    find('deck').textContent = /^[0-9]/.test(deck)
      ? 'deck ' +
        deck
          .split(',')
          .map((left, i) => `${left}\u00d7${i + 1}`)
          .join('  ')
      : '';
  }
  function drawStatus() {
    const words = [];
    if (now > 0) {
      const letter = game.moves[now - 1];
      words.push(
        `${ARROWS[letter]} ${WORDS[letter]}, +${(game.scores[now] - game.scores[now - 1]).toLocaleString('en')}`,
      );
      if (review && review.marks[now - 1]) words.push(review.marks[now - 1]);
    }
    if (now === game.count && game.over)
      words.push(game.won ? 'the game is won' : 'the game is over');
    find('status').textContent = words.join(' \u00b7 ') || 'the start';
  }

  /* --- the review -------------------------------------------------------------------- */

  const SVG = 'http://www.w3.org/2000/svg';
  const LEFT = 60,
    RIGHT = 630,
    TOP = 14,
    BOTTOM = 222;
  const across = (index) => LEFT + ((RIGHT - LEFT) * index) / Math.max(game.count, 1);
  function shape(name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    find('graph').append(made);
    return made;
  }
  let cursor = null;
  function drawGraph() {
    const values = Array.from(game.moves, (_, index) => game.expected(index));
    values.push(review.points || game.ahead ? game.scores[game.count] : values[values.length - 1]);
    const max = Math.max(...values, ...game.scores),
      min = Math.min(0, ...values);
    const up = (value) => BOTTOM - ((BOTTOM - TOP) * (value - min)) / (max - min || 1);
    for (let i = 0; i <= 4; i++) {
      const value = min + ((max - min) * i) / 4;
      shape('line', { class: 'rule', x1: LEFT, x2: RIGHT, y1: up(value), y2: up(value) });
      shape(
        'text',
        { x: LEFT - 6, y: up(value) + 4, 'text-anchor': 'end' },
        max - min >= 10000 ? `${Math.round(value / 1000)}k` : grouped(Math.round(value)),
      );
      shape(
        'text',
        { x: across((game.count * i) / 4), y: 242, 'text-anchor': i === 4 ? 'end' : 'middle' },
        grouped(Math.round((game.count * i) / 4)),
      );
    }
    const points = (list) =>
      list.map((value, index) => `${across(index).toFixed(1)},${up(value).toFixed(1)}`).join(' ');
    if (review.points || game.ahead)
      shape('polygon', {
        class: 'area',
        points: `${LEFT},${up(0)} ${points(game.scores)} ${RIGHT},${up(0)}`,
      });
    shape('polyline', { class: 'line', points: points(values) });
    review.marks.forEach((mark, index) => {
      if (mark.length === 0 || mark === '?!') return;
      const x = across(index + 1),
        y = Math.max(up(values[index]) - 12, 8);
      shape(
        'path',
        mark === '??'
          ? { class: 'mark blunder', d: `M${x} ${y - 6}l6 6-6 6-6-6z` }
          : { class: 'mark', d: `M${x - 6} ${y - 5}h12l-6 9z` },
      );
    });
    cursor = shape('line', { class: 'now', y1: TOP - 8, y2: BOTTOM });
  }
  function drawCounts() {
    const bestCount = review.loss.filter(
      (loss, index) =>
        loss === 0 && review.values[index].filter((value) => value !== null).length > 1,
    ).length;
    const share = review.counted > 0 ? Math.round((100 * bestCount) / review.counted) : 100;
    const rows = [
      ['accuracy', review.accuracy],
      ['best moves', `${share} %`],
      ['mistakes', `${review.marked[1]} ?`],
      ['blunders', `${review.marked[2]} ??`],
    ];
    find('counts').replaceChildren(
      ...rows.map(([name, value]) => {
        const group = element('div');
        group.append(element('dt', '', name), element('dd', '', String(value)));
        return group;
      }),
    );
  }
  function drawWorst() {
    find('worst').replaceChildren(
      ...review.worst.map(([index, played, best]) => {
        const button = element('button'),
          item = element('li');
        const letter = game.moves[index],
          better = review.best[index];
        const values = review.values[index];
        const lost = values['URDL'.indexOf(better)] - values['URDL'.indexOf(letter)];
        button.dataset.index = index;
        button.append(
          element('span', 'lost', `\u2212${grouped(lost)}`),
          element('b', '', review.marks[index]),
          `move ${index + 1}: ${WORDS[letter]}, better ${WORDS[better]}`,
          element('small', '', `${WORDS[letter]} ${played}`),
          element('small', '', `${WORDS[better]} ${best}`),
        );
        button.onclick = () => controls.step(index);
        item.append(button);
        return item;
      }),
    );
  }
  /* Shows the values of the moves in the current position. */
  function drawValues() {
    const index = Math.min(now, game.count - 1),
      rows = [];
    const letter = game.moves[index],
      best = review.best[index];
    find('what').textContent =
      `Move ${index + 1}: ${WORDS[letter]}` +
      (letter === best ? ', the best' : `, better ${WORDS[best]} ${review.marks[index]}`);
    const most = Math.max(...review.values[index].filter((value) => value !== null));
    const scale = Math.max(most - (game.ahead ? 0 : game.scores[index]), 1000);
    review.values[index].forEach((value, direction) => {
      if (value === null) return;
      const key = 'URDL'[direction],
        row = element('tr');
      row.className =
        (key === best ? 'best' : '') +
        (key === letter ? ' played' : '') +
        (key === letter && review.marks[index] ? ' marked' : '');
      const track = element('td', 'track'),
        bar = element('i');
      bar.style.width = `${(100 / (1 + (most - value) / scale / 0.04)).toFixed(1)}%`;
      track.append(bar);
      row.append(
        element('td', '', `${ARROWS[key]} ${WORDS[key]}`),
        track,
        element('td', '', key === best ? grouped(value) : `\u2212${grouped(most - value)}`),
      );
      rows.push(row);
    });
    find('values').tBodies[0].replaceChildren(...rows);
    cursor.setAttribute('x1', across(now));
    cursor.setAttribute('x2', across(now));
    for (const button of find('worst').querySelectorAll('button'))
      button.setAttribute('aria-current', Number(button.dataset.index) === now);
  }
  function nextMistake() {
    const bad = (mark) => mark === '?' || mark === '??';
    let index = review.marks.findIndex((mark, i) => i > now && bad(mark));
    if (index < 0) index = review.marks.findIndex(bad);
    if (index >= 0) controls.step(index);
  }

  /* --- controls ---------------------------------------------------------------------- */

  function seek(target) {
    now = Math.min(Math.max(target, 0), game.count);
    drawBoard();
    drawNext();
    drawStatus();
    find('score').textContent = game.scores[now].toLocaleString('en');
    controls.showNumber(now);
    if (review) drawValues();
  }
  const controls = addControls(game.count, () => now, seek, {
    n: () => review && nextMistake(),
  });

  tray.style.setProperty('--rows', game.rows);
  tray.style.setProperty('--cols', game.cols);
  if (review) {
    find('review').hidden = false;
    drawGraph();
    drawCounts();
    drawWorst();
    find('mistake').onclick = nextMistake;
    find('graph').onclick = (event) => {
      const box = find('graph').getBoundingClientRect();
      controls.step(
        Math.round(
          ((((event.clientX - box.left) * 640) / box.width - LEFT) / (RIGHT - LEFT)) * game.count,
        ),
      );
    };
  }
  controls.openAtHash();
}

if (typeof document !== 'undefined')
  show(new Game(JSON.parse(document.getElementById('game').textContent)));
