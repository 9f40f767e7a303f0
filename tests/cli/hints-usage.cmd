# Wrong usage: exit status 2, nothing on standard output.
exec 2>&1
for arguments in "hints/rows.txt hints/eight.txt" "--json --columns hints/rows.txt" \
    "--no-such-option" "--best=1 hints/rows.txt"; do
    trey hints $arguments > out 2> err
    echo "exit status $?, $(wc -c < out) bytes: $(sed -n 1p err)"
done
