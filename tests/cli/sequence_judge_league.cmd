# A tie, an illegal move, and a file with moves only in its comment lines.
trey judge sequence/met.txt sequence/league
trey judge sequence/met.txt sequence/league --json
mkdir empty
trey judge sequence/met.txt empty 2>&1
echo "exit status $?"
