trey advise --board "0 0 0 0 0 1 2 0 0 3 3 0 0 0 0 0" --next 3 --player points --depth 2 --threads 1 --json
trey advise --board "48 6 3 1 24 12 2 3 6 3 1 2 3 2 3 1" --next 6 --player points --depth 2 --threads 1 --json
trey advise --rules 2048 --board "2 4 8 16 0 0 2 2 0 0 0 0 0 0 0 0" --player points --depth 2 --threads 1
trey advise --board 3535535335355353 --next 1 --player points --depth 1 --threads 1 --json
