# Input without line ends is refused after a bounded number of bytes, from a device and from a
# pipe, with much memory and with little (where the build runs with little: sanitizers do not),
# with one line and status 1 each.
limit() { (
    # The braces hide the shell's message about a program that aborts.
    if { (ulimit -v 300000 && trey --version) >/dev/null; } 2>/dev/null; then ulimit -v 300000; fi
    exec "$@"
); }
both() {
    for with in "" limit; do
        $with "$@" </dev/null >/dev/null 2>error
        echo "status $?: $(cat error)"
    done
}
both trey judge --rules window /dev/zero
both trey review --player points /dev/zero
both trey render /dev/zero --html page.html
both trey play --replay /dev/zero
both trey solve --rows 2 --cols 2 --quiet --grade /dev/zero
both trey train --rules course --rows 2 --cols 2 --tuples 01 --restarts 0.5 --positions /dev/zero --games 2 --quiet -o net
both trey advise --player network:/dev/zero --board 0000012003300000 --next 3
piped() {
    for with in "" limit; do
        head -c 30000000 /dev/zero | $with "$@" >/dev/null 2>error
        echo "status $?: $(cat error)"
    done
}
piped trey judge --rules window -
piped trey review --player points -
piped trey solve --rows 2 --cols 2 --quiet --grade -
piped trey play --player points
piped trey advise -i --player points
mkfifo pipe
for with in "" limit; do
    head -c 30000000 /dev/zero >pipe 2>/dev/null &
    $with trey advise --player network:pipe --board 0000012003300000 --next 3 2>&1
    echo "status $?"
    wait
done
# A game file that cannot be read to its end is not replaced like an empty one.
head -c 17000000 /dev/zero >zeros
trey play --player points --file zeros </dev/null
echo "status $?, $(wc -c <zeros) bytes"
