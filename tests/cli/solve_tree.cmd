# Trees: text of a before-state and an after-state, the root, a state where the game ends,
# 2048, a picture; then a board that is not a state, and a tree that is too large.
trey solve --tree 'b 0 0 0 0 1 0 +2'
trey solve --tree 'b 48 6 3 1 2 0 +1' --depth 3 --value remaining
trey solve --tree 'a 0 0 0 0 0 0 +1' --depth 1
trey solve --tree 'b 1 48 6 1 3 2 +2' --depth 4
trey solve --rules 2048 --rows 2 --cols 2 --tree 'b 8 2 4 2' --depth 2
trey solve --tree 'b 48 3 3 1 0 2 +3' --svg | head -n 1
trey solve --tree 'b 48 3 3 1 0 2 +3' --svg | tail -n 1
trey solve --tree 'b 1 1 1 1 1 1 +1'
echo $?
trey solve --tree 'no state'
echo $?
trey solve --tree 'a 0 0 0 0 0 0 +1' --depth 9
