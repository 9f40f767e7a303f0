#!/usr/bin/env bash
# Every option in `trey COMMAND --help` stands in the manual, and the reverse.
# Usage: tests/docs/options.sh TREY
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
trey=$1
passed=0 failed=0

# All but those that every command has from argp.
options() {
    grep -oE -- '--[a-z][a-z0-9-]*' | grep -vxE -- '--(help|usage|version)' | sort -u
}

# .Fl -width, .Fl Fl width and \-\-width are all --width.
manual_options() {
    sed 's/\\-/-/g; s/Fl Fl \([a-z]\)/--\1/g; s/Fl -\([a-z]\)/--\1/g' "$top"/docs/man/*.1 |
        options
}

report() { # what, offending options
    if [ -z "$2" ]; then
        echo "ok     $1"
        passed=$((passed + 1))
    else
        printf 'not ok %s:\n%s\n' "$1" "$2"
        failed=$((failed + 1))
    fi
}

documented=$(manual_options)
commands=$("$trey" --help | awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on { print $1 }')
[ -n "$commands" ] || { echo "trey --help lists no commands"; exit 1; }

offered=$("$trey" --help | options)
for command in $commands; do
    help=$("$trey" "$command" --help) || {
        report "trey $command --help works" "exit status $?"
        continue
    }
    of_command=$(echo "$help" | options)
    report "options of trey $command are in the manual" \
        "$(comm -23 <(echo "$of_command") <(echo "$documented"))"
    offered=$(printf '%s\n%s\n' "$offered" "$of_command" | sort -u)
    report "trey $command is in the manual" \
        "$(cat "$top"/docs/man/*.1 | grep -qw -- "$command" || echo "$command")"
done
report "the manual names no other options" \
    "$(comm -13 <(echo "$offered") <(echo "$documented"))"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
