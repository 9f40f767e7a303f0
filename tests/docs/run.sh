#!/usr/bin/env bash
# Runs every command that the README, the tutorial (in fences marked sh) and the manual pages (.Dl lines
# under EXAMPLES) show, in a copy of what they are about. Commands of a document run one
# after the other in one folder, since they use each other's files.
#
# The tutorial's are run at a tiny scale: a moment of training, few games, little memory.
#
# Commands that build, install or leave the folder are only looked at: a make target must
# exist, the rest is skipped, which is said. `trey serve` is ended when it has said its address.
# Usage: tests/docs/run.sh TREY
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
trey=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH="$work/bin:$PATH" NO_COLOR=1 HOME="$work" XDG_STATE_HOME="$work/state"
passed=0 failed=0 skipped=0

mkdir "$work/bin"
ln -s "$trey" "$work/bin/trey"
ln -s "$(command -v true)" "$work/bin/xdg-open"

# The commands of a README: the lines of its sh fences, continued lines joined.
readme_commands() {
    awk '/^```/ { inside = ($0 == "```sh" && !inside); next }
         inside && !/^ *(#|$)/ { line = line $0
             if (sub(/\\$/, "", line)) next
             print line; line = "" }' "$1"
}

# Those of the tutorial, which take minutes as they stand.
tutorial_commands() {
    readme_commands "$1" | sed -E 's/(--time-limit) [0-9.]+m/\1 0.06/; s/(--games) [0-9]+/\1 2/
        s/^trey train/& --tuples 0123/'
}

# The commands of a manual page, its escapes undone.
manual_commands() {
    awk '/^\.Sh/ { inside = /EXAMPLES/ } inside && sub(/^\.Dl /, "")' "$1" |
        sed 's/\\-/-/g; s/\\(aq/'"'"'/g; s/\\(dq/"/g; s/\\e/\\/g; s/\\&//g; s/^"\(.*\)"$/\1/; s/""/"/g'
}

# Until it hands out the page, which has 60 seconds to come; on a port that is free.
serve() { # command
    local server
    : >"$work/log" # what the server before said is not this one's address
    bash -c "exec $1 --port 0" </dev/null >"$work/log" 2>&1 &
    server=$!
    for ((i = 0; i < 600; i++)); do
        grep -q '^http:' "$work/log" && break
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
    "trey serve"*) serve "$1" ;;
    *) bash -e -o pipefail -c "$1" </dev/null >"$work/log" 2>&1 ;;
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
    # On descriptor 3, since the commands must not eat their own list.
    while IFS= read -r command <&3; do
        judge_command "$command"
    done 3< <("$2" "$1")
}

run_document "$top/README.md" readme_commands
run_document "$top/docs/tutorial.md" tutorial_commands
for page in "$top"/docs/man/*.1; do
    run_document "$page" manual_commands
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ] && [ $passed -gt 0 ]
