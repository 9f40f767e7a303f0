# "-" is standard input or output, or refused where only a file will do. No file "-" appears.
say() {
    message=$(trey "$@" 2>&1 </dev/null)
    status=$?
    echo "${message%%$'\n'*}"
    echo "exit status $status"
}
training="train --rules 2048 --tuples 01 --alpha 0.1 --time-limit 0"
trey $training -o - >network 2>text && head -n 1 network && cat text
trey $training -o file -q >text && cat text && cmp file network && echo equal
trey $training -o - -q >network && cmp file network && echo equal
for option in log checkpoint from import average early 'restarts 0.1 --positions'; do
    say $training -o net -q --$option -
done
say plan sequence/met.txt --certificate -
say plan sequence/met.txt --preset beta --switches -
say selfplay --player random --games 1 --store -
say selfplay --verify --store -
say compare plan --inputs sequence/met.txt --store -
say solve --save -
say solve --table -
say solve --verify -
say engine --table -
say serve --table -
say play --file -
say advise --interactive --file -
say render sequence/met.txt sequence/some.moves --svg -
say read --watch -
say solve --work-dir -
[ -e - ] || echo "no file -"
