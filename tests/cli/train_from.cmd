# Training from a network file: it plays as before, and improves; files that are refused.
train() { trey train --rules course --rows 2 --cols 3 --threads 1 --quiet --unit 0.25 "$@"; }
games() { trey selfplay --rules course --rows 2 --cols 3 --depth 1 --games 60 --seed 3 --threads 1 --player "network:$1" | grep -E '^(mean|least|moves)'; }
train --games 1000 -o one.network >out
train --time-limit 0 --from one.network -o same.network >out
games one.network >one
games same.network | cmp - one && echo "plays the same"
train --games 500 --time-limit 1m --from one.network --trust "1e4 1e3" --stages 24 --checkpoint kept -o more.network >out
echo "status $?, $([ -s more.network ] && echo written)"
train --games 500 --time-limit 1m --from no.network --stages 24 --checkpoint kept >out
echo "with a checkpoint it is not asked for: status $?"

echo "refused"
train --from no.network -o net; echo "status $?"
printf 'no network' >bad
train --from bad -o net; echo "status $?"
train --from one.network --tuples 012 -o net; echo "status $?"
trey train --rules 2048 --rows 2 --cols 3 --quiet --from one.network -o net; echo "status $?"
trey train --rules course --rows 3 --cols 3 --quiet --from one.network -o net; echo "status $?"
train --from one.network -o one.network; echo "status $?"
train --from one.network --trust 0 -o net 2>&1 | head -1
train --from one.network --trust x -o net 2>&1 | head -1
