#!/usr/bin/env bash
# Every global name of the libraries begins with trey_, and the shared libraries export only the
# names marked in public headers, with the version of the soname. Only the library of the store
# needs SQLite.
# Usage: tests/symbols.sh STATIC-LIBRARY SHARED-LIBRARY, both of the store
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

# Names of the shared libraries with their version: trey_plan_find@@TREY_0.3.
exported() { nm -D --defined-only "$2" "$4" 2>/dev/null | awk '$2 == "T" || $2 == "D" || $2 == "B" || $2 == "R" {print $3}'; }

exported=$(exported "$@" | sed 's/@.*//' | sort -u)
version=$(readelf -dW "$2" | sed -n 's/.*soname: \[libtrey\.so\.\(.*\)\]/\1/p')
declared=$(cat "$top"/include/trey/*.h | tr '\n' ' ' |
    grep -oE 'TREY_API[^;(]*\(' | grep -oE 'trey_[a-z0-9_]+ *\($' | tr -d ' (' | sort -u)

report "every name of the static libraries begins with trey_" \
    "$(globals "$1" "$3" | grep -v '^trey_')"
report "every declared function is exported" \
    "$(comm -13 <(echo "$exported") <(echo "$declared"))"
report "nothing else is exported" "$(comm -23 <(echo "$exported") <(echo "$declared"))"
report "every exported name has version TREY_$version" \
    "$(exported "$@" | grep -v "@@TREY_$version\$")"
report "the library is free of SQLite" "$(nm "$1" "$2" | grep sqlite3_
    readelf -dW "$2" | grep 'NEEDED.*sqlite')"
report "the library of the store needs SQLite, if either is there" \
    "$(nm "$3" | grep -q 'U sqlite3_' && ! readelf -dW "$4" | grep -q 'NEEDED.*sqlite' && echo "$4")"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
