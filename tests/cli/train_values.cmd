# Units of values: tile sums in Threes!, unless points are requested or training continues from
# a network by points; points in 2048.
train() { trey train --rules course --rows 2 --cols 3 --threads 1 --quiet --games 300 --time-limit 1m "$@" >out; }
says() { head -c 200 "$1" | strings | grep -c '^values sums$'; }
train -o sums.network
train --values points --checkpoint kept -o points.network
train --from points.network -o more.network
train --checkpoint kept -o on.network
train --rules 2048 -o other.network
for network in sums points more on other; do echo "$network $(says $network.network)"; done
for network in sums points; do
    trey advise --rules course --rows 2 --cols 3 --player network:$network.network --depth 2 \
        --board '1 2 3 3 0 6' --next 3 --json | grep -c '"depth": 2'
done
train --stages "24 48" --output-until 1 -o first.network
head -c 200 first.network | strings | grep stages

echo "refused"
train --values points --from sums.network -o net; echo "status $?"
train --values sums --checkpoint kept; echo "status $?"
train --rules 2048 --values sums -o net; echo "status $?"
train --rules 2048 --rows 2 --cols 3 --from sums.network -o net; echo "status $?"
train --values best -o net 2>&1 | head -1
train --stages 24 --output-until 2 -o net 2>&1 | head -1
