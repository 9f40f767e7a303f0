printf 'L 2 1\nU 2\n2\nfoo\nD 9\ndeck\nundo\nundo\nundo\nhelp\nnew\n0000012003300000 2 4,2,4\nquit\n' |
    trey advise --board 0000012003300000 --next 3 -i --player points --depth 2
printf '0 0 0 0\n0 1 2 0 0 3 3 0 0 0 0 0\n+\n1\nunknown\n' | trey advise --rules classic --player points --depth 1
printf 'L\n2\nU 9\nquit\n' | trey advise --board 0000012003000000 --next 3 -i --player points --depth 1
printf 'R\n2\nquit\n' | trey advise --board 1000000000000000 --next 3 -i --player points --depth 1
