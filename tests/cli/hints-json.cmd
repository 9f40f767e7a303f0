# The same as JSON.
trey hints --json hints/states.txt
trey hints --json --best hints/measures.txt
