# An interrupt ends the search; the moves so far are written.
trey generate --mix deck --tiles 100000 --seed 1 -o game.txt
trey plan game.txt --searcher dldfs --depth 8 --json -o plan.txt >plan.json 2>said &
interrupt $!
echo "exit status $?"
grep -o '"interrupted": [a-z]*' plan.json
head -n 1 plan.txt | sed 's/ .*//'
sed 's/[0-9][0-9]*/N/' said
