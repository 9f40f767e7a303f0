# A network averaged from two trainings, as a start for more training.
train() { trey train --rules course --rows 2 --cols 3 --threads 1 --quiet --time-limit 1m "$@" >out; }
train --games 500 --seed 1 --checkpoint one -o one.network
train --games 500 --seed 2 --checkpoint other -o other.network
train --games 501 --average one --average other --checkpoint both -o both.network; echo "status $?"
train --games 501 --average other --average one --time-limit 0 -o mean.network; echo "status $?"
train --games 501 --average one --average other --time-limit 0 -o same.network; echo "status $?"
cmp mean.network same.network && echo "in any order"
cmp -s mean.network one.network || echo "another than the first"
# Training resumes from its own checkpoint.
train --time-limit 0 --average missing --checkpoint both -o again.network; echo "status $?"
cmp again.network both.network && echo "as it was"

echo "refused"
train --average missing -o net; echo "status $?"
train --average one.network -o net; echo "status $?"
train --average one --tuples "01 23" -o net; echo "status $?"
train --values points --average one -o net; echo "status $?"
train --average one --checkpoint one; echo "status $?"
train --average one --from one.network -o net 2>&1 | head -1
cp one damaged
printf x | dd of=damaged bs=1 seek=5000 conv=notrunc 2>/dev/null
train --average one --average damaged -o net; echo "status $?"
test -e net || echo "nothing was written"
