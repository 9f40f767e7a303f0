# trey play saves after each move, undo and new game: a killed program loses nothing that it
# showed.
export XDG_STATE_HOME=$PWD/state
mkfifo keys
play_until_killed() { # commands
    : >said
    trey play --player points --depth 1 --seed 7 --file my.game <keys >said 2>&1 &
    exec 3>keys
    printf "$1mark\n" >&3
    until grep -q "unknown command 'mark'" said; do sleep 0.02; done
    exec 4>&2 2>/dev/null # without the shell's message about it
    kill -KILL $!
    wait $!
    exec 2>&4 3>&-
    grep -o '"slides":.*' my.game
}
echo "$ moves"
play_until_killed 'L\nUR\n'
echo "$ a move is taken back"
play_until_killed 'L\nU\nundo\n'
echo "$ moves of the player"
play_until_killed 'U\nauto 2\n' | tr ' ' '\n' | wc -l
echo "$ a new game"
play_until_killed 'L\nnew\n'
echo "$ each game before went to the archive"
trey games | cut -c 1-6,34-
