# Rows that show which tiles merge, and that no tile merges twice.
trey hints hints/rows.txt
