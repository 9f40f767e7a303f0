# A checkpoint is for one game and one training at a time, and survives a kill; the log has no
# rows beyond it; a checkpoint that cannot be written does not cost the network.
train() { trey train --tuples "0123 0145" --threads 1 --quiet "$@"; }
rows_after() { awk -F, -v last="$1" 'NR > 1 && $3 + 0 > last + 0 { n++ } END { print n + 0, "rows" }' log.csv; }
moves_of() { head -c 1024 "$1" | tr -d '\0' | sed -n 's/^slides //p'; }
until_there() { for ((i = 0; i < 600; i++)); do [ -s "$1" ] && return; sleep 0.1; done; echo "no $1"; }

echo "a kill"
(exec trey train --tuples "0123 0145" --threads 1 --quiet --time-limit 5m --checkpoint kept --checkpoint-every 0.01 \
    --log log.csv --log-every 0.2 >out) &
process=$!
until_there kept
for ((i = 0; i < 600 && $(moves_of kept) == 0; i++)); do sleep 0.1; done
train --time-limit 0.01m --checkpoint kept
echo "status $?"
disown $process # disown hides the shell's message about its end
kill -9 $process
for ((i = 0; i < 600; i++)); do kill -0 $process 2>/dev/null || break; sleep 0.1; done
moves=$(moves_of kept)
training=$(head -c 1024 kept | tr -d '\0' | sed -n 's/^training //p')
echo "0.0,1,$((moves + 1)),1,,,,,,,,,,,$training" >>log.csv # with a time before the checkpoint's
echo "999999.9,1,999999999999,1,,,,,,,,,,,$training" >>log.csv
echo -n "999999.9,1,9999" >>log.csv
train --time-limit 0 --checkpoint kept --log log.csv | sed -n '1,2s/ .*//p'
rows_after "$moves"
head -1 log.csv

echo "a kill before the first checkpoint"
(exec trey train --tuples "0123 0145" --threads 1 --quiet --time-limit 5m --checkpoint early --log early.csv \
    --log-every 0.1 >out) &
process=$!
for ((i = 0; i < 600 && $(cat early.csv 2>/dev/null | wc -l) < 2; i++)); do sleep 0.1; done
disown $process
kill -9 $process
for ((i = 0; i < 600; i++)); do kill -0 $process 2>/dev/null || break; sleep 0.1; done
train --time-limit 0 --checkpoint early --log early.csv >/dev/null
echo "status $?" && wc -l <early.csv
echo mine >foreign.lock
train --time-limit 0 --checkpoint foreign
echo "status $?" && cat foreign.lock && ls foreign*

echo "a log of something else"
for log in other rules notes; do
    case $log in
    other) train --time-limit 0.01m --log-every 0.1 -o net --log other >/dev/null ;;
    rules) trey train --rules 2048 --tuples 0123 --threads 1 -q --time-limit 0 -o net2 --log rules >/dev/null ;;
    notes) printf 'seconds,games,moves,notes\n1,2,3,mine\n' >notes ;;
    esac
    cp $log before
    train --time-limit 0 --checkpoint kept --log $log
    echo "status $?"
    train --time-limit 0 -o net --log $log
    echo "status $?"
    cmp before $log
done
train --time-limit 0 --checkpoint kept --log notes --force | sed -n '1s/ .*//p'
cat notes | cut -d, -f1

echo "small as what was learnt"
[ $(stat -c %s kept) -lt 2000000 ] || ls -l kept

echo "other rules"
trey train --rules 2048 --tuples "0123 0145" --time-limit 0.01m --checkpoint kept --quiet
echo "status $?"
train --alpha 0.1 --time-limit 0.01m --checkpoint kept
echo "status $?"

echo "signals"
for name in TERM HUP INT; do
    # nohup makes all of them ignore HUP
    (exec env --default-signal=HUP trey train --tuples 0123 --threads 1 --time-limit 5m \
        --log log$name --log-every 0.1 -o net$name --quiet) >out &
    process=$!
    until_there log$name
    kill -$name $process
    wait $process
    echo "$name: status $?, $(grep -c . out) lines, network $([ -s net$name ] && echo there)"
done

echo "no checkpoint"
mkdir folder
train --time-limit 0.05m --checkpoint folder/kept --checkpoint-every 0.01 --log-every 0.1 --log gone.csv -o net >out &
process=$!
until_there gone.csv
rm -rf folder
wait $process
echo "status $?, network $([ -s net ] && echo there)"
train --time-limit 0.01m --checkpoint no/such/folder
echo "status $?"

echo "full"
train --time-limit 0.01m -o net --log /dev/full
echo "status $?"
train --alpha 0.1 --prune 1 -o net 2>&1 | head -1
