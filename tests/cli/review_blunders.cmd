# Two blunders planted in a game of the same search, at moves 31 and 62, are the worst found;
# the result does not depend on the threads.
printf '%s\n' 'auto 30' D 'auto 30' L 'auto 20' |
    trey play --seed 11 --file game --player heuristic --depth 2 >/dev/null
trey review game --player heuristic --depth 2 --worst 2 --threads 1
trey review game --player heuristic --depth 2 --json --threads 1 >one
trey review game --player heuristic --depth 2 --json --threads 3 >three
cmp one three && echo "the same with three threads"
grep -o '"accuracy": [0-9.]\{5\}' one
trey review game --player heuristic --depth 1 --html page.html --quiet | head -n 1
grep -c '"review":{"points":false,"accuracy":' page.html
trey review - --player points --depth 1 --worst 0 <game | head -n 1
