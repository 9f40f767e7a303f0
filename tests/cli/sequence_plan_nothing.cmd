# No legal move and no tile to come: an empty plan, which is proved optimal.
for input in stuck empty-list; do
    trey plan sequence/$input.txt | sed 's/^trey [0-9.]* plan/trey VERSION plan/'
    trey plan sequence/$input.txt | trey judge sequence/$input.txt -
done
