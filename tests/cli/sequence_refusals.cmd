# Every refusal of the rules page, with its line, by the planner; no file is written.
for file in sequence/bad/*.txt; do
    trey plan "$file" -o out.moves
    echo "exit status $?"
done 2>&1
if [ -e out.moves ]; then echo "out.moves was written"; fi
