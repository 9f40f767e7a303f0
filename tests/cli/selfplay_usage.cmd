for arguments in "--games 0" "--rules chess" "--rows 9 --cols 9" "--top nowhere" "--depth x" "--time-ms -1" "--format xml" "--clock moon" "--first 9223372036854775807" "extra"; do
    trey selfplay $arguments 2>&1 | sed -n 1p
    echo "status ${PIPESTATUS[0]}"
done
trey selfplay --player nobody --games 1
echo "status $?"
trey selfplay --player exec:false --games 1
echo "status $?"
trey selfplay --player random --games 1 --record no/such/folder/x
echo "status $?"
for name in network: exec: exact:; do
    trey selfplay --player $name --games 1 2>&1 | head -n 1
done
trey selfplay --player random --games 1 --rules window,copies=3,copies=4
echo "status $?"
trey selfplay --player random --versus random --games 1
echo "status $?"
