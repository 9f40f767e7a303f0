# The grid as given with its measures, and one move.
trey hints --given --recommend hints/rows.txt | head -60
trey hints --given --recommend --json hints/states.txt | grep -oE '"(given|recommended)": (null|[{][^}]*[}])'
trey hints --recommend --columns hints/measures.txt | grep Recommended
