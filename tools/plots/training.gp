# Learning: mean score and tiles reached against the time of training.
set datafile separator ","
set multiplot layout 1,2
set xlabel "minutes of training, two threads"
set xrange [0:*]
set ylabel "mean score, one ply"
set yrange [0:*]
set format y "%.0s %c"
set key bottom right
plot data.'log' using ($1/60):4 with lines ls 1 title 'the last 1,024 games of training', \
     data.'tests' using ($1/60):12:13:14 with yerrorbars ls 2 title 'test games, 95 %'
set ylabel "games that reach a tile, %"
set yrange [0:100]
set format y "%g"
set key center right
plot data.'log' using ($1/60):(100*$7) with lines ls 4 title '768', \
     data.'log' using ($1/60):(100*$8) with lines ls 1 title '1536', \
     data.'log' using ($1/60):(100*$9) with lines ls 2 title '3072'
unset multiplot
