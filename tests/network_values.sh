#!/usr/bin/env bash
# Values of networks by a reader that was written from docs/formats/network.md, against
# trey's: see network_values.py. Skipped where no Python has numpy.
#
# Usage: tests/network_values.sh TREY SHARED-LIBRARY [ARGUMENT...]   arguments: of the script
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
export TREY_LIBRARY=$2 PYTHONPATH=$top/python PYTHONDONTWRITEBYTECODE=1
trey=$1
shift 2
for python in python3 /usr/bin/python3; do
    "$python" -c 'import numpy' 2>/dev/null && break
    python=
done
if [ -z "$python" ]; then
    echo "skipped: no python3 with numpy (python3-numpy)"
    exit 77
fi
exec "$python" "$top/tests/network_values.py" "$trey" "$@"
