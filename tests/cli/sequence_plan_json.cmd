# One object with all members documented on the rules page; varying values are removed.
hide() {
    sed -E 's/("(seconds|moves_per_second|positions|width|passes)": )[0-9.e+-]+/\1N/g'
}
trey plan sequence/met.txt --json | hide
trey plan sequence/gap.txt --json --width 60000 --seed 7 -o out.moves | hide
sed 1q out.moves
trey plan sequence/stuck.txt --json | hide
