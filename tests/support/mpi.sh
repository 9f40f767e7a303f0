# Shared by tests of several processes; to be sourced, with $trey set. Makes the directory
# $work, and counts the results given to `check` in $passed and $failed.
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
# There are more processes than cores: a waiting process yields its core.
export OMPI_MCA_mpi_yield_when_idle=1
# In many containers a process may not read another's memory.
export OMPI_MCA_btl_vader_single_copy_mechanism=none

# processes COUNT COMMAND...: at most five minutes, which none of these needs.
processes() {
    local count=$1
    shift
    timeout 300 mpirun --oversubscribe -n "$count" "$@"
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

