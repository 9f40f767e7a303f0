# 3*2^37 twice makes 3*2^38, with 3^39 points; the sum is just below the limit.
printf '%s\n' '' '' '412316860416 412316860416 0 0' '3 0 0 0' '0 0 0 0' '0 0 0 0' '' \
    '206158430208 103079215104 6 1 2' >game.txt
trey plan game.txt --width 5000 -o out.moves
trey judge game.txt out.moves
