# Tiles that need wider cells than the contest's.
trey hints hints/large.txt
trey hints --json hints/large.txt
