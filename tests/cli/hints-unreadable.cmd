# Inputs that are not files of numbers.
exec 2>&1
say() {
    "$@"
    echo "exit status $?"
}
say trey hints absent.txt
say trey hints hints
say trey hints /dev/zero
say trey hints /dev/null
say trey hints < /dev/null
(yes 1 | tr -d '\n' | head -c 10000000) 2>/dev/null | trey hints
echo "exit status $?"
trey hints hints/rows.txt >/dev/full
echo "exit status $?"
trey hints --json hints/rows.txt >/dev/full
echo "exit status $?"
