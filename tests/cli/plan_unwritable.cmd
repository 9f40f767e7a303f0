# One clear line, exit status 1, and neither a half-written nor a temporary file.
cd sequence
exec 2>&1
for output in league absent/out.moves /dev/full; do
    trey plan gap.txt --width 10 -o $output
    echo "exit status $?"
done
trey plan gap.txt --width 10 >/dev/full
echo "exit status $?"
trey plan gap.txt --width 10 --json >/dev/full
echo "exit status $?"
trey plan /dev/zero -o out.moves
echo "exit status $?"
ls
