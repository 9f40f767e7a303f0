#!/usr/bin/env bash
# trey play on a full screen, by keys: tmux is the terminal, keys are sent and its screen is
# read. No step waits for a fixed time; each waits for its expected output.
# Usage: tests/terminal.sh TREY; exit 77: not run, as there is no tmux or no ncurses
set -u
trey=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(dirname "$0")/support/tmux.sh"

# begin COLUMNSxLINES ARGUMENT...: runs trey play in a terminal of that size, which prints a
# line when it has ended.
begin() {
    local size=$1
    shift
    open_terminal "$size" "'$trey' play $*; echo ended with \$?; exec cat"
}

# awaits TEXT: waits for a pattern of grep -E.
awaits() {
    local end=$((SECONDS + patience_s))
    while [ $SECONDS -lt $end ]; do
        screen | grep -qE -- "$1" && return 0
        tmux -L $server has-session 2>/dev/null || return 1
        sleep 0.05
    done
    return 1
}

# becomes COMMAND TEXT: waits, like awaits, until the command (screen, or one that uses it)
# prints the text. A screen read while it is drawn may be incomplete.
becomes() {
    local end=$((SECONDS + patience_s))
    while [ $SECONDS -lt $end ]; do
        [ "$($1)" = "$2" ] && return 0
        sleep 0.05
    done
    return 1
}

# The number after a word.
number() { screen | sed -nE "s/.*$1 +([0-9]+).*/\1/p" | head -n 1; }

# makes N KEY...: makes move number N with the first legal key for down, left, right and up.
makes() {
    local number=$1 way
    shift
    for way in down left right up; do
        keys "$1"
        shift
        awaits "Move   $number( |\$)|No tile can move $way" || return 1
        screen | grep -qE "Move   $number( |\$)" && return 0
    done
    return 1
}

begin 80x24 --seed 7 --player heuristic --depth 2
awaits 'values|^>'
if screen | grep -q '^>'; then
    echo "skip   trey was built without ncurses"
    exit 77
fi
awaits 'Score  12 +best 0'
report "a game begins at 80x24" $?

good=0
for ((n = 1; n <= 100 && good == 0; n++)); do
    case $((n % 3)) in
    0) makes $n Down Left Right Up ;;
    1) makes $n j h l k ;;
    2) makes $n S A D W ;;
    esac
    good=$?
done
report "100 slides by arrows, hjkl and WASD" $good

awaits 'q save and quit'
after=$(screen)
keys u u && awaits 'Move   98( |$)'
report "undo" $?
keys r r && awaits 'Move   100( |$)' && becomes screen "$after"
report "redo gives the same screen" $?

keys C-s u && awaits 'Move   99( |$)' && keys r && awaits 'Move   100( |$)'
report "Ctrl-S does not stop the screen" $?

keys '?' && awaits 'Advice: (clear|better|about equal), 2 plies$' && awaits '# best|█ best|  best' && awaits 'cells? free'
report "? shows values and reasons" $?
keys '?'

# Plays until the largest tile is 384, then a key stops autoplay.
keys '+' '+' '+' && awaits '30 moves per second'
report "+ changes the speed" $?
keys a
awaits ' (384|768|1536|3072) |is over' && ! screen | grep -q 'is over'
report "a plays on, to a 384" $?
keys x
good=1
for ((i = 0; i < 2400; i++)); do # until no move is legal
    before=$(screen)
    [ "$before" = "$(screen)" ] && ! grep -q 'The player moves' <<<"$before" && good=0 && break
    sleep 0.05
done
report "any key stops autoplay" $good

# Without the mark of the newest tile, which is not saved.
unmarked() { screen | head -n 20 | sed 's/[*]/ /; s/ *$//'; }
board=$(unmarked)
keys q && awaits 'ended with 0' && awaits 'saved in'
report "q saves the game and ends" $?
begin 80x24 --player heuristic --depth 2
awaits 'values' && becomes unmarked "$board"
report "the next start resumes the game" $?

score=$(number Score)
# Another size: the same board, drawn larger or smaller.
tmux -L $server resize-window -x 120 -y 50 && awaits "Score  $score" && awaits '^ {40}.*Next'
report "a larger window" $?
tmux -L $server resize-window -x 30 -y 8 && awaits 'too small'
report "a window that is too small" $?
tmux -L $server resize-window -x 12 -y 4 && awaits 'too small'
report "a window that is too small for the whole sentence" $?
tmux -L $server resize-window -x 80 -y 24 && awaits "Score  $score" && awaits 'q save and quit'
report "and back" $?

# A signal that ends the program saves the game, too.
moves=$(($(number Move) - 1))
keys u && awaits "Move   $moves( |\$)"
report "undo once more" $?
pid=$(tmux -L $server list-panes -F '#{pane_pid}')
child=$(ps -o pid= --ppid "$pid" | head -n 1)
kill -TERM "${child:-$pid}" && awaits 'ended with 0'
report "SIGTERM ends it cleanly" $?
begin 80x24 --player heuristic && awaits "Move   $moves( |\$)"
report "and the game is saved" $?
keys n && awaits 'n again' && keys n && awaits 'Move   0( |$)'
report "n, twice, starts a new game" $?
awaits 'previous game is number 1 in'
report "and the game before is in the archive" $?
keys q && awaits 'ended with 0'
good=1
"$trey" games | grep -qE "^ +1 .* +$moves +window\$" && good=0
report "trey games lists it" $good
begin 80x24 --player heuristic --file /dev/full --seed 7 && awaits 'Move   0( |$)' && makes 1 Down Left Right Up
keys q && awaits 'not saved' && keys x && ! screen | grep -q 'ended with'
report "a game that cannot be saved stays open" $?
keys q && awaits 'not saved' && keys Q && awaits 'ended with 1'
report "and Q after that ends it" $?
# As if the window were closed.
begin 80x24 --player heuristic --file /dev/full --seed 7 && awaits 'Move   0( |$)' && makes 1 Down Left Right Up
pid=$(tmux -L $server list-panes -F '#{pane_pid}')
child=$(ps -o pid= --ppid "$pid" | head -n 1)
kill -HUP "${child:-$pid}" && awaits 'number 2 in' && awaits 'ended with 1'
report "SIGHUP where nothing can be saved: the archive has the game" $?

# A recorded game is watched.
"$trey" selfplay --games 2 --seed 4 --player greedy --record "$work/games" >/dev/null
begin 80x24 --replay "$work/games" --game 2 && awaits 'Move   0 of [0-9]+'
report "a replay begins" $?
total=$(screen | sed -nE 's/.*Move   0 of ([0-9]+).*/\1/p')
keys Right && awaits "Move   1 of $total" && keys Left && awaits "Move   0 of $total" &&
    keys 1 2 Enter && awaits "Move   12 of $total" && keys End &&
    awaits "Move   $total of $total" && awaits 'game is over'
report "a replay steps and seeks" $?
keys Home && awaits "Move   0 of" && keys '+' '+' '+' '+' Space && awaits "Move   $total of"
report "a replay runs" $?
keys q && awaits 'ended with 0'

# Other boards, without colours.
export NO_COLOR=1
begin 80x24 --rules 2048 --rows 2 --cols 3 --seed 1 && awaits '2048,rows=2,cols=3' &&
    awaits 'Next' && ! tmux -L $server capture-pane -p -e | grep -q '\[[34]8;5'
report "2048 on 2 by 3, NO_COLOR" $?
keys q && awaits 'ended with 0'

echo "$passed passed, $failed failed"
[ $failed = 0 ]
