# A program plays as the player it asks.
figures() { grep -v '^ms' | sed 1d | sed 's/ops = [0-9]*/ops = N/'; }
trey selfplay --player 'exec:trey engine' --depth 1 --games 4 --threads 2 | figures >program
trey selfplay --depth 1 --games 4 | figures >player
cmp program player && echo same
