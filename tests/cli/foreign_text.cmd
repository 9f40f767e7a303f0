# Text from files and arguments is escaped in all output, whatever the command.
tools=$(dirname "$0")
export LC_ALL=C.UTF-8
# An escape sequence, C1 as a byte and as a character, DEL, a line end, an override.
evil=$'\e[2J\x9b1m\xc2\x9b\x7f\r\n\xe2\x80\xae'
# Runs a command; shows its output if something in it was escaped, and its status.
show() { # words: the command
    "$@" </dev/null >out 2>&1
    local status=$?
    cat out >>all
    grep -a '\\[nrxu]' out
    echo "status $status"
}
# A terminal ends each line with a CR of its own.
on_terminal() { script -qec "$1" /dev/null | sed 's/\r$//'; }
feed() { # text, words: the command that reads it
    local text=$1
    shift
    printf '%s\n' "$text" | "$@" >out 2>&1
    cat out >>all
    grep -a '\\[nrxu]' out
}
export XDG_STATE_HOME=$PWD/state

echo "== arguments"
show trey "$evil"
show trey help "$evil"
for command in advise bench compare engine games generate hints judge plan play read render \
    review selfplay serve solve train; do
    show trey $command --seed="$evil" -- "$evil" "$evil" "$evil"
    show trey $command --"$evil"
    show trey $command --bogus="$evil"
    show trey $command --s="$evil"
    show trey $command -"$evil"
    show trey $command -q"$evil"
done | sort | uniq -c | sort -k 2
show trey selfplay --rules "$evil"
show trey selfplay --player "$evil"
printf 'printf "%%s" %s\n' "${evil@Q}" >bot.sh
show trey selfplay --player "exec:bash bot.sh '$evil'" --games 1 -q --answer-time 5
show trey compare --inputs sequence/met.txt "$evil"
show trey plan sequence/met.txt --searcher "$evil"
show trey advise --board "$evil" --next 1
show trey advise --player points --board "0 0 0 0 0 1 2 0 0 3 3 0 0 0 0 0" --next "$evil"
show trey bench "$evil"

echo "== names of files and directories"
folder=d$evil
mkdir "$folder" "$folder/games" "$folder/empty"
bad=$folder/f$evil
printf '%s 1 %s\n' "$evil" "$evil" >"$bad"
cp sequence/met.txt "$folder/games/met$evil.txt"
cp "$bad" "$folder/games/"
for file in "$bad" "$bad.none" "$folder/empty"; do
    show trey plan "$file"
    show trey judge "$file" "$file"
    show trey judge sequence/met.txt "$file"
    show trey judge --rules window "$file"
    show trey hints "$file"
    show trey review --player points "$file"
    show trey render "$file" "$file" --html page.html
    show trey render "$file" --html page.html
    show trey compare --inputs "$file" --no-store beta
    show trey compare --store "$file" --verify
    show trey selfplay --store "$file" --verify
    show trey selfplay --player network:"$file" --games 1
    show trey selfplay --rules course --rows 2 --cols 2 --player exact:"$file" --games 1
    show trey selfplay --player random --games 1 -q --record "$file/x"
    show trey solve --table "$file"
    show trey solve --verify "$file"
    show trey read "$file"
    show trey play --player points --file "$file"
    show trey advise -i --player points --depth 1 --file "$file"
    show trey train --rules course --rows 2 --cols 2 --tuples 01 --minutes 0 -q --checkpoint "$file"
    show trey train --rules course --rows 2 --cols 2 --tuples 01 --minutes 0 -q --log "$file" \
        -o "$folder/network"
    show trey train --rules course --rows 2 --cols 2 --tuples 01 --minutes 0 -q --from "$file" \
        -o "$folder/network"
    show trey serve --port 0 --table "$file"
done
show trey compare --inputs "$folder/games" --no-store -q --csv beta | sed 's/,[0-9.,]*$//'
show trey compare --inputs "$folder/games" --no-store -q beta | sed 's/ [0-9. ]* / N /g'
show trey plan sequence/met.txt --width 4 -q -o "$folder/plan"
show trey plan sequence/met.txt --width 4 -q -o "$bad"
show trey judge sequence/met.txt "$folder"
mkdir -p "league/p$evil" inputs
cp sequence/met.txt "inputs/i$evil.txt"
cp "$bad" "league/p$evil/i$evil.txt"
cp "$bad" "league/p$evil/other$evil.txt"
show trey judge --league inputs/* league
show trey judge --league inputs/* league --csv
show trey judge --league inputs/* league --json
python3 -c 'import json
league = json.load(open("out"))
print(league["players"][0]["player"].encode(), league["inputs"][0]["input"].encode())'
show trey compare --inputs inputs --no-store -q --json beta | sed "s/.*/(see the next line)/"
python3 -c 'import json; print(json.load(open("out"))["runs"][0]["input"].encode())'
show trey selfplay --player "exec:exit 1 #$evil" --games 1 -q
show trey render sequence/met.txt "$folder/plan" --svg "$folder/pictures"

echo "== games on record"
record='{"format":"trey record 1","rules":"course rows=2 cols=2","player":"\u001b[2J\u009b","seed":1,"game":0,"board":"0003","next":"1","deck":"0,1,0","score":15,"slides":"U31:2 L32:3 R03:1 U21:2 R22:2 R22:3"}'
rules=course,rows=2,cols=2
printf '%s\n' "$record" >games.json
printf '%s\n' "${record/U31/U$'\e'[2J1}" "${record/score/sc$'\e'ore}" "$evil" >>games.json
sed "1s/.*/$(printf '\e[2J')&/" formats/record.course >games.course
show trey judge --rules $rules games.json
show trey judge --rules $rules --trace games.json
show trey judge --rules $rules games.course
show trey review --player points --depth 1 games.json
show trey review --player points --depth 1 --game 2 games.json
show trey review --player points --depth 1 games.course
show trey render games.json --title "$evil" --html -
mkdir -p state/trey/games
printf '%s\n' "$record" >state/trey/games/000001.game
printf '%s\n' "$evil" >state/trey/games/000002.game
printf '%s\n' "${record/course/c$'\e'ourse}" >state/trey/games/000003.game
show trey games | sed 's/  ....-..-.. ..:..  /  DATE  /'
show trey games 2
show trey games 3
show trey review --player points --depth 1 2
show trey judge --rules window 2
show trey play --player points --file state/trey/games/000003.game

echo "== training"
printf 'seconds,%s\n1,2,3\n' "$evil" >log.csv
show trey train --rules $rules --tuples 01 --minutes 0 -q --log log.csv -o network
printf '%s\n' "$record" "$evil" >starts.json
show trey train --rules $rules --tuples 01 --minutes 0 -q --positions starts.json -o network
printf '%s\n' "$evil" >checkpoint
show trey train --rules $rules --tuples 01 --minutes 0 -q --checkpoint checkpoint -o network
show trey train --rules $rules --tuples "$evil" --minutes 0 -q -o network

echo "== conversations"
for line in "$evil" "#$evil new" "new $evil" "position $evil" "setoption name $evil value $evil" \
    "load $evil" "save $evil" "advice $evil" "plan $evil"; do
    feed "$line" trey engine --player points
    feed "$line" trey play --new --player points --depth 1 --seed 1
done
for line in "$evil" "1 2 $evil" "help $evil" "save $evil"; do
    feed "$line" trey advise -i --player points --depth 1
    feed "0 0 0 0 0 1 2 0 0 3 3 0 0 0 0 0
3

$line
U $line
save $evil" trey advise -i --player points --depth 1
done
echo "== queries"
for line in "b 0 0 0 3 $evil" "$evil"; do
    printf '%s\n' "$line" >queries
    show on_terminal "trey solve --rows 2 --cols 2 -q <queries"
    # Another program gets each query as it came.
    trey solve --rows 2 --cols 2 -q <queries 2>/dev/null | cmp - <(sed 's/\r$//; s/$/ = -1/' queries)
    show trey solve --rows 2 --cols 2 -q --grade queries
done

echo "== all of what was printed"
python3 "$tools/printable.py" <all >shown || grep WRONG shown
