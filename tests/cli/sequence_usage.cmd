# Wrong usage: exit status 2.
say() {
    message=$("$@" 2>&1)
    status=$?
    echo "${message%%$'\n'*}"
    echo "exit status $status"
}
say trey plan
say trey plan sequence/met.txt sequence/gap.txt
say trey plan sequence/met.txt --json -o -
say trey plan sequence/met.txt --no-such-option
say trey judge
say trey judge sequence/met.txt
say trey judge sequence/met.txt sequence/some.moves sequence/none.moves
say trey judge - - <sequence/met.txt
say trey judge --rules window - records - </dev/null
say trey judge --league - - sequence/league <sequence/met.txt
say trey generate 5
say trey generate --tiles -5
say trey generate --tiles 5x
say trey generate --seed ''
