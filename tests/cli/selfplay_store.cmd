# Killed and restarted: every game once, and the result of an uninterrupted run.
times() { sed 's/^time per move .*/time per move .../'; }
trey selfplay --player points --depth 1 --games 300 --seed 2 --threads 1 | times >whole
exec 3>&2 2>/dev/null # hides the shell's message about killed processes
for round in 1 2 3 4 5 6; do
    trey selfplay --player points --depth 1 --games 300 --seed 2 --store games.db >killed &
    sleep 0.05
    kill -9 $!
    wait $!
done
exec 2>&3
trey selfplay --player points --depth 1 --games 300 --seed 2 --store games.db --record all.txt | times >resumed
cmp whole resumed && echo same
grep -c . all.txt
trey judge --rules window all.txt | head -1
trey selfplay --player random --games 5 --store sequence/met.txt
echo "status $?"
