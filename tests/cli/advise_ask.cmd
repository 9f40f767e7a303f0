# help, undo and quit work at every question; a wrong answer repeats only that question, and
# the possible answers are listed.
ask() { trey advise --player points --depth 1 "$@"; }
echo "# position"
printf 'help\n0 0 0 0 seven\n0 1 2\nundo\n0000012003300000\nhelp\n+\n6,12\n3\nundo\n3\nhelp\n9\n4,4,4\n\ndeck\nquit\n' | ask
printf '0,0,0,0/0,0,1,2/0,0,3,3/0,0,0,0\n1\n\nquit\n' | ask
echo "# quit and undo at once"
printf 'undo\nquit\n' | ask
printf '0 0 0\nquit\n' | ask
echo "# a slide: one cell, wrong row, wrong hint, undo within"
printf 'L 9\n2\nhelp\n7\n1\nR\nundo\nU 1 1 2\nquit\n' | ask -i --board 0000012003000000 --next 3
echo "# one cell may be said or not"
printf 'R 2\nD 2 3\nquit\n' | ask -i --board 1000000000000000 --next 3
echo "# bonus tiles"
printf 'R 1\n5\n24\n+\n3,6\n1\nquit\n' | ask -i --board 9000100010001000 --next 6,12,24
printf 'R 1 6 6,12\n+\nquit\n' | ask -i --board 9000100010001000 --next + --rules classic
echo "# 2048: row and column"
printf 'help\nR\nhelp\n14\n24\n31\n3\n2\nD 11 4\nquit\n' | ask -i --board 1000200000000000 --rules 2048
echo "# the command line"
ask --board 0000012003300000 --next + 2>&1
ask --board 9000012003300000 --next + 2>&1
ask --board 9000012003300000 --next 6,12 --rules classic 2>&1
echo "# a deck of three cards, no bonus tiles"
printf '1 2\n\n3 0\n6,12\n1\n2,0,0\n\nquit\n' | ask --rules course --rows 2 --cols 2
echo "# boards as tables and lists, line by line"
printf '| 3 |   | 6 | 12|\n| 2 | 1 | 3 |   |\n| 24| 48| 96|   |\n| 1 | 2 |   | 3 |\n1\n\nquit\n' | ask | sed -n 1,9p
printf '[[0,3,3,48],\n[0,1,3,48],\n[0,0,6,192],\n[2,0,6,384]\n]\nquit\n' | ask | sed -n 1,6p
printf '3,,6,12\n2,8,3,\n2,1,3,\n24,48,96,\n1,2,,3 1\nquit\n' | ask | sed -n 1,7p
printf '1 2 3 1 2\n3\nquit\n' | ask --rows 2 --cols 3
