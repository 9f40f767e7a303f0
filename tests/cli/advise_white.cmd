# The first versions of the app hint only the colour: a white card is a 3 or a bonus tile.
board='1 2 3 0 0 0 48 0 3 0 0 2 0 0 1 0'
set -- --rules classic --player heuristic --depth 1
trey advise -b "$board" --next 3+ "$@" | grep '^score'
trey advise -b "$board" --next white --deck 1,2,0 --json "$@" |
    python3 -c 'import json, sys; a = json.load(sys.stdin); print(a["next"], a["decks"])'
echo "--- only where a bonus tile is possible, and is announced as +"
trey advise -b "$board" --next 3+ --player heuristic
trey advise -b "${board/48/24}" --next 3+ "$@" | grep '^score'
echo "--- a game: both white cards turn out to be what came"
printf '%s\n' 'L 2 3 white' 'deck' 'U 3 6 white' 'quit' |
    trey advise -i -b "$board" --next white --deck 1,2,0 "$@" --file game | grep -E '^score|next 3|next \+'
python3 -c 'import json; r = json.load(open("game")); print(r["next"], r["deck"], r["slides"])'
trey review game --player heuristic --depth 1 | sed -n 1p
echo resumed
echo quit | trey advise -i --file game --player heuristic --depth 1 | grep '^score'
