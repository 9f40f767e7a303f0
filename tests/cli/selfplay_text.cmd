# The same except for times, for any number of threads.
times() { sed 's/^time per move .*/time per move .../'; }
trey selfplay --player random --games 60 --seed 1 --threads 1 | times >one
trey selfplay --player random --games 60 --seed 1 --threads 2 | times >two
cmp one two && cat one
trey selfplay --player greedy --versus random --rules course --rows 3 --cols 3 --games 40 | times
# The output block of the course framework, for other programs.
trey selfplay --player random --games 60 --seed 1 --statistics=course | sed 's/ops = [0-9]*/ops = N/'
trey selfplay --player random --games 60 --statistics=course --json 2>&1 | head -1
trey selfplay --player random --games 60 --statistics=short 2>&1 | head -1
