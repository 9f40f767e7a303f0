# Finds a Python with numpy, $python; to be sourced, with $root (the project) and the shared
# library in $1. Exits with 77, not run, if there is none.
export TREY_LIBRARY=$(realpath "$1") PYTHONPATH=$root/python PYTHONDONTWRITEBYTECODE=1
for python in python3 /usr/bin/python3; do
    "$python" -c 'import numpy' 2>/dev/null && break
    python=
done
if [ -z "$python" ]; then
    echo "skipped: no python3 with numpy (python3-numpy)"
    exit 77
fi
