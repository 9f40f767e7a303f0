# Games whose only first tile is the boosted one: trey accepts the records that it writes.
exec 2>&1
for rules in window,rows=2,start=1,boost=48 window,rows=2,start=1,boost=6,hint=none window,start=1,odds=1,boost=12 course,start=1,hint=none,boost=6 classic,start=1,boost=96,hint=none; do
    echo "$ $rules"
    trey selfplay --rules $rules --games 40 --player greedy --seed 1 --store $rules.store --record $rules.json -q >/dev/null
    trey selfplay --store $rules.store --verify
    trey judge --rules $rules --seeds $rules.json | grep -c '^ .*%'
    trey judge --rules $rules --seeds $rules.json | head -n 1
done
