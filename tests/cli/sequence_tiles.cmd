# Spellings of tiles, and probable mistakes. One line differs in each input.
input() { # line 7, first line of the list
    printf 'a\nb\n3 0 0 0\n0 1 2 0\n0 0 0 0\n0 0 0 0\n%s\n%s\n' "$1" "$2" >in
}
try() {
    input "$@"
    trey judge in sequence/some.moves --json
    echo "exit status $?"
}
exec 2>&1
zeros=000000000000000000000000000000000000000000
try '' "0${zeros}3 ${zeros}12"
try '' "${zeros}1649267441664"
try '' "${zeros}0"
try '' 1649267441664
try '' 824633720833
try '' 99999999999999999999999999999999
# Line 7 is ignored whatever it contains; a line of tiles gives a warning.
try '1 2 3' '1 2'
try " 0003$(printf '\r')" '1 2'
try 'next: 1 2 3' '1 2'
try '1 2 4' '1 2'
try '0 0' '1 2'
input 6 3
trey plan in -w 5 -o moves
trey plan in -w 5 --json | grep -o '"warning".*'
trey render in moves --html page
# All pictures of a game have the same size, including the last.
trey render in moves --svg pictures && grep -ho ' height="[0-9]*" viewBox' pictures/*.svg
grep -l 'no tile is left' pictures/*.svg
