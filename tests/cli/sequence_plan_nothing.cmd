# No legal slide, and no tile to come: an empty plan, which is a proved one.
for input in stuck empty-list; do
    trey plan sequence/$input.txt | sed 's/^trey [0-9.]* plan/trey VERSION plan/'
    trey plan sequence/$input.txt | trey judge sequence/$input.txt -
done
