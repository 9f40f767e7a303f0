# Mistyped names: a suggestion, and the known names.
for wrong in pln fly "plan --tme-limit=3" "advise --bord=0" "selfplay --player netwrk" \
    "play --rules 2o48" "play --rules 2048,tops=end" "plan --searcher prunner x" \
    "plan --preset bata x" "plan --searcher pruner(emptis) x" "bench advices" \
    "selfplay --records -q" "serve --table-mb=1"; do
    said=$(trey $wrong 2>&1)
    echo "$? $(head -n 1 <<<"$said")"
done
echo 'advise' | trey engine | sed -n 1p
