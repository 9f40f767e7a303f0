# Games that begin in the middle, in trey engine: hints that the board allows, with their odds,
# and points and moves before the start, which `save` and `load` keep.
hints() { for ((i = 0; i < $1; i++)); do echo "$2 seed $i"; done | trey engine | grep -o '"next":"[^"]*"' | sort | uniq -c; }
echo "$ nine cards of the first deck are on the board: only a 3 is left"
hints 50 'set window 1111222230000000'
echo 'check window 1111222230000000' | trey engine | grep -o '"next":"[^"]*"\|"decks":[0-9]*\|"hints":[^]]*]'
echo "$ nine 2s to one 4"
hints 300 'set 2048,hint=exact 1230000000000000'
echo "$ DECK is what is left after the hint, as in check"
hints 50 'set window 1123000000000000 deck 4,4,0'
echo 'check window 1123000000000000 deck 4,4,0' | trey engine | grep -o '"hints":[^]]*]'
hints 50 'set window 1111222230000000 deck 0,0,2'
echo 'check window 1111222230000000 deck 0,0,2' | trey engine | grep -o '"hints":[^]]*]'
echo "$ impossible"
echo 'set classic,odds=3,boost=6 3213130131220333 deck 4,4,4' | trey engine
echo 'set course,rows=2,cols=2 0100 next 2 seed 18446744073709551615' | trey engine
echo "$ the deck is known from the first move on"
printf 'set window 1111222230000000 seed 1\nslide D\n' | trey engine | grep -o '"deck":[^"]*"decks":[^,]*'
echo "$ points and moves before the start"
for start in '2048 1100000000000000 score 5000 moves 40' 'fibonacci 1200000000000000 score 70' 'window 1200000000000000 next 3 moves 9'; do
    printf '%s\n' "set $start seed 1" 'slide L' save | trey engine >answers
    grep -o '"score":[0-9]*,"moves":[0-9]*' answers
    record=$(sed -n 's/\\//g; s/.*"record":"\(.*\)"}/\1/p' answers)
    echo "$record"
    echo "load $record" | trey engine | grep -o '"score":[0-9]*,"moves":[0-9]*'
    echo "record window $record" | trey engine | grep -o '"score":[0-9]*,"moves":[0-9]*'
done
echo "$record" | sed 's/"start_moves":9/"start_score":9/' >bad.json
trey review bad.json --player points --quiet 2>&1
echo "$record" | sed 's/"start_moves":9/"start_moves":-9/' >bad.json
trey review bad.json --player points --quiet 2>&1
sed 's/"score":4/"score":-4/' <<<"$record" | sed 's/"score":[0-9]*/"score":-4/' >bad.json
trey review bad.json --player points --quiet 2>&1
echo "$ advise -i keeps them"
printf '%s\n' 'set 2048 1200000000000000 score 5000 moves 40 seed 1' 'slide D' save | trey engine | sed -n 's/\\//g; s/.*"record":"\(.*\)"}/\1/p' >middle.json
printf 'R\n12\n2\nq\n' | trey advise -i --file middle.json --rules 2048 --player points --nodes 10 2>&1 | grep '^score' | head -n 1
grep -o '"start_.*' middle.json
