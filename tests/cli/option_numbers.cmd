# Times and fractions are decimal numbers: no hexadecimal ones, blanks, signs +, or numbers so small
# that they would become 0, which means something else.
trey generate --tiles 20 --seed 1 -o demo.txt
for value in 2 2s .5 5. 1e0 0x10 ' 5' +5 1e-400 nan inf -1 '' 0x1p3 5x 1e999; do
    echo "$ '$value'"
    trey plan demo.txt --time-limit "$value" --width 1 --quiet 2>&1 >/dev/null | grep -v '^Try'
done
for value in .5 5e-1 0x1p-1 ' .5' +.5 1e-400 nan -.5; do
    echo "$ '$value'"
    trey advise --board '6 12 2 12 0 0 0 0 0 0 0 0 0 0 0 0' --next 1 --player points --nodes 10 --min-probability "$value" 2>&1 >/dev/null | grep -v '^Try'
done
echo "$ the time of a player, and numbers in requests"
trey generate --tiles 5 --seed 1 -o tiles
for value in 1 0x1 +1 1e-400; do
    trey compare --inputs tiles --no-store --quiet "plan(time=$value)" 2>&1 >/dev/null | grep -v '^Try'
done
for request in 'minprob 1e-2' 'minprob 0x1p-3' 'minprob 1e-400' 'minprob +1'; do
    printf '%s\n' 'new 2048,rows=2,cols=2 seed 1' "advice depth 1 $request" | trey engine | sed -n '/error/p'
done
