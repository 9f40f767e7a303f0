# Options without an effect are refused, with the option that they need.
say() {
    "$@" 2>&1 | sed -n 1p
    echo "exit status ${PIPESTATUS[0]}"
}
say trey judge --rows 2 sequence/met.txt sequence/some.moves
for option in --checkpoint-every=1 --trust=1 --from-sum=0 --to-sum=768 --eval-games=5; do
    say trey train -o net $option
done
say trey selfplay --clock wall --depth 1
say trey selfplay --format course
say trey advise --seed 4 --board 1200000000000000 --next 1
say trey render --title Mine --svg pictures sequence/met.txt sequence/some.moves
say trey review --title Mine games.json
say trey solve --max-disk 1M
say trey selfplay --player heuristic --answer-time 5
say trey games --force
for option in --best --value=remaining; do
    say trey solve --stats $option
    say trey solve --save table $option
done
say trey solve --tree 'a 0 0 0 0 0 0 +1' --best
say trey render --html page.html --to 3 sequence/met.txt sequence/some.moves
say trey compare plan --store results --no-store --inputs sequence/met.txt
say trey bench --list --json
say trey read --depth 2 picture.png
