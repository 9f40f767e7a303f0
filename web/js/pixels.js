// Pixels of pictures in the session's format.

const maxPixels = 4 * 1000 * 1000; // the session accepts 16 MiB at four bytes per pixel

// Pixels of a picture or video frame, scaled down if the session's limit requires it.
export function pixelsOf(source, width, height, canvas = document.createElement('canvas')) {
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)));
  canvas.width = Math.max(1, Math.floor(width * scale));
  canvas.height = Math.max(1, Math.floor(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

// The request `seen` for a reading; `anew`: it starts another game.
export const seenWords = ({ rules, hex, next, blank }, anew = false) =>
  `seen ${anew ? 'new ' : ''}${blank ? 'blank ' : ''}${rules} ${hex}${next === '?' ? '' : ` next ${next}`}`;
