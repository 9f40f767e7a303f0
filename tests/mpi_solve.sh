#!/usr/bin/env bash
# Boards solved by several processes on this machine, under mpirun, compared with one process
# to the last bit. Work is interrupted in either pass, by a kill or by the user, and resumed
# with another number of processes.
# Usage: tests/mpi_solve.sh TREY TEST_EXACT_SHARE   (exit status 77: nothing to test)
set -u
cd "$(dirname "$0")/.." || exit 1
trey=$1 test_share=$2
# shellcheck source=tests/support/mpi.sh
. tests/support/mpi.sh

# All counts, with 17 digits; without times and memory use.
counts() {
    sed -E 's/"(seconds|cpu_seconds|memory_bytes)": [^,}]*(, )?//g' "$1"
}

# --- the same to the last bit ------------------------------------------------------------

same() { # name, processes, options of trey solve
    local name=$1 count=$2
    shift 2
    "$trey" solve "$@" --stats --layers --json --threads 1 >"$work/one" 2>"$work/out"
    processes "$count" "$trey" solve "$@" --stats --layers --json >"$work/many" 2>>"$work/out"
    cmp <(counts "$work/one") <(counts "$work/many") >>"$work/out" 2>&1
    check "$name on $count: root and layers equal those of one process" $?
}

for count in 1 2 4; do
    same "course 2x3" $count
done
same "course 2x4" 2 --cols 4
same "course 2x3, averages, from five tiles" 3 --keep avg --start 5
same "2048 2x3" 4 --rules 2048
same "2048 2x3, minimum and maximum" 2 --rules 2048 --keep all

# --- cut short ---------------------------------------------------------------------------

"$trey" solve --keep avg --stats --layers --json --threads 1 >"$work/one" 2>"$work/out"

# interrupt_and_resume PASS HOW BEFORE AFTER: BEFORE processes begin, AFTER processes resume.
interrupt_and_resume() {
    local pass=$1 how=$2 before=$3 after=$4 status
    local folder=$work/$pass-$how
    mkdir "$folder"
    processes "$before" "$test_share" cut "$pass" "$how" "$folder" >"$work/out" 2>&1
    status=$?
    if [ "$how" = kill ]; then
        [ $status != 0 ] && [ $status != 124 ] && grep -q 'exited on signal 9' "$work/out"
        check "$pass: one of $before is killed, and mpirun reports it" $?
    else
        [ $status = 0 ] && [ "$(grep -c ': cancelled' "$work/out")" = "$before" ]
        check "$pass: one of $before is cancelled, and all stop" $?
    fi
    [ -e "$folder/trey-course-2x3-start1-avg.ranks" ]
    check "$pass: a state was saved" $?
    # As if a process had been killed while it saved.
    echo x >"$folder/trey-course-2x3-start1-avg.$before-1.99.state"
    if [ "$after" = alone ]; then
        "$trey" solve --keep avg --stats --layers --json --work-dir "$folder" \
            >"$work/many" 2>"$work/out"
    else
        processes "$after" "$trey" solve --keep avg --stats --layers --json \
            --work-dir "$folder" >"$work/many" 2>"$work/out"
    fi
    cmp <(counts "$work/one") <(counts "$work/many") >>"$work/out" 2>&1
    check "$pass: resuming on $after gives the same result" $?
    ls "$folder" >"$work/out"
    [ ! -s "$work/out" ]
    check "$pass: no file is left" $?
}

interrupt_and_resume listing kill 2 3
interrupt_and_resume valuing kill 3 2
interrupt_and_resume valuing stop 2 alone

# One process begins, several resume.
mkdir "$work/one-first"
processes 1 "$test_share" cut valuing stop "$work/one-first" >"$work/out" 2>&1
processes 2 "$trey" solve --keep avg --stats --layers --json --work-dir "$work/one-first" \
    >"$work/many" 2>>"$work/out"
cmp <(counts "$work/one") <(counts "$work/many") >>"$work/out" 2>&1
check "two processes resume the work of one" $?

# Damaged layers are refused when work is resumed.
mkdir "$work/damaged"
processes 2 "$test_share" cut valuing stop "$work/damaged" >"$work/out" 2>&1
part=$work/damaged/trey-course-2x3-start1-avg.2-1.part
printf 'x' | dd of="$part" bs=1 seek=5000 conv=notrunc 2>>"$work/out"
processes 3 "$trey" solve --keep avg --stats --work-dir "$work/damaged" >"$work/out" 2>&1
[ $? = 1 ] && [ "$(grep -c 'is damaged: wrong checksum of the layer' "$work/out")" = 1 ]
check "damaged layers are refused, in one line" $?

# --- refusals ----------------------------------------------------------------------------

for options in "" "--stats --save $work/a.tab" "--stats --table $work/a.tab" \
    "--verify $work/a.tab" "--sample 10"; do
    # shellcheck disable=SC2086 # several words
    processes 2 "$trey" solve $options </dev/null >"$work/out" 2>&1
    [ $? = 2 ] && [ "$(grep -c '^trey solve: several processes can only compute --stats' "$work/out")" = 1 ]
    check "several processes accept --stats, and refuse: $options" $?
done
processes 2 "$trey" solve --cols 4 --stats --max-memory 2M >"$work/out" 2>&1
[ $? = 1 ] && [ "$(grep -c '^trey: .*of memory, more than the limit' "$work/out")" = 1 ]
check "the memory limit is per process, and reported once" $?

echo "$passed passed, $failed failed"
[ $failed = 0 ]
