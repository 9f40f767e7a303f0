# Marks: right in either scheme and with either of two moves or images, wrong numbers, a wrong
# move, no answer, an answer to a board that is not a state.
cat > answers <<'END'
b 6 96 3 0 24 0 +1 = 825 830 840
b 6 96 3 0 24 0 +1 = 828 830 831
b 6 96 3 0 24 0 +1 = 3 8 18 R
b 6 96 3 0 24 0 +1 = 825 830.0009 840

b 6 96 3 0 24 0 +1 = 825 830.01 840
b 6 96 3 0 24 0 +1 = 825 830 840 U
b 6 96 3 0 24 0 +1 = 830
b 6 96 3 0 24 0 +1 = -1
b 6 96 3 0 24 0 +1
b 0 0 0 0 0 5 +1 = -1
b 0 0 0 0 0 5 +1 = 1 2 3
a 0 0 0 0 0 0 +1 = 258 455.9657 1092
nothing = nothing
END
trey solve --grade answers
echo $?
sed -n '1,4p' answers | sed 's/$/\r/' | trey solve --grade -
echo 'b 2 0 0 2 = 67' | trey solve --rules 2048 --rows 2 --cols 2 --grade - | sed 's/be = .*/be .../'
# trey's own answers are right.
printf 'b 6 96 3 0 24 0 +1\na 0 0 0 1 3 0 +2\nb 48 3 3 1 0 2 +3\nb 1 1 1 1 1 1 +1\n' |
    trey solve --best | trey solve --grade -
trey solve --grade nothing
