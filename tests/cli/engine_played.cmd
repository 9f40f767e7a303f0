# Exact values of Threes! with its deck, solved in the session, with and without a last tile;
# refusals.
ask() { printf '%s\n' "$@" | trey engine --threads 1 | grep -v '"more":true\|^{"re":"[ns]e[wt]"' | sed 's/,"bytes.*/}/'; }
ask 'new window,rows=2,cols=3 seed 1' 'exact' 'solve end 384' 'exact'
# The value of the start is the mean of the best moves over its first tiles and cells: 2x2 in
# full.
ask 'new window,rows=2,cols=2 seed 1' 'solve' 'exact' 'auto 100 depth 1' 'exact' | grep -v '"re":"auto"'
# Each of the two solvers has its own game.
ask 'solve window,rows=2,cols=2' 'solve course,rows=2,cols=2' 'new course,rows=2,cols=2 seed 1' 'exact' 'new window,rows=2,cols=2 seed 1' 'exact' | sed 's/"values".*}/…}/'
# An unknown deck, an unreachable board.
ask 'set window,rows=2,cols=2 1000 next 2' 'solve' 'exact' 'set window,rows=2,cols=2 1000 next 2 deck 3,3,4' 'exact' | tail -n 2
ask 'solve window,rows=2,cols=2 all'
ask 'solve window,rows=2,cols=2 file x'
ask 'solve window,rows=2,cols=2 end'
ask 'solve window,rows=2,cols=2 end 95'
ask 'solve window,rows=2,cols=2 end 24576'
ask 'solve window,rows=2,cols=2 end 96 all'
ask 'solve course,rows=2,cols=2 end 96'
ask 'solve window,rows=2,cols=4 end 96'
ask 'solve window,boost=6,rows=2,cols=3'
