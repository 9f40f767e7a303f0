trey generate --tiles 300 --seed 4 -o game.txt
for threads in 1 1 2; do
    trey plan game.txt --width 50 --threads $threads --seed 9 -o plan$threads.txt >>said
done
cmp plan1.txt plan2.txt && sort -u said | wc -l
