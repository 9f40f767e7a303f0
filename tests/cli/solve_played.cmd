# Threes! with its deck: counts as text and JSON, and refusals.
steady() { grep -v '^time\|^memory'; }
trey solve --rules window --rows 2 --cols 2 | steady
trey solve --rules window --rows 2 --cols 2 --hint none --uncounted --threads 1 | steady
trey solve --rules classic --end-tile 96 --json | sed 's/, "seconds".*/}/'
trey solve --rules window,copies=1,bonus=none,entry=edge --cols 2 --start 3 --stats | steady
trey solve --rules course | grep '^value'
trey solve --rules tcg --stats | grep '^root'
try() {
    trey solve "$@" > out 2>&1 < /dev/null
    local status=$?
    head -n 1 out
    echo $status
}
try --hint none
try --uncounted
try --end-tile 96
try --rules window --end-tile 95
try --rules window --end-tile 3
try --rules window --hint some
try --rules classic --hint window
try --rules window --start 7
try --rules window --sample 10
try --rules window --save x.tab
try --rules window --layers --stats
try --rules window,copies=5
try --rules window,rows=2,cols=2
try --rules 2048,odds=3
try --rules window --rows 3 --cols 4
try --rules window --max-memory 1K
