# Killed and run again: finished runs come from the store, with their times.
mkdir inputs
for seed in 1 2 3 4 5 6 7 8; do
    trey generate --mix deck --tiles 40 --seed $seed -o inputs/game$seed.txt
done
set -- beta 'dldfs(depth=7)' --inputs inputs --csv --threads 2
exec 3>&2 2>/dev/null # hides the shell's message about killed processes
trey compare "$@" >first.csv &
sleep 0.5
kill -KILL $!
wait $!
exec 2>&3
trey compare "$@" >second.csv && trey compare "$@" >third.csv
cmp second.csv third.csv && wc -l <second.csv
ls trey-compare.db
