# What each hint prefers, with ties and without.
trey hints --best hints/measures.txt
trey hints --best hints/states.txt
