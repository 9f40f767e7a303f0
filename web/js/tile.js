// One tile as an element. Every step has its own colour and picture (tiles.css), the same in every
// game, counted by the merges from the smallest tile.

const steps = 17; // steps in tiles.css; larger tiles look like the last one

// CSS class of a tile. Threes! counts from the 3, because 1 and 2 have colours of their own; other
// games count from their smallest tile.
export function tileClass(rank, game) {
  if (game === 'threes' && rank < 3) return rank === 1 ? 'one' : 'two';
  return `step${Math.min(steps, rank - (game === 'threes' ? 2 : 0)) - 1}`;
}

const fits = [1, 1, 1, 0.82, 0.66, 0.54, 0.46, 0.4];

// Creates the element of {rank, value}; game is a tile family; size is '', 'middle' or 'mini'.
export function tileElement(tile, game, size = '') {
  const digits = String(tile.value).length;
  const element = document.createElement('span');
  element.className = `tile ${tileClass(tile.rank, game)} digits${Math.min(digits, 5)}`;
  if (size) element.classList.add(size);
  if (game !== 'threes') element.classList.add('square');
  element.style.setProperty('--fit', fits[Math.min(digits, fits.length - 1)]);
  element.append(String(tile.value));
  return element;
}

// Appearance of a tile for a canvas, from the style sheets: colours of its face from top to bottom,
// of its edge and its number, and its picture, or null.
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
