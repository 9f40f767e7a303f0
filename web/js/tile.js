// One tile as an element. Material tells the tier, spots the step within it: the same five
// materials for every game, told by how many merges a tile is away from the smallest.

const materials = ['plain', 'ringed', 'cream', 'gold', 'night'];

// The tier and step of a tile: Threes! counts from the 3 on, where 1 and 2 have colours of
// their own; other games from their smallest tile.
export function look(rank, game) {
  if (game === 'threes' && rank < 3) return { kind: rank === 1 ? 'one' : 'two', spots: 0 };
  const step = game === 'threes' ? rank - 3 : rank - 1;
  return { kind: materials[Math.min(4, Math.floor(step / 3))], spots: (step % 3) + 1 };
}

const fits = [1, 1, 1, 0.84, 0.71, 0.6, 0.5, 0.44];

// {rank, value} as an element; game is 'threes' or another; size is '', 'middle' or 'mini'.
export function tileElement(tile, game, size = '') {
  const { kind, spots } = look(tile.rank, game);
  const digits = String(tile.value).length;
  const element = document.createElement('span');
  element.className = `tile ${kind} digits${Math.min(digits, 5)}`;
  if (size) element.classList.add(size);
  if (game !== 'threes') element.classList.add('square');
  element.style.setProperty('--fit', fits[Math.min(digits, fits.length - 1)]);
  element.append(String(tile.value));
  if (spots > 0 && size !== 'mini') {
    const row = document.createElement('span');
    row.className = 'spots';
    for (let i = 0; i < spots; i++) row.append(document.createElement('b'));
    element.append(row);
  }
  return element;
}
