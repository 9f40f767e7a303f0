for option in --width=0 --width=x --width=-1 --time-limit=-1 --time-limit=nan --threads=0 \
    --max-memory=12Q --seed=1.5; do
    trey plan sequence/met.txt "$option"
    echo "$option: $?"
done
