#!/usr/bin/env bash
# Where network files are found, what trey reports where one is missing, and what it
# reports of a network whose weights are garbage: messages, exit status, the protocol, and
# Python where there is one with numpy.
#
# Usage: tests/networks.sh TREY SHARED-LIBRARY INSTALLED-DATA
# Exit status 77: networks are installed where this build looks for them; not run.
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
if [ -e "$3/window.network" ]; then
    echo "skipped: $3/window.network would be found"
    exit 77
fi
export LC_ALL=C PYTHONPATH=$top/python PYTHONDONTWRITEBYTECODE=1
unset TREY_NETWORKS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
work=$(cd "$work" && pwd -P)
# Deep enough that no directory outside is among "the two directories above".
place=$work/1/2/3
mkdir -p "$place" && cp "$1" "$place/trey" && cp "$2" "$place/libtrey.so" && cd "$work" || exit 1
trey=$place/trey
export XDG_STATE_HOME=$work/state
board="--board 0000012003300000 --next 1 --depth 1"
passed=0 failed=0
verdict() { # status of the check, what
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not ok $2"
        cat out err
    fi
}
run() { # wanted status, command...
    local wanted=$1
    shift
    "$@" >out 2>err </dev/null
    local status=$?
    [ $status = "$wanted" ]
    verdict $? "exit status $status: $*"
}
in_file() { # file, lines that contain the text, text
    [ "$(grep -cF -- "$3" "$1")" = "$2" ]
    verdict $? "$2 lines of $1 with: $3"
}
lines() { # file, lines
    [ "$(wc -l <"$1")" = "$2" ]
    verdict $? "$2 lines in $1"
}
missing="window.network was not found; searched: "
searched="share/trey in $place and the two directories above, $3"
warned="trey: warning: heuristic: weaker than the network, whose file $missing$searched"

# No file: the heuristic plays with one line of warning, by every way in.
run 0 "$trey" advise $board
lines err 1
in_file err 1 "$warned"
run 0 env TREY_NETWORKS=/nowhere "$trey" advise $board
in_file err 1 "searched: /nowhere, share/trey in"
run 0 "$trey" selfplay --games 2 --threads 1 --depth 1 --record games
lines err 1
in_file err 1 "$warned"
in_file out 1 "heuristic depth=1"
run 0 "$trey" review --depth 1 games
lines err 1
in_file err 1 "$warned"
printf 'advice\nauto 2\n?\n' | "$trey" play --depth 1 --file game >out 2>err
lines err 1
in_file err 1 "$warned"
session='new seed 1\nadvice depth 1\nadvice depth 1\nauto 1 depth 1\nodds games 8\nreview depth 1\n'
printf "$session" | "$trey" engine >out 2>err
lines err 1
in_file err 1 "$warned"
in_file out 5 '"player":"heuristic"'
in_file out 1 "\"warning\":\"weaker than the network, whose file $missing$searched\""
printf 'position window 0000012003300000 next 1\ngo depth 1\ngo depth 1\n' |
    "$trey" engine >out 2>err
in_file out 1 "info string warning: heuristic: weaker than the network, whose file $missing"

# A program found through PATH must not be taken for a file of its name in the working
# directory.
mkdir -p decoy/share/trey && cp "$trey" decoy/ && echo decoy >decoy/share/trey/window.network
(cd decoy && PATH=$place:$PATH trey advise $board) >out 2>err
in_file err 1 "$warned"

# A network requested by name is not replaced by another; there is none for other boards.
run 1 "$trey" advise --player network $board
lines err 1
in_file err 1 "trey: the network's file $missing$searched"
run 1 "$trey" selfplay --player network-small --games 1 --depth 1
in_file err 1 "trey: the network's file window-small.network was not found; searched: "
run 1 "$trey" engine --player network
in_file err 1 "trey: the network's file $missing$searched"
run 1 "$trey" advise --player network --rows 2 --cols 3 --board 012330 --next 1
in_file err 1 "trey: trey has no network for Threes! on 2 x 3 cells; train one with 'trey train'"
run 1 "$trey" advise --player network --rules fibonacci --board 0000012003300000
in_file err 1 "trey: networks are for Threes! and 2048, not for Fibonacci"
run 0 "$trey" advise --rows 2 --cols 3 --board 012330 --next 1 --depth 1
lines err 0

# Search order: TREY_NETWORKS, beside the program, the two directories above. Invalid network
# files show by their messages which one was read.
mkdir -p "$work/chosen" "$place/share/trey" "$work/1/share/trey"
echo one >"$work/chosen/window.network"
echo two >"$place/share/trey/window.network"
echo three >"$work/1/share/trey/window.network"
for found in "$work/chosen" "$place/share/trey" "$work/1/share/trey"; do
    run 1 env TREY_NETWORKS="$work/chosen" "$trey" advise $board
    in_file err 1 "trey: $found/window.network: not a trey network file"
    rm "$found/window.network"
done

# A forged header: its sizes are compared with the file's size before memory is allocated; data
# from a pipe is allocated as it arrives.
forge() { # bytes of a stage... -> a header that announces them
    local stages=none
    [ $# = 1 ] || stages="24 48 96 192 384 768 1536"
    printf 'trey network 6\ngame threes\ntuples 01\nstages %s\nunit 0x1p+0\n' "$stages"
    printf 'bytes %s\n' "$@"
    printf 'xxh64 0123456789abcdef\n\nno weights\n'
}
limited() { # command: little more memory than trey itself needs; sanitized builds need more
    (! { (ulimit -v 500000 && "$trey" --version) >/dev/null; } 2>/dev/null ||
        ulimit -v 500000 && exec "$@")
}
forge 1073741824 >forged
run 1 limited "$trey" advise --player network:forged $board
in_file err 1 "trey: forged: the file is truncated or too long: 11 bytes of weights instead of 1073741824"
limited "$trey" advise --player network:/dev/stdin $board <<<"$(forge 1073741824)" >out 2>err
in_file err 1 "the file is truncated or too long: 11 bytes of weights instead of 1073741824"
forge 1073741824 | limited "$trey" advise --player network:/dev/stdin $board >out 2>err
in_file err 1 "the file is truncated or too long: 11 bytes of weights instead of 1073741824"
forge 1073741824 1073741824 1 1 1 1 1 1 >forged
run 1 limited "$trey" advise --player network:forged $board
in_file err 1 "trey: forged: the network's header is damaged"
head -c 5000 "$top/data/threes-2x4.network" >forged
run 1 "$trey" advise --player network:forged --rows 2 --cols 4 --board 00012033 --next 1
in_file err 1 "trey: forged: the file is truncated or too long: "
cat "$top/data/threes-2x4.network" |
    "$trey" advise --player network:/dev/stdin --rows 2 --cols 4 --board 00012033 --next 1 \
        --depth 1 >out 2>err
lines err 0
in_file out 1 "* "

# Random weights with a valid checksum: one line of warning, in every command.
run 0 "$trey" train --tuples "01 45" --initial=-10000 --alpha 0.00001 --games 50 --minutes 1 \
    --threads 1 --output bad --quiet
implausible="network:bad: the network gives values that no game can have; it may not be trained"
run 0 "$trey" advise --player network:bad $board
lines err 1
in_file err 1 "trey: warning: $implausible"
run 0 "$trey" selfplay --player network:bad --games 2 --threads 1 --depth 1
lines err 1
in_file err 1 "trey: warning: $implausible"
run 0 "$trey" review --player network:bad --depth 1 games
lines err 1
printf 'advice\nauto 2\n?\n' | "$trey" play --player network:bad --depth 1 --file game >out 2>err
lines err 1
in_file err 1 "trey: warning: $implausible"
printf "$session" | "$trey" engine --player network:bad >out 2>err
in_file out 5 '"player":"network:bad"'
in_file out 1 '"warning":"the network gives values that no game can have; it may not be trained"'
printf 'position window 0000012003300000 next 1\ngo depth 1\ngo depth 1\n' |
    "$trey" engine --player network:bad >out 2>err
in_file out 1 "info string warning: $implausible"

# A server prints on standard error which network its sessions use.
serve() { # pattern, environment...
    local pattern=$1
    shift
    env "$@" "$trey" serve --port 0 >out 2>err &
    local server=$! tries=0
    until grep -qF "$pattern" err || [ $tries = 200 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    kill $server
    wait $server
    in_file err 1 "$pattern"
}
serve "$warned" NO=1

for python in python3 /usr/bin/python3; do
    "$python" -c 'import numpy' 2>/dev/null && break
    python=
done
export TREY_LIBRARY=$place/libtrey.so
if [ -z "$python" ]; then
    echo "not run: Python, for lack of numpy"
else
    cat >check.py <<'END'
import os
import sys
import warnings

import trey

bad, installed = sys.argv[1:]


def warned(text, times, work):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = work()
    found = [str(one.message) for one in caught]
    assert len(found) == times and all(text in one for one in found), found
    assert all(issubclass(one.category, UserWarning) for one in caught)
    return result


missing = "heuristic: weaker than the network, whose file window.network was not found"
evaluator = warned(missing, 1, trey.Evaluator)
assert evaluator.name == "heuristic", evaluator.name
warned("", 0, lambda: evaluator.values([0x21]))
try:
    trey.Evaluator("network")
except trey.Error as error:
    assert "window.network was not found; searched: " in str(error), error
    assert error.status == 3, error.status  # TREY_ERR_IO
else:
    raise AssertionError("a network that is missing was loaded")
try:
    trey.Evaluator("network", trey.Rules("window", rows=2, cols=3))
except trey.Error as error:
    assert "has no network for Threes! on 2 x 3 cells" in str(error), error
    assert error.status == 1, error.status  # TREY_ERR_ARGUMENT

session = trey.Session()
session.ask("new seed 1")
answer = warned(missing, 1, lambda: session.ask("advice depth 1"))
assert answer["player"] == "heuristic"
warned("", 0, lambda: session.ask("advice depth 1"))

implausible = f"network:{bad}: the network gives values that no game can have"
garbage = warned("", 0, lambda: trey.Evaluator(f"network:{bad}"))
warned(implausible, 1, lambda: garbage.values([0x21]))
warned("", 0, lambda: garbage.values([0x21]))
position = trey.Position("window", "0 0 0 0 0 1 2 0 0 3 3 0 0 0 0 0", "3")
search = trey.Search("window", trey.Evaluator(f"network:{bad}"))
warned(implausible, 1, lambda: search.run(position, depth=1))

# Beside the library: LIBRARY/../share/trey.
beside = os.path.join(os.path.dirname(os.path.dirname(os.environ["TREY_LIBRARY"])), "share", "trey")
os.makedirs(beside)
os.symlink(os.path.join(os.path.dirname(trey.__file__), "..", "..", "data", "window-small.network"),
           os.path.join(beside, "window.network"))
assert warned("", 0, trey.Evaluator).name == "network"
END
    if ! "$python" -c 'import trey' 2>/dev/null; then
        echo "not run: Python, which cannot load a sanitized library"
    elif "$python" -c 'import trey; trey.Evaluator("network")' 2>/dev/null; then
        echo "not run: Python, because a network is installed beside it"
    else
        run 0 "$python" check.py bad "$3"
    fi
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
