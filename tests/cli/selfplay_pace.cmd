# Time limits given to a program: equal in the first game; in the second at least a quarter of
# that, and most of it late in the game.
asked='exec:while read -r line; do echo "$line" >>asked; echo "$line"; done | trey engine'
times() { # GAME: the time limits of its moves, one a line
    awk -v game="$1" '$1 == "newgame" { n++ } n == game && sub(/.*movetime /, "") { print $1 }' asked
}
trey selfplay --player "$asked" --rules course --rows 2 --cols 3 --depth 1 --time-ms 16 --pace=late --games 3 --threads 1 | head -1 | sed "s,exec:.*engine,PROGRAM,"
times 1 | sort -u
echo "of $(times 2 | wc -l):"
times 2 | sed -n '1p;10p;20p;$p'
trey selfplay --player random --games 1 --pace=late 2>&1 | sed -n 1p
trey selfplay --player random --games 1 --pace=slow 2>&1 | sed -n 1p
trey selfplay --player greedy --games 1 --time-ms 1 --pace=even | sed -n 1p
