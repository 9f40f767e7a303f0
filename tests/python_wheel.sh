#!/usr/bin/env bash
# The wheel of the Python package, installed by pip in a new virtual environment without a
# compiler and without network: import, the player of the README in ten lines, the command, and all
# notebooks by nbconvert. Skipped without numpy, python3-venv and jupyter-nbconvert.
#
# Usage: tests/python_wheel.sh SHARED-LIBRARY
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tests/support/python.sh" "$1"
built=$(dirname "$TREY_LIBRARY")
unset PYTHONPATH TREY_LIBRARY TREY_NETWORKS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! [ -x "$built/trey" ] || ! "$python" -c 'import nbconvert, ipykernel, venv, ensurepip' 2>/dev/null ||
    ! "$python" -m venv --system-site-packages "$work/venv" >/dev/null 2>&1; then
    echo "skipped: needs the command, python3-venv, jupyter-nbconvert and python3-ipykernel"
    exit 77
fi
passed=0 failed=0
check() { # name, command...
    local name=$1
    shift
    if output=$("$@" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not ok $name"
        echo "$output" | tail -n 30
    fi
}

make_wheel() {
    (cd "$root/python" && "$python" -c '
import backend, pathlib, sys
work, built = map(pathlib.Path, sys.argv[1:])
(work / "wheel").mkdir()
tag = backend.assemble(work / "wheel", built)
backend.pack(work / "wheel", work / f"trey-{backend.version()}-{tag}.whl")' "$work" "$built")
}
check "the wheel is made" make_wheel
bin=$work/venv/bin
# Nothing but the virtual environment is in PATH from here on: no compiler, no trey.
alone() { (cd "$work" && env -i PATH="$bin" HOME="$work" PYTHONDONTWRITEBYTECODE=1 "$@"); }
check "pip installs it" alone "$bin/pip" install --no-index --no-deps --disable-pip-version-check \
    "$work"/trey-*.whl

cat >"$work/player.py" <<'PLAYER'
import trey
search = trey.Search("window", "network-small")
game = trey.Game("window", seed=1)
while not game.over:
    found = search.run(game.position, depth=1)
    game.slide(found.best)
print(game.score)
assert game.score > 3000, game.score
assert "venv" in trey.__file__ and "venv" in trey._library.lib._name
PLAYER
check "the player in ten lines" alone "$bin/python" player.py
check "the command" alone "$bin/trey" --version
check "the command as a module" alone "$bin/python" -m trey plan --help

# Jupyter's own kernel would be the Python outside of the virtual environment.
check "a kernel" alone "$bin/python" -m ipykernel install --sys-prefix --name python3
notebook() {
    (cd "$root/python/notebooks" && env -i PATH="$bin" HOME="$work" TREY_NOTEBOOK_SHORT=1 \
        JUPYTER_PATH="$work/venv/share/jupyter" PYTHONDONTWRITEBYTECODE=1 \
        "$bin/python" -m nbconvert --to notebook --execute "$1" --output-dir "$work")
}
for one in "$root"/python/notebooks/*.ipynb; do
    check "${one##*/} by nbconvert" notebook "${one##*/}"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
