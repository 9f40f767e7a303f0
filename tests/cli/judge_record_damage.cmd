trey selfplay --player random --rules window --games 2 --record games.txt --format course --quiet >/dev/null
head -n 1 games.txt | cut -d '|' -f 2 | grep -c '[a-f]'
head -c -5 games.txt >cut.txt
trey judge --rules window cut.txt 2>&1 >/dev/null
echo "status $?"
tr 'A-F' 'a-f' <games.txt | sed 's/#d/#D/g' >small.txt
trey judge --rules window small.txt | head -n 1
trey selfplay --player random --rules window --games 1 --record json.txt --quiet >/dev/null
{ tr -d '\n' <json.txt; printf '\0 more\n'; } >zero.txt
trey judge --rules window zero.txt 2>&1 >/dev/null
sed 's/"deck":"[0-9,]*"/"deck":"unknown"/' json.txt >deck.txt
trey judge --rules window deck.txt 2>&1 >/dev/null
echo '{"format":"trey record 1","rules":"window","board":"dcdccdcddcdccdcd","next":"1","deck":"unknown","score":1889568,"slides":""}' >forged.txt
trey judge --rules window forged.txt
echo "status $?"
trey judge --rules window - <games.txt | head -n 1
: >empty
trey judge --rules window games.txt empty
echo "status $?"
trey solve --rows 2 --cols 2 --quiet --grade empty
echo "status $?"
