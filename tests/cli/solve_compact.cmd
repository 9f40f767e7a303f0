# Compact tables: made by one command, verified, queried; a damaged one is refused.
for kind in "checkpoint" "checkpoint --value-bytes 3" "play" "play --states"; do
    name=$(echo $kind | tr -d ' -').tab
    trey solve --kind $kind --save $name
    trey solve --verify $name
    trey solve --table $name --stats --json | sed 's/"seconds.*"stored_bytes"/"stored_bytes"/'
done
printf 'b 6 96 3 0 24 0 +1\na 0 0 0 1 3 0 +2\nb 0 0 0 0 0 5 +1\nb 0 0 0 0 3 0 +3\nb 0 3 0 0 0 0 +1\nb 0 3 0 0 0 0 +2\n' > queries
for name in *.tab; do
    trey solve --table $name --best < queries
done
# A table of moves has no values.
trey solve --table play.tab --tree 'b 0 0 0 0 3 0 +1'
echo $?
trey solve --table play.tab --grade queries
echo $?
trey solve --table checkpoint.tab --stats --layers
echo $?
trey solve --table checkpoint.tab --tree 'b 0 0 0 0 3 0 +1' --depth 1
# Games played with each.
for name in checkpoint play; do
    trey selfplay --rules course --rows 2 --cols 3 --player exact:$name.tab --games 200 --seed 1 --json |
        sed 's/.*"mean": *\([^,]*\),.*/\1/' | head -c 40
    echo
done
size=$(wc -c < play.tab)
for at in 9 15 81 127 200 5000 $((size - 90)); do
    cp play.tab bad.tab
    byte=$(od -An -tu1 -j $at -N 1 play.tab)
    printf "\\x$(printf %02x $((byte ^ 4)))" | dd of=bad.tab bs=1 seek=$at conv=notrunc 2>/dev/null
    trey solve --verify bad.tab
    echo $?
done
head -c 1000 play.tab > short.tab
trey solve --table short.tab < /dev/null
echo $?
trey solve --rules 2048 --kind play --save twos.tab
echo $?
trey solve --kind play --keep all --save all.tab
echo $?
