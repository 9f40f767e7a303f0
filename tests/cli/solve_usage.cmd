# Wrong usage, status 2.
try() {
    trey solve "$@" > out 2>&1 < /dev/null
    local status=$?
    head -n 1 out
    echo $status
}
try --json
try --layers
try --depth 3
try --svg
try --stats --grade queries
try --grade queries --tree 'a 0 0 0 0 0 0 +1'
try --verify x.tab --stats
try --verify x.tab --table x.tab
try --table x.tab --rows 3
try --table x.tab --work-dir .
try --save x.tab --tree 'a 0 0 0 0 0 0 +1'
try --no-check --stats
try --save -
try --rules windows
try --value best
try --keep some
try --rows 0
try --rows 11
try --cols two
try --start 0
try --start 11
try --start 7
try --threads 0
try --max-memory much
try --kind play
try --kind small --save x.tab
try --value-bytes 3 --save x.tab
try --kind checkpoint --value-bytes 5 --save x.tab
try --kind checkpoint --states --save x.tab
try --kind play --save x.tab --keep all
try --kind checkpoint --save x.tab --keep all
try --kind play --save x.tab --rules 2048
try --table x.tab --max-memory 1G
try --verify x.tab --max-memory 1G
try --table x.tab --threads 2
try --rules window --rows 3 --cols 4
try --max-disk 1G --stats
try --table x.tab --max-disk 1G
try --tree 'a 0 0 0 0 0 0 +1' --depth 0
try --tree 'a 0 0 0 0 0 0 +1' --depth 13
try more
# Boards of too many cells or of one.
try --rows 9 --cols 9
try --rows 9 --cols 9 --sample 10
try --rows 9 --cols 9 --rules window --stats
try --rows 3 --cols 4
try --rows 1 --cols 1
# Impossible starts.
try --rows 2 --cols 2 --start 5
