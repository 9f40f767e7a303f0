# Everybody side by side, on three kinds of games; the bound is 100 %.
set multiplot layout 1,2
set xrange [0.4:8.6]
set xtics rotate by -40 ("dldfs" 1, "jogger" 2, "pruner" 3, "wide" 4, "strategy" 5, "mu" 6, "beta" 7, "planner" 8)
set ylabel share
set yrange [45:101]
unset key
set arrow 1 from graph 0, first 100 to graph 1, first 100 nohead lc rgb '#999999' dt 2
plot data.'bag30' using ($1-0.2):4:5:6 with yerrorbars ls 1 title 'bag30', \
     data.'deck' using 1:4:5:6 with yerrorbars ls 2 title 'deck', \
     data.'official' using ($1+0.2):4:5:6 with yerrorbars ls 3 title 'official'
unset arrow 1
set ylabel speed
set yrange [10:100000]
set logscale y
set format y '10^{%T}'
set key bottom left reverse Left
plot data.'bag30' using ($1-0.2):7 with points ls 1 title 'bag30', \
     data.'deck' using 1:7 with points ls 2 title 'deck', \
     data.'official' using ($1+0.2):7 with points ls 3 title 'official'
unset multiplot
