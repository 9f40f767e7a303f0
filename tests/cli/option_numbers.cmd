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
