# Output of training: columns that suit the board, the checkpoint when it starts, the files at
# the end.
steady() { sed -E 's/[0-9]+\.[0-9] KiB/N KiB/g; s/ after [0-9]+ games/ after N games/; /^(games|moves|seconds|moves.s|last)/s/  .*/  .../'; }
columns() { sed -n 's/^last games   mean [0-9]*//p' | sed -E 's/[0-9.]+%/N%/g'; }
for rules in course,rows=2,cols=2 course,rows=2,cols=3 window,rows=3,cols=3 window 2048,rows=2,cols=2 \
    2048,rows=3,cols=3 2048; do
    echo "== $rules"
    trey train --rules $rules --tuples 0123 --games 300 --threads 1 -q --log log.csv -o net | columns
    head -1 log.csv
    awk -F, 'NR == 1 { n = NF } NF != n { print "row of", NF, "columns" }' log.csv
    rm log.csv net
done

echo "== a checkpoint"
set -- --rules course,rows=2,cols=2 --tuples 0123 --threads 1 --checkpoint kept -o net
trey train "$@" --games 300 --checkpoint-every 2 2>&1 | steady
trey train "$@" --games 600 2>&1 | steady
# Sizes are proportional to the network, and within the announced size.
[ $(stat -c %s kept) -lt $((10 * $(stat -c %s net))) ] || ls -l kept net
