#!/usr/bin/env bash
# Names in the pages exist: files that links point to, in all pages; in the map
# (docs/README.md), docs/adding.md, CONTRIBUTING.md and the READMEs below src/ also files in
# back quotes that begin with one of our directories; in the map functions, words that end in
# "()". Sources that a directory's README names are in or below that directory, or at that
# path. The map links every page of docs/.
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

# Words in back quotes; fences are left out.
quoted() { sed '/^```/,/^```/d' "$1" | grep -o '`[^`]*`' | tr -d '`' | sort -u; }

links() { # page: targets of its links to files
    sed '/^```/,/^```/d; s/`[^`]*`//g' "$1" | grep -oE '\]\([^)]+\)' | sed 's/^](//; s/)$//; s/#.*//' |
        grep -vE '^$|^[a-z]+:' | sort -u
}

report "links point to files" "$(
    pages | while IFS= read -r page; do
        links "$page" | while IFS= read -r target; do
            [ -e "$(dirname "$page")/$target" ] || echo "$page: $target"
        done
    done
)"

# `*` may stand for parts of names; NAME, FILE and the like are the reader's.
report "files named are there" "$(
    { echo ./docs/README.md; echo ./docs/adding.md; echo ./CONTRIBUTING.md; pages | grep '^\./src/'; } | while IFS= read -r page; do
        quoted "$page" | grep -E '^(src|include|cli|web|tests|tools|docs|examples|fuzz|bench|data|cmake)/[^ ]*$' |
            grep -vE '[A-Z]{4}' | while IFS= read -r name; do
            compgen -G "$name" >/dev/null || echo "$page: $name"
        done
    done
)"

report "sources that a folder's README names are there" "$(
    pages | grep '/README.md$' | while IFS= read -r page; do
        folder=$(dirname "$page")
        quoted "$page" | grep -E '^[a-z0-9_*/]+\.(c|h|js|mjs|sh|py)$' | while IFS= read -r name; do
            compgen -G "$name" >/dev/null || compgen -G "src/$name" >/dev/null ||
                [ -n "$(find "$folder" -path "*/$name" ! -path '*/build*')" ] || echo "$page: $name"
        done
    done
)"

report "functions that docs/README.md names are there" "$(
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
