# Units of values: tile sums in Threes!, unless points are requested or training continues from
# a network by points; points in 2048, unless sums, with a discount or without, are requested.
train() { trey train --rules course --rows 2 --cols 3 --threads 1 --quiet --games 300 --time-limit 1m "$@" >out; }
says() { head -c 200 "$1" | strings | grep -c '^values sums$'; }
train -o sums.network
train --values points --checkpoint kept -o points.network
train --from points.network -o more.network
train --checkpoint kept -o on.network
train --rules 2048 -o other.network
train --rules 2048 --values sums --discount 0.99 --checkpoint long -o discount.network
train --rules 2048 --checkpoint long -o long.network
train --rules 2048 --from discount.network -o from.network
for network in discount long from; do head -c 200 $network.network | strings | grep discount; done
for network in sums points more on other discount; do echo "$network $(says $network.network)"; done
for network in sums points; do
    trey advise --rules course --rows 2 --cols 3 --player network:$network.network --depth 2 \
        --board '1 2 3 3 0 6' --next 3 --json | grep -c '"depth": 2'
done
train --stages "24 48" --output-until 1 -o first.network
head -c 200 first.network | strings | grep stages

echo "refused"
train --values points --from sums.network -o net; echo "status $?"
train --values sums --checkpoint kept; echo "status $?"
train --values sums --discount 0.99 -o net; echo "status $?"
train --rules 2048 --discount 0.99 -o net; echo "status $?"
train --rules 2048 --discount 0.9 --checkpoint long; echo "status $?"
train --rules 2048 --discount 0.9 --from discount.network -o net; echo "status $?"
train --rules 2048 --rows 2 --cols 3 --from sums.network -o net; echo "status $?"
train --values best -o net 2>&1 | head -1
train --stages 24 --output-until 2 -o net 2>&1 | head -1
