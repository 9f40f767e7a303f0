# Grids of the kinds in the contest's samples, written for this test.
trey hints hints/contest.txt
