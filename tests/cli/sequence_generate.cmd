# Only the requested list length, and a file that plan and judge accept.
for mix in deck bag30 official; do
    for tiles in 0 30 300; do
        trey generate --mix $mix --tiles $tiles --seed 3 -o game.txt
        trey plan game.txt --width 20 -o out.moves >said
        trey judge game.txt out.moves >judged
        [ "$(tail -n +8 game.txt | wc -w)" = $tiles ] || echo "$mix: not $tiles tiles"
        [ "$(sed 's/^score \([0-9]*\) .*/\1/' said)" = \
            "$(sed -n 's/^score  \([0-9]*\)$/\1/p' judged)" ] || echo "$mix: other scores"
    done
    trey generate --mix $mix --tiles 50 --seed 4 >other.txt
    trey generate --mix $mix --tiles 50 --seed 4 | cmp - other.txt
    if trey generate --mix $mix --tiles 50 --seed 5 | cmp -s - other.txt; then
        echo "$mix: another seed, the same file"
    fi
done
