# A program interrupts selfplay when the third game begins: the two finished games are saved,
# complete. The same with a store, which then contains them.
figures() { grep -v '^time'; }
for signal in TERM INT; do
    meddler="exec:n=0; while read -r line; do case \$line in newgame) n=\$((n + 1)); [ \$n != 3 ] || kill -$signal \$PPID ;; esac; echo \"\$line\"; done | trey engine"
    trey selfplay --player "$meddler" --rules course --rows 2 --cols 3 --depth 1 --games 5 --threads 1 \
        --record $signal.txt >statistics
    echo "status $?"
    sed -n 2,3p statistics
    trey judge --rules course --rows 2 --cols 3 $signal.txt | head -1
done
trey selfplay --player "$meddler" --rules course --rows 2 --cols 3 --depth 1 --games 5 --threads 1 \
    --store games.db --record stored.txt >statistics
echo "status $?"
trey judge --rules course --rows 2 --cols 3 stored.txt | head -1
# No game was finished: no file is written, and an existing one is unchanged.
hasty="exec:while read -r line; do case \$line in newgame) kill -INT \$PPID ;; esac; echo \"\$line\"; done | trey engine"
trey selfplay --player "$hasty" --games 2 --threads 1 --record stored.txt
echo "status $?"
grep -c . stored.txt
# Other ends of programs: each has its own error.
trey selfplay --player 'exec:cat >/dev/null' --answer-time 0.2 --games 1
# It prints garbage: the time-out and the limit of lines both end it, whichever is reached.
trey selfplay --player "exec:yes treyok" --answer-time 0.2 --games 1 2>&1 | grep -c -e 'did not answer' -e 'without the answer' >&2
trey selfplay --player random --versus 'exec:echo treyok' --games 1
trey selfplay --player nope
echo "status $?"
