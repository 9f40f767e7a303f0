trey selfplay --rules course --rows 2 --cols 3 --player exact --versus greedy --games 400 --threads 2 -q | grep -v '^time'
trey selfplay --rules 2048 --rows 2 --cols 2 --player random --games 100 --optimum | grep optimum
trey selfplay --rules window --rows 2 --cols 2 --player greedy --games 100 --optimum | grep optimum
trey selfplay --rules window --games 1 --player greedy --optimum
echo "status $?"
trey selfplay --rules window --player exact
echo "status $?"
trey selfplay --rules course --rows 3 --cols 4 --player greedy --versus exact:nothing.table
echo "status $?"
trey solve --rows 2 --cols 2 --save small.table && trey selfplay --rules course --rows 2 --cols 3 \
    --player exact:small.table
echo "status $?"
trey selfplay --rules course --rows 2 --cols 3 --player exact:nothing.table
