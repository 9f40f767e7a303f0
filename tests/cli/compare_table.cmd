# Times and memory differ from run to run.
mkdir inputs
for seed in 1 2 3 4 5 6; do
    trey generate --mix deck --tiles 80 --seed $seed -o inputs/game$seed.txt
done
echo "no input" >inputs/notes.txt
trey compare jogger mu 'wide(depth=6,nodes=40)' --inputs inputs --no-store |
    sed -E 's/ +[0-9.]+ +[0-9.]+  (jogger|mu|wide)/  \1/'
ls
trey compare mu --inputs inputs/game1.txt --no-store --csv |
    awk -F, -v OFS=, 'NR > 1 { $8 = "T"; $9 = "M"; $12 = "B" } { print }'
trey compare mu --inputs inputs/game1.txt --inputs inputs/game2.txt --no-store --json |
    sed -E 's/"(seconds|moves_per_second|peak_bytes)": [0-9.e+-]*/"\1": X/g'
