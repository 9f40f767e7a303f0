#!/usr/bin/env bash
# Compares the pages of docs/man with `trey --help` and `trey COMMAND --help`: each command has
# a page, and each page a command; its NAME and the overview's list have the help's summary; it
# documents every option of the command, with letter and argument, and names no other; its
# sections are complete and in order; text shared by several pages is identical.
# Usage: tests/docs/options.sh TREY
set -u
pages=$(cd "$(dirname "$0")/../.." && pwd)/docs/man
trey=$1
export LC_ALL=C
passed=0 failed=0

report() { # what, what is wrong
    if [ -z "$2" ]; then
        echo "ok     $1"
        passed=$((passed + 1))
    else
        printf 'not ok %s:\n%s\n' "$1" "$2"
        failed=$((failed + 1))
    fi
}

same() { # what, lines of the help, lines of the manual
    report "$1" "$(diff <(echo "$2") <(echo "$3") |
        sed -n 's/^</only in the help:   /p; s/^>/only in the manual: /p')"
}

# The overview describes options that every command has.
common='^(-., )?--(help|usage|version)$'

# "-o, --output=FILE", one a line.
help_options() { # help
    sed -nE 's/^ {2,6}((-[^ ], )?--[a-z][a-z0-9-]*(\[?=[^ ]*)?).*/\1/p' <<<"$1" | grep -vE "$common" | sort
}

# The options of a page's list items, in the same form.
page_options() { # page
    sed -nE '/^\.It Fl /{ s///; s/^([^-]+) , Fl /-\1, /; s/(^|, )-([a-z]{2})/\1--\2/
        s/ Ns Op = Ns Ar ([^ ]*)/[=\1]/; s/ Ns = Ns Ar /=/; p; }' "$1" | grep -vE "$common" | sort
}

# Options that a page's text names outside of its examples, which are run.
named_options() { # page
    grep -v '^\.Dl' "$1" | grep -oE 'Fl -[a-z][a-z0-9-]*' | sed 's/Fl -/--/' | grep -vE "$common" | sort -u
}

names_of() { # lines of options
    grep -oE -- '--[a-z][a-z0-9-]*' <<<"$1" | sort -u
}

sections() { # page
    sed -n 's/^\.Sh //p' "$1" | grep -vxE 'ENVIRONMENT|FILES'
}

shared() { # page, first words of the comment above what is shared
    sed -n "/^\.\\\\\" $2: the same lines/,/^\.\\\\\" End of/p" "$1"
}

commands=$("$trey" --help |
    awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on { $1 = $1; print }')
[ -n "$commands" ] || { echo "trey --help lists no commands"; exit 1; }

same "a page for each command" "$(printf 'trey.1\n%s\n' "$(sed 's/\([a-z]*\) .*/trey-\1.1/' <<<"$commands")" | sort)" \
    "$(cd "$pages" && ls | sort)"
same "the overview lists the commands" "$(sort <<<"$commands")" \
    "$(awk '/^\.It Xr trey-/ { name = substr($3, 6); getline; print name, $0 }' "$pages/trey.1" | sort)"
report "the overview names no option of a command" "$(named_options "$pages/trey.1")"

wanted=$(printf '%s\n' NAME SYNOPSIS DESCRIPTION OPTIONS 'OUTPUT FORMAT' 'EXIT STATUS' EXAMPLES 'SEE ALSO' LIMITATIONS)
while read -r command summary; do
    page=$pages/trey-$command.1
    [ -e "$page" ] || continue # a missing page was reported above
    help=$("$trey" "$command" --help) || {
        report "trey $command --help works" "exit status $?"
        continue
    }
    options=$(help_options "$help")
    same "options of trey $command" "$options" "$(page_options "$page")"
    report "the page of trey $command names no other options" \
        "$(comm -13 <(names_of "$options") <(named_options "$page"))"
    same "NAME of trey $command" "$command $summary" \
        "$(sed -n 's/^\.Nm trey-\([a-z]*\)$/\1/p; s/^\.Nd //p' "$page" | paste -sd ' ')"
    same "sections of trey $command" "$wanted" "$(sections "$page")"
    report "examples of trey $command" \
        "$(grep -q "^\.Dl.*trey $command\b" "$page" || echo "none shows the command")"
done <<<"$commands"

for text in "The rules" Search; do
    report "$text: the same in every page" "$(
        first=
        grep -l "^\.\\\\\" $text: the same lines" "$pages"/*.1 | while read -r page; do
            lines=$(shared "$page" "$text")
            [ "${first:=$lines}" = "$lines" ] || basename "$page"
        done
    )"
done
report "pages refer to existing pages" "$(
    grep -hoE 'Xr trey[a-z-]* 1' "$pages"/*.1 | sort -u | while read -r _ name _; do
        [ -e "$pages/$name.1" ] || echo "$name(1)"
    done
)"
# docs/options.md: one name for one thing. It has each option of several commands, with its
# letter and exactly these commands; a letter belongs to one option.
every=$(while read -r command summary; do
    help_options "$("$trey" "$command" --help)" | sed -E "s/^(-(.), )?(--[a-z-]+).*/\\3 \\2- $command/"
done <<<"$commands")
report "a letter belongs to one option" "$(awk '$2 != "-" { print $2, $1 }' <<<"$every" |
    sort -u | awk '{ names[$1] = names[$1] " " $2; count[$1]++ }
        END { for (letter in names) if (count[letter] > 1) print letter names[letter] }')"
report "an option has one letter" "$(awk '{ print $1, $2 }' <<<"$every" |
    sort -u | awk 'seen[$1]++ { print $1 }')"
table=$(sed -n '/^| Option /,/^$/p' "$pages/../options.md")
while read -r option letter count names; do
    row=$(grep -E -- "^\|[^|]*\`$option[=\`]" <<<"$table")
    case $option in
        --force) names='all that write files' ;;
        --rows | --cols | --start | --top | --copies | --bonus | --bonus-odds | --hint | --entry)
            names='the same' ;;
        --from | --svg) continue ;; # of a number and a network, a directory and a switch
    esac
    report "docs/options.md has $option" "$([ "$(sed 's/.*| \(.*\) |$/\1/' <<<"$row")" = "$names" ] &&
        { [ "$letter" = - ] || grep -q "| \`-${letter%-}\` |" <<<"$row"; } ||
        echo "$letter $names, not: $row")"
done < <(awk '{ names[$1] = (names[$1] == "" ? "" : names[$1] ", ") $3; count[$1]++; letter[$1] = $2 }
    END { for (option in names) if (count[option] > 1) print option, letter[option], count[option], names[option] }' \
    <(sort -k3 <<<"$every"))

echo "$passed passed, $failed failed"
[ $failed = 0 ]
