# Moves files without moves: an error with line and reason, status 1.
exec 2>&1
judge() {
    trey judge sequence/met.txt "$1" | head -n 3
    echo "exit status ${PIPESTATUS[0]}"
}
printf 'UDDDRRDDR\n' >early && judge early
printf 'x\ny\nudddrrddr\n' >small && judge small
printf 'x\ry\rUDDDRRDDR\r' >returns && judge returns
: >empty && judge empty
judge sequence/met.txt
printf 'no moves\nat all\n' >none && judge none
printf 'one line\n' >one && judge one
mkdir files && cp early small files && trey judge sequence/met.txt files
echo "exit status $?"
mkdir -p outer/inner && cp early outer/inner && judge outer
