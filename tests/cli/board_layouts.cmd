# Boards in the layouts of trey and other programs; ambiguous ones are refused.
read_board() { trey advise --player points --depth 1 --next 1 --board "$@" 2>&1 | sed -n 1,5p; }
echo "# as printed"
trey advise --player points --depth 1 --next 1 --board '. 3 3 48 . 1 3 48 . . 6 192 2 . 6 384' | sed -n 1,4p >printed
cat printed
read_board "$(cat printed)" | cmp - printed
trey advise --json --player points --depth 1 --next 1 --board "$(cat printed)" >advice.json
read_board "$(sed 's/.*"board": *\(\[[^]]*\]\).*/\1/' advice.json)" | cmp -n 96 - printed
trey generate --seed 1 --tiles 30 >input.txt
trey plan input.txt --quiet -o moves.txt >/dev/null 2>&1
trey judge input.txt moves.txt --trace | sed -n 8,11p >traced
cat traced
read_board "$(cat traced)" | sed 5d
trey selfplay --rules course --games 1 --depth 1 --player points --seed 1 --record played --quiet >/dev/null
trey judge --rules course played --trace | sed -n 8,11p >traced
cat traced
read_board "$(cat traced)" --rules course | sed 5d
echo "# lists and arrays"
read_board '[[0, 3, 3, 48], [0, 1, 3, 48], [0, 0, 6, 192], [2, 0, 6, 384]]' | cmp -n 96 - printed
read_board '[[  0   3   3  48]
 [  0   1   3  48]
 [  0   0   6 192]
 [  2   0   6 384]]' | cmp -n 96 - printed
echo "# blank cells"
read_board '| 3 |   | 6 | 12|
| 2 | 1 | 3 |   |
| 24| 48| 96|   |
| 1 | 2 |   | 3 |'
read_board '3,,6,12
2,1,3,
24,48,96,
1,2,,3'
echo "# refused"
read_board '3 6 12
2 1 3
24 48 96
1 2 3'
read_board '3 6 12
2 1 3
24 48 96
1 2 3' --rows 3 --cols 4
read_board '- - - -/- 1 2 -/- 3 3 -/- - - -' --rows 2 --cols 2
read_board '1,536,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0'
read_board '[[0, 3, 3, 48], [0, 1, 3, 48], [0, 0, 6, 192], [2, 0, 6, 384]'
