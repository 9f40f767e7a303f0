#!/usr/bin/env bash
# Compares values of networks by trey and by an independent reader: see network_values.py.
# Skipped if no Python has numpy.
#
# Usage: tests/network_values.sh TREY SHARED-LIBRARY [ARGUMENT...]   arguments of the script
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tests/support/python.sh" "$2"
exec "$python" "$root/tests/network_values.py" "$1" "${@:3}"
