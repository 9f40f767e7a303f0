# Recorded games: pictures, a page, and the trace of judge.
trey selfplay --games 2 --seed 4 --player greedy --rules course,rows=2,cols=3 --record games >/dev/null
trey render games --game 2 --svg pictures --html page.html --title 'A <game> & more'
ls pictures | tail -n 1
cat pictures/000003.svg
grep -o '<title>.*</title>' page.html
grep -o '"rules":[^[]*' page.html | cut -c 1-120
trey render games --svg some --from 3 --to 4
trey judge --rules course,rows=2,cols=3 --trace games | head -n 15
trey selfplay --games 1 --seed 9 --player greedy --rules 2048,rows=2,cols=2 --record twos --watch=0 >watched
head -n 9 watched
trey render twos --svg twos.d --to 0
trey render games --game 7 --html page.html
trey render games --svg pictures --from 5000
trey render games --html games
trey render games moves --game 2 --html x 2>&1 | head -n 1
trey judge --rules course --trace --json games 2>&1 | head -n 1
true
