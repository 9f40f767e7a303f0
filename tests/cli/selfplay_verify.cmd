# Stored games: a changed value is detected in every column, and never used.
tools=$(dirname "$0")
run() {
    trey selfplay --player points --depth 1 --rules course --rows 2 --cols 3 --games 5 \
        --threads 1 -q --json --store "$1" >"$1.json"
    echo "status $?"
}
mean() { sed 's/.*"mean": \([^,]*\),.*/mean \1/' "$1.json"; }
verify() { trey selfplay --store "$1" --verify; echo "status $?"; }
exec 2>&1
run games.db
mean games.db
verify games.db
trey selfplay --store games.db --verify --json

# The results of a game: refused when read, and by --verify.
for column in score moves largest seconds slowest_ms spread record checksum; do
    echo "== $column"
    cp games.db changed.db
    python3 "$tools/change_column.py" changed.db game "$column"
    run changed.db
    wc -c <changed.db.json
    verify changed.db
done
# The key of a game: the game is not found and played again, with the same mean; --verify
# reports the row.
for column in rules player seed number version; do
    echo "== $column"
    cp games.db changed.db
    python3 "$tools/change_column.py" changed.db game "$column"
    verify changed.db
    run changed.db
    mean changed.db
done
# A row requested by its changed key.
echo "== found by the changed number"
cp games.db changed.db
python3 - <<'END'
import sqlite3
base = sqlite3.connect("changed.db")
base.execute("DELETE FROM game WHERE number = 4")
base.execute("UPDATE game SET number = 4 WHERE number = 2")
base.commit()
END
run changed.db
echo "== without a checksum"
cp games.db changed.db
python3 - <<'END'
import sqlite3
base = sqlite3.connect("changed.db")
base.execute("UPDATE game SET score = 1000, checksum = NULL WHERE number = 1")
base.commit()
END
run changed.db
verify changed.db

# A store from before checksums. A valid one is upgraded, once; an invalid one is refused and
# unchanged.
old() { # store, changes
    cp games.db "$1"
    python3 - "$1" "$2" <<'END'
import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
base.executescript("ALTER TABLE game DROP COLUMN checksum;" + sys.argv[2])
base.commit()
END
}
echo "== old"
old old.db ""
run old.db
mean old.db
run old.db
verify old.db
for change in "score = score + 1" "largest = largest + 1" "moves = moves - 1" \
    "seed = 2" "number = 7" "rules = 'course,rows=3,cols=3'" \
    "record = replace(record, '\"seed\":1,', '\"seed\":2,')" \
    "record = replace(record, '\"slides\":\"', '\"slides\":\"U31:2 ')" "record = 'x'"; do
    echo "== old, $change"
    old wrong.db "UPDATE game SET $change WHERE number = 1"
    run wrong.db
    verify wrong.db
done
python3 -c 'import sqlite3
print(*[row[1] for row in sqlite3.connect("wrong.db").execute("PRAGMA table_info(game)")])'

# Files and usage.
trey selfplay --verify
verify nothing.db
ls nothing.db
verify sequence/met.txt
