# An interrupt: the inputs that all players have finished are printed all the same.
trey generate --mix deck --tiles 20 --seed 1 -o a-short
trey generate --mix deck --tiles 100000 --seed 1 -o b-long
trey compare --inputs a-short --inputs b-long --threads 1 --no-store --quiet --csv 'dldfs(depth=8)' >table 2>said &
process=$!
first=
for ((i = 0; i < 600; i++)); do # until another process has followed that of the first run
    child=$(pgrep -P $process | head -n 1)
    first=${first:-$child}
    [ "$child" != "$first" ] && [ -n "$child" ] && break
    age=$(ps -o etimes= -p "${child:-0}" 2>/dev/null)
    [ "${age:-0}" -ge 10 ] && break
    sleep 0.02
done
kill -INT $process
wait $process
echo "exit status $?"
cut -d, -f1,2 table
cat said
