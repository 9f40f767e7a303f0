#!/usr/bin/env bash
# The command line against expected output. A case is NAME.cmd, a shell script that runs in a
# copy of data/ with trey on the PATH, and its exact expected results:
#   NAME.stdout   absent: nothing
#   NAME.stderr   absent: nothing
#   NAME.status   absent: 0
# The script must remove everything that differs from run to run (times).
#
# Usage: tests/cli/run.sh [--update | --part I/N] TREY [NAME...]   all cases, or those named
# --part runs each Nth case, from the Ith, so that parts can run at the same time.
# --update stores the results as expected: read the difference before keeping it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
update=false part=1 parts=1
if [ "${1-}" = --update ]; then
    update=true
    shift
elif [ "${1-}" = --part ]; then
    part=${2%/*} parts=${2#*/}
    shift 2
fi
if [ $# -lt 1 ] || [ ! -x "$1" ]; then
    echo "Usage: tests/cli/run.sh [--update] TREY [NAME...]" >&2
    exit 2
fi
PATH=$(cd "$(dirname "$1")" && pwd):$PATH
shift
export LC_ALL=C
unset NO_COLOR CLICOLOR COLUMNS
[ $# -gt 0 ] || set -- $(cd "$here" && ls -- *.cmd | sed 's/\.cmd$//' |
    awk -v part="$part" -v parts="$parts" 'NR % parts == part % parts')

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
passed=0 failed=0
limit_s=600 # A case that hangs is ended: its status is 124.

# Defaults for absent files.
: >"$work/nothing"
echo 0 >"$work/zero"

keep() { # result, default, expectation
    if cmp -s "$1" "$2"; then rm -f "$3"; else cp "$1" "$3"; fi
}

compare() { # result, default, expectation
    local expected="$3"
    [ -e "$expected" ] || expected="$2"
    diff -u --label "expected ${3##*/}" --label "got" "$expected" "$1"
}

# For the cases: interrupts a background job at work, and waits for its end. A signal before
# the job has installed its handler would be lost; SigCgt and the processor time show that it
# has.
interrupt() { # process
    local time
    while kill -0 "$1" 2>/dev/null; do
        time=$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 12)
        if grep -q '^SigCgt:.*[2367abef]$' "/proc/$1/status" && [ "${time:-0}" -ge 20 ]; then
            kill -INT "$1"
            break
        fi
        sleep 0.02
    done
    wait "$1"
}
export -f interrupt

for name in "$@"; do
    mkdir "$work/$name"
    cp -R "$here/data/." "$work/$name"
    export XDG_STATE_HOME=$work/state-$name
    (cd "$work/$name" && timeout --kill-after=10 $limit_s bash "$here/$name.cmd") </dev/null \
        >"$work/out" 2>"$work/err"
    echo $? >"$work/status"
    if $update; then
        keep "$work/out" "$work/nothing" "$here/$name.stdout"
        keep "$work/err" "$work/nothing" "$here/$name.stderr"
        keep "$work/status" "$work/zero" "$here/$name.status"
    fi
    if compare "$work/out" "$work/nothing" "$here/$name.stdout" &&
        compare "$work/err" "$work/nothing" "$here/$name.stderr" &&
        compare "$work/status" "$work/zero" "$here/$name.status"; then
        echo "ok     $name"
        passed=$((passed + 1))
    else
        echo "not ok $name"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
