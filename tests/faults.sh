#!/usr/bin/env bash
# Runs every command on tiny inputs with each call for memory, and each for files, failing in
# turn. Commands with resumable work are also killed before each such call and resumed. Where
# files must survive, the power fails before each call, too. tests/faults/driver.c has the
# rules that must hold.
# Usage: tests/faults.sh DRIVER [GROUP...]   all groups, or those named
set -u
here=$(cd "$(dirname "$0")" && pwd)
driver=$(realpath "$1")
shift
[ $# -gt 0 ] || set -- sequence players exact learn
# In memory if there is such a directory: hundreds of thousands of files are made and replaced.
memory=/dev/shm
[ -d $memory ] && [ -w $memory ] || memory=${TMPDIR:-/tmp}
work=$(mktemp -d -p "$memory")
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
export XDG_STATE_HOME=$work/state
export LC_ALL=C TZ=UTC0 NO_COLOR=1 TREY_NETWORKS=/nonexistent
export ASAN_OPTIONS=exitcode=23:allocator_may_return_null=1
export LSAN_OPTIONS=exitcode=23 UBSAN_OPTIONS=exitcode=23:print_stacktrace=1

try() { # arguments of the driver
    if "$driver" "$@" >"$work/log" 2>&1; then
        echo "ok     $*"
        passed=$((passed + 1))
    else
        head -n 60 "$work/log"
        echo "not ok $*"
        failed=$((failed + 1))
    fi
}

# The same with memory, with files, and with all calls from one on failing.
each() { # options... -- command
    local options=()
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    try ${options[@]+"${options[@]}"} memory once "$@"
    try ${options[@]+"${options[@]}"} memory on "$@"
    try ${options[@]+"${options[@]}"} file once "$@"
    try ${options[@]+"${options[@]}"} file on "$@"
}

sequence() {
    local game=$here/cli/data/sequence/gap.txt moves=$work/moves.txt
    "$driver" -n file once -- trey plan "$game" --width 4 -o "$work/moves.txt" >/dev/null
    each -- trey plan "$game" --width 8 --threads 1 --quiet
    each -n -o plan.txt -- trey plan --force "$game" --width 8 --threads 2 --json --quiet -o plan.txt
    each -n -- trey plan "$game" --searcher 'dldfs(depth=2)' --json --quiet
    each -o game.txt -- trey generate --force --mix deck --tiles 40 --seed 1 -o game.txt
    each -- trey generate --mix bag30 --tiles 40 --seed 1
    each -- trey judge "$game" "$moves"
    each -- trey judge "$game" "$moves" --json --trace
    mkdir "$work/entries"
    cp "$moves" "$work/entries/one.txt"
    cp "$moves" "$work/entries/two.txt"
    each -- trey judge "$game" "$work/entries"
    each -- trey judge "$game" "$work/entries" --json
    try -n -o plan.txt file power -- trey plan --force "$game" --width 8 --threads 1 --json --quiet -o plan.txt
    try -n -o plan.txt -o proof.json file power -- trey plan --force "$here/cli/data/sequence/met.txt" --threads 1 --json --quiet \
        --certificate proof.json -o plan.txt
    try -o game.txt file power -- trey generate --force --mix deck --tiles 40 --seed 1 -o game.txt
    try -o page.html file power -- trey render --force "$game" "$moves" --html page.html
    each -o page.html -- trey render --force "$game" "$moves" --html page.html
    each -o 000000.svg -o 000001.svg -- trey render --force "$game" "$moves" --svg . --to 1
    each -n -- trey compare --inputs "$game" --no-store --threads 2 --quiet beta
    each -- trey hints "$here/../examples/grids.txt"
    each -- trey hints --best --json "$here/../examples/grids.txt"
}

players() {
    local board="0 0 0 0 0 1 2 0 0 3 3 0 0 0 0 0"
    each -- trey advise --player heuristic --depth 1 --search-memory 1M --threads 1 \
        --board "$board" --next 3
    each -n -- trey advise --player heuristic --depth 1 --search-memory 1M --threads 2 --json \
        --board "$board" --next 3
    each -nN -o games.txt -- trey selfplay --force --player points --depth 1 --games 3 --search-memory 1M \
        --rules course --rows 2 --cols 2 --threads 2 --record games.txt --quiet
    each -n -- trey selfplay --player random --games 4 --json --versus greedy --quiet \
        --threads 1
    each -n -k store.db -k store.db-journal -- trey selfplay --player random --games 4 \
        --threads 1 --quiet --store store.db
    base64 -d "$here/cli/data/formats/store-2.gz.b64" | gzip -d >"$work/games.db"
    each -- trey selfplay --store "$work/games.db" --verify
    each -- trey compare --store "$work/games.db" --verify
    each -n -k trey-compare.db -k trey-compare.db-journal -- trey compare --threads 1 \
        --inputs "$here/cli/data/sequence/gap.txt" --json --quiet beta 'dldfs(depth=2)'
    try -nN -o games.txt file power -- trey selfplay --force --player points --depth 1 --games 3 --search-memory 1M \
        --rules course --rows 2 --cols 2 --threads 1 --record games.txt --quiet
    printf '%s\n' trey isready "position window 0000012003300000 next 1" "go depth 1" \
        quit >"$work/session"
    each -a -i "$work/session" -- trey engine --player heuristic --search-memory 1M --threads 1
    printf '%s\n' L undo R 'save copy' quit >"$work/keys"
    each -nN -a -i "$work/keys" -k my.game -k copy -- trey play --player heuristic --depth 1 \
        --search-memory 1M --file my.game --seed 7
    printf '%s\n' 'L 2 1' undo 'L 2 1' quit >"$work/moves"
    each -nN -a -i "$work/moves" -k my.game -- trey advise -i --board 0000012003300000 --next 3 \
        --player points --depth 1 --threads 1 --search-memory 1M --file my.game
    mkdir -p "$XDG_STATE_HOME/trey/games"
    echo '{"format":"trey record 1","rules":"window","seed":7,"game":0,"board":"0320002313022300","next":"1","deck":"2,0,0","score":12,"slides":"Uc1:1 L31:1"}' \
        >"$XDG_STATE_HOME/trey/games/000001.game"
    each -o page.html -- trey render --force "$XDG_STATE_HOME/trey/games/000001.game" --html page.html
    try memory once -- trey games --json
    try memory on -- trey games --json
    each -o out.game -- trey games 1 --export out.game --force
}

exact() {
    printf '%s\n' "b 0 0 3 3 +1" "a 0 0 1 3 +2" nonsense >"$work/queries"
    each -- trey solve --rows 2 --cols 2 --threads 1 --quiet
    each -n -o a.tab -k a.tab.part -k a.tab.state -k a.tab.state.new -- \
        trey solve --force --rows 2 --cols 2 --threads 2 --quiet --save a.tab
    try -n -o a.tab -k a.tab.part -k a.tab.state -k a.tab.state.new file kill -- \
        trey solve --force --rows 2 --cols 2 --threads 1 --quiet --save a.tab
    try -n -o a.tab -k a.tab.part -k a.tab.state -k a.tab.state.new file power -- \
        trey solve --force --rows 2 --cols 2 --threads 1 --quiet --save a.tab
    each -- trey solve --rows 2 --cols 2 --threads 1 --quiet --stats --layers
    each -- trey solve --rules window --rows 1 --cols 3 --threads 1 --quiet --json
    "$driver" -n file once -- trey solve --rows 2 --cols 2 --quiet --save "$work/a.tab" >/dev/null
    each -i "$work/queries" -- trey solve --table "$work/a.tab" --quiet
    each -- trey solve --verify "$work/a.tab" --threads 1 --quiet
    for kind in checkpoint play; do
        each -n -o a.tab -k a.tab.part -k a.tab.state -k a.tab.state.new -- \
            trey solve --force --rows 2 --cols 2 --threads 1 --quiet --save a.tab --kind $kind
        "$driver" -n file once -- trey solve --rows 2 --cols 2 --quiet --kind $kind \
            --save "$work/$kind.tab" >/dev/null
        each -i "$work/queries" -- trey solve --table "$work/$kind.tab" --quiet
        each -- trey solve --verify "$work/$kind.tab" --threads 1 --quiet
    done
    try -n -o a.tab -k a.tab.part -k a.tab.state -k a.tab.state.new file power -- \
        trey solve --force --rows 2 --cols 2 --threads 1 --quiet --save a.tab --kind checkpoint
    each -- trey solve --rows 2 --cols 2 --threads 1 --quiet --tree 'b 0 0 3 3 +1' --depth 2
    each -- trey solve --rows 2 --cols 2 --threads 1 --quiet --tree 'b 0 0 3 3 +1' --depth 1 --svg
    each -n -- trey selfplay --player exact --optimum --rules course --rows 2 --cols 2 \
        --games 2 --threads 1 --quiet
}

# The log grows by rows during training, so it may be incomplete. The limit is a number of
# games, not a time: on a loaded machine the progress in a given time, and with it the size of
# the network, would be random.
learn() {
    each -nN -o net.network -o run.check -k log.csv -- trey train --force --rules course --rows 2 \
        --cols 2 --threads 1 --games 20 --quiet --tuples 01 \
        --checkpoint run.check --log log.csv -o net.network
    try -nN -o net.network -k run.check -k log.csv file power -- trey train --force --rules course --rows 2 \
        --cols 2 --threads 1 --games 20 --quiet --tuples 01 \
        --checkpoint run.check --log log.csv -o net.network
}

cd "$work" && mkdir here && cd here || exit 1
for group in "$@"; do
    $group
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
