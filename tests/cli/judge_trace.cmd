trey judge --trace sequence/met.txt sequence/some.moves
