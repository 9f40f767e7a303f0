# A file of each version of each format, written by the trey of that time
# (docs/formats/old.md): files that are still read give the same results as then.
cd formats
for file in *.b64; do base64 -d "$file" | gzip -d >"${file%.gz.b64}"; done
export XDG_STATE_HOME=$PWD/state

# Tables of all values and compact tables: verified by the rules, and queried.
for table in table-1-all table-1-averages table-1-2048 table-2-averages carried-1-checkpoint \
    carried-1-play; do
    trey solve --verify $table --quiet
done
printf 'b 0 0 0 3 +1\nb 0 3 6 12 +2\n' >queries
for table in table-1-all table-1-averages table-2-averages carried-1-checkpoint; do
    trey solve --table $table <queries
done
trey solve --table carried-1-play --best <queries
echo 'b 0 0 2 4' | trey solve --table table-1-2048

# Networks: the scores of their games.
trey selfplay --player network:network-3 --depth 1 --games 3 --threads 1 -q --json |
    sed 's/, "reach.*//'
trey selfplay --player network:network-3-2x3 --rules course --rows 2 --cols 3 --depth 1 --games 3 \
    --threads 1 -q --json | sed 's/, "reach.*//'
for network in network-3-2048 network-4 network-7-2048 network-8-2048; do
    trey selfplay --player network:$network --rules 2048 --depth 1 --games 3 --threads 1 -q \
        --json | sed 's/, "reach.*//'
done

for network in checkpoint-4-network checkpoint-5-network network-6 network-6-points \
    network-7 network-7-points network-7-stages network-8 network-8-points; do
    trey selfplay --player network:$network --rules course --rows 2 --cols 2 --depth 1 --games 3 \
        --threads 1 -q --json | sed 's/, "reach.*//'
done

# Checkpoints: without further training, the networks made from them.
for version in 4 5; do
    trey train --rules course --rows 2 --cols 2 --tuples 01 --threads 1 --time-limit 0 -q \
        --checkpoint checkpoint-$version -o again | head -n 2
    case $version in
    4) cmp again network-8-points ;;
    5) cmp again network-8 ;;
    esac
done

# Recorded games, and a saved game of trey play with its best score.
trey judge --rules window record-1.json
trey judge --rules course,rows=2,cols=2 record-1-course.json
trey judge --rules course,rows=2,cols=2 record.course
mkdir -p state/trey
cp best.json state/trey
echo quit | trey play --file kept.game | head -n 8

# Stored results: the file is used, and version 1 gets checksums.
for store in store-1 store-2; do
    trey selfplay --player random --rules course --rows 2 --cols 2 --games 3 --threads 1 -q \
        --store $store | sed '/^time/d'
    trey selfplay --store $store --verify
done
trey compare --store store-2 --verify

# A known sequence, its moves and the proof.
trey judge sequence.txt sequence.moves
