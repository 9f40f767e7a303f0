# On a terminal: colours as in the game, none with NO_COLOR; input is read as lines.
on_terminal() {
    printf 'deck\nquit\n' | TERM=xterm-256color script -qec \
        "trey advise -i --board 0000012003300000 --next 3 --player points --depth 1" /dev/null
}
on_terminal >colours
NO_COLOR=1 on_terminal >plain
for file in colours plain; do
    echo "$file: $(grep -c '48;5;74m     1' $file) blue, $(grep -c '2,2,2 56.5%' $file) deck, $(grep -c 'searching: U so far, depth 1' $file) progress"
done
