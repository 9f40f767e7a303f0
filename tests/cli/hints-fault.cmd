# A fault in the second data set: the report of the first is whole.
trey hints hints/bad/tile-3.txt
