#!/usr/bin/env bash
# Checks references in the documents: targets of links in all pages; in the map
# (docs/README.md), CONTRIBUTING.md and the READMEs below src/ also files in back quotes that
# begin with a directory of ours; in the map also functions, words that end in "()". A source
# that a directory's README names must be in or below that directory, or at that path. The map
# must link every page of docs/.
# Usage: tests/docs/links.sh
set -u
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
passed=0 failed=0

report() { # what, offending names
    if [ -z "$2" ]; then
        echo "ok     $1"
        passed=$((passed + 1))
    else
        printf 'not ok %s:\n%s\n' "$1" "$2"
        failed=$((failed + 1))
    fi
}

pages() { find . \( -path './build*' -o -path './.*' -o -path ./dist \) -prune -o -name '*.md' -print | sort; }

# Words in back quotes, outside of fences.
quoted() { sed '/^```/,/^```/d' "$1" | grep -o '`[^`]*`' | tr -d '`' | sort -u; }

links() { # page: targets of its links to files
    sed '/^```/,/^```/d; s/`[^`]*`//g' "$1" | grep -oE '\]\([^)]+\)' | sed 's/^](//; s/)$//; s/#.*//' |
        grep -vE '^$|^[a-z]+:' | sort -u
}

report "targets of links exist" "$(
    pages | while IFS= read -r page; do
        links "$page" | while IFS= read -r target; do
            [ -e "$(dirname "$page")/$target" ] || echo "$page: $target"
        done
    done
)"

# `*` may stand for parts of names; NAME, FILE and the like are the reader's.
report "named files exist" "$(
    { echo ./docs/README.md; echo ./docs/adding.md; echo ./CONTRIBUTING.md; pages | grep '^\./src/'; } | while IFS= read -r page; do
        quoted "$page" | grep -E '^(src|include|cli|web|tests|tools|docs|examples|fuzz|bench|data|cmake)/[^ ]*$' |
            grep -vE '[A-Z]{4}' | while IFS= read -r name; do
            compgen -G "$name" >/dev/null || echo "$page: $name"
        done
    done
)"

report "sources that a directory's README names exist" "$(
    pages | grep '/README.md$' | while IFS= read -r page; do
        folder=$(dirname "$page")
        quoted "$page" | grep -E '^[a-z0-9_*/]+\.(c|h|js|mjs|sh|py)$' | while IFS= read -r name; do
            compgen -G "$name" >/dev/null || compgen -G "src/$name" >/dev/null ||
                [ -n "$(find "$folder" -path "*/$name" ! -path '*/build*')" ] || echo "$page: $name"
        done
    done
)"

report "functions that docs/README.md names exist" "$(
    quoted docs/README.md | sed -n 's/^\([a-z_0-9]*\)()$/\1/p' | while IFS= read -r name; do
        grep -rqE "^([a-zA-Z].*\b)?$name\(" src cli --include='*.[ch]' || echo "$name"
    done
)"

report "docs/README.md links every page of docs/" "$(
    find docs -name '*.md' ! -path docs/README.md | sort | while IFS= read -r page; do
        links docs/README.md | grep -qxF "${page#docs/}" || echo "$page"
    done
)"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
