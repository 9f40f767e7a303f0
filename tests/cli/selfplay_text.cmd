# The same but for times, whatever the threads.
times() { sed 's/ops = [0-9]*/ops = N/; s/^ms a move .*/ms a move .../'; }
trey selfplay --player random --games 60 --seed 1 --threads 1 | times >one
trey selfplay --player random --games 60 --seed 1 --threads 2 | times >two
cmp one two && cat one
trey selfplay --player greedy --versus random --rules course --rows 3 --cols 3 --games 40 | times
