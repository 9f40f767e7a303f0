trey selfplay --player random --rules course --rows 2 --cols 3 --games 3 --record json.txt --quiet >/dev/null
trey selfplay --player random --rules course --rows 2 --cols 3 --games 3 --record course.txt --format course --quiet >/dev/null
sed 's/"[a-z]*_ms":[0-9]*/"ms":0/g; s/"us":\[[0-9,]*\]/"us":[]/' json.txt
sed 's/@[0-9]*/@0/g' course.txt
figures() { grep -v "^time"; }
trey judge --rules course,rows=2,cols=3 json.txt course.txt | figures | head -4
sed 's/"slides":"U/"slides":"D/; s/"slides":"R/"slides":"L/' json.txt >wrong.txt
echo '{"format":1}' >>wrong.txt
echo 'me:it@1|01' >>wrong.txt
trey judge --rules course --rows 2 --cols 3 wrong.txt | figures
echo "status ${PIPESTATUS[0]}"
trey judge --rules window json.txt
echo "status $?"
trey judge --rules course --rows 2 --cols 3 missing.txt
echo "status $?"
# Records on standard output are not mixed with other output.
trey selfplay --player random --rules course --rows 2 --cols 3 --games 3 --record - 2>results.txt | grep -c '^{"format"'
figures <results.txt | head -2
trey selfplay --player random --games 1 --record - --json 2>&1 | head -1
trey review json.txt --html - --json 2>&1 | head -1
