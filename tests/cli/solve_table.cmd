# Tables: saved ones answer queries, are verified and counted; damaged, truncated, too long,
# wrong and missing ones are refused in one line. Work that fails leaves no files.
trey solve --save all.tab
trey solve --rows 2 --cols 2 --keep avg --save avg.tab
trey solve --rules 2048 --rows 2 --cols 3 --save twos.tab --stats --json |
    sed 's/.*\("root_value[^,]*\), .*/\1/'
ls *.tab*
printf 'b 6 96 3 0 24 0 +1\na 0 0 0 1 3 0 +2\nb 0 0 0 0 0 5 +1\n' | trey solve --table all.tab --best
printf 'b 0 0 0 3 +1\nb 0 0 0 5 +1\n' | trey solve --table avg.tab --value remaining
trey solve --table twos.tab --tree 'b 64 32 16 8 4 2' --depth 1
echo 'b 6 96 3 0 24 0 +1 = 828 830 831' | trey solve --table all.tab --grade -
trey solve --table avg.tab --stats | grep -v '^time\|^memory'
for table in *.tab; do trey solve --verify $table; done
# One changed byte: in the header, in a block, in the directory.
size=$(wc -c < avg.tab)
for at in 9 12 40 127 500 2000 $((size - 50)); do
    cp avg.tab bad.tab
    byte=$(od -An -tu1 -j $at -N 1 avg.tab)
    printf "\\x$(printf %02x $((byte ^ 4)))" | dd of=bad.tab bs=1 seek=$at conv=notrunc 2>/dev/null
    trey solve --verify bad.tab
    echo $?
done
# Damaged blocks give no answers unless checks are switched off.
cp avg.tab bad.tab
head -c 50 /dev/zero | tr "\0" "\377" | dd of=bad.tab bs=1 seek=$(($(od -An -tu8 -j 24 -N 8 avg.tab) - 180)) conv=notrunc 2>/dev/null
trey solve --table avg.tab --tree 'b 0 0 0 3 +1' --depth 5 | sed 's/^ *//; s/^[^ab]*//; s/ =.*//' | sort -u > queries
trey solve --table avg.tab < queries > right
trey solve --table bad.tab < queries > answers
echo $?
head -n $(wc -l < answers) right | cmp - answers && [ $(wc -l < answers) -lt $(wc -l < right) ] && echo those before are right
trey solve --table bad.tab --grade right
echo $?
trey solve --table bad.tab --no-check < queries | cmp -s - right
echo $?
trey solve --table bad.tab --tree 'b 0 0 0 3 +1' --depth 5
for length in 0 100 128 1000 $((size - 1)); do
    head -c $length avg.tab > short.tab
    trey solve --table short.tab < /dev/null
    echo $?
done
{ cat avg.tab; echo; } > long.tab
trey solve --table long.tab < /dev/null
head -c 1000 /dev/zero > zero.tab
trey solve --verify zero.tab
trey solve --table . < /dev/null
trey solve --table nothing.tab < /dev/null
trey solve --save nowhere/x.tab
trey solve --work-dir nowhere --stats
trey solve --rows 3 --cols 3 --max-memory 1M --save small.tab
ls small.tab* 2>/dev/null
# A device stays one; a link is kept, and leads to the table.
trey solve --rows 2 --cols 2 --save /dev/null && [ -c /dev/null ] && echo still a device
mkdir there
ln -s there/linked.tab link.tab
trey solve --rows 2 --cols 2 --keep avg --save link.tab && [ -L link.tab ] && cmp there/linked.tab avg.tab && ls there
# Files of another solution are not used.
echo 'of something else' > other.tab.state
trey solve --save other.tab
