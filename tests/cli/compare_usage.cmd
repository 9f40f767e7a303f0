for wrong in '' mu '--inputs sequence' 'nobody --inputs sequence' 'mu --inputs nowhere' \
    'mu --inputs sequence/league' 'mu --inputs sequence --csv --json' \
    'mu --inputs sequence/met.txt --store nowhere/x.db' \
    'wide(nodes=9999999) --inputs sequence/met.txt --no-store'; do
    trey compare $wrong >out 2>&1
    echo "$wrong: $?"
    head -n 1 out
done
# The same setting, player or input twice.
same() {
    trey compare "$@" --no-store >out 2>&1
    local status=$?
    head -n 1 out
    echo $status
}
for player in 'plan(width=0)' 'plan(width=5,seed=2,width=6)' 'pruner(depth=3,nodes=64,depth=4)' \
    'wide(empties,heuristic=weighted)' 'mu(bt=4,bt=5)' 'strategy(easy=wide(nodes=9,nodes=9))'; do
    same "$player" --inputs sequence/met.txt
done
same mu plan mu --inputs sequence/met.txt
same plan 'plan(seed=1)' --inputs sequence/met.txt
ln -s met.txt sequence/linked
same mu --inputs sequence/met.txt --inputs ./sequence/met.txt
same mu --inputs sequence/met.txt --inputs sequence/linked
same mu --inputs sequence/met.txt --inputs sequence
