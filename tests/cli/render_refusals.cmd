exec 2>&1
say() {
    "$@" >out
    echo "exit status $?"
}
say trey render sequence/met.txt sequence/some.moves
say trey render sequence/met.txt
say trey render sequence/bad/three-lines.txt sequence/some.moves --html page.html
say trey render sequence/met.txt absent --html page.html
say trey render sequence/met.txt sequence/some.moves --html absent/page.html
say trey render sequence/met.txt sequence/some.moves --html sequence
say trey render sequence/met.txt sequence/some.moves --html /dev/full
say trey render sequence/met.txt sequence/some.moves --svg sequence/met.txt
say trey render sequence/met.txt sequence/some.moves --svg few --from 4 --to 2
say trey render sequence/met.txt sequence/some.moves --svg few --from 7
say trey render sequence/met.txt sequence/some.moves --svg few --to -1
say trey render - - --html page.html
ls
