#!/usr/bin/env bash
# tools/check-certificate, which shares no code with trey, confirms certificates of small plans
# and rejects tampered ones.
# Usage: tests/certificate.sh TREY; exit status 77: no Python, not run.
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
trey=$1
command -v python3 >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
expect() { # wanted status, what, input, certificate
    python3 "$top/tools/check-certificate" "$3" "$4" >"$work/said" 2>&1
    local status=$?
    if [ $status = "$1" ]; then
        echo "ok     $2"
    else
        echo "not ok $2: status $status"
        cat "$work/said"
        failed=1
    fi
}
plan() { # name, options of plan
    "$trey" plan "$work/$1" -q -o "$work/moves" --certificate "$work/$1.json" >"$work/said"
}

# Proved by regression of some moves, by regression to the start, and by the bound.
"$trey" generate --mix deck --tiles 8 --seed 4 -o "$work/some"
"$trey" generate --mix deck --tiles 6 --seed 2 -o "$work/all"
cp "$top/tests/cli/data/sequence/met.txt" "$work/met"
for name in some all met; do
    plan $name || failed=1
    grep -o '"proof": "[a-z ]*"' "$work/$name.json"
    expect 0 "$name is confirmed" "$work/$name" "$work/$name.json"
done
formats=$top/tests/cli/data/formats
expect 0 "one of trey 0.1.0 is confirmed" "$formats/sequence.txt" "$formats/sequence.proof"
sed 's/"certificate": 1/"certificate": 2/' "$work/some.json" >"$work/false"
expect 1 "one of a newer version is not" "$work/some" "$work/false"
grep -q ": a certificate of version '2'; only version 1 is known$" "$work/said" || failed=1
sed 's/"score": /&1/' "$work/some.json" >"$work/false"
expect 1 "another score is not" "$work/some" "$work/false"
sed 's/"moves": "./"moves": "/' "$work/some.json" >"$work/false"
expect 1 "another plan is not" "$work/some" "$work/false"
sed 's/, \[0, 0\]\]/]/' "$work/some.json" >"$work/false"
expect 1 "layers that do not come to nothing are not" "$work/some" "$work/false"
sed 's/\[4, /[3, /' "$work/some.json" >"$work/false"
expect 1 "a layer of another size is not" "$work/some" "$work/false"
sed 's/regressed/bound met/' "$work/some.json" >"$work/false"
expect 1 "another proof is not" "$work/some" "$work/false"
exit $failed
