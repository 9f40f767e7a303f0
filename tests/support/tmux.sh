# Shared by tests in a terminal; to be sourced, with $trey set. tmux is the terminal, and its
# screen is read. Makes the directory $work, and counts the results given to `report` in
# $passed and $failed. Exits with 77, not run, where tmux is missing.
passed=0 failed=0
# How long one wait may take. After a failure the next ones often fail, too: they are short then,
# so that the test ends.
patience_s=120
if ! command -v tmux >/dev/null; then
    echo "skip   tmux is not installed"
    exit 77
fi
work=$(mktemp -d)
server=trey-test-$$ servers=0
export XDG_STATE_HOME="$work/state" LC_ALL=C.UTF-8
unset NO_COLOR TMUX COLUMNS
# A program that was killed may still be writing for a moment.
remove_work() {
    tmux -L $server kill-server 2>/dev/null
    for ((i = 0; i < 100; i++)); do rm -rf "$work" 2>/dev/null && break; sleep 0.1; done
}
trap remove_work EXIT

# open_terminal COLUMNSxLINES COMMAND: a shell command in a new terminal of that size.
open_terminal() {
    tmux -L $server kill-server 2>/dev/null
    # A new name, since the previous server may not have ended yet.
    server=trey-test-$$-$((++servers))
    tmux -L $server -f /dev/null new-session -d -x "${1%x*}" -y "${1#*x}" "$2"
}

screen() { tmux -L $server capture-pane -p 2>/dev/null; }
keys() { tmux -L $server send-keys "$@"; }

report() { # name, status
    if [ "$2" = 0 ]; then
        echo "ok     $1"
        passed=$((passed + 1))
    else
        echo "not ok $1"
        screen | sed 's/^/       | /'
        failed=$((failed + 1))
        patience_s=5
    fi
}
