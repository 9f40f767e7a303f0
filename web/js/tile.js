// One tile as an element. Every step has a colour and a picture of its own (tiles.css): the same for
// every game, counted by how many merges a tile is away from the smallest.

const steps = 17; // that tiles.css draws; whatever is larger looks like the last

// The class of a tile's looks. Threes! counts from the 3 on, where 1 and 2 have colours of their own;
// other games from their smallest tile.
export function look(rank, game) {
  if (game === 'threes' && rank < 3) return rank === 1 ? 'one' : 'two';
  return `step${Math.min(steps, rank - (game === 'threes' ? 2 : 0)) - 1}`;
}

const fits = [1, 1, 1, 0.82, 0.66, 0.54, 0.46, 0.4];

// {rank, value} as an element; game is 'threes' or another; size is '', 'middle' or 'mini'.
export function tileElement(tile, game, size = '') {
  const digits = String(tile.value).length;
  const element = document.createElement('span');
  element.className = `tile ${look(tile.rank, game)} digits${Math.min(digits, 5)}`;
  if (size) element.classList.add(size);
  if (game !== 'threes') element.classList.add('square');
  element.style.setProperty('--fit', fits[Math.min(digits, fits.length - 1)]);
  element.append(String(tile.value));
  return element;
}

// The looks of a tile for a canvas, as the style sheets have them: the colours of its face from top to
// bottom, of its edge and of its number, and its picture, null for a tile without one.
export async function paintOf(rank, game) {
  const element = tileElement({ rank, value: 0 }, game);
  element.hidden = true;
  document.body.append(element);
  const style = getComputedStyle(element);
  const [face, low, text, art] = ['face', 'low', 'text', 'art'].map((name) =>
    style.getPropertyValue(`--${name}`).trim(),
  );
  element.remove();
  const address = /^url\("(.*)"\)$/.exec(art)?.[1];
  let picture = null;
  if (address) {
    picture = new Image(240, 240);
    picture.src = address.replace('<svg ', "<svg width='240' height='240' ");
    await picture.decode();
  }
  return { face: face.match(/#[0-9a-f]{3,8}/gi), low, text, picture };
}
