# No command overwrites its input, whatever the name, link or option that leads to it.
mkdir -p work/pictures && cd work
cp ../sequence/met.txt in && cp ../sequence/some.moves moves && cp in pictures/000001.svg
cp ../hints/rows.txt grid && echo '{}' >positions && echo old >network
ln -s in link && ln in twin
sha256sum in moves grid positions network pictures/* >../before
refused() {
    echo "$ trey $*" | tr -s ' '
    timeout 20 trey "$@"
    echo "exit status $?"
}
exec 2>&1
refused plan in -o in
refused plan in -o link
refused plan link -o ./twin
refused plan - -o in <in
refused plan in --preset beta --switches in
trey judge in moves >>moves; echo "exit status $?"
refused render in moves --html in
refused render in moves --html moves
refused render pictures/000001.svg moves --svg pictures --from 1 --to 1
trey generate --tiles 3 -o new && trey generate --tiles 3 -o new && echo "generate reads no file"
trey hints grid >>grid; echo "exit status $?"
echo '{' | trey advise -b '1 2 3 0 0 0 0 0 0 0 0 0 0 0 0 0' --next 1 --player network:network \
    >>network; echo "exit status $?"
refused selfplay -n 1 --player network:network --record network
refused selfplay -n 1 --player heuristic --versus exact:network --store network
trey selfplay -n 1 --player random --store games >/dev/null
refused selfplay -n 1 --player random --store games --record ./games
refused play --player network:network --file network --force
refused advise --interactive --player network:network --file network --force
refused read pictures/000001.svg --record pictures/000001.svg --force
refused compare 'plan(width=1)' --inputs in --no-store -o twin
refused compare 'plan(width=1)' --inputs in --store link
refused train -t 0.001m --restarts 0.5 --positions positions --log positions -o new-network
refused train -t 0.001m --checkpoint one -o one
refused train -t 0.001m --log one -o one
refused solve --table network --save network
trey solve --grade network >>network; echo "exit status $?"
echo "as before:" && sha256sum --quiet -c ../before && echo "all of them"
