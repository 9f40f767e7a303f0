#!/usr/bin/env bash
# bash, zsh and fish complete every command and every option in its --help, with the files of
# the build. Missing shells are skipped with a message.
# Usage: tests/completions.sh TREY DIRECTORY
set -u
trey=$1 folder=$2
passed=0 failed=0
export LC_ALL=C

report() { # what, offending lines
    if [ -z "$2" ]; then
        echo "ok     $1"
        passed=$((passed + 1))
    else
        printf 'not ok %s:\n%s\n' "$1" "$2"
        failed=$((failed + 1))
    fi
}

commands=$("$trey" --help | awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on { print $1 }')
[ -n "$commands" ] || { echo "trey --help lists no commands"; exit 1; }

# The long options in a text, one a line.
long() { grep -oE -- '--[a-z][a-z0-9-]*' | sort -u; }

# Options of --help begin a line; others in the text are only mentioned.
options_of() { "$trey" "$1" --help | grep -oE '^ +(-., )?--[a-z][a-z0-9-]*' | long; }

# Each prints the completions for `trey $1`, where the last word is empty or "--".
by_bash() {
    bash -c '. "$1"; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _trey
        printf "%s\n" "${COMPREPLY[@]}"' bash "$folder/trey.bash" trey "$@" 2>&1
}

# zsh's functions for adding completions only print them here.
by_zsh() {
    zsh -f -c '_describe() { print -l -- ${(P)2} }; _arguments() { print -l -- "$@" }
        file=$1; shift; words=("$@") CURRENT=$#; _trey() { source $file }; _trey' \
        zsh "$folder/_trey" trey "$@" 2>&1
}

by_fish() { fish --no-config -c "source $folder/trey.fish; complete -C 'trey $*'" 2>&1; }

for shell in bash zsh fish; do
    command -v $shell >/dev/null || {
        echo "skip   $shell is not there"
        continue
    }
    report "$shell completes the commands" \
        "$(comm -23 <(sort <<<"$commands") <(by_$shell "" | grep -oE '^[a-z]+' | sort))"
    for command in $commands; do
        wanted=$(options_of "$command")
        [ "$(wc -l <<<"$wanted")" -ge 4 ] || report "--help of $command has options" "$wanted"
        # At the beginning of a line: descriptions mention options, too.
        report "$shell completes the options of $command" "$(comm -3 <(echo "$wanted") \
            <(by_$shell "$command" -- | grep -oE '^(\([^)]*\))?(-.\+?)?(--[a-z0-9-]*)?' | long))"
    done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
