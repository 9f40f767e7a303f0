# Two games with one file at the same time: neither is lost. A file that would be ignored is
# reported; a new game keeps the best score.
exec 2>&1
export XDG_STATE_HOME=$PWD/state
player='--player heuristic --depth 1'
echo L | trey play $player --file one --seed 7 >/dev/null
mkfifo keys
: >said # must exist before the game's shell opens it
trey play $player --file one <keys >said 2>&1 &
exec 3>keys
echo R >&3
until grep -q 'move 2' said; do sleep 0.02; done
printf 'U\nR\n' | trey play $player --file one >/dev/null
echo q >&3
exec 3>&-
wait $!
echo "exit status $?"
tail -n 1 said
grep -o '"slides":.*' one one.2
echo "$ words"
printf 'U R\nU foo\nnew 2048\nauto x\nauto -1\nauto 2 3\nundo 1 2\nadvice infinite\nnew\nnew\n' |
    trey play $player --rules classic --seed 7 --file two | grep -o 'not done.*\|move.*best [0-9]*'
echo "$ no place"
: >file
echo L | XDG_STATE_HOME=$PWD/file trey play $player 2>&1 >/dev/null | sed "s|$PWD/||"
