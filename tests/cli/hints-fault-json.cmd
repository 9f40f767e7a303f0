# The JSON object is complete and contains the error; without an error it has no such member.
trey hints --json --best hints/bad/number-missing-last.txt
echo "exit status $?"
trey hints --json hints/bad/empty.txt
printf 'x 2' | trey hints --json
