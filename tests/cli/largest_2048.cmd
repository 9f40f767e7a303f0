# Two adjacent 32768s make a 65536, which ends the game.
board="32768 8192 0 2 16384 16384 0 4 0 0 0 0 0 0 0 0"
trey advise --rules 2048 --board "$board" --depth 1 --player points
trey advise --rules 2048 --board "32768 0 0 32768 0 0 0 0 0 0 0 0 0 0 2 4" --depth 1 --player heuristic
trey advise --rules 2048 --board "32768 32768 0 0 0 0 0 0 0 0 0 0 0 0 2 4" --depth 1
printf 'R\nquit\n' | trey advise -i --rules 2048 --board ff00000000000000 --depth 1 | tail -n 2
# Odds report the 65536; adjacent 12288s have no further tile to report.
odds() { trey advise --player points --json "$@" | sed 's/.*"reach": \({[^}]*}\).*/\1/'; }
odds --rules 2048 --board "32768 2 32768 0 4096 2 8 4 2 4 8 16 4 8 4 2" --odds 40
odds --rules course --board "12288 12288 0 0 0 0 0 0 0 0 0 0 0 0 1 2" --next 1 --deck 0,1,1 --odds 10
# The rule is that of `merge`.
trey advise --rules 2048,top=stop --board "32768 32768 0 2 4 2 4 2 2 4 2 4 4 2 4 2" --depth 1 --player points
# A move that ends the game is chosen, however high a network values the others.
best() { trey advise --rules 2048 --board f00f000000110000 --json "$@" | sed 's/.*"best": "\(.\)".*/\1/'; }
best --depth 1
best --depth 3
best --nodes 20000
# A record of it, for display; nothing follows its end.
cat >ended.json <<'EOF'
{"format":"trey record 1","rules":"2048","board":"f00f000000110000","next":"?","deck":"0,0,0","score":65540,"slides":"L"}
EOF
sed 's/"L"/"L D"/' ended.json >more.json
sed 's/"L"/"L20:?"/' ended.json >tile.json
trey render more.json --svg more
trey render tile.json --svg tile
trey render --html ended.html ended.json
grep -o '"over":true,"won":true,"largest":65536' ended.html
trey review --depth 1 ended.json | grep -i accuracy
trey selfplay --bonus-odds 0 2>&1 | sed -n 1p
