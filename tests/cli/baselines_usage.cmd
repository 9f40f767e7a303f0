for wrong in --depth=3 '--searcher=nobody' --preset=wide '--preset=beta --searcher=wide' \
    '--searcher=dldfs --nodes=5' '--searcher=dldfs --depth=0' '--searcher=dldfs --width=5' \
    '--searcher=dldfs --prove' '--searcher=wide --easy=wide' '--searcher=wide(' \
    '--searcher=pruner --heuristic=beauty' '--searcher=pruner --weights=1,2,3' \
    '--searcher=strategy --easy=strategy' '--preset=mu --bt=0'; do
    trey plan sequence/met.txt $wrong >out 2>&1
    echo "$wrong: $?"
    head -n 1 out
done
