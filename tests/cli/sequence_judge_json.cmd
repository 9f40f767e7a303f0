trey judge sequence/met.txt sequence/some.moves --json
trey judge sequence/stuck.txt sequence/none.moves --json --trace
