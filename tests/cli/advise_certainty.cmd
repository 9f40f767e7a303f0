# Advice without a time limit is reproducible: twice in a row, with one thread and with three,
# and after undo. It reports its certainty.
advise() { trey advise --player heuristic "$@"; }
large='--board 3072,12,2,12,1536,24,12,0,6,12,0,24,6,2,3,0'
echo "# the same command twice, and with other numbers of threads"
advise $large --next 1 --json >first
advise $large --next 1 --json >second
advise $large --next 1 --json --threads 1 >one
advise $large --next 1 --json --threads 3 >three
cmp first second && cmp first one && cmp first three && echo same
advise --board 0000012003300000 --next 3 --threads 1 >one
advise --board 0000012003300000 --next 3 --threads 3 >three
cmp one three && echo same with decks
echo "# undo: the advice for a position that was seen before"
printf '%s\n' 'L 2 1' undo 'U 2 1' undo quit | advise -i --board 0000012003300000 --next 3 --nodes 50000 >talk
csplit -s -f advice talk '/^move /' '{*}'
for i in 1 3 5; do sed 8q advice0$i >shown$i; done
cmp shown1 shown3 && cmp shown1 shown5 && sed -n 6p shown1
echo "# clear, better, about equal"
words() { advise "$@" | grep -o '^certainty.*'; }
words $large --next 3
words $large --next 1
words --board 0000012003300000 --next 3
echo "# one legal move; one depth: unknown"
words --board 3535000000000000 --next 3
words $large --next 1 --depth 1
echo "# in JSON"
grep -o '"certainty": "[a-z ]*", "certainty_over": {[^}]*}, "only_move": [a-z]*, "to_come": [a-z]*, "behind_percent": [a-z]*' first
advise $large --next 1 --player points --depth 2 --json | grep -o '"behind_percent": {[^}]*}'
