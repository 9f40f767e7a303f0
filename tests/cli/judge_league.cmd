# A class on two inputs: a tie, an illegal move, a missing file, one without moves, two for one
# input, a misspelt name. Suffixes are ignored; inputs may be files or directories.
mkdir -p inputs class/anna class/bert class/cleo class/dora 'class/eve, "e"' && cd class
cp ../sequence/met.txt ../inputs/met.txt && cp ../sequence/gap.txt ../inputs/gap.in
cp ../sequence/stuck.txt ../inputs/stuck.txt && printf 'x\ny\n' >anna/stuck.txt
printf 'x\ny\nUDDDRRDDR\n' | tee anna/met.txt 'eve, "e"/met' >cleo/met.moves
printf 'x\ny\nLUUDLDLD\n' | tee anna/gap.txt >bert/gap.txt
printf 'x\ny\nUDDUUUUUUUUU\n' >bert/met.txt
printf 'x\ny\nLU\n' >cleo/gap.moves
printf 'LRUD\nLRUD\nnone\n' >dora/met.txt
printf 'x\ny\nL\n' | tee dora/gap.a >dora/gap.b
echo 'x' >'eve, "e"/gaps.txt'
echo 'a note to the marker' >README
cd ..
trey judge --league inputs class
trey judge --league inputs/met.txt inputs/gap.in class --csv --points bound
trey judge --league inputs class --json --illegal score >json
grep -oE '"player": "[a-z]*"|"state": "[a-z]*"|"reached": [0-9]*|"unmatched": [^}]*' json
echo "# one of each:"
mkdir -p one/anna && cp class/anna/met.txt one/anna
trey judge --league inputs/met.txt one | head -n 1
echo "# a pipe among the files handed in keeps nobody waiting:"
mkdir -p pipes/anna && mkfifo pipes/anna/met.txt
timeout 20 trey judge --league inputs/met.txt pipes | tail -n 1
timeout 20 trey judge inputs/met.txt pipes/anna
mkdir fifos && mkfifo fifos/a
timeout 20 trey judge --league fifos class 2>&1
exec 2>&1
mkdir nobody
for wrong in '--league inputs' '--league inputs nobody' '--league inputs class/README' \
    '--league inputs inputs/met.txt class' '--league class/README class' '--csv a b' \
    '--league nobody class' '--league inputs class --trace' '--league a b --points all'; do
    echo "$ trey judge $wrong"
    trey judge $wrong | head -n 3
    echo "exit status ${PIPESTATUS[0]}"
done
