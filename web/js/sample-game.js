// A sample game for users without a game of their own: `tools/sample-game.mjs build/trey 546`. A
// strong player that sometimes errs: 216 moves, nine of them mistakes or blunders.

const moves = [
  'D01:3 Lb3:2 Ue2:3 L33:3 L33:2 D02:3 Uc3:2 D22:2 L72:1 Rc1:1 D31:1 Uf1:1 L71:2 L32:3',
  'R43:1 D31:3 R03:1 L71:3 Rc3:1 R41:1 Uc1:2 D12:2 Ud2:3 Lb3:3 R83:2 D02:2 Rc2:3 Rc3:1',
  'R01:1 R01:3 R03:2 D02:2 Lb2:2 D32:3 R83:3 Ud3:1 Uf1:1 Uf1:2 R42:3 Uc3:3 L73:2 Lf2:2',
  'Lf2:2 Lf2:1 R01:2 L32:6 D34:3 R43:1 R01:1 Ud1:3 Lb3:1 Lb1:2 Uc2:1 Uc1:2 Rc2:1 R81:1',
  'D01:2 R02:3 Ue3:1 Ue1:3 L33:2 Rc2:3 Ue3:3 D03:1 Uf1:1 Lb1:1 Uf1:2 Lb2:2 Uf2:1 Lf1:2',
  'Lf2:3 Uf3:3 R43:3 Lb3:3 Uf3:6,12 R85:2 R82:3 Uf3:3 R83:1 Lb1:1 R81:2 Lf2:3 Uf3:2 Rc2:1',
  'Uf1:3 Lb3:2 Uc2:2 Rc2:1 Lb1:2 Lb2:1 Uf1:3 Uf3:3 Lf3:2 Uf2:2 Uf2:2 R82:1 Rc1:1 Rc1:3',
  'Ue3:3 Ue3:1 Ue1:3 Lf3:3 Ue3:1 R41:2 Lb2:3 Uf3:6,12 Lb4:1 Lb1:2 R82:2 Lf2:1 Uf1:2',
  'R42:6,12 Ud4:3 L33:1 Uc1:2 Rc2:1 Lf1:3 Uf3:3 Uf3:1 Uf1:6,12,24 Rc5:1 R81:2 Ue2:3 L73:3',
  'Uf3:6,12,24 R85:2 Ue2:2 Ue2:1 Lb1:3 Rc3:1 Uc1:1 Rc1:3 Uc3:2 Rc2:1 Lb1:2 Uc2:1 Lb1:3',
  'Ud3:3 Ud3:2 Lb2:2 Lb2:1 Uf1:3 Lf3:3 Uc3:2 Uf2:2 Uf2:1 Lb1:1 Lb1:3 Rc3:2 Rc2:1 Uf1:2',
  'Rc2:3 Lb3:1 Ud1:2 Uf2:3 Lf3:2 R42:3 Lf3:1 Ue1:1 Rc1:2 Lb2:2 Rc2:3 D03:3 Uf3:6,12,24',
  'D36:1 R81:3 Uc3:3 Lb3:1 Rc1:1 Ud1:2 R82:2 Lb2:1 Uc1:2 Uc2:1 Uc1:3 Rc3:3 Ue3:2 Uc2:2',
  'R82:3 Uf3:3 Uf3:2 Uf2:2 Rc2:1 Rc1:3 Uc3:1 Uc1:1 Uc1:1 Lb1:3 Uc3:2 Lf2:1 Uc1:1 Uc1:2',
  'R82:2 R82:2 Lf2:1 D21:2 Uc2:6,12,24 Rc4:3 D13:6,12,24 Rc4:3 Rc3:6,12,24 Ue6:3 R83:3',
  'Ue3:1 R41:2 D02:12,24,48 R86:3 Uc3:1 D01:1 Rc1:6,12,24 Uc4:3 R03:2 D12:2 R02:6,12,24',
  'L35:1 D31:1',
];

export const sampleGame = JSON.stringify({
  format: 'trey record 1',
  rules: 'window',
  seed: 546,
  game: 0,
  board: '1233022310000100',
  next: '1',
  deck: '0,1,1',
  score: 7290,
  begun_ms: 0,
  ended_ms: 0,
  slides: moves.join(' '),
});
