#!/usr/bin/env bash
# Several processes on this machine, under mpirun: their messages, their results compared with
# those of a single process, and the end of all when one is killed.
# Usage: tests/mpi.sh TREY TEST_PROCESSES TEST_MERGE FAULTS   (exit status 77: nothing to test)
set -u
cd "$(dirname "$0")/.." || exit 1
trey=$1 test_processes=$2 test_merge=$3 faults=$4
# shellcheck source=tests/support/mpi.sh
. tests/support/mpi.sh

# --- messages ----------------------------------------------------------------------------

for count in 1 2 4; do
    processes $count "$test_processes" >"$work/out" 2>&1
    check "test_processes on $count" $?
    processes $count "$test_merge" >"$work/out" 2>&1
    check "test_merge on $count" $?
done

# --- commands that work alone -----------------------------------------------------------

processes 2 "$trey" plan examples/demo.txt -o "$work/moves" >"$work/out" 2>&1
[ $? = 2 ] && [ "$(grep -c '^trey: plan as one of 2 processes: this command runs as a single process' "$work/out")" = 1 ] &&
    [ ! -e "$work/moves" ]
check "plan refuses several processes" $?

processes 1 "$trey" judge examples/demo.txt examples/demo.txt >"$work/out" 2>&1
! grep -q "of 1 process" "$work/out"
check "one process runs as without mpirun" $?

# --- selfplay ----------------------------------------------------------------------------

# Results of games without times.
without_clock() { sed -E 's/"ms_[a-z0-9]+(_[a-z]+)?": [^,}]*(, )?//g' "$1"; }
without_times() { sed -E 's/"(begun|ended)_ms":[0-9]+,|"us":[^]]*]//g' "$1"; }

small=(train --tuples "012 345" --threads 1 --time-limit 60m --merge-every 20 --seed 5)
games=(selfplay --player heuristic --depth 1 --games 60 --seed 3)
"$trey" "${games[@]}" --json >"$work/alone.json" 2>"$work/out"
"$trey" "${games[@]}" --record "$work/alone.games" >/dev/null 2>"$work/out"
for count in 2 4; do
    processes $count "$trey" "${games[@]}" --json --record "$work/$count.games" \
        --store "$work/$count.store" >"$work/$count.json" 2>"$work/out"
    check "selfplay on $count succeeds" $?
    cmp <(without_clock "$work/alone.json") <(without_clock "$work/$count.json") >"$work/out" 2>&1
    check "selfplay on $count has the results of one process" $?
    cmp <(without_times "$work/alone.games") <(without_times "$work/$count.games") \
        >"$work/out" 2>&1
    check "selfplay on $count records the same games, in order" $?
done
# All games, with their times, come from the store: none was played again.
"$trey" "${games[@]}" --json --store "$work/4.store" >"$work/again.json" 2>"$work/out"
cmp "$work/4.json" "$work/again.json" >>"$work/out" 2>&1
check "one process resumes from the store of four" $?
"$trey" "${games[@]}" --games 20 --store "$work/part.store" >/dev/null 2>"$work/out"
processes 2 "$trey" "${games[@]}" --json --store "$work/part.store" >"$work/2.json" 2>"$work/out"
cmp <(without_clock "$work/alone.json") <(without_clock "$work/2.json") >>"$work/out" 2>&1
check "two processes resume from the store of one" $?
processes 2 "$trey" "${games[@]}" --versus greedy --json >"$work/2.json" 2>"$work/out"
"$trey" "${games[@]}" --versus greedy --json >"$work/1.json" 2>>"$work/out"
cmp <(without_clock "$work/1.json") <(without_clock "$work/2.json") >>"$work/out" 2>&1
check "two players on two processes" $?

processes 2 "$trey" selfplay --watch >"$work/out" 2>&1
[ $? = 2 ] && [ "$(grep -c -e '--watch works with one process, not with 2' "$work/out")" = 1 ]
check "selfplay --watch refuses several processes, in one line" $?
processes 2 "$trey" selfplay --store "$work/no/where" >"$work/out" 2>&1
[ $? = 1 ] && [ "$(grep -c "no/where" "$work/out")" = 1 ]
check "process 0 reports the missing store" $?
printf 'x' >"$work/bad.network"
processes 3 "$trey" selfplay --player "network:$work/bad.network" >"$work/out" 2>&1
[ $? = 1 ] && [ "$(grep -c "^trey: " "$work/out")" = 1 ]
check "processes agree on one error, in one line" $?
timeout 60 mpirun --oversubscribe -n 1 "$trey" "${small[@]}" --games 10 -o "$work/first.network" : \
    -n 1 "$trey" "${small[@]}" --games 20 -o "$work/second.network" >"$work/out" 2>&1
[ $? = 2 ] && grep -q '^trey: the processes of mpirun need the same arguments' "$work/out"
check "processes with different arguments are refused" $?
processes 2 "$trey" selfplay --player "exec:$trey engine" -n 2 --depth 1 >"$work/out" 2>&1
check "a player program is not a process of MPI" $?

# --- train -------------------------------------------------------------------------------

# The number of games in the result. mpirun forwards standard output and standard error in pieces
# that can end within a line, so they go to separate files; `check` shows the second.
played() {
    sed 's/^/result: /' "$work/result" >>"$work/out"
    awk '$1 == "games" { print $2 }' "$work/result"
}

# The same options and processes give the same weights, to the last bit.
for count in 2 4; do
    for time in 1 2; do
        processes $count "$trey" "${small[@]}" --games 200 -o "$work/$count-$time.network" \
            >"$work/result" 2>"$work/out"
    done
    [ -s "$work/$count-1.network" ] && cmp "$work/$count-1.network" "$work/$count-2.network" \
        >>"$work/out" 2>&1 && [ "$(played)" -ge 200 ]
    check "train on $count gives the same result twice" $?
done
# Four processes, and a single one, resume from a checkpoint of two.
at=0
for count in 2 4 1; do
    processes $count "$trey" "${small[@]}" --games 100 --checkpoint "$work/checkpoint" \
        >"$work/result" 2>"$work/out"
    [ "$(played)" -ge $((at + 100)) ]
    check "train on $count resumes from the checkpoint" $?
    at=$(played)
done
[ ! -e "$work/checkpoint.lock" ]
check "the checkpoint is unlocked again" $?
# Merging and waiting count as time: the training ends after the first part with which its time
# is over. The log rounds times to tenths of a second.
processes 2 "$trey" "${small[@]:0:5}" --merge-every 1 --time-limit 0.05m -o "$work/timed.network" \
    --log "$work/log.csv" --log-every 0.2 >"$work/out" 2>&1
sed 's/^/log: /' "$work/log.csv" >>"$work/out"
awk -F, 'NR > 1 { before = now; now = $1 } END { exit !(now >= 3.0 && before <= 3.0) }' "$work/log.csv"
check "train ends when its time is over" $?
processes 2 "$trey" "${small[@]}" --games 10 -o "$work/no/where" >"$work/out" 2>&1
[ $? = 1 ] && [ "$(grep -c "no/where" "$work/out")" = 1 ]
check "process 0 reports that the network cannot be written" $?
printf 'x' >"$work/bad.checkpoint"
processes 2 "$trey" "${small[@]}" --checkpoint "$work/bad.checkpoint" >"$work/out" 2>&1
[ $? = 1 ] && [ "$(grep -c "bad.checkpoint" "$work/out")" = 1 ]
check "process 0 reports an invalid checkpoint" $?

# --- memory runs out in one process ------------------------------------------------------

# The command ends: no process crashes, and none waits for ever for a failed one. It prints the
# reason, unless the failing process is not the first one, which may not print before MPI has
# started. About half a dozen of each process's calls are tested; tests/faults.sh tests all of
# them for a single process.
out_of_memory() { # name, the process, command...
    local name=$1 process=$2 calls status call bad=0
    shift 2
    rm -f "$work/short.checkpoint"
    timeout 60 mpirun --oversubscribe -n 3 "$faults" -c 0 -p "$process" memory once -- trey "$@" >"$work/out" 2>&1
    status=$?
    calls=$(sed -n "s/.*process $process made \([0-9]*\) calls.*/\1/p" "$work/out")
    [ $status = 0 ] && [ "${calls:-0}" -gt 10 ]
    check "$name works with enough memory" $?
    for ((call = 1; call <= ${calls:-0}; call += 1 + calls / 6)); do
        timeout 60 mpirun --oversubscribe -n 3 "$faults" -c $call -p "$process" memory once -- trey "$@" \
            >"$work/out" 2>&1
        status=$?
        [ $status = 0 ] && continue
        if [ $status = 124 ] || grep -q 'exited on signal' "$work/out" ||
            ! grep -q -e memory -e ',1\],[1-9]\]' "$work/out"; then
            echo "call $call of process $process: status $status" && sed 's/^/        | /' "$work/out"
            bad=1
        fi
    done
    check "$name: process $process runs out of memory" $bad
}

for process in 0 2; do
    out_of_memory train $process train --tuples "012 345" --threads 1 --games 60 --merge-every 20 --quiet \
        --checkpoint "$work/short.checkpoint" -o "$work/short.network"
    out_of_memory selfplay $process selfplay --player points --depth 1 --threads 1 --games 12 --quiet \
        --force --record "$work/short.games"
done

# --- the script for Slurm, with mpirun in place of srun ---------------------------------

bash -n examples/cluster.slurm >"$work/out" 2>&1
check "the Slurm script is a valid shell script" $?
TREY=$trey TREY_LAUNCH="mpirun --oversubscribe -n 2" examples/cluster.slurm \
    "${games[@]}" --json >"$work/2.json" 2>"$work/out"
cmp <(without_clock "$work/alone.json") <(without_clock "$work/2.json") >>"$work/out" 2>&1
check "the Slurm script runs selfplay" $?

# --- a process is killed --------------------------------------------------------------------

# True if one of these processes still runs; zombies do not count.
living() {
    local pid
    for pid in "$@"; do
        grep -qv ') Z ' "/proc/$pid/stat" 2>/dev/null && return 0
    done
    return 1
}

# kill_process NAME COMMAND...: starts four processes and kills one at work; the others must end.
kill_process() {
    local name=$1 mpirun victim pids=()
    shift
    timeout 120 mpirun --oversubscribe -n 4 "$@" >"$work/out" 2>&1 &
    local timeout=$!
    until [ ${#pids[@]} = 4 ]; do
        sleep 0.1
        kill -0 $timeout 2>/dev/null || break
        mpirun=$(pgrep -P $timeout | head -n 1)
        [ -z "$mpirun" ] || mapfile -t pids < <(pgrep -P "$mpirun" trey)
    done
    sleep 1
    victim=${pids[2]}
    local began=$SECONDS
    kill -KILL "$victim"
    wait $timeout
    local status=$?
    echo "(ended $((SECONDS - began)) s later)"
    [ $status != 0 ] && [ $status != 124 ] && grep -q 'exited on signal 9' "$work/out"
    check "$name: mpirun reports a killed process" $?
    for ((wait = 0; wait < 100; wait++)); do # until they are gone or zombies
        living "${pids[@]}" || break
        sleep 0.1
    done
    [ $wait -lt 100 ]
    check "$name: no process is left" $?
}

kill_process selfplay "$trey" "${games[@]}" --games 5000 --depth 2 --store "$work/killed.store"
"$trey" "${games[@]}" --depth 2 --games 10 --json --store "$work/killed.store" \
    >"$work/1.json" 2>"$work/out"
"$trey" "${games[@]}" --depth 2 --games 10 --json >"$work/2.json" 2>>"$work/out"
cmp <(without_clock "$work/1.json") <(without_clock "$work/2.json") >>"$work/out" 2>&1
check "the store of a killed run can be resumed" $?

kill_process train "$trey" "${small[@]}" --checkpoint "$work/killed.checkpoint" \
    --checkpoint-every 0.01 --log-every 0.2
processes 2 "$trey" "${small[@]}" --games 50 --checkpoint "$work/killed.checkpoint" \
    >"$work/result" 2>"$work/out"
[ "$(played)" -ge 50 ]
check "the checkpoint of a killed training can be resumed" $?

echo "$passed passed, $failed failed"
[ $failed = 0 ]
