# Files that cannot be written as usual: above the size limit, with a FIFO in place of the
# temporary file, with a dangling link in place of a checkpoint's lock.
exec 2>&1
# Builds for coverage write a large file at exit: not under the limit.
echo "$ ulimit -f"
(ulimit -f 8 && export LLVM_PROFILE_FILE=/dev/null && trey generate --tiles 100000 --seed 1 -o large)
echo "exit status $?, files left: $(ls | grep -c large)"
echo "$ a FIFO of the temporary file's name"
mkfifo out.trey-new0
timeout 20 trey generate --tiles 5 --seed 1 -o out
echo "exit status $?, written: $(ls out)"
echo "$ a lock that is a link to nowhere"
ln -s made.by.link net.lock
timeout 60 trey train --tuples 0123 --games 1 --threads 1 --quiet --checkpoint net -o network | sed 's/[0-9.]* \(KB\|MB\|B\)/SIZE/g'
echo "exit status ${PIPESTATUS[0]}, made: $(ls | grep -c made.by.link)"
echo "$ a work directory on a full disk"
mkdir parts
(ulimit -f 1 && export LLVM_PROFILE_FILE=/dev/null && trey solve --work-dir parts </dev/null)
echo "exit status $?"
trey solve --work-dir parts/none </dev/null
echo "exit status $?"
echo "$ a table that is too large leaves nothing from which work could be resumed"
(ulimit -f 16 && export LLVM_PROFILE_FILE=/dev/null && trey solve --rows 2 --cols 3 --quiet --save large.table)
echo "exit status $?, files left: $(ls | grep -c large)"
echo "$ the longest names"
long=$(printf 'a%.0s' {1..255}) accents=$(printf 'é%.0s' {1..127})
trey generate --tiles 5 --seed 1 -o $long && trey generate --tiles 5 --seed 1 -o $accents && cmp $long $accents
echo "exit status $?, files: $(ls | grep -c -e aaaa -e éééé)"
