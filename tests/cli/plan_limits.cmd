# The limit that ended a search is reported, in text and JSON; the game of examples/demo.txt is
# proved in the first narrow pass.
trey generate --mix deck --tiles 500 --seed 2002 -o long
said() { sed -n '1s/.*gap [0-9]*: //p'; }
trey plan long --time-limit 0.01 --threads 1 -q | said
trey plan long --time-limit 0.01 --threads 1 -q --json | grep -o '"stopped.*'
trey plan long --width 8 --threads 1 -q | said
trey plan long --width 8 --threads 1 -q --json | grep -o '"stopped.*'
trey plan long --time-limit 0.01 --prove --threads 1 -q | said
trey plan long --max-memory 4M --time-limit 0 --threads 1 -q -o moves --json | grep -o '"stopped.*'
trey generate --mix deck --tiles 120 --seed 24 -o demo
trey plan demo --width 100 --threads 1 -q | said
