# Files replaced without --force: empty ones and those of the same kind, no others.
exec 2>&1
makes() { # expected kind of the output file, command
    local file=${!#} # the last word
    rm -f "$file"
    "$@" >/dev/null || echo "fails where there is nothing: $*"
    [ -s "$file" ] || echo "writes nothing: $*"
    "$@" >/dev/null || echo "does not replace its own: $*"
    : >"$file"
    "$@" >/dev/null || echo "does not replace what is empty: $*"
    echo 'My notes' >"$file"
    "$@" >/dev/null
    echo "exit status $?"
    grep -q 'My notes' "$file" || echo "lost: $*"
    "${@:1:$#-1}" "${!#}" --force >/dev/null || echo "fails with --force: $*"
    ! grep -q 'My notes' "$file" || echo "not replaced: $*"
}
makes trey generate --mix deck --tiles 9 -o made.txt
makes trey plan made.txt --width 4 --quiet -o moves.txt
makes trey plan sequence/met.txt --quiet --certificate proof.json
makes trey plan made.txt --quiet --searcher 'dldfs(depth=2)' --switches switches.csv
makes trey render made.txt moves.txt --html page.html
for form in '' --csv --json; do
    makes trey compare --inputs made.txt --no-store --quiet --threads 1 'dldfs(depth=2)' $form -o table.txt
done
makes trey selfplay --games 2 --player random --quiet --record games.txt
makes trey selfplay --games 2 --player random --quiet --format course --record course.txt
makes trey review --quiet --player heuristic --depth 1 games.txt --html review.html
makes trey train --rules course --rows 2 --cols 2 --threads 1 --games 9 --quiet --tuples 01 -o net.network
for kind in all checkpoint play; do
    makes trey solve --rows 2 --cols 2 --threads 1 --quiet --kind $kind --save table.tab
done
echo "$ a log, which is appended to"
echo 'My notes' >log.csv
trey train --rules course --rows 2 --cols 2 --threads 1 --games 9 --quiet --tuples 01 -o net.network --log log.csv
echo "exit status $?" && cat log.csv
echo "$ pictures"
mkdir pictures
echo 'My notes' >pictures/000001.svg
trey render games.txt --svg pictures --to 1
trey render games.txt --svg pictures --to 1 --force && trey render games.txt --svg pictures --to 1
echo "$ unfinished work, which is continued"
for made in notes link; do
    rm -f table.tab
    echo 'My notes' >mine
    if [ $made = link ]; then ln -s mine table.tab.part; else cp mine table.tab.part; fi
    trey solve --rows 2 --cols 2 --threads 1 --quiet --save table.tab
    echo "exit status $?" && cat mine table.tab.part && rm table.tab.part
done
echo "$ one kind by another"
trey selfplay --games 1 --player random --quiet --record page.html >/dev/null
echo "exit status $?"
trey render made.txt moves.txt --html games.txt
echo "$ no regular file"
trey generate --mix deck --tiles 9 -o /dev/null
mkfifo pipe
cat pipe >/dev/null &
trey generate --mix deck --tiles 9 -o pipe
wait $!
