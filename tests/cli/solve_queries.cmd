# Queries of every kind: CRLF, no final newline, blank lines, invalid queries, a long line;
# then the same with the other options.
{
    printf 'b 6 96 3 0 24 0 +1\nb 3 96 6 0 24 0 +1\r\n\n  \na 0 0 0 0 0 0 +1\n'
    printf 'b 48 3 3 1 0 2 +3\nb 0 0 0 0 0 5 +1\nb 0 0 0 0 0 192 +1\na 0 0 0 1 3 0 +2 x\n'
    printf 'b 0 0 0 0 0 0 +1\nno query\na 0 0 0 1 3 0 +2'
} > queries
trey solve < queries
trey solve --best --value remaining < queries
{
    head -c 200000 /dev/zero | tr '\0' x
    printf '\na 0 0 0 0 0 0 +2\n'
} | trey solve | tail -c 45
# A query is answered before the next one is read.
mkfifo in out
trey solve < in > out &
exec 3> in 4< out
for hint in 1 2 3; do
    echo "a 0 0 0 0 0 0 +$hint" >&3
    read -r answer <&4
    echo "$answer"
done
exec 3>&- 4<&-
wait
# Averages only; 2048, which has no hint.
echo 'b 6 96 3 0 24 0 +1' | trey solve --keep avg --best
printf 'b 2 0 0 2\nb 16 8 4 2\nb 2 0 0 2 +1\nb 2 2 2 6\na 0 4 0 2\na 0 0 0 0\n' > twos
trey solve --rules 2048 --rows 2 --cols 2 --best < twos
trey solve --rules 2048 --rows 2 --cols 2 --keep all < twos
