# Grids of the kinds of the contest's samples, written afresh.
trey hints hints/contest.txt
