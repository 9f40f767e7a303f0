# Options that would have no effect, and files that are read twice, are wrong usage.
say() {
    message=$(trey "$@" 2>&1 </dev/null)
    status=$?
    echo "${message%%$'\n'*}"
    echo "exit status $status"
}
board="3 2 1 0 0 0 0 0 0 0 0 0 0 0 0 0"
say render sequence/met.txt sequence/some.moves --html page.html --rows 3
say compare --verify mu
say compare --verify --inputs sequence
say compare --verify --csv
say compare --verify -o table
say selfplay --store games --verify --record records
say selfplay --store games --verify --player random
say selfplay --store games --verify --versus random
say selfplay --store games --verify --optimum
say plan sequence/met.txt --preset mu --seed 1
say plan sequence/met.txt --searcher wide --threads 2
say advise --board "$board" --next 1 --odds 2 --depth 3
say advise --board "$board" --next 1 --odds 2 --nodes 1000
say train --tuples 01 --time-limit 0 --checkpoint kept --output-until 1
say render sequence/met.txt sequence/some.moves --html page.html --game 1
for option in -n=5 --seed=1 --first=0 --threads=2 --rules=classic --rows=4 --depth=2 --nodes=5 \
    --time-ms=1 --search-memory=64M --min-probability=0 --pace=even; do
    say selfplay --store games --verify ${option/-n=/-n }
done
for option in --threads=2 --time-limit=1 --max-memory=512M; do
    say compare --store games --verify $option
done
for option in --search-memory=64M --table-mib=64 --min-probability=0.1; do
    say read picture.png $option
    say advise --board "$board" --next 1 --odds 2 $option
done
trey selfplay --player random --games 1 --record records >out
ln -s records again
say judge --rules window records again
say judge --league sequence/met.txt ./sequence/met.txt sequence/league
say judge --league sequence sequence sequence/league
trey train --tuples 01 --alpha 0.1 --time-limit 0 --checkpoint kept -q >out
say train --tuples 01 --alpha 0.1 --time-limit 0 --average kept --average ./kept -o net
ls page.html table games net 2>/dev/null || echo "nothing is written"
