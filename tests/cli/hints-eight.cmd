# The largest grids.
trey hints hints/eight.txt --best
