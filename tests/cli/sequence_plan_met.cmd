# The single best game, whose score equals the bound; the same from CRLF text and from a pipe.
hide() {
    sed 's/^trey [0-9.]* plan, width [0-9]*/trey VERSION plan, width N/'
}
trey plan sequence/met.txt | hide
trey plan sequence/met-crlf.txt | hide
trey plan - <sequence/met.txt | hide
trey plan sequence/met.txt --width 5000 --threads 2 -o out.moves
hide <out.moves
