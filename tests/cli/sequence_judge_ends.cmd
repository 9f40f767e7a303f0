# Capitals anywhere in the text count, except in the comment lines; the four ends of a game.
trey judge sequence/met.txt sequence/some.moves
trey judge sequence/met.txt sequence/illegal.moves
trey judge sequence/met.txt sequence/none.moves
trey judge sequence/stuck.txt sequence/stuck.moves
trey judge sequence/empty-list.txt sequence/stuck.moves
