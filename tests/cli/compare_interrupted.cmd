# An interrupt: inputs that all players have finished are still printed. The store shows when
# the first run has finished; the second one would take hours.
trey generate --mix deck --tiles 8 --seed 1 -o a-short
trey generate --mix deck --tiles 100000 --seed 1 -o b-long
trey compare --inputs a-short --inputs b-long --threads 1 --store runs --quiet --csv 'dldfs(depth=8)' >table 2>said &
process=$!
python3 - $process <<'PYTHON'
import os, signal, sqlite3, sys, time

process = int(sys.argv[1])
for _ in range(30000):
    try:
        os.kill(process, 0)
        if sqlite3.connect("file:runs?mode=ro", uri=True).execute("SELECT count(*) FROM run").fetchone()[0] > 0:
            break
    except sqlite3.OperationalError:
        pass  # the store does not exist yet, or is locked
    time.sleep(0.02)
os.kill(process, signal.SIGINT)
PYTHON
wait $process
echo "exit status $?"
cut -d, -f1,2 table
cat said
