# Two columns: blocks of all heights, including wide ones.
trey hints --columns hints/states.txt
trey hints --columns --best hints/eight.txt
trey hints --columns hints/large.txt
