# Standard input, named and by default, and all kinds of whitespace.
trey hints - < hints/measures.txt > dash.out
trey hints < hints/measures.txt > default.out
sed 's/$/\r/' hints/measures.txt | trey hints > crlf.out
tr '\n' ' ' < hints/measures.txt | trey hints > one-line.out
tr ' ' '\n' < hints/measures.txt | trey hints > one-number-a-line.out
trey hints hints/measures.txt > file.out
for other in dash default crlf one-line one-number-a-line; do
    cmp file.out $other.out && echo "$other: the same"
done
