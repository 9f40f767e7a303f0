# Capitals among anything count, those of the comment lines do not; the four ends.
trey judge sequence/met.txt sequence/some.moves
trey judge sequence/met.txt sequence/illegal.moves
trey judge sequence/met.txt sequence/none.moves
trey judge sequence/stuck.txt sequence/stuck.moves
trey judge sequence/empty-list.txt sequence/stuck.moves
