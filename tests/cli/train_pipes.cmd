# A network or checkpoint that is read more than once must be a file, not a pipe.
say() {
    message=$(trey "$@" 2>&1 </dev/null)
    status=$?
    echo "${message%%$'\n'*}" | sed 's|^/dev/fd/[0-9]*|PIPE|'
    echo "exit status $status"
}
training="train --tuples 01 --alpha 0.1 --time-limit 0 -q"
trey $training -o network --checkpoint kept >out
say $training -o again --from <(cat network)
say $training -o again --early <(cat network)
say $training -o again --average <(cat kept)
say $training -o again --values sums --average <(cat kept)
say $training -o again --import <(cat network)
[ -e again ] || echo "nothing is written"
# With --values, --from and --early are read once.
trey $training -o again --values sums --from <(cat network) >out && cmp network again && echo equal
