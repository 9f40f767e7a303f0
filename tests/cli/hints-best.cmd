# The preferred moves of each hint, with ties and without.
trey hints --best hints/measures.txt
trey hints --best hints/states.txt
