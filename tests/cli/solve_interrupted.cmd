# After an interrupt it reports if work was saved, and how to resume.
# A device and a pipe get nothing until the end.
solve() {
    trey solve --rows 3 --cols 3 --start 8 "$@" &
    interrupt $!
    echo "exit status $?"
}
solve --stats
solve </dev/null
solve --save /dev/null
mkdir work
solve --stats --work-dir work
solve --save table
ls -d table* work
