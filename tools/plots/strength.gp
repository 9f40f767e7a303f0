# Mean score of Threes! players against their time per move.
set logscale x
set xrange [0.001:30]
set yrange [0:1000]
set xlabel "processor time per move, ms"
set ylabel "mean score, thousands"
set key top left
plot data.'trey' using 1:($2/1000) with linespoints ls 1 lw 2 ps 0.9 title 'trey', \
     data.'best' using 1:($2/1000) with linespoints ls 2 ps 0.9 title 'best published networks (2026)', \
     data.'open' using 1:($2/1000) with points ls 5 ps 1 title 'best-known open program, heuristic'
