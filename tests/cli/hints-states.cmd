# Won, lost, no legal move, an empty grid, one row, one column, tiles of 1, several largest.
trey hints hints/states.txt
