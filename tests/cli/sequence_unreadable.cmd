# Inputs and outputs that cannot be read or written as files, for judge and generate.
say() {
    "$@"
    echo "exit status $?"
}
exec 2>&1
say trey judge /dev/zero sequence/some.moves
say trey judge sequence/met.txt /dev/zero
say trey judge sequence sequence/some.moves
say trey judge absent sequence/some.moves
say trey judge sequence/met.txt absent
say trey judge sequence/bad/five-on-the-board.txt sequence/league
say trey generate --tiles 5 -o sequence
say trey generate --tiles 5 -o absent/out.txt
say trey generate --tiles 5 -o /dev/full
trey generate --tiles 5 >/dev/full
echo "exit status $?"
trey judge sequence/met.txt sequence/some.moves >/dev/full
echo "exit status $?"
