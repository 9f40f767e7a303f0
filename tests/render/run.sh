#!/usr/bin/env bash
# Compares the rules in the replay page with the referee, on random games with all kinds of
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
printf 'no\nmoves\n' >"$work/moves"
compare "no moves"
printf '\n\n3 0 0 0\n0 0 0 824633720832\n0 0 0 0\n1 0 0 412316860416\n\n3 3 1 2 1 6\n' >"$work/in"
printf '\n\nRDLURDLU\n' >"$work/moves"
compare "tiles beyond 2^39"

# Recorded games: the page's data equals the referee's output.
record() { # rules, name
    "$trey" selfplay --games 1 --player greedy --rules "$1" --seed 3 --record "$work/game" >/dev/null
    "$trey" render "$work/game" --html "$work/page.html"
    "$trey" review "$work/game" --player points --depth 1 --quiet --html "$work/review.html" >/dev/null
    "$trey" judge --rules "$1" --trace "$work/game" >"$work/trace"
    local page
    for page in page review; do
        if node "$here/check_record.mjs" "$work/$page.html" <"$work/trace" >"$work/log" 2>&1; then
            echo "ok     $2, $page"
            passed=$((passed + 1))
        else
            echo "not ok $2, $page"
            cat "$work/log"
            failed=$((failed + 1))
        fi
    done
}
for rules in window classic course,rows=2,cols=3 2048 2048,rows=3,cols=5 fibonacci; do
    record $rules "a game of $rules"
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
