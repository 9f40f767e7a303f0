# A game always has the same review: twice, by one thread and by three, in a session.
echo 'auto 40' | trey play --seed 12 --file game --player heuristic --depth 1 >/dev/null
review() { trey review game --player heuristic "$@"; }
review --json >first
review --json >second
review --json --threads 1 >one
review --json --threads 3 >three
cmp first second && cmp first one && cmp first three && echo same
review --worst 1 | sed -n '1,6p'
accuracy() { sed 's/.*"accuracy": *\([0-9.]*\).*/\1/' | cut -c1-8; }
accuracy <first
{ printf 'load '; cat game; echo review; } | trey engine --player heuristic | tail -n 1 | accuracy
# Other limits give other numbers: --time-ms on request.
review --nodes 2000 --json | cmp -s - first || echo "another report with other work"
review --time-ms 1 --worst 0 | sed -n 1p
