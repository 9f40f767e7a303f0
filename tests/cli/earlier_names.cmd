# Earlier names of options, which no help shows.
trey generate -n 3 -m deck | tail -n +3 | wc -l
trey train --rules course --rows 2 --cols 2 --tuples 01 --threads 1 --games 5 -m 0.1 -q -o one | cut -d' ' -f1
trey train --rules course --rows 2 --cols 2 --tuples 01 --threads 1 --games 5 --minutes 0.1 -q -o one | cut -d' ' -f1
trey generate --tiles 40 -o made.txt
trey compare -i made.txt --no-store -q 'plan(width=1)' | wc -l
trey advise -b 0000012003300000 -n 3 --player points --depth 1 --table-mib 1 --json | cut -c1-2
for command in advise compare engine generate play read review selfplay serve train; do
    trey $command --help | grep -cE -- '--(minutes|table-mib|max-time)' | sed "s/^/$command /"
done
