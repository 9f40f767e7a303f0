# Stored results of comparisons: a changed value is detected in every column.
tools=$(dirname "$0")
mkdir inputs
for seed in 1 2 3 4; do
    trey generate --mix deck --tiles 20 --seed $seed -o inputs/game$seed.txt
done
run() {
    trey compare 'plan(width=20)' --inputs inputs --threads 1 -q --csv --store "$1" >"$1.csv"
    echo "status $?"
}
verify() { trey compare --store "$1" --verify; echo "status $?"; }
exec 2>&1
run runs.db
verify runs.db
trey compare --store runs.db --verify --json
for column in name score bound moves positions switches peak_bytes seconds optimal checksum; do
    echo "== $column"
    cp runs.db changed.db
    python3 "$tools/change_column.py" changed.db run "$column"
    run changed.db
    wc -c <changed.db.csv
    verify changed.db
done
# The columns by which a run is found: it is run again.
for column in player input limits version; do
    echo "== $column"
    cp runs.db changed.db
    python3 "$tools/change_column.py" changed.db run "$column"
    verify changed.db
    run changed.db
done
echo "== old"
cp runs.db old.db
python3 -c 'import sqlite3
sqlite3.connect("old.db").execute("ALTER TABLE run DROP COLUMN checksum")'
cp old.db wrong.db
run old.db
cmp old.db.csv runs.db.csv
verify old.db
python3 -c 'import sqlite3
base = sqlite3.connect("wrong.db")
base.execute("UPDATE run SET score = bound + 1 WHERE rowid = 2")
base.commit()'
run wrong.db
trey compare --verify --no-store
trey compare --verify
