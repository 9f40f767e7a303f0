# Rules given for a record that has others are refused, not ignored.
exec 2>&1
trey selfplay --games 1 --player greedy --seed 1 --record game.json -q >/dev/null
for rules in '--rules 2048' '--rows 3' '--rules window --rows 4' '--start 0'; do
    echo "$ $rules"
    trey review game.json $rules --player points --quiet | head -n 1
    trey render game.json $rules --html game.html --force && rm game.html
    echo q | trey play --replay game.json $rules --player points | head -n 1
    trey judge game.json --rules window $rules | head -n 1
done
trey bench --list --scale 2
