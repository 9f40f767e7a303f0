// The pixels of pictures, as the session takes them.

const maxPixels = 4 * 1000 * 1000; // the session takes 16 MiB of four bytes each

// The pixels of a picture or video frame, reduced where there are more than the session takes.
export function pixelsOf(source, width, height, canvas = document.createElement('canvas')) {
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)));
  canvas.width = Math.max(1, Math.floor(width * scale));
  canvas.height = Math.max(1, Math.floor(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

// The request `seen` for a reading; `anew`: another game begins with it.
export const seenWords = ({ rules, hex, next, blank }, anew = false) =>
  `seen ${anew ? 'new ' : ''}${blank ? 'blank ' : ''}${rules} ${hex}${next === '?' ? '' : ` next ${next}`}`;
