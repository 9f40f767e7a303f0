# A program that queries one of trey's players gets that player's results.
figures() { grep -v '^time' | sed 1d; }
trey selfplay --player 'exec:trey engine' --depth 1 --games 4 --threads 2 | figures >program
trey selfplay --depth 1 --games 4 | figures >player
cmp program player && echo same
# Invalid programs: one prints only garbage, one answers with an illegal move.
trey selfplay --player exec:yes --games 1 2>&1
echo "status $?"
cat >stubborn.sh <<'SH'
while read -r line; do
    case $line in
    trey) echo treyok ;;
    isready) echo readyok ;;
    go*) echo bestmove U ;;
    quit) exit ;;
    esac
done
SH
trey selfplay --player "exec:bash stubborn.sh" --seed 1 --games 1 --threads 1 2>&1
echo "status $?"
# A depth without other limits gives a warning; with a limit it does not.
for limit in "" "--time-ms 1"; do
    trey selfplay --player points --rules course --rows 2 --cols 2 --depth 6 --games 1 $limit 2>&1 >/dev/null
done
# A line that is too long is skipped as a whole; here its end looks like an answer.
cat >wordy.sh <<'SH'
long=$(printf '%4096s')
coproc trey engine --player points
while read -r line; do
    echo "$line" >&"${COPROC[1]}"
    case $line in
    trey) last=treyok ;;
    isready) last=readyok ;;
    go*) last=bestmove && echo "${long}bestmove none" ;;
    quit) exit ;;
    *) continue ;;
    esac
    while read -r answer <&"${COPROC[0]}"; do
        echo "$answer"
        [[ $answer != $last* ]] || break
    done
done
SH
trey selfplay --player 'exec:bash wordy.sh' --depth 1 --rules course --rows 2 --cols 2 --games 2 --threads 1 2>&1 |
    grep -e mean -e trey:
trey selfplay --player points --depth 1 --rules course --rows 2 --cols 2 --games 2 | grep mean
# Child processes of a program end with it: here one that would sleep.
mkfifo left
trey selfplay --player 'exec:exec 3>left; sleep 1000 <&3 >&3 2>&1 & exec trey engine --player points 3>&-' \
    --depth 1 --rules course --rows 2 --cols 2 --games 1 --threads 1 2>&1 >/dev/null &
timeout 60 cat left && echo "nothing is left"
wait $!
