# A picture of every position, or of selected ones, and a page without external links.
trey render sequence/met.txt sequence/some.moves --svg all --html page.html --title 'A & B'
trey render sequence/met.txt sequence/some.moves --svg few --from 2 --to 4
trey render sequence/met.txt sequence/some.moves --svg few --from 6 --to 99
ls all few
head -c 15 page.html
echo
grep -o '<title>.*</title>' page.html
grep -oE '(src|href)="?https?:[^ ]*' page.html
trey render sequence/met.txt sequence/some.moves --html - --title 'A & B' | cmp - page.html
