# Any number of leading zeros, and a word longer than any number: the next word is parsed
# separately, and an error in it is reported with its own row.
zeros=0000000000000000000000000000000000000000
printf '1\n2\n2\n8\n%s2 %s\n4 %s8\n' $zeros $zeros $zeros | trey hints - | sed -n 1,3p
digits=12345678901234567890123456789012345678901234567890
printf '1\n3\n2\n8\n2 0\n4 %s\n8 2\n' $digits | trey hints -
printf '1\n3\n2\n8\n2 0\n4 %s\n8 2\n' "four$digits" | trey hints -
