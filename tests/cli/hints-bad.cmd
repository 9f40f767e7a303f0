# Every kind of bad file: one line with the file and its line, after the reports of the data
# sets before it.
exec 2>&1
for file in hints/bad/*.txt; do
    trey hints "$file" > out
    echo "exit status $?, reports of $(grep -c '^Data Set' out) data sets, $(sed -n 1p out)"
done
