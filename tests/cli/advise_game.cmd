# trey advise -i saves its game after each move, in the usual place or in --file. It resumes it
# with decks and undo history, exports it as a record, and never loses it.
exec 2>&1
here() { sed "s|$PWD/||g; s|$XDG_STATE_HOME|STATE|g"; }
talk() { trey advise -i --player points --depth 1 "$@" 2>&1 | here; }
board='--board 0000012003300000 --next 3'
echo "$ words for moves, rows on lines, colours, and the board that was read"
printf '%s\n' '[0,0,0,0],' '[. 1 2 .]' '? [0|3|3|_]' '[0 0 0 0]' white '?' '' 'left 2 blue' 'Up 2 red' deck quit | talk | grep -v '^[ *]* [URDL] '
grep -o '"slides":.*' "$XDG_STATE_HOME/trey/advise-window.game"
echo "$ resumed by itself, and by --resume, with moves to take back and decks"
printf '%s\n' resume deck undo 'U 2 2' 'L 4 3' quit | talk | grep -v '^[ *]* [URDL] '
printf '%s\n' deck undo undo undo undo quit | talk --resume | grep -v '^[ *]* [URDL] ' | grep -v '[.0-9] *$'
grep -o '"slides":.*' "$XDG_STATE_HOME/trey/advise-window.game"
echo "$ in a file"
printf '%s\n' 'L 2 1' 'U 2 2' 'save copy' quit | talk --file my.game $board >/dev/null
cmp copy my.game && trey review copy --player heuristic --depth 1 --quiet | head -n 1
printf '%s\n' 'L 4 3' quit | talk --file my.game | tail -n 2
grep -o '"slides":.*' my.game
echo 'My notes' >notes
printf '%s\n' 'save notes' quit | talk --file my.game | grep notes
echo "$ another game begins: the one before goes to the archive"
printf '%s\n' 'L 2 1' quit | talk --file my.game $board | head -n 1
printf '%s\n' new 0000012003300000 1 '' quit | talk --file my.game | grep before
trey games | wc -l
echo "$ the rules are those of the file"
printf '%s\n' 'R 11 2' quit | talk --rules 2048 --board '2 0 0 0 4 0 0 0 0 0 0 0 0 0 0 0' --file two.game >/dev/null
printf '%s\n' undo quit | talk --file two.game | grep -c 'score'
printf '' | talk --file two.game --rules classic
echo "$ what is no game, or cannot be written"
printf '' | talk --file notes
cat notes
printf '' | talk --file nowhere/game
printf '%s\n' 'L 2 1' quit quit | talk --file /dev/full $board | grep -i 'saved\|move?'
printf '%s\n' 'L 2 1' | talk --file /dev/full $board | grep 'number'
printf '%s\n' 'L 2 1' quit quit | env -u HOME -u XDG_STATE_HOME trey advise -i --player points --depth 1 $board 2>&1 | grep saved
trey advise --resume $board
echo "$ killed as a terminal that closes does it: every move is there"
mkfifo keys
: >said
env --default-signal=HUP trey advise -i --player points --depth 1 --file killed.game $board <keys >said 2>&1 &
exec 3>keys
echo 'L 2 1' >&3
until grep -q 'move? L 2 1' said && grep -q 'U71\|slides":"L' killed.game; do sleep 0.02; done
exec 4>&2 2>/dev/null # without the shell's message about it
kill -HUP $!
wait $!
status=$?
exec 2>&4
echo "status $status"
exec 3>&-
grep -o '"slides":.*' killed.game
printf '%s\n' undo undo quit | talk --file killed.game | tail -n 3 | head -n 2
