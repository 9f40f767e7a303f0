# Games from a position: the same for any number of threads; after an interrupt, those that
# were finished.
odds() { trey advise --board 0000012003300000 --next 1 --player heuristic --odds 200 "$@"; }
odds --threads 1 >one
odds --threads 2 >two
cmp one two && cat one
odds --seed 2 --json
# The reported tiles depend only on the position, not on the seed or the number of games.
tiles() { odds "$@" | sed -n 's/^reach \([0-9]*\).*/\1/p'; }
tiles --seed 3 >two && tiles --seed 1 --odds 5 | cmp - two && paste -s -d ' ' two
trey advise --board d000012003300000 --next 1 --player heuristic --odds 20 | grep reach
trey advise --rules 2048 --board a000000000020000 --player heuristic --odds 5 --threads 1 | grep -c reach
# The session plays the same games.
printf '%s\n' 'set window 0000012003300000 next 1' 'odds games 200' |
    trey engine --player heuristic | tail -n 1 | grep -o '"reach":{[^}]*}'
# By first move, in pairs.
odds --per-move --threads 1 >pairs
odds --per-move --threads 2 >two
cmp pairs two && cat pairs
odds --per-move --seed 2 --json --odds 20 >three
grep -o '"best": "."' three
grep -o '"behind_percent": [^]]*]' three
grep -o '"certainty[^}]*}' three
trey advise --board 3535000000000000 --next 1 --player heuristic --odds 20 --per-move
trey advise --board 3535535335355353 --next 1 --player heuristic --odds 20 --per-move 2>&1
trey advise --board 0000012003300000 --next 1 --per-move 2>&1 | sed -n 1p
trey advise --board 0000012003300000 --next 1 --odds 0 2>&1 | sed -n 1p
trey advise --odds 10 2>&1 | sed -n 1p
trey advise --board 0000012003300000 --next 1 --player heuristic --milestones 200 | cmp - one
