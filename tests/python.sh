#!/usr/bin/env bash
# The Python package: its tests, its structs compared with the headers, the notebooks, and its
# types if mypy is installed. Skipped if no Python has numpy.
#
# Usage: tests/python.sh SHARED-LIBRARY COMPILER
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
compiler=$2
. "$root/tests/support/python.sh" "$1"
TREY_COMMAND=$(dirname "$1")/trey
if [ -x "$TREY_COMMAND" ]; then
    export TREY_COMMAND
fi
passed=0 failed=0
limit_s=600 # A test that hangs is ended.
check() { # name, command...
    local name=$1
    shift
    if output=$(timeout --kill-after=10 $limit_s "$@" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not ok $name"
        echo "$output" | tail -n 30
    fi
}
for name in backend batch chance env library network play replay; do
    check "test_$name" "$python" "$root/python/tests/test_$name.py"
done
check structs "$python" "$root/python/tests/structs.py" "$compiler" "$root/include"
# Where nbconvert is installed, tests/python_wheel.sh runs the notebooks.
if ! "$python" -c 'import nbconvert, ipykernel, venv, ensurepip' 2>/dev/null; then
    for notebook in "$root"/python/notebooks/*.ipynb; do
        check "${notebook##*/}" env TREY_NOTEBOOK_SHORT=1 \
            "$python" "$root/python/tests/notebook.py" "$notebook"
    done
fi
if "$python" -c 'import mypy' 2>/dev/null; then
    check types "$python" -m mypy --strict --cache-dir=/dev/null "$root/python/trey"
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
