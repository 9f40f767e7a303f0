#!/usr/bin/env bash
# Runs every command shown in the README, the tutorial (fences marked sh) and the manual pages
# (.Dl lines under EXAMPLES), in a copy of the files that they use. Commands of a document run
# in order in one directory, since they use each other's files.
#
# The tutorial's commands run at a tiny scale: seconds of training, few games, little memory.
#
# Commands that build, install or leave the directory are only checked: a make target must
# exist, the rest is skipped with a message. `trey serve` is ended when it has printed its address,
# `trey read --watch` when it watches.
# Usage: tests/docs/run.sh TREY
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
trey=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH="$work/bin:$PATH" NO_COLOR=1 HOME="$work" XDG_STATE_HOME="$work/state"
passed=0 failed=0 skipped=0
limit_s=300 # A command that hangs is ended: its status is 124.

mkdir "$work/bin"
ln -s "$trey" "$work/bin/trey"
ln -s "$(command -v true)" "$work/bin/xdg-open"

# Commands of a README: the lines of its sh fences, with continued lines joined.
readme_commands() {
    awk '/^```/ { inside = ($0 == "```sh" && !inside); next }
         inside && !/^ *(#|$)/ { line = line $0
             if (sub(/\\$/, "", line)) next
             print line; line = "" }' "$1"
}

# Those of the README, with 20 games instead of 1,000.
short_readme_commands() {
    readme_commands "$1" | sed -E 's/(--games) [0-9]+/\1 20/'
}

# Commands of the tutorial, reduced from minutes to seconds.
tutorial_commands() {
    readme_commands "$1" | sed -E 's/(--time-limit) [0-9.]+m/\1 0.06/; s/(--games) [0-9]+/\1 2/
        s/^trey train/& --tuples 0123/'
}

# Commands of a manual page, without escapes.
manual_commands() {
    awk '/^\.Sh/ { inside = /EXAMPLES/ } inside && sub(/^\.Dl /, "")' "$1" |
        sed 's/\\-/-/g; s/\\(aq/'"'"'/g; s/\\(dq/"/g; s/\\e/\\/g; s/\\&//g; s/^"\(.*\)"$/\1/; s/""/"/g'
}

# Runs a command that does not end by itself until it prints a line, for which it has 60 seconds.
until_line() { # start of the line, command
    local server
    : >"$work/log" # it has the output of the command before
    bash -c "exec $2" </dev/null >"$work/log" 2>&1 &
    server=$!
    for ((i = 0; i < 600; i++)); do
        grep -q "^$1" "$work/log" && break
        kill -0 $server 2>/dev/null || break
        sleep 0.1
    done
    kill -TERM $server 2>/dev/null
    wait $server
}

skip() { # command
    echo "skip   $1"
    skipped=$((skipped + 1))
}

judge_command() { # command
    local status
    case "$1" in
    make | "make "*) eval "make -n -C '$top' ${1#make}" </dev/null >"$work/log" 2>&1 ;;
    git\ * | cd\ * | sudo\ * | cc\ * | cmake\ * | ctest\ * | tools/* | .ci/* | tests/* | man\ *)
        skip "$1"
        return
        ;;
    "trey serve"*) until_line http: "$1 --port 0" ;;
    "trey read --watch"*) until_line Watching "$1" ;;
    *) timeout --kill-after=10 $limit_s bash -e -o pipefail -c "$1" </dev/null >"$work/log" 2>&1 ;;
    esac
    status=$?
    if [ $status = 0 ]; then
        echo "ok     $1"
        passed=$((passed + 1))
    else
        echo "not ok $1 (exit status $status)"
        tail -n 20 "$work/log"
        failed=$((failed + 1))
    fi
}

run_document() { # document, the function that finds its commands
    local folder command
    folder="$work/$(basename "$1").d"
    mkdir -p "$folder/build"
    cp -R "$top/examples" "$folder"
    [ ! -d "$top/data" ] || ln -s "$top/data" "$folder/data"
    ln -s "$trey" "$folder/build/trey"
    echo "# ${1#"$top"/}"
    cd "$folder" || exit 1
    [ "$(basename "$1")" != trey-read.1 ] || "$top/tests/read/example.py"
    # On descriptor 3, since a command could read from the list otherwise.
    while IFS= read -r command <&3; do
        judge_command "$command"
    done 3< <("$2" "$1")
}

run_document "$top/README.md" short_readme_commands
run_document "$top/docs/tutorial.md" tutorial_commands
for page in "$top"/docs/man/*.1; do
    run_document "$page" manual_commands
done

# The README and trey-advise(1) show the output of their example. Its numbers change with the
# network, so they are compared.
"$trey" advise --board "3072 12 2 12 1536 24 12 0 6 12 0 24 6 2 3 0" --next 1 >"$work/advice" 2>&1
for file in README.md docs/man/trey-advise.1; do
    shown=0 wrong=0
    while IFS= read -r text; do
        shown=$((shown + 1))
        grep -qF -- "$text" "$work/advice" || wrong=$((wrong + 1))
    done < <(grep -oE '^[* ] [URDL] +[0-9]+\.[0-9]+%|^expected: .* to come|^searched: .*boards$' "$top/$file")
    if [ $shown -ge 2 ] && [ $wrong = 0 ]; then
        echo "ok     $file shows what trey advise prints"
        passed=$((passed + 1))
    else
        echo "not ok $file shows what trey advise prints: $wrong of $shown lines differ"
        sed 's/^/       | /' "$work/advice"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ] && [ $passed -gt 0 ]
