printf 'trey\nisready\nposition window 0000012003300000 next 1\ngo depth 1\nfoo\nsetoption name Player value points\nposition course,rows=2,cols=2 1203 next 1\n' |
    trey engine | sed 's/trey [0-9.]*$/trey VERSION/; s/nps [0-9]* time [0-9]*/nps N time N/; s/value .*/value .../; s/bestmove [URDL]/bestmove X/; s/Seed type string default [0-9]*/Seed type string default N/'
printf 'trey\nposition window 0000012003300000 next 1\ngo depth 3\n' | trey engine | tail -1 | cut -d' ' -f1
head -c 1000000 /dev/urandom | trey engine >/dev/null
echo "status $?"
# Words after the value of an option are refused, for instance of a file name with a blank.
echo 'setoption name Player value network:a b.network' | trey engine
