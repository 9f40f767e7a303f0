# Rows that show which tiles merge, and that none merges twice.
trey hints hints/rows.txt
