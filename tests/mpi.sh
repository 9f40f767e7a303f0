#!/usr/bin/env bash
# Several ranks on this machine, by mpirun: what they say to each other, what they make
# together against what one alone makes, and what becomes of them when one is killed.
# Usage: tests/mpi.sh TREY TEST_RANKS   (exit status 77: nothing to test)
set -u
cd "$(dirname "$0")/.." || exit 1
trey=$1 test_ranks=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

if ! command -v mpirun >/dev/null; then
    echo "skipped: no mpirun here (tools/install-deps mpi)"
    exit 77
fi
if OMPI_COMM_WORLD_SIZE=2 "$trey" plan 2>&1 | grep -q 'built without'; then
    echo "skipped: this trey was built without MPI (cmake --preset mpi)"
    exit 77
fi

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# ranks COUNT COMMAND...: no more than two minutes, which none of these takes.
ranks() {
    local count=$1
    shift
    timeout 120 mpirun --oversubscribe -n "$count" "$@"
}

check() { # what, status
    if [ "$2" = 0 ]; then
        echo "ok     $1"
        passed=$((passed + 1))
    else
        echo "not ok $1"
        sed 's/^/        | /' "$work/out"
        failed=$((failed + 1))
    fi
}

# --- what they say to each other --------------------------------------------------------

for count in 1 2 4; do
    ranks $count "$test_ranks" >"$work/out" 2>&1
    check "test_ranks on $count" $?
done

# --- commands that work alone -----------------------------------------------------------

ranks 2 "$trey" plan examples/demo.txt -o "$work/moves" >"$work/out" 2>&1
[ $? = 2 ] && [ "$(grep -c '^trey: plan as one of 2 ranks: works by itself' "$work/out")" = 1 ] &&
    [ ! -e "$work/moves" ]
check "plan refuses to be one of several" $?

ranks 1 "$trey" judge examples/demo.txt examples/demo.txt >"$work/out" 2>&1
! grep -q ranks "$work/out"
check "one rank is a program alone" $?

echo "$passed passed, $failed failed"
[ $failed = 0 ]
