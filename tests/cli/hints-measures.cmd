# Grids that show the distance to a corner and the smoothness.
trey hints hints/measures.txt
