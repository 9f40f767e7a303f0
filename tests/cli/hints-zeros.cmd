# Leading zeros, however many, and a word that is longer than any number: what follows it
# is the next word, and its own row is to blame.
zeros=0000000000000000000000000000000000000000
printf '1\n2\n2\n8\n%s2 %s\n4 %s8\n' $zeros $zeros $zeros | trey hints - | sed -n 1,3p
digits=12345678901234567890123456789012345678901234567890
printf '1\n3\n2\n8\n2 0\n4 %s\n8 2\n' $digits | trey hints -
printf '1\n3\n2\n8\n2 0\n4 %s\n8 2\n' "four$digits" | trey hints -
