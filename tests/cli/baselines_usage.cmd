for wrong in --depth=3 '--searcher=nobody' --preset=wide '--preset=beta --searcher=wide' \
    '--searcher=dldfs --nodes=5' '--searcher=dldfs --depth=0' '--searcher=dldfs --width=5' \
    '--searcher=dldfs --prove' '--searcher=wide --easy=wide' '--searcher=wide(' \
    '--searcher=pruner --heuristic=beauty' '--searcher=pruner --weights=1,2,3' \
    '--searcher=strategy --easy=strategy' '--preset=mu --bt=0' \
    '--searcher=jogger --moves=7' '--searcher=jogger(depth=3,moves=4)' \
    '--searcher=strategy --easy=jogger(moves=9)' '--preset=beta --depth=3 --moves=4' \
    '--searcher=pruner(depth=4) --depth=5' '--searcher=wide(empties) --heuristic=weighted' \
    '--searcher=mu(bt=4) --bt=5' '--searcher=dldfs --depth=2 --depth=3'; do
    trey plan sequence/met.txt $wrong >out 2>&1
    echo "$wrong: $?"
    head -n 1 out
done
# A setting of a preset or of an easy searcher may be replaced.
trey plan sequence/met.txt --preset beta --depth 2 | sed -n 2p
trey plan sequence/met.txt --searcher 'strategy(easy=wide(depth=3))' --depth 2 | sed -n 2p
# More moves at once than the default depth, and a depth below the default moves.
trey plan sequence/met.txt --searcher jogger --moves 7 --depth 8 | sed -n 2p
trey plan sequence/met.txt --searcher 'jogger(depth=3)' | sed -n 2p
