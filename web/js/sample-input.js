// The input of `make demo`, examples/demo.txt: a start board and the 120 tiles to come. Lines 1, 2
// and 7 are comments.

export const sampleInput = `A game of 120 tiles: twelve-card decks with a few larger tiles.
Made by trey generate --mix deck --tiles 120 --seed 24; lines 1, 2 and 7 are comments.
0 3 0 2
1 0 1 0
0 3 0 2
0 2 3 3

24 1 2 3 2 1 2 3 2 3 1 1 2 1 3 2 12 2 3 3
3 1 1 3 2 1 1 3 1 3 2 1 3 1 1 2 2 3 2 1
3 2 3 1 1 24 2 1 3 2 3 2 1 2 3 3 3 1 1 2
1 2 3 1 3 3 2 3 1 2 2 1 1 2 3 1 1 2 2 3
1 1 2 3 2 3 3 3 1 1 3 1 24 1 3 3 2 2 2 1
1 1 1 3 3 2 2 2 2 3 3 3 3 3 24 3 1 1 2 12
`;
