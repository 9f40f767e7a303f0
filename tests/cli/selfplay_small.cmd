# Boards with their own networks, and one without.
trey selfplay --rules course --rows 3 --cols 3 --player network --depth 1 --games 20 --json |
    grep -o -e '"player": "[^"]*"'
trey selfplay --rules course --rows 2 --cols 4 --player network --depth 1 --games 20 --optimum --json |
    grep -o -e '"player": "[^"]*"' -e '"optimum": [0-9]*'
trey selfplay --rules course --rows 2 --cols 3 --player network --games 1
echo "status $?"
