# A short training, resumed from a checkpoint, and a game with the trained network.
steady() { sed 's/[0-9][0-9.]*/N/g'; }
trey train --tuples "0123 0145" --time-limit 0.01m --threads 1 --checkpoint kept --log log.csv -o net --quiet | steady
head -1 log.csv
trey train --tuples "0123 0145" --time-limit 0.01m --threads 1 --checkpoint kept --log log.csv -o net --quiet | cut -d' ' -f1
grep -c . log.csv
trey selfplay --player network:net --depth 1 --games 5 --seed 1 --json | grep -c '"games": 5'
trey advise --player network:net --board 0000012003300000 --next 1 --depth 1 --json | grep -c '"points": true'
head -c 1000 net >cut
trey selfplay --player network:cut --games 1 2>&1 | steady
echo "status ${PIPESTATUS[0]}"
sed 's/tuples 0123/tuples 0124/' net >other
trey selfplay --player network:other --games 1
echo "status $?"
trey selfplay --player network:sequence/met.txt --games 1
echo "status $?"
trey selfplay --player network:missing --games 1
echo "status $?"
trey train --tuples "0123 0156" --time-limit 0.01m --checkpoint kept --quiet
echo "status $?"
trey train --tuples "0123456789" -o net2 --quiet
echo "status $?"
trey train --rules 2048 --tuples "0123 0145" --alpha 0.1 --time-limit 0.005m --threads 1 -o net2 --quiet | steady
trey selfplay --rules 2048 --player network:net2 --depth 1 --games 2 --json | grep -c '"games": 2'
trey selfplay --player network:net2 --games 1
echo "status $?"
trey selfplay --rules 2048 --player network:net --games 1
echo "status $?"
trey train --rules window,copies=5 -o net2 --quiet
echo "status $?"
trey train --rules course --rows 3 --cols 3 --tuples "0134 012" --time-limit 0.005m --threads 1 -o small --quiet | steady
trey selfplay --rules course --rows 3 --cols 3 --player network:small --depth 1 --games 2 --json | grep -c '"games": 2'
trey selfplay --player network:small --games 1
echo "status $?"
trey train --restarts 0.5 --from-sum 768 --to-sum 768 -o net2
echo "status $?"
trey train --doubled 0.5 -o net2
echo "status $?"
trey train --restarts 0.5 --doubled 1.5 -o net2
echo "status $?"
trey train --downgrade 16384 -o net2
echo "status $?"
trey train --rules 2048 --downgrade 3000 -o net2
echo "status $?"
trey train --rules 2048 --stages 512 --downgrade 512 -o net2
echo "status $?"
trey train --rules 2048 --stages 512 --until-stage 2 -o net2
echo "status $?"
trey train --rules 2048 --stages 64 --until-stage 1 --tuples "0123 4567" --games 20 --threads 1 -o part -q | sed -n 2p
trey train --rules 2048 --tuples "0123 4567" --stages "64 128" --early missing -o net2
echo "status $?"
trey train --rules 2048 --tuples "0123 4567" --stages "64 128" --from part --early part --time-limit 0 -o net2 | sed -n 1p
trey train --rules 2048 --downgrade 256 --tuples "0123 4567" --games 20 --threads 1 -o lower -q | steady
head -n 5 lower
trey selfplay --rules 2048 --player network:lower --depth 1 --games 2 --json | grep -c '"games": 2'
trey train -o no/such/folder --quiet
echo "status $?"
trey train 2>&1 | sed -n 1p
# Rates at which weights diverge; options without a number; too many weights.
trey train --rules window --rows 2 --cols 4 --tuples 0123 --rate 10 --games 300 --threads 1 -o wild -q
echo "status $?"
test -e wild || echo "nothing was written"
trey train --prune "" -o net2 2>&1 | sed -n 1p
trey train --trust " ," -o net2 2>&1 | sed -n 1p
trey train --tuples "0123456 0123457 0123458 0123459 012345a 012345b" --time-limit 0 -o net2
echo "status $?"
# The same tuple twice: its cells in another order, or an image of it.
for twice in "012 210" "012,0123,048" "01 014589 cd 01458" "0 3" "0145 0145"; do
    trey train --tuples "$twice" --time-limit 0 -o net2
    echo "status $?"
done
trey train --rows 2 --cols 3 --rules course --tuples "01 34" --time-limit 0 -o net2
echo "status $?"
# Tuples whose digits have another order on the image are accepted.
trey train --rows 2 --cols 3 --rules course --tuples "01 03 12" --time-limit 0 -o net3 -q
echo "status $?"
trey train --stages "1536 -2" -o net2
echo "status $?"
trey train --rules 2048 --stages 24 -o net2
echo "status $?"
