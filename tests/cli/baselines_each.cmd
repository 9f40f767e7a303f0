# Every searcher with every heuristic plays a legal game to its end.
trey generate --mix bag30 --tiles 60 --seed 2 -o game.txt
for searcher in dldfs pruner jogger wide strategy strategy-bt strategy-bt-jogger; do
    for heuristic in board-score board-score-normalised empties adjacent-matches \
        adjacent-runs weighted; do
        trey plan game.txt --searcher $searcher --heuristic $heuristic --depth 4 -o game.moves |
            sed "s/^/$searcher $heuristic: /; s/ bound.*//"
        trey judge game.txt game.moves --json | grep -o '"score": [0-9]*'
    done
done | paste - -
