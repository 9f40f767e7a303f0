#!/usr/bin/env bash
# The report's numbers agree with the raw results, tools/check-report detects differences, and
# tools/report makes no PDF with missing parts. The parts are stand-ins in a separate
# directory; checks of the real groff are skipped where it is missing.
# Usage: tests/report.sh
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

check() { # what, test...
    local what=$1
    shift
    if "$@"; then
        echo "ok     $what"
        passed=$((passed + 1))
    else
        echo "not ok $what"
        sed 's/^/       /' "$work/log" 2>/dev/null | head -n 20
        failed=$((failed + 1))
    fi
}
numbers() { "$top/tools/check-report" "$@" >"$work/log" 2>&1; }
not() { ! "$@"; }

page=$top/docs/analysis.md list=$top/docs/results/numbers-analysis.txt
check "every number of the pages is that of its result" numbers
sed 's/96\.2, 88\.0/96.3, 88.0/' "$page" >"$work/wrong.md"
check "a wrong number is seen" not numbers "$work/wrong.md" "$list"
check "and named" grep -q '96.3 is not in the list, where 96.2 share players dldfs bag30 follows' "$work/log"
sed 's/^96\.2 share players dldfs/96.3 share players dldfs/' "$list" >"$work/wrong.txt"
check "a wrong result is seen" not numbers "$work/wrong.md" "$work/wrong.txt"
check "and named" grep -q 'the number is 96.3, but share players dldfs bag30 is 96.2' "$work/log"
{ cat "$page"; echo "It was 12.5 % more."; } >"$work/loose.md"
check "a number without its result is seen" not numbers "$work/loose.md" "$list"
grep -v 'sixty games' "$page" | sed '/^## Results/,$d' >"$work/short.md"
check "a missing part of the page is seen" not numbers "$work/short.md" "$list"

# A PATH with the tools that tools/report calls, without groff, preconv and ps2pdf.
mkdir "$work/bin"
for tool in bash env dirname awk sed tail head mkdir mktemp rm mv cat echo; do
    ln -s "$(command -v $tool)" "$work/bin/$tool"
done
stand_in() { # name, what it does
    printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
report() { # status and message expected
    PATH=$work/bin "$top/tools/report" "$work/report.pdf" >"$work/out" 2>"$work/log"
    [ $? = 1 ] && [ "$(wc -l <"$work/log")" = 1 ] && grep -q "$1" "$work/log" &&
        [ ! -e "$work/report.pdf" ]
}
check "missing groff is reported" report 'groff is missing'
stand_in preconv 'cat'
stand_in ps2pdf 'for last; do :; done; : >"$last"'
stand_in groff 'cat >/dev/null; echo "groff: no device ps" >&2'
check "with groff-base alone the missing parts are reported" report 'without its ms macros or its device ps'
if printf '.LP\nx\n' | groff -ms -Tps 2>/dev/null | grep -q '^%%Pages: *1' && command -v tbl >/dev/null; then
    rm "$work/bin/groff"
    ln -s "$(command -v groff)" "$work/bin/groff"
    for tool in troff grops tbl; do
        ln -s "$(command -v $tool)" "$work/bin/$tool"
    done
    mkdir -p "$work/top/build/figures"
    cp -R "$top/tools" "$top/docs" "$work/top"
    top=$work/top
    check "missing figures are reported" report 'is missing: make figures'
    for figure in players depth nodes weights cap switches bt; do
        printf '%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 100 50\n' >"$work/top/build/figures/$figure.eps"
    done
    check "an empty PDF is refused" report 'ps2pdf made no PDF'
fi

echo "$passed passed, $failed failed"
[ $failed = 0 ]
