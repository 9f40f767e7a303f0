# Games from a position, the same whatever the threads; interrupted, those that were done.
odds() { trey advise --board 0000012003300000 --next 1 --player heuristic --odds 200 "$@"; }
odds --threads 1 >one
odds --threads 2 >two
cmp one two && cat one
odds --seed 2 --json
trey advise --board 0000012003300000 --next 1 --odds 0 2>&1 | sed -n 1p
trey advise --odds 10 2>&1 | sed -n 1p
trey advise --board 0000012003300000 --next 1 --player heuristic --milestones 200 | cmp - one
