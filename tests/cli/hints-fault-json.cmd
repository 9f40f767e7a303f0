# The object is whole too, and says what was wrong; not so if there is nothing to tell.
trey hints --json --best hints/bad/number-missing-last.txt
echo "exit status $?"
trey hints --json hints/bad/empty.txt
