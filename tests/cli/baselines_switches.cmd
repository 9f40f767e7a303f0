trey generate --mix bag30 --tiles 300 --seed 11 -o game.txt
trey plan game.txt --searcher strategy-bt --easy 'jogger(depth=3,moves=3)' --hard 'wide(depth=6,nodes=30)' --bt 8 \
    --switches switches.csv -o game.moves
head -n 6 switches.csv
tail -n 1 switches.csv
trey plan game.txt --switches switches.csv 2>&1 | head -n 1
