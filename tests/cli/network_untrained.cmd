# A network that values boards below their own points is used, with a warning.
trey train --tuples "01 45" --initial=-10000 --alpha 0.00001 --games 50 --time-limit 1m --threads 1 -o bad --quiet >out
trey train --tuples "01 45" --games 500 --time-limit 1m --threads 1 -o good --quiet >out
for network in bad good; do
    trey selfplay --player network:$network --depth 1 --games 2 --threads 1 --record games --quiet >out
    trey advise --player network:$network --depth 1 --board 0000012003300000 --next 1 --json >out
    trey review --player network:$network --depth 1 games >out
done
