# A file with more than the current game, or with something else, is not overwritten.
exec 2>&1
export XDG_STATE_HOME=$PWD/state
trey selfplay --games 3 --player greedy --quiet --record games >/dev/null
echo notes >notes
cp games before
for words in '--file games' '--file games --new' '--file games --seed 1' '--file notes' '--file notes --new'; do
    echo "$ trey play $words"
    echo U | trey play --player heuristic $words
    echo "exit status $?"
done
cmp games before && cat notes
head -n 1 games >one && printf '' | trey play --player heuristic --file one --new --seed 1 && wc -l <one
# The game saved in the usual place is damaged.
mkdir -p state/trey
echo damaged >state/trey/window.game
trey play --player heuristic </dev/null 2>&1 | sed "s|$PWD/||"
: >state/trey/window.game
trey play --player heuristic --seed 2 </dev/null 2>&1 | sed "s|$PWD/||"
