#!/usr/bin/env bash
# Holds the rules in the replay page against the referee, on random games with all kinds of
# moves files. Usage: tests/render/run.sh TREY; exit 77: not run, as there is no node
set -u
here=$(cd "$(dirname "$0")" && pwd)
trey=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

if ! command -v node >/dev/null; then
    echo "skip   node is not installed"
    exit 77
fi

compare() { # name
    local judged played
    "$trey" render "$work/in" "$work/moves" --html "$work/page.html"
    judged=$("$trey" judge "$work/in" "$work/moves" --json |
        sed 's/.*"moves": \([0-9]*\), .*"score": \([0-9]*\), .*"board": \[\([^]]*\)\].*/\1 \2 \3/; s/,//g')
    played=$(node "$here/check_page.mjs" "$work/page.html")
    if [ -n "$played" ] && [ "$judged" = "$played" ]; then
        echo "ok     $1"
        passed=$((passed + 1))
    else
        printf 'not ok %s\nreferee %s\npage    %s\n' "$1" "$judged" "$played"
        failed=$((failed + 1))
    fi
}

for seed in 1 2 3 4; do
    for mix in deck bag30 official; do
        "$trey" generate --mix $mix --tiles 1500 --seed $seed -o "$work/in"
        "$trey" plan "$work/in" --width 20 -o "$work/moves" >/dev/null
        compare "planned game, $mix, seed $seed"
        printf '\n\n%s\n' "$(printf 'LURDDLURRLUDLRDUULDRLURDLLURDDRU%.0s' 1 2 3 4)" >"$work/moves"
        compare "blind moves, $mix, seed $seed"
    done
done
"$trey" generate --tiles 50 -o "$work/in"
: >"$work/moves"
compare "no moves"
printf '\n\n3 0 0 0\n0 0 0 824633720832\n0 0 0 0\n1 0 0 412316860416\n\n3 3 1 2 1 6\n' >"$work/in"
printf '\n\nRDLURDLU\n' >"$work/moves"
compare "tiles beyond 2^39"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
