for wrong in '' mu '--inputs sequence' 'nobody --inputs sequence' 'mu --inputs nowhere' \
    'mu --inputs sequence/league' 'mu --inputs sequence --csv --json' \
    'mu --inputs sequence/met.txt --store nowhere/x.db' \
    'wide(nodes=9999999) --inputs sequence/met.txt --no-store'; do
    trey compare $wrong >out 2>&1
    echo "$wrong: $?"
    head -n 1 out
done
