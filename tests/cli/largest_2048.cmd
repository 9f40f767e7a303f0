# Two 32768s that touch make a 65536, which ends the game.
board="32768 8192 0 2 16384 16384 0 4 0 0 0 0 0 0 0 0"
trey advise --rules 2048 --board "$board" --depth 1 --player points
trey advise --rules 2048 --board "32768 0 0 32768 0 0 0 0 0 0 0 0 0 0 2 4" --depth 1 --player heuristic
trey advise --rules 2048 --board "32768 32768 0 0 0 0 0 0 0 0 0 0 0 0 2 4" --depth 1
# Odds tell of it; of 12288s that touch nothing is told.
odds() { trey advise --player points --json "$@" | sed 's/.*"reach": \({[^}]*}\).*/\1/'; }
odds --rules 2048 --board "32768 2 32768 0 4096 2 8 4 2 4 8 16 4 8 4 2" --odds 40
odds --rules course --board "12288 12288 0 0 0 0 0 0 0 0 0 0 0 0 1 2" --next 1 --deck 0,1,1 --odds 10
# The rule is that of `merge`.
trey advise --rules 2048,top=stop --board "32768 32768 0 2 4 2 4 2 2 4 2 4 4 2 4 2" --depth 1 --player points
