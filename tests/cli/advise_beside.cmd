# Two processes advise on games in one file: the first one's game goes to another file, which is
# reported at once and at the end, with exit status 1.
exec 2>&1
export XDG_STATE_HOME=$PWD/state
advise="--player heuristic --depth 1 --file one"
board='1 2 3 0 0 0 0 0 0 0 0 0 3 0 0 0'
mkfifo keys
: >said # must exist before the first process opens it
trey advise -i $advise --board "$board" --next 1 <keys >said 2>&1 &
exec 3>keys
printf 'L\n2\n2\n' >&3
until [ -s one ] && grep -q '"slides":"L' one; do sleep 0.02; done
printf 'D\n1\n3\nquit\n' | trey advise -i $advise >/dev/null
printf 'D\n1\n2\nquit\n' >&3
exec 3>&-
wait $!
echo "exit status $?"
grep 'meanwhile' said
