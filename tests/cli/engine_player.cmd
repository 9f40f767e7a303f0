printf 'trey\nposition window 0000012003300000 next 1\ngo depth 1\n' | trey engine --player heuristic | grep -c -e 'Player type string default heuristic' -e '^bestmove [URDL]'
trey engine --player nobody </dev/null
echo "status $?"
trey engine --player network:nowhere.network </dev/null
echo "status $?"
