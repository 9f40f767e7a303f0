# Means of the runs of each player: from the CSV of trey compare to lines of
#   PLAYER  RUNS  SHARE LOW HIGH  MOVES_PER_SECOND  SWITCHES  PEAK_MIB  SECONDS
# with the share in % of the bound and its 95 % interval (Student's t), parted by tabs.
# -v only=REGEX takes inputs of that name alone.
BEGIN {
    OFS = "\t"
    # Two-sided 95 % quantiles of Student's t by degrees of freedom.
    split("12.71 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 " \
          "2.145 2.131 2.120 2.110 2.101 2.093 2.086", quantile, " ")
}
FNR > 1 && match($0, /^"[^"]*"/) {
    player = substr($0, 2, RLENGTH - 2)
    split(substr($0, RLENGTH + 2), field, ",")
    # input score bound share optimal moves seconds moves_per_second positions switches peak
    if (only != "" && field[1] !~ only) next
    if (!(player in runs)) order[++players] = player
    share = 100 * field[4]
    runs[player]++; sum[player] += share; squares[player] += share * share
    moves[player] += field[6]; seconds[player] += field[7]; switches[player] += field[10]
    if (field[11] > peak[player]) peak[player] = field[11]
}
END {
    for (i = 1; i <= players; i++) {
        p = order[i]; n = runs[p]; mean = sum[p] / n
        variance = n > 1 ? (squares[p] - n * mean * mean) / (n - 1) : 0
        if (variance < 0) variance = 0
        t = n < 2 ? 0 : n - 1 > 20 ? 2.0 : quantile[n - 1]
        half = t * sqrt(variance / n)
        high = mean + half
        if (high > 100) high = 100
        speed = seconds[p] > 0 ? moves[p] / seconds[p] : 0
        print p, n, mean, mean - half, high, speed, switches[p] / n, peak[p] / 1048576, seconds[p] / n
    }
}
