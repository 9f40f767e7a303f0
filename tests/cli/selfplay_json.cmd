trey selfplay --player random --rules 2048 --games 30 --seed 5 --json | sed 's/"ms_[a-z0-9_]*": [0-9.e-]*/"ms": 0/g'
echo "# a game that is watched is shown beside the object, not before it:"
trey selfplay --player random --rules 2048,rows=2,cols=2 --games 1 --seed 5 --json --watch=0 2>shown | cut -c1-11
head -n 4 shown
