# No game of trey play is lost: the archive, its list, export, review, render and replay by
# number, damage, two games at once, and directories that cannot be written.
exec 2>&1
here() { sed "s|$PWD/||g; s|$XDG_STATE_HOME|STATE|g"; }
player='--player heuristic --depth 1'
list() { trey games | sed 's/20[0-9-]* [0-9:]*/DATE            /'; }
echo "$ nothing yet"
trey games
trey games --json
echo L | trey play $player --seed 7 >/dev/null
echo "$ replaced by --seed, by --new, by new, and by a start after the end"
echo R | trey play $player --seed 8 | sed -n 1p
printf 'U\nD\nnew\n' | trey play $player --new | grep -c 'previous game is number [23]'
small='--rules 2048,rows=2,cols=2'
yes $'L\nD\nR\nU' | head -n 80 | trey play $small --seed 1 | tail -n 2
printf '' | trey play $small --seed 2 | sed -n 1p
echo "$ one that has no move is not kept"
printf '' | trey play $small --seed 3 | sed -n 1p
# On a random board U or D is legal, or both.
list | sed -e 's/DATE .*  *\([0-9]*  [a-z]\)/DATE ... \1/' -e '/^ *3 /s/ [12]  w/ 1 or 2  w/' | head -n 4
list | tail -n 1
echo "$ by its number"
trey games 1 --export one.game && trey judge --rules window one.game 2>&1 | head -n 1
trey games 1 --export - | cmp - one.game
trey games 1 --json | grep -o '"number": 1.*' | sed 's/"date": "[^"]*", //'
trey review 1 $player --quiet | head -n 1
trey render 1 --html one.html && grep -c '<!DOCTYPE' one.html
echo q | trey play --replay 1 | sed -n 1p
trey review 99
trey games 99
trey games 99 --export other.game
trey games --export other.game
echo notes >notes
trey games 1 --export notes
trey games 1 --export nowhere/x
echo "$ an export replaces no saved game, and not several games"
cp one.game several && cat one.game >>several
for file in "$XDG_STATE_HOME/trey/window.game" "$XDG_STATE_HOME/trey/games/000002.game" several; do
    cp "$file" before
    trey games 1 --export "$file" 2>&1 | here
    cmp before "$file" && cp one.game once && trey games 1 --export once && cmp one.game once
done
(cd "$XDG_STATE_HOME/trey" && trey selfplay --games 1 --player points --depth 1 --record window.game -q)
trey games 1 --export several --force && cmp one.game several && rm several before once
echo "$ a file of that name comes first"
cp one.game 3
trey render 3 --svg pictures --to 0
echo "$ damage"
: >"$XDG_STATE_HOME/trey/games/000002.game"
echo damaged >"$XDG_STATE_HOME/trey/games/000003.game"
list | grep damaged
trey games --json | grep -o '"problem": "[^"]*"'
trey games 3 --export 3.game 2>&1 | here
trey review 2 $player 2>&1 | here
echo "$ a file that cannot be written is noticed at the start"
echo L | trey play $player --file nowhere/game
echo "exit status $?"
echo "$ no HOME"
echo L | env -u HOME -u XDG_STATE_HOME trey play $player
echo "exit status $?"
printf 'L\nnew\n' | env -u HOME -u XDG_STATE_HOME trey play $player --file my.game --seed 7 | tail -n 2
echo L | env -u HOME -u XDG_STATE_HOME trey play $player --file my.game --seed 8
env -u HOME -u XDG_STATE_HOME trey games
env -u HOME -u XDG_STATE_HOME trey review 1
echo "$ an archive that cannot be written: the game kept is not replaced"
: >file
XDG_STATE_HOME=$PWD/file trey play $player --file my.game --seed 8 </dev/null 2>&1 | here
grep -o '"slides":.*' my.game
XDG_STATE_HOME=$PWD/file trey games 2>&1 | here
echo "$ saving fails: the game stays open"
printf 'L\nquit\nR\nquit\nsave kept.game\nquit\nquit\n' | trey play $player --file /dev/full --seed 7 2>&1 | grep -v '^ ' | sed 's|best [0-9]*|best N|'
grep -o '"slides":.*' kept.game
echo "$ saving fails at the end of input: the archive has the game"
printf 'L\nD\n' | trey play $player --file /dev/full --seed 7 >/dev/null
grep -ho '"slides":.*' "$XDG_STATE_HOME"/trey/games/* | tail -n 1
echo "$ a link to a saved game, a game of the archive as --file, and several games in course form"
game="$XDG_STATE_HOME/trey/games/000001.game"
cp "$game" before
ln -s "$game" link && ln -s link link2
trey games 1 --export link2 2>&1 | here
echo q | trey play $player --file "$game" 2>&1 | here
echo q | trey advise -i $player --file link2 2>&1 | here
cmp before "$game"
trey selfplay --rules 2048 --games 2 --player random --seed 1 --format course --record two -q >/dev/null
trey games 1 --export two
echo q | trey play --replay two --rules 2048 | sed -n 1p
