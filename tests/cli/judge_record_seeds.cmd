trey selfplay --player random --rules window --games 3 --seed 5 --record games.txt --quiet >/dev/null
trey judge --rules window --seeds games.txt | head -n 1
sed 's/"seed":5/"seed":6/' games.txt >other.txt
sed 's/"game":0/"game":9007199254740993/' games.txt >number.txt
trey judge --rules window other.txt | head -n 1
trey judge --rules window --seeds other.txt number.txt | head -n 1
trey selfplay --player random --rules window --games 1 --record course.txt --format course --quiet >/dev/null
trey judge --rules window --seeds course.txt
trey judge --seeds games.txt course.txt
echo "status $?"
