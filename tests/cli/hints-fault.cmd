# An error in the second data set: the report of the first one is complete.
trey hints hints/bad/tile-3.txt
