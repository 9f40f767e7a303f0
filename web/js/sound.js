// Sounds of the game, off by default. The browser's synthesiser makes them; there are no
// recordings.

import { familyOf, rankOf } from './board.js';

const scale = [0, 2, 4, 7, 9]; // steps of a pentatonic scale, that sound well together
const lowest = 196; // Hz

// Notes of a move, each {at, hertz, seconds, loud}: a tick for the move, a note for each merge,
// higher for larger tiles, and a few for a new largest tile or the end of the game.
export function notesOf({ rules, did, over, largest }) {
  const family = familyOf(rules);
  const pitch = (rank) => {
    const step = scale[(rank + scale.length) % scale.length] + 12 * Math.floor(rank / scale.length);
    return lowest * 2 ** (step / 12);
  };
  const notes = [{ at: 0, hertz: 110, seconds: 0.04, loud: 0.25 }];
  did.merges.forEach((cell, i) => {
    const hertz = pitch(rankOf(did.board[cell], family));
    notes.push({ at: 0.09 + 0.05 * i, hertz, seconds: 0.16, loud: 0.3 });
  });
  if (did.merges.some((cell) => did.board[cell] === largest) && rankOf(largest, family) >= 7)
    for (const i of [1, 2, 3])
      notes.push({
        at: 0.12 + 0.07 * i,
        hertz: pitch(rankOf(largest, family) + i),
        seconds: 0.2,
        loud: 0.3,
      });
  if (over)
    for (const i of [0, 1, 2])
      notes.push({ at: 0.3 + 0.16 * i, hertz: pitch(6 - 2 * i), seconds: 0.3, loud: 0.3 });
  return notes;
}

let context = null;

export function playMove(answer) {
  context ??= new AudioContext();
  // Browsers block sound until the first click or key.
  if (context.state === 'suspended') context.resume();
  const now = context.currentTime;
  for (const { at, hertz, seconds, loud } of notesOf(answer)) {
    const note = context.createOscillator();
    const volume = context.createGain();
    note.type = 'triangle';
    note.frequency.value = hertz;
    volume.gain.setValueAtTime(0, now + at);
    volume.gain.linearRampToValueAtTime(loud, now + at + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.001, now + at + seconds);
    note.connect(volume).connect(context.destination);
    note.start(now + at);
    note.stop(now + at + seconds);
  }
}
