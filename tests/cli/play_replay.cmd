# A recorded game, stepped through in line mode; files without a game.
export XDG_STATE_HOME=$PWD/state
trey selfplay --games 2 --seed 4 --player greedy --rules course,rows=2,cols=3 --record games >/dev/null
printf '%s\n' redo 'redo 2' 'goto 1000' undo 'undo 1000' quit | trey play --replay games --game 2
ls state 2>&1 # a replay saves nothing
trey play --replay games --game 3
trey play --replay none
echo junk >junk
trey play --replay junk
trey play --file junk </dev/null
head -n 1 games >kept
trey play --file kept </dev/null
trey play --replay games --new
echo "status $?"
trey play --game 2 2>&1 | head -n 1
trey play --palette red 2>&1 | head -n 1
printf 'U\n?\n' | trey play --seed 1 --file kept --player network:missing
true
