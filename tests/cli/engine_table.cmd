# Exact values from given tables: of two tables of one board the one with values answers; a
# table for play has moves only; damage is reported.
trey solve --rows 3 --cols 2 --kind play --save play.table
trey solve --rows 3 --cols 2 --kind checkpoint --save means.table
trey solve --rules 2048 --rows 2 --cols 2 --save twos.table
ask() { printf '%s\n' 'tables' 'set course,rows=3,cols=2 030003 next 1' exact 'set 2048,rows=2,cols=2 0110' exact 'new course,rows=2,cols=2 seed 1' exact 'tables all' quit | trey engine "$@" | grep -v '^{"re":"[ns]e[wt]"'; }
ask --table play.table
ask --table play.table --table means.table --table twos.table
# The game is over: nothing to choose or to look up.
for table in play means; do
    printf 'new course,rows=3,cols=2 seed 1\nauto depth 1\nexact\n' | trey engine --table $table.table | tail -n 1
done
# An unreachable board.
printf 'set course,rows=3,cols=2 999999 next 1\nexact\n' | trey engine --table means.table | tail -n 1
# A solution made in the session has priority.
printf 'new course,rows=3,cols=2 seed 1\nsolve\nexact\n' | trey engine --table play.table | grep -c '"values":{.*"all":true'
# One changed byte: in a layer it is reported when a query reads it, in the header at once.
spoil() { byte=$(od -An -tu1 -j $2 -N 1 $1); printf "\\x$(printf %02x $((byte ^ 4)))" | dd of=$1 bs=1 seek=$2 conv=notrunc 2>/dev/null; }
# (bytes 24 to 31 have the end of the layers)
for at in $(seq 130 50 $(od -An -tu8 -j 24 -N 8 play.table)); do spoil play.table $at; done
printf 'set course,rows=3,cols=2 030003 next 1\nexact\n' | trey engine --table play.table | tail -n 1
spoil means.table 20
trey engine --table means.table </dev/null
echo "status $?"
trey serve --port 0 --table means.table
echo "status $?"
trey engine --table nowhere.table </dev/null
echo "status $?"
trey engine --table /dev/null </dev/null
echo "status $?"
trey engine $(seq -f '--table=%g' 17) </dev/null
echo "status $?"
