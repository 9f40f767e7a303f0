trey review none
echo '{"format":"trey record 1","rules":"course rows=2 cols=3","board":"100000","next":"3","deck":"0,1,0","score":9,"slides":"R03:2 D12:1"}' >wrong
trey review wrong
echo '{"format":"trey record 1","rules":"course rows=2 cols=3","board":"100000","next":"3","deck":"0,1,0","score":0,"slides":""}' >short
trey review short
trey review short --html short
trey review short --game 2
trey review short --player heuristic
: >empty
trey review empty
trey review a b 2>&1 | head -n 1
trey review 2>&1 | head -n 1
true
# "1 slide" is singular.
echo '{"format":"trey record 1","rules":"window","board":"0320002313022300","next":"1","deck":"2,0,0","score":12,"slides":"L31:1"}' >one
trey review --depth 1 --quiet --player heuristic one | head -n 3
sed 's/L31/X31/' one | trey review --depth 1 --quiet --player heuristic -
true
