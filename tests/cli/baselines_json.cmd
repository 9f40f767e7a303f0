trey generate --tiles 80 --seed 3 -o game.txt
trey plan game.txt --searcher strategy-bt --easy 'jogger(board-score)' --bt 10 --depth 5 \
    --weights 0.3,0.4,0.2,0.1 --nodes 100 --cap 8 --transform sqrt --json |
    sed -E 's/"seconds": [^,]*/"seconds": S/; s/"moves_per_second": [^,]*/"moves_per_second": M/'
