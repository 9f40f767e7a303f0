# The command "save FILE" of play and advise -i: the game's own file stays its file, and files of
# several games and of the player are not replaced.
exec 2>&1
export XDG_STATE_HOME=$PWD/state
echo '$ save in the own file, by two names'
ln -s own.game link.game
printf 'L\nU\nsave own.game\nR\nsave link.game\nD\nquit\n' |
    trey play --plain --player points --file own.game --seed 5 | grep -a 'saved\|another'
ls own.game*
trey render own.game --svg own.svg && ls own.svg | wc -l
board='1 2 3 0 0 0 0 0 0 0 0 0 3 0 0 0'
printf 'L\n2\n2\nsave ad.game\nD\n1\n3\nquit\n' |
    trey advise -i --player heuristic --depth 1 --board "$board" --next 1 --file ad.game |
    grep -a 'saved in\|another'
ls ad.game*
echo '$ several games'
trey selfplay --games 3 --player random --record several --quiet >/dev/null
printf 'L\nsave several\nquit\n' | trey play --plain --player points --file p.game --seed 5 |
    grep -a 'several'
wc -l <several
printf 'L\nsave several\nquit\n' | trey play --plain --player points --file p2.game --seed 5 --force |
    grep -a 'several'
wc -l <several
echo '$ the network of the player'
trey train --tuples '012 345' --games 3 --quiet --output n.network >/dev/null
cp n.network before
printf 'L\nsave n.network\nquit\n' |
    trey play --plain --player network:n.network --file q.game --seed 5 --force | grep -a 'n.network:'
cmp before n.network
