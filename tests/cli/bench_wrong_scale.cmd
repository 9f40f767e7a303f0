# A scale is above 0, and not a time.
for scale in 0 two 1e9; do
    trey bench --scale $scale slides 2>&1 | head -n 1
done
