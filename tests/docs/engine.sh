#!/usr/bin/env bash
# The session in docs/formats/engine.md is what the engine says, but for the numbers, which
# differ from machine to machine, and the slides, which may change with the network.
# Usage: tests/docs/engine.sh TREY
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
trey=$1
manual=$top/docs/formats/engine.md

blur() {
    sed -E 's/[0-9]+(\.[0-9]+)*/N/g; s/^bestmove [URDL]$/bestmove X/'
}

expected=$(sed -n 's/^    < //p' "$manual" | blur)
commands=$(sed -n 's/^    > //p' "$manual")
[ -n "$commands" ] || { echo "$manual has no session"; exit 1; }

coproc ENGINE { "$trey" engine; }
exec {to}>&"${ENGINE[1]}" {from}<&"${ENGINE[0]}"
said=""
while read -r command; do
    echo "$command" >&"$to"
    [[ $command == go* ]] || continue
    while read -r -t 60 line <&"$from"; do # whoever plays waits for the answer
        said+=$line$'\n'
        [[ $line == bestmove* ]] && break
    done
done <<<"$commands"
exec {to}>&-
said+=$(cat <&"$from")
if difference=$(diff -u --label "$manual" --label "trey engine" \
    <(echo "$expected") <(printf '%s\n' "$said" | sed '/^$/d' | blur)); then
    echo "ok     the session in docs/formats/engine.md"
    echo "1 passed, 0 failed"
else
    printf 'not ok the session in docs/formats/engine.md:\n%s\n' "$difference"
    echo "0 passed, 1 failed"
    exit 1
fi
