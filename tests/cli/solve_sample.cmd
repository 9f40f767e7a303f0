# Estimated number of classes: 2x3 has 56,859 of Threes! and 21,752 of 2048.
trey solve --sample 2000 --threads 2
trey solve --sample 2000 --threads 1 --seed 1 --json | sed 's/\(\.[0-9]\)[0-9]*/\1/g'
trey solve --sample 2000 --rules 2048 --seed 7
trey solve --sample 100 --rows 3 --cols 4 | grep -c .
trey solve --sample 10 --rows 4 --cols 4
try() { trey solve "$@" 2>&1 | head -n 1; }
try --sample 0
try --seed 3
try --sample 10 --stats
try --sample 10 --save x.tab
try --sample 10 --table x.tab
try --rows 12
