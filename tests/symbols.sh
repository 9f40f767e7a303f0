#!/usr/bin/env bash
# Every global name of the libraries begins with trey_, and the shared library exports only the
# names marked in public headers.
# Usage: tests/symbols.sh STATIC-LIBRARY SHARED-LIBRARY
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
passed=0 failed=0

# Names with a leading underscore are the compiler's and the sanitizers'.
globals() { nm -g --defined-only "$@" 2>/dev/null | awk 'NF == 3 && $3 !~ /^_/ {print $3}' | sort -u; }

report() { # what, offending names
    if [ -z "$2" ]; then
        echo "ok     $1"
        passed=$((passed + 1))
    else
        printf 'not ok %s:\n%s\n' "$1" "$2"
        failed=$((failed + 1))
    fi
}

exported=$(globals -D "$2")
declared=$(cat "$top"/include/trey/*.h | tr '\n' ' ' |
    grep -oE 'TREY_API[^;(]*\(' | grep -oE 'trey_[a-z0-9_]+ *\($' | tr -d ' (' | sort -u)

report "every name of the static library begins with trey_" "$(globals "$1" | grep -v '^trey_')"
report "every declared function is exported" \
    "$(comm -13 <(echo "$exported") <(echo "$declared"))"
report "nothing else is exported" "$(comm -23 <(echo "$exported") <(echo "$declared"))"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
