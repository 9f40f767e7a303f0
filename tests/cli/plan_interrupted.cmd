# An interrupt ends the search; the best plan so far is written.
trey generate --mix deck --tiles 100000 --seed 1 -o game.txt
trey plan game.txt --width 100000 --time-limit 600 --json -o plan.txt >plan.json &
interrupt $!
echo "exit status $?"
grep -o '"interrupted": [a-z]*' plan.json
head -n 1 plan.txt | sed 's/ .*//'
