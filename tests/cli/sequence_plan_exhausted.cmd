# The single best game, proved by trying all others, since its score is below the bound.
trey plan sequence/gap.txt --width 60000 | sed 's/^trey [0-9.]* plan/trey VERSION plan/'
trey plan sequence/gap.txt --prove | sed 1q
trey plan sequence/gap.txt --width 1 | sed 's/score [0-9]* moves [0-9]* .*gap [0-9]*: width limit reached$/no claim/;1q'
