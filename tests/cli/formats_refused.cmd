# Versions that are no longer read: the first bytes suffice; the message has the number.
cd formats
for file in network-[12].gz.b64 checkpoint-[123].gz.b64 state-?.gz.b64; do
    base64 -d "$file" | gzip -d >"${file%.gz.b64}"
done
for version in 1 2; do
    trey selfplay --player network:network-$version --games 1
done
for version in 1 2 3; do
    trey train --tuples 01 --time-limit 0 -q --checkpoint checkpoint-$version
done
mkdir work
for version in 1 2 3; do
    cp state-$version work/trey-course-2x4-start1-avg-values.state
    trey solve --rows 2 --cols 4 --keep avg --work-dir work --quiet </dev/null
done
# Newer versions, too.
base64 -d checkpoint-4.gz.b64 | gzip -d | sed '1s/4/10/' >checkpoint-10
trey train --tuples 01 --time-limit 0 -q --checkpoint checkpoint-10
base64 -d network-3.gz.b64 | gzip -d | sed '1s/3/9/' >network-9
trey advise --player network:network-9 --board '0 0 0 0 0 1 2 0 0 3 3 0 0 0 0 0' --next 3
sed 's/trey record 1/trey record 2/' record-1.json >record-2
trey judge --rules window record-2
for table in table-2-averages carried-1-play; do
    base64 -d $table.gz.b64 | gzip -d >newer
    printf '\003' | dd of=newer bs=1 seek=8 conv=notrunc 2>/dev/null
    trey solve --table newer </dev/null
done
