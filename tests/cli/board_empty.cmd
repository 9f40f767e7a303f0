# An empty board is not a finished game: it occurs in no game.
trey advise --board 0000000000000000 --next 1 --depth 1
echo "status $?"
printf '0 0 0 0\n1 0 0 0\n' | trey advise -i --rules 2048,rows=2,cols=2 --depth 1 --player points 2>&1 | grep empty
printf 'set window 0000000000000000 next 1\nposition 2048 0000000000000000\ncheck course,rows=2,cols=2 0000\n' | trey engine
# A list without tiles ends the game at once, whatever the moves.
printf 'a\nb\n1 3 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n' > none
printf 'a\nb\nLR\n' > moves
trey judge none moves | sed -n '2p;4p'
