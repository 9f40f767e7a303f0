#!/usr/bin/env bash
# Lines of progress stay one line in terminals of any width: tmux is the terminal, and its
# screen is read. No step waits for a fixed time; each waits for its expected output.
# Usage: tests/progress.sh TREY; exit 77: not run, as there is no tmux
set -u
trey=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(dirname "$0")/support/tmux.sh"
cd "$work" || exit 1

# begin COLUMNS ARGUMENT...: runs trey in a terminal of that width, below a line of the test.
begin() {
    local columns=$1
    shift
    open_terminal "${columns}x8" "echo first; '$trey' $*; echo ended; exec cat"
}

# stays_one_line N TEXT: waits for four different lines of progress with this text. Each must
# be line N of the screen with nothing below it, and the first line must stay in place.
stays_one_line() {
    local end=$((SECONDS + patience_s)) seen=0 before="" now
    while [ $SECONDS -lt $end ]; do
        now=$(screen)
        [ "$(grep -c . <<<"$now")" -gt "$1" ] && return 1
        if [ "$now" != "$before" ] && sed -n "$1p" <<<"$now" | grep -qE -- "$2"; then
            [ "$(sed -n 1p <<<"$now")" = first ] || return 1
            seen=$((seen + 1))
            before=$now
            [ $seen = 4 ] && return 0
        fi
        sleep 0.05
    done
    return 1
}

# is_cleared TEXT: after an interruption no progress is left on the screen.
is_cleared() {
    local end=$((SECONDS + patience_s))
    keys C-c
    while [ $SECONDS -lt $end ]; do
        if screen | grep -q '^ended'; then
            ! screen | grep -E -- "$1"
            return
        fi
        sleep 0.05
    done
    return 1
}

"$trey" generate --tiles 20000 -o long.txt
name=a_directory_with_a_name_that_takes_half_of_a_line_of_the_terminal
mkdir $name
"$trey" train --rules 2048 --tuples "0123 0145" --games 100 --time-limit 1m --threads 1 -o $name/network --quiet >/dev/null
for columns in 80 40; do
    begin $columns plan long.txt --threads 1 --width 100000 -o moves
    stays_one_line 2 'best [0-9]+ of [0-9]+  [0-9]+ s'
    report "plan in $columns columns" $?
    is_cleared 'best [0-9]+ of'
    report "plan clears its line in $columns columns" $?
    begin $columns plan long.txt --searcher "'dldfs(depth=8)'" -o moves
    stays_one_line 2 'moves  score [0-9]+ of'
    report "plan --searcher in $columns columns" $?
    begin $columns train --tuples "'0123 0145'" --log-every 0.3 --time-limit 10m --threads 1 -o network
    stays_one_line 2 '[0-9]+ s left, [0-9]+ games'
    report "train in $columns columns" $?
    is_cleared 's left'
    report "train clears its line in $columns columns" $?
    begin $columns selfplay --rules 2048 --player network:$name/network --depth 2 --games 100000 --threads 1
    stays_one_line 2 '[0-9]+/100000 games'
    report "selfplay in $columns columns" $?
    begin $columns solve --rows 3 --cols 3 --threads 1
    # A line before it has the size of the board; it takes two lines in a narrow terminal. A fast
    # machine lists the positions before four lines are seen.
    stays_one_line $((columns == 80 ? 3 : 4)) '(listing positions|computing values) [0-9.]+%'
    report "solve in $columns columns" $?
done

# The width changes during the run: the line is shortened to fit.
begin 120 plan long.txt --threads 1 --width 100000 -o moves
stays_one_line 2 's left in this pass'
report "plan in 120 columns" $?
tmux -L $server resize-window -x 40 -y 8
end=$((SECONDS + patience_s))
while [ $SECONDS -lt $end ] && ! screen | grep -qE '^best [^[]{1,39}$'; do sleep 0.05; done
screen | grep -qE '^best [^[]{1,39}$'
report "plan in a window that became narrower" $?

echo "$passed passed, $failed failed"
[ $failed = 0 ]
