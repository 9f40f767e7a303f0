board="0 0 0 0 0 1 2 0 0 3 3 0 0 0 0 0"
try() { trey advise "$@" --json; echo "status $?"; }
try --board "$board" --next 3 --deck 9,9,9
try --board "$board" --next 3 --deck 4,4,4
try --board "0 0 0 0 0 1 7 0 0 3 3 0 0 0 0 0" --next 3
try --board "0 0 0 0 0 1 2 0 0 3 3 0 0 0 0" --next 3
try --board "$board" --next 9
try --board "$board" --next 6,12
try --board "$board"
try --board "$board" --next 3 --player nobody
try --board 1 --next 3
try --board "$board" --rules course --next 5
try --board "0 0 0 0 0 2 2 0 0 4 4 0 0 0 0 0" --rules 2048 --next 1
trey advise --next 3 2>&1 | sed -n 1p
trey advise --json 2>&1 | sed -n 1p
