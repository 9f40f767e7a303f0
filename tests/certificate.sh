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
report() { # what, status, output to show if it failed
    if [ "$2" = 0 ]; then
        echo "ok     $1"
    else
        echo "not ok $1"
        cat "$3"
        failed=1
    fi
}
check() { python3 "$top/tools/check-certificate" "$@"; }
refused() { # what, certificate, pattern of the message
    check "$work/some" "$2" >"$work/said" 2>&1
    [ $? = 1 ] && grep -q "$3" "$work/said"
    report "$1" $? "$work/said"
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
    grep -o '"proof":"[a-z ]*"' "$work/$name.json"
done
cp "$top/tests/cli/data/formats/sequence.txt" "$work/old"
cp "$top/tests/cli/data/formats/sequence.proof" "$work/old.json"

# Those that get as far as the proof are checked by one process, since the tables of moves that it
# makes first take several seconds.
sed 's/,\[0,0\]\]/]/' "$work/some.json" >"$work/nothing.json"
sed 's/\[4,/[3,/' "$work/some.json" >"$work/layer.json"
sed 's/regressed/bound met/' "$work/some.json" >"$work/proof.json"
for name in nothing layer proof; do cp "$work/some" "$work/$name"; done
pairs=()
for name in some all met old nothing layer proof; do pairs+=("$work/$name" "$work/$name.json"); done
check "${pairs[@]}" >"$work/said" 2>"$work/errors"
report "false ones among them set the status" $((! $?)) "$work/said"
result() { # what, name, "" or "not "
    grep -qE "/$2.json: score [0-9]+: $3" "$work/said"
    report "$1" $? "$work/said"
}
for name in some all met; do result "$name is confirmed" $name "optimal, confirmed"; done
result "one of trey 0.1.0 is confirmed" old "optimal, confirmed"
result "layers that do not come to nothing are not" nothing "not confirmed"
result "a layer of another size is not" layer "not confirmed"
result "another proof is not" proof "not confirmed"
[ ! -s "$work/errors" ]
report "nothing goes to standard error" $? "$work/errors"

sed 's/"certificate":1/"certificate":2/' "$work/some.json" >"$work/false"
refused "one of a newer version is not" "$work/false" ": a certificate of version '2'; only version 1 is known$"
sed 's/"score":/&1/' "$work/some.json" >"$work/false"
refused "another score is not" "$work/false" ": the plan scores "
sed 's/"moves":"./"moves":"/' "$work/some.json" >"$work/false"
refused "another plan is not" "$work/false" ": the plan"
exit $failed
