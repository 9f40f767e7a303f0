# trey play in line mode: moves, undo and redo, values, autoplay, refusals.
export XDG_STATE_HOME=$PWD/state
printf '%s\n' ULRD 'undo 2' redo '?' 'auto 3' UUUUUUUU 'goto 2' 'goto x' nonsense '# passed over' help |
    trey play --seed 3 --player heuristic --depth 2
echo "# kept, and gone on with:"
printf 'L\nsave copy\n' | trey play --player heuristic
cmp copy state/trey/window.game && trey judge --rules window copy 2>&1
echo "# the end of a game, and its score as the best:"
printf 'UUUUUUUUUUUUUUUUUUU\nRRRRRR\nLLLLLL\nDDDDDD\nURURURURUR\n' | trey play --rules 2048,rows=2,cols=2 --seed 1 | tail -4
printf '' | trey play --rules 2048 --rows 2 --cols 2 --seed 2
echo "# what the player has helped with is no best score:"
printf 'auto\n' | trey play --rules 2048 --rows 2 --cols 2 --seed 2 --player heuristic --depth 1 | tail -4 | head -3
printf '' | trey play --rules 2048 --rows 2 --cols 2 --seed 2
